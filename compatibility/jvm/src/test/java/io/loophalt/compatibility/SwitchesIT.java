package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.OperationsPage;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes before the file: the agent switched off, its mode, and variables in the file. */
@SpreadOverJdks
class SwitchesIT {

  private static final String SECRET = "s3cret";

  @TempDir Path folder;

  @OnEveryJdk
  void switchedOffItWeavesNothingAndSaysWhoDidItAndHowToTurnItOn(ForkedContainer container) {
    Outcome byVariable = run(container, "mistake: 1\n", Map.of("LOOPHALT_ENABLED", "false"));
    Outcome byProperty =
        run(container, "", Map.of("LOOPHALT_ENABLED", "true"), "-Dloophalt.enabled=false");

    for (Outcome outcome : List.of(byVariable, byProperty)) {
      assertThatRun(outcome)
          .endedWell()
          .printedNothingButItsReport()
          .reports("result.halted.at", 0)
          .reports("result.bodies", 12);
    }
    assertThat(byVariable.err())
        .containsExactly(
            "[loophalt] is off and watches nothing: the environment variable"
                + " LOOPHALT_ENABLED=false; to turn it on, set it to true or remove it, and start"
                + " the JVM anew");
    assertThat(byProperty.err())
        .singleElement()
        .asString()
        .contains("the system property loophalt.enabled=false");
  }

  @OnEveryJdk
  void whoAttachesIsToldThatItIsOff(ForkedContainer container) {
    Application application =
        Applications.stuck().with("await").withOptions("-Dloophalt.enabled=false");
    try (ForkedJvm jvm = container.start(application, new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");

      Outcome attaching = attach(container, jvm.pid());
      jvm.send("go");

      assertThatRun(attaching).exitedWith(1).warns("not attached to .* is off and watches .*");
      Outcome outcome = jvm.finish();
      assertThatRun(outcome).endedWell().reports("result.halted.at", 0);
      assertThat(outcome.err())
          .as("beside what the JVM says of every attach")
          .filteredOn(line -> !line.startsWith("WARNING: "))
          .singleElement()
          .asString()
          .startsWith("[loophalt] is off");
    }
  }

  @OnEveryJdk
  void theModeComesBeforeTheFilesAndTheStartUpLineSaysWhatWon(ForkedContainer container) {
    Outcome byVariable = run(container, "mode: act\n", Map.of("LOOPHALT_MODE", "observe"));
    Outcome byProperty =
        run(
            container,
            "mode: observe\n",
            Map.of("LOOPHALT_MODE", "observe"),
            "-Dloophalt.mode=act");

    assertThatRun(byVariable)
        .endedWell()
        .reports("result.halted.at", 0)
        .warns(".* \\| mode: observe \\(LOOPHALT_MODE\\) \\| .*")
        .warns(".*halt \\(observed only\\).*")
        .warns(
            "\\[loophalt] \\d+ runs, 0 nudges, 0 halts, \\d+ tokens; observed only: .*[1-9] halts?");
    assertThatRun(byProperty)
        .endedWell()
        .reports("result.halted.at", 5)
        .warns(".* \\| mode: act \\(loophalt\\.mode\\) \\| .*");
  }

  @OnEveryJdk
  void aFileThatIsOnlyFoundDoesNotSwitchOffWithoutAWord(ForkedContainer container)
      throws IOException {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "mode: observe\n");
    Application found = Applications.stuck().withOptions("-javaagent:" + Artifacts.agent());
    Application named = Applications.stuck().withOptions(ForkedContainer.agentOption(file));
    String warning =
        "\\[loophalt] WARNING loophalt\\.yaml says 'mode: observe', and NOTHING IS HALTED: nobody"
            + " has named that file, .*";

    assertThatRun(container.run(found, new Guard.Absent(), folder))
        .endedWell()
        .reports("result.halted.at", 0)
        .warns(warning);
    assertThatRun(container.run(named, new Guard.Absent(), folder))
        .endedWell()
        .reports("result.halted.at", 0)
        .doesNotWarn(warning);
  }

  @OnEveryJdk
  void aWrongValueKeepsTheJvmFromStarting(ForkedContainer container) {
    assertThatRun(run(container, "", Map.of("LOOPHALT_MODE", "off")))
        .failed()
        .printedNothing()
        .warns(
            "\\[loophalt] the environment variable LOOPHALT_MODE: must be observe or act, not"
                + " 'off'");
    assertThatRun(run(container, "", Map.of(), "-Dloophalt.enabled=no"))
        .failed()
        .printedNothing()
        .warns(
            "\\[loophalt] the system property loophalt\\.enabled: must be false or true, not 'no'");
  }

