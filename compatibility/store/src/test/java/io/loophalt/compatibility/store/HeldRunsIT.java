package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;

/** A run that is joined by who may call something at once, or not. */
class HeldRunsIT extends EventLoopJvms {

  @OnEveryJdk
  void whoJoinsAndCallsNothingLetsOthersGoOnAndKnowsWhatTheyHaveDone(ForkedContainer container)
      throws Exception {
    try (ForkedJvm waiting = start(container, "waiting");
        ForkedJvm other = start(container, "other")) {
      String last = begin(waiting, "pool", "job", "wait");
      waiting.awaitLine("joined=true");
      server.await("0", "hexists", keyOfTheOnlyRun(), "l"); // a call of the run is under way
      for (int i = 1; i <= 4; i++) {
        assertThat(order(other, "pool", "job", "step")).isEqualTo("went on");
      }

      waiting.send("go on");
      assertThat(waiting.awaitRestOfLine(last + '='))
          .as("the fifth of all, by who joined first")
          .isEqualTo("halted");
    }
  }
}
