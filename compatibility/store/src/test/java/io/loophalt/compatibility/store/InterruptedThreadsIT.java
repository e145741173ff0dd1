package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SinceJdk;
import io.loophalt.compatibility.server.FreePorts;

/** A virtual thread that is interrupted closes the socket on which it waits. */
@SinceJdk(21)
class InterruptedThreadsIT extends SharedJvms {

  private static final long ANSWER_MILLIS = 300;

  @OnEveryJdk
  void whoIsInterruptedAsksTheStoreAllTheSame(ForkedContainer container) throws Exception {
    int metrics = FreePorts.next();
    settings = "metrics: {prometheus: {port: " + metrics + "}}\n";
    timeout = "30s";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      begin(container, network.port(), 1);
      jvms.get(0).awaitErrorMatching(".*the store at .* is there");
      assertThat(step(0, "other", "question")).isEqualTo("went on");
      double before = JudgedAlone.counted(metrics);
      network.answerAfter(ANSWER_MILLIS);

      // It waits for an answer nearly all the time.
      String left = order(0, "interrupted", "job " + ANSWER_MILLIS * 3 / 2);

      assertThat(left).isEqualTo("still interrupted");
      assertThat(JudgedAlone.counted(metrics) - before).as("judged alone").isZero();
    }
  }
}
