package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the application's objects throw, and how its threads end, is no error of the agent's. */
class NotOursIT {

  private static final String BROKEN = "io.loophalt.compatibility.broken.BrokenObjects";

  private static final Guard BY_PATHS =
      new Guard.AtStart(
          """
          weave:
            runs: [{method: %s.chat, conversation: argument0.id}]
            models: [{method: %s.counted, tool-calls: argument0}]
          """
              .formatted(BROKEN, BROKEN));

  @TempDir Path folder;

  @OnEveryJdk
  void anAgentWhoseQuestionsAreAnsweredWithExceptionsGoesOn(ForkedContainer container) {
    Outcome outcome = container.run(Applications.brokenObjects(), BY_PATHS, folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("came", true)
        .reports("stuck.halted.at", 5)
        .reports("promise.halted.at", 5)
        .doesNotWarn("(?i).*(turned|switched) off.*")
        .doesNotWarn("(?i).*internal error.*");
  }

  @OnEveryJdk
  void aThreadThatIsStoppedEndsAndLeavesNothingBehind(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.stoppedThreads(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("promise.ends.thread", true)
        .reports("survivors", 0)
        .reports("stuck.beside.the.stopped", 0)
        .reports("goes.on.other.ends", "[]")
        .reports("goes.on.halted.at", 5)
        .reports("stuck.halted.at", 5)
        .doesNotWarn("(?i).*internal error.*");
  }

  @OnEveryJdk
  void aThreadThatIsStoppedInTheFirstCallOfAllBreaksNoLaterOne(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.stoppedAtOnce(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck.halted.at", 5)
        .doesNotWarn("(?i).*internal error.*")
        .doesNotWarn("(?i).*(turned|switched) off.*");
  }

  @OnEveryJdk
  void aToolThatIsFirstLoadedWhereTheStackEndsIsGuardedAMomentLater(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.deepLoading(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome).endedWell().reports("loaded.some", true).reports("unguarded", 0);
  }

  @OnEveryJdk
  void soIsOneWhereOthersWereGuardedBefore(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.deepLoading().with("after-another"),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("first.halted.at", 5)
        .reports("loaded.some", true)
        .reports("unguarded", 0);
  }
}
