package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.Container;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.NoProcessLeftBehind;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * However an application's classes are loaded, and whenever the agent comes, it is the
 * application's own {@code catch (LoopHaltException e)} that fires.
 */
@ExtendWith(NoProcessLeftBehind.class)
class WhereApplicationsLiveIT {

  private static final Guard AT_START = new Guard.AtStart(Guard.DEFAULTS);
  private static final Guard LATE = new Guard.Late(Attacher.COMMAND_LINE, Guard.DEFAULTS);

  @TempDir Path folder;

  static Stream<Arguments> startedWithTheAgent() {
    return Applications.stuckEverywhere().stream()
        .flatMap(
            application ->
                Container.fit(application, AT_START)
                    .map(container -> Arguments.of(application, container)));
  }

  static Stream<Arguments> runningBeforeTheAgent() {
    return Applications.stuckEverywhere().stream()
        .flatMap(
            application ->
                Container.fit(application, LATE)
                    .map(container -> Arguments.of(application, container)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("startedWithTheAgent")
  void anApplicationStartedWithTheAgentCatchesItsOwnException(
      Application application, Container container) {
    Outcome outcome = container.run(application, AT_START, folder);

    assertHaltedByItsOwnException(outcome);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runningBeforeTheAgent")
  void anApplicationThatHadLoadedTheExceptionBeforeTheAgentCameCatchesIt(
      Application application, Container container) {
    Outcome outcome = container.run(application.with("await"), LATE, folder);

    assertThatRun(outcome)
        .reports("exception.loaded", "io.loophalt.LoopHaltException")
        .reports("before.result.halted.at", 0)
        .reports("before.error.halted.at", 0);
    assertHaltedByItsOwnException(outcome);
  }

  @OnEveryJdk
  void anApplicationWithoutAnyLoophaltClassIsGuardedByNamesInTheConfiguration(
      ForkedContainer container) {
    String configuration =
        """
        weave:
          tools:
            - io.loophalt.compatibility.plain.PlainAgent.dispatch(java.lang.String)
          tool-annotations:
            - io.loophalt.compatibility.plain.Tool
          runs:
            - io.loophalt.compatibility.plain.PlainAgent.solve
        """;

    Outcome outcome = container.run(Applications.plain(), new Guard.AtStart(configuration), folder);

    assertThatRun(outcome).endedWell().reports("knows.loophalt", false);
    for (String tool : List.of("named", "annotated")) {
      assertThatRun(outcome)
          .reports(tool + ".halted.at", 5)
          .reports(tool + ".halts", 8)
          .reports(tool + ".returns", 4)
          .reports(tool + ".caught.by", "LoopHaltException");
    }
  }

  private static void assertHaltedByItsOwnException(Outcome outcome) {
    assertThatRun(outcome)
        .endedWell()
        .printedNothingButItsReport()
        .reports("result.nudged.at", 3)
        .reports("afterwards", "no match for retries");
    for (String tool : List.of("result", "error")) {
      assertThatRun(outcome)
          .reports(tool + ".caught.by", "own LoopHaltException")
          .reports(tool + ".halted.at", 5)
          .reports(tool + ".halts", 8)
          .reports(tool + ".bodies.after.halt", 0);
    }
  }
}
