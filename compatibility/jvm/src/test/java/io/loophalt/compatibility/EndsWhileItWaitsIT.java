package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application is told to end while a call of it waits for a person. It waits for what goes on in
 * it, as pools do, so that it would not end before the wait does; the limit of every test here is
 * shorter.
 */
@SpreadOverJdks
class EndsWhileItWaitsIT {

  private static final int TERMINATED = 128 + 15;

  @TempDir Path folder;

  @OnEveryJdk
  void aFrozenCallIsHaltedAndHoldsNothingUp(ForkedContainer container) {
    Outcome outcome = ended(container, "", "freeze");

    assertThatRun(outcome).exitedWith(TERMINATED).reports("one.ended", true);
    assertThat(outcome.facts().get("one.2"))
        .matches("halted operator: frozen by an operator until .*, and this call cannot wait");
  }

  @OnEveryJdk
  void aHaltedRunStaysHaltedAndHoldsNothingUp(ForkedContainer container) {
    Outcome outcome = ended(container, "on-halt: {wait: 10m}\nceilings: {steps: 1}\n", "runs");

    assertThatRun(outcome)
        .exitedWith(TERMINATED)
        .reports("one.2", "halted step_cap: 1 of 1 steps used")
        .reports("one.ended", true);
  }

  private Outcome ended(ForkedContainer container, String yaml, String command) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(Applications.steered("lasting"), yaml)) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      steering.awaitSteps("one", 1);
      steering.lines(command, Long.toString(jvm.pid()));
      jvm.send("one look a");
      steering.awaitState("one", "waiting");

      jvm.terminate();
      return jvm.finish();
    }
  }
}
