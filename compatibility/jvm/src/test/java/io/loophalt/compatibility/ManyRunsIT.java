package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs never mix, however many there are and on whatever threads their steps run, and one run is
 * one on however many.
 */
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

  @OnEveryJdk
  void aRunOnManyThreadsKeepsItsCeilingExactlyAndItsHaltEverywhere(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.sharedRun(),
            new Guard.AtStart("tasks: {capped: {ceilings: {steps: 1000}}}\n"),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("virtual", container.jdk().feature() >= 21)
        .reports("bodies of one run", 1000)
        .reports("bodies of its children", 1000)
        .reports("halted", true)
        .reports("bodies after the halt was seen", 0)
        .reports("halted after the reset", 0);
  }

  @OnEveryJdk
  void whereNobodyNamesABoundaryATraceIsARun(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.tracedWork(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("conversations halted", 0)
        .reports("requests of one trace halted", 0)
        .reports("stuck on many threads", "halted at 5")
        .reports("asking a model, stuck on many threads", "halted after 50 tokens")
        .reports("stuck after asking a model", "halted after 50 tokens")
        .reports("conversations halted afterwards", 0)
        .reports("stuck without a trace around it", "halted after 50 tokens");
  }

  @OnEveryJdk
  void aHaltedSessionThatHadToMakeRoomIsHaltedWhenItComesBack(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.droppedSession().with("200"), new Guard.AtStart("max-runs: 20\n"), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("at first", "5 bodies, no_progress")
        .reports("coming back", "0 bodies, no_progress")
        .reports("after the reset", "1 bodies");
  }
}
