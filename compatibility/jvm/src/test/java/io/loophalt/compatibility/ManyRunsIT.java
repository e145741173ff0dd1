package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Runs never mix, however many there are and on whatever threads their steps run. */
class ManyRunsIT {

  @TempDir Path folder;

  @OnEveryJdk
  void exactlyTheStuckOnesOfHundredsOfRunsAreHalted(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.crowd(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("virtual", container.jdk().feature() >= 21)
        .reports("halted", 43)
        .reports("wrong", "[]");
  }
}
