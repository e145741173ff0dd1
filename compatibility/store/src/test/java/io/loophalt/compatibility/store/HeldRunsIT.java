package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.server.FreePorts;

/** A run that is joined by who may call something at once, or not. */
class HeldRunsIT extends EventLoopJvms {

  /** Others would wait longer for a process that is gone than for this. */
  private static final String SHORTER_THAN_A_LEASE = "800ms";

  @OnEveryJdk
  void whoJoinsAndCallsNothingHoldsNobodyUpAndKnowsWhatTheyHaveDone(ForkedContainer container)
      throws Exception {
    timeout = SHORTER_THAN_A_LEASE;
    int port = FreePorts.next();
    try (ForkedJvm waiting = start(container, "waiting")) {
      settings = "metrics: {prometheus: {port: " + port + "}}\n";
      try (ForkedJvm other = start(container, "other")) {
        String last = begin(waiting, "pool", "job", "wait");
        waiting.awaitLine("joined=true");
        for (int i = 1; i <= 4; i++) {
          assertThat(order(other, "pool", "job", "step")).isEqualTo("went on");
        }

        waiting.send("go on");
        assertThat(waiting.awaitRestOfLine(last + '='))
            .as("the fifth of all, by who joined first")
            .isEqualTo("halted");
        assertThat(JudgedAlone.counted(port)).as("because the run was held").isZero();
      }
    }
  }
}
