package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.FreePorts;

/** More threads want to ask the store at once than a JVM has connections to it. */
@SpreadOverJdks
class CrowdedStoreIT extends SharedJvms {

  private static final int THREADS = 160;

  /** A tenth of the threads gets an answer at a time: the last would wait for ten of these. */
  private static final long ANSWER_MILLIS = 300;

  private static final long TIMEOUT_MILLIS = 600;

  @OnEveryJdk
  void callsThatGetNoConnectionInTimeAreJudgedAloneAndCounted(ForkedContainer container)
      throws Exception {
    int metrics = FreePorts.next();
    timeout = TIMEOUT_MILLIS + "ms";
    mostRuns = 2 * THREADS;
    settings = "metrics: {prometheus: {port: " + metrics + "}}\n";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      begin(container, network.port(), 1);
      jvms.get(0).awaitErrorMatching(".*the store at .* is there");
      order(0, "crowd", "first 8"); // So that all classes are there.
      double before = JudgedAlone.counted(metrics);

      network.answerAfter(ANSWER_MILLIS);
      long slowest = Long.parseLong(order(0, "crowd", "job " + THREADS));

      assertThat(slowest)
          .as("it waits to join, before its body and after it")
          .isGreaterThan(ANSWER_MILLIS)
          .isLessThan(3 * TIMEOUT_MILLIS + ANSWER_MILLIS);
      assertThat(JudgedAlone.counted(metrics) - before)
          .as("judged alone")
          .isGreaterThan(THREADS / 2.0);
      network.answerAfter(0);
    }
  }
}
