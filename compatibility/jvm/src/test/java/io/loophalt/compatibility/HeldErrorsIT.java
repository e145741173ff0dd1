package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the agent has to say holds nobody up, whoever it is that keeps it from being heard. */
class HeldErrorsIT {

  private static final Guard DEFAULTS = new Guard.AtStart(Guard.DEFAULTS);

  @TempDir Path folder;

  @OnEveryJdk
  void aThreadThatHoldsTheLockOfStandardErrorMayWaitForATool(ForkedContainer container) {
    Outcome outcome = container.run(Applications.heldErrors().with("lock"), DEFAULTS, folder);

    assertThatRun(outcome).endedWell().reports("halted", 600).reports("healthy calls", 2_000);
    assertThat(outcome.err())
        .as(outcome.describe())
        .anyMatch(line -> line.contains("halt") && line.contains("'stuck'"));
  }

  @OnEveryJdk
  void nobodyHasToReadStandardError(ForkedContainer container) {
    try (ForkedJvm jvm =
        container.startUnheard(Applications.heldErrors().with("pipe"), DEFAULTS, folder)) {
      assertThatRun(jvm.finish())
          .endedWell()
          .reports("everything was read", false)
          .reports("halted", 600)
          .reports("healthy calls", 2_000);
    }
  }
}
