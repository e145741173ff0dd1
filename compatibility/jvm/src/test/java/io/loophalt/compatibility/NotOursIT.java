package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final String STOPPED_AT_ONCE = "io/loophalt/compatibility/stopped/StoppedAtOnce";

  /**
   * In the JVM's log of initializers, a class of ours or one of the JDK that an application does
   * not use by starting, working and ending.
   */
  private static final Pattern INITIALIZED =
      Pattern.compile(
          "Initializing '((?:io/loophalt/(?!compatibility/)|java/lang/(?!invoke/|Shutdown'))[^']+)'");

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
        container.run(
            Applications.stoppedAtOnce(), new Guard.AtStart(EventLog.CONFIGURATION), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck.halted.at", 5)
        .doesNotWarn("(?i).*internal error.*")
        .doesNotWarn("(?i).*(turned|switched) off.*");
    assertThat(EventLog.lines(folder)).anyMatch(line -> line.contains("\"intervention\":\"halt\""));
  }

  /**
   * A class whose initializer is stopped is broken for good, and the application stops its own
   * threads alone. The one that is left is the application's own, too.
   */
  @OnEveryJdk
  void theFirstCallsInitializeNothingOnTheApplicationsThread(ForkedContainer container)
      throws IOException {
    Path log = folder.resolve("initializing.log");
    Application unstopped =
        Applications.stoppedAtOnce()
            .with("0")
            .withOptions("-Xlog:class+init=info:file=" + log + ":tid");

    Outcome outcome = container.run(unstopped, new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome).endedWell().reports("stuck.halted.at", 5);
    List<String> byTheApplication =
        Files.readAllLines(log).stream()
            .dropWhile(line -> !line.contains("'" + STOPPED_AT_ONCE + "'"))
            .toList();
    String thread = byTheApplication.get(0).replaceAll("].*", "]");
    assertThat(byTheApplication)
        .filteredOn(line -> line.startsWith(thread) && !line.contains("(no method)"))
        .map(INITIALIZED::matcher)
        .filteredOn(Matcher::find)
        .map(matcher -> matcher.group(1))
        .containsExactly("io/loophalt/StopReason$Kind");
  }

  /** Each time, and not only where a stop happens to come at that moment. */
  @OnEveryJdk
  void aThreadThatIsStoppedWhileAToolIsWovenEndsAndTheToolIsGuardedAMomentLater(
      ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.stoppedWhileLoading(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stopped", 12)
        .reports("ended", container.jdk().feature() < 20 ? 12 : 0)
        .reports("unguarded", 0)
        .doesNotWarn("(?i).*internal error.*")
        .doesNotWarn("(?i).*(turned|switched) off.*")
        .doesNotWarn(".*(while looking at|cannot be woven|is not watched).*");
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