  @OnEveryJdk
  void theFileHasVariablesAndNothingShowsWhatTheyHold(ForkedContainer container)
      throws IOException {
    String configuration =
        """
        mode: ${MODE}
        events: {file: "${NAME}.jsonl"}
        """;
    Map<String, String> variables = Map.of("MODE", "act", "NAME", SECRET);

    Outcome outcome = run(container, configuration, variables);
    Outcome wrong = run(container, "mode: ${NAME}\n", variables);
    Outcome unset = run(container, configuration, Map.of("MODE", "act"));

    assertThatRun(outcome).endedWell().reports("result.halted.at", 5);
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith(SECRET + "-") && name.endsWith(".jsonl"));
    }
    assertThatRun(wrong).failed().warns(".*guard\\.yaml:1:7: unknown value '\\$\\{NAME}' for .*");
    assertThatRun(unset)
        .failed()
        .warns(".*guard\\.yaml:2:16: the environment variable 'NAME' is not set; .*");
    for (Outcome each : List.of(outcome, wrong, unset)) {
      assertThat(each.err()).noneMatch(line -> line.contains(SECRET));
    }
  }

  @OnEveryJdk
  void theScriptBesideTheJarRunsItWithWhateverJavaThereIs(ForkedContainer container)
      throws IOException {
    Path script = Artifacts.agent().resolveSibling("loophalt");
    Path elsewhere = Files.createDirectory(folder.resolve("an other folder"));
    Path alone = Files.copy(script, elsewhere.resolve("loophalt"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), script);
    Path file = Files.writeString(folder.resolve("my guard.yaml"), "mode: observe\n");
    String home = Path.of(container.jdk().command("java")).getParent().getParent().toString();

    for (Path started : List.of(script, link)) {
      Outcome outcome = script(started, Map.of("JAVA_HOME", home), "check-config", file.toString());
      assertThatRun(outcome).exitedWith(0);
      assertThat(outcome.out()).containsExactly(file + " is right");
    }
    assertThatRun(script(alone, Map.of("JAVA_HOME", home), "--help"))
        .exitedWith(1)
        .warns("loophalt: there is no .*/an other folder/loophalt-agent\\.jar; put this .*");
    assertThatRun(script(script, Map.of("JAVA_HOME", "/no/java"), "--help"))
        .exitedWith(1)
        .warns("loophalt: there is no /no/java/bin/java; .* set JAVA_HOME .*");
  }

  @Test
  void bashCompletesCommandsAndOptionsAfterTheLineOfTheOperationsPage() {
    String line = OperationsPage.first("after `(source [^`]+)`");
    String typed =
        """
        %s
        completed() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); "$function"; echo "${COMPREPLY[@]}"; }
        registered=$(complete -p loophalt)
        function=${registered#*-F }
        function=${function%%%% *}
        completed loophalt unfr
        completed loophalt resume --extra-st
        """
            .formatted(line);
    Map<String, String> path =
        Map.of(
            "PATH",
            Artifacts.agent().getParent() + File.pathSeparator + System.getenv("PATH"),
            "JAVA_HOME",
            System.getProperty("java.home"));

    try (ForkedJvm shell =
        ForkedJvm.start(
            List.of("bash", "--norc", "-c", typed), folder, ForkedJvm.TIME_LIMIT, path)) {
      Outcome outcome = shell.finish();
      assertThatRun(outcome).exitedWith(0);
      assertThat(outcome.out()).containsExactly("unfreeze", "--extra-steps");
    }
  }

  private Outcome script(Path script, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    try (ForkedJvm tool = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment)) {
      return tool.finish();
    }
  }

  private Outcome attach(ForkedContainer container, long pid) {
    List<String> command =
        List.of(
            container.jdk().command("java"),
            "-jar",
            Artifacts.agent().toString(),
            "attach",
            Long.toString(pid));
    try (ForkedJvm jvm = ForkedJvm.start(command, folder)) {
      return jvm.finish();
    }
  }

  private Outcome run(
      ForkedContainer container,
      String configuration,
      Map<String, String> environment,
      String... options) {
    Path file = ForkedContainer.write(configuration, folder);
    Application application = Applications.stuck();
    List<String> command = new ArrayList<>(List.of(container.jdk().command("java")));
    command.add(ForkedContainer.agentOption(file));
    command.addAll(List.of(options));
    command.addAll(application.options());
    command.addAll(application.start());
    try (ForkedJvm jvm = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment)) {
      return jvm.finish();
    }
  }
}
