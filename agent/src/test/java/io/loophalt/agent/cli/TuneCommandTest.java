package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneCommandTest {

  private final Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  TuneCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void withTooFewRunsNothingIsRecommendedAndItSaysHowManyItTakes() throws Exception {
    assertThat(tune(runs(20, 20))).isZero();

    assertThat(out.toString(UTF_8))
        .contains("40 runs with a known outcome, split by seed 1")
        .contains("\njudged by variants of preset standard@2\n")
        .contains("Too little data: to tell a false-halt rate of 2.0% from a higher one takes 189")
        .contains("there are too few of runs without a task (20).")
        .doesNotContain("ladder:", "ceilings:");
  }

  @Test
  void withoutAnyKnownOutcomeThereIsNoTable() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty.jsonl"), "");
    Path unknown =
        Files.writeString(
            directory.resolve("unknown.jsonl"),
            "{\"id\":\"a\",\"steps\":[{\"turn\":0,\"tool\":\"t\",\"args\":{},\"result\":\"\"}]}\n");

    assertThat(tune(empty.toString())).isZero();
    assertThat(tune(unknown.toString())).isZero();

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "loophalt: " + empty + ": the file is empty",
            "No run with a known outcome was read, and 0 without one. Nothing is recommended.",
            "No run with a known outcome was read, and 1 without one. Nothing is recommended.");
  }

  @Test
  void theRecommendedSettingsAreAConfigurationThatIsAccepted() throws Exception {
    String recordings = runs(500, 100);
    assertThat(tune(recordings)).isZero();
    String report = out.toString(UTF_8);

    assertThat(report).contains("Chosen on the training half", "false halts   0 of ");
    assertThat(report).contains("\npreset: standard@2\ndetectors:\n");
    assertThat(tune("--config", recommended().toString(), recordings))
        .as("exit code with the recommended configuration:%n%s", report)
        .isZero();
  }

  /** Else what is pasted halts runs by rules that were off when it was judged. */
  @Test
  void theRecommendedSettingsAreThoseThatWereJudged() throws Exception {
    Path yaml =
        Files.writeString(
            directory.resolve("own.yaml"),
            """
            detectors:
              news: off
              identical-call: {mode: observe}
              idle-turns: {ladder: []}
              runaway-stall: {ladder: {halt: 9}}
              failing-call:
                ladder:
                - {at: 2, do: nudge, message: "You: \\u202e \\"again\\"?"}
                - {at: 3, do: escalate, model: big-model}
                - {at: 5, do: halt}
            """);
    assertThat(tune("--config", yaml.toString(), runs(500, 100))).as("%s", out).isZero();

    TaskPolicy judged = Policies.of(yaml.toString(), null).apply("");
    TaskPolicy pasted = Policies.of(recommended().toString(), null).apply("");
    assertThat(pasted.preset()).isEqualTo("standard@2");
    assertThat(pasted.detectors().stream().map(TuneCommandTest::withoutCounts))
        .as(out.toString(UTF_8))
        .containsExactlyElementsOf(
            judged.detectors().stream().map(TuneCommandTest::withoutCounts).toList());
    out.reset();

    assertThat(tune("--preset", "openhands", runs(500, 100))).isZero();
    assertThat(Policies.of(recommended().toString(), null).apply("").detectors())
        .as(out.toString(UTF_8))
        .extracting(DetectorPolicy::detector)
        .containsExactly("openhands", "openhands-monologue");
  }

  /** What is left of a detector where its halt and its window may have been moved. */
  private static String withoutCounts(DetectorPolicy detector) {
    List<Rung> rungs = detector.ladder().rungs().stream().map(rung -> rung.movedTo(1)).toList();
    return detector.detector() + detector.mode() + rungs;
  }

  @Test
  void aRungBehindAHaltIsLeftOut() throws Exception {
    Path yaml =
        Files.writeString(
            directory.resolve("behind.yaml"),
            "ladder: [{at: 3, do: halt}, {at: 4, do: nudge}, {at: 5, do: halt}]\n");

    assertThat(tune("--config", yaml.toString(), runs(500, 100))).isZero();

    assertThat(Policies.of(recommended().toString(), null).apply("").detectors())
        .filteredOn(each -> each.detector().equals("identical-call"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.ladder().rungs())
                    .extracting(Rung::intervention)
                    .containsExactly(Intervention.HALT));
  }

  private Path recommended() throws Exception {
    String report = out.toString(UTF_8);
    return Files.writeString(
        directory.resolve("tuned.yaml"),
        report.substring(report.indexOf("\npreset: "), report.indexOf("\nCeilings: ")));
  }

  @Test
  void ceilingsAreProposedForEachTaskWithEnoughSuccessesAndTheirYamlIsAccepted() throws Exception {
    String runs =
        Files.readString(Path.of(runs(60, 10)))
            .replaceAll("(\"run-[0-4].\",)", "$1\"task_type\":\"hunt \\\\u001b[2J\",");
    Path file = Files.writeString(directory.resolve("tasks.jsonl"), runs);

    assertThat(tune("--ceiling-factor", "2", file.toString())).isZero();

    String report = out.toString(UTF_8);
    String block = report.substring(report.indexOf("tasks:"), report.indexOf("\n\nCeilings take"));
    assertThat(report)
        .contains("Ceilings: 2.0 times what 95 of 100 successful runs of a task stay within.")
        .endsWith("there are too few of runs without a task (20).\n");
    assertThat(block)
        .isEqualTo(
            """
            tasks:
              "hunt \\u001B[2J":
                # of 40 successful runs
                ceilings: {steps: 24, turns: 24}""");
    Path yaml = Files.writeString(directory.resolve("ceilings.yaml"), block);
    assertThat(tune("--config", yaml.toString(), file.toString())).as(block).isZero();
  }

  @Test
  void whatIsVolatileIsSuggestedFromRunsOfAnyOutcomeAndItsYamlIsAccepted() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int run = 0; run < 4; run++) {
      StringBuilder steps = new StringBuilder();
      for (int i = 0; i < 5; i++) {
        steps.append(i == 0 ? "" : ",");
        steps.append(
            "{\"tool\":\"get \\\"it\\\"\",\"args\":{},\"result\":\"{\\\"trace id\\\":\\\"7f3a-");
        steps.append(run).append(i).append("\\\",\\\"n\\\":1}\"}");
      }
      lines.append("{\"id\":\"run-").append(run).append("\",\"steps\":[").append(steps);
      lines.append("]}\n");
    }
    Path file = Files.writeString(directory.resolve("traced.jsonl"), lines);

    assertThat(tune(file.toString())).isZero();

    String report = out.toString(UTF_8);
    String block = report.substring(report.indexOf("tools:"));
    assertThat(block)
        .isEqualTo(
            """
            tools:
              "get \\"it\\"":
                # 16 of 16 answers to a call made again differ from the one before in nothing else
                volatile: ["$['trace id']"]
            """);
    Path yaml = Files.writeString(directory.resolve("parts.yaml"), block);
    out.reset();
    assertThat(tune("--config", yaml.toString(), file.toString())).as(block).isZero();
    assertThat(out.toString(UTF_8)).as("what is left out already").doesNotContain("tools:");
  }

  @Test
  void theSameSeedGivesTheSameSplit() throws Exception {
    String recordings = runs(30, 30);
    tune("--seed", "7", recordings);
    String once = out.toString(UTF_8);
    out.reset();
    tune("--seed", "7", recordings);

    assertThat(out.toString(UTF_8)).isEqualTo(once);
  }

  @Test
  void aRunIsJudgedByTheSettingsOfItsOwnTask() throws Exception {
    Path yaml =
        Files.writeString(
            directory.resolve("tasks.yaml"), "preset: aider\ntasks: {hunt: {preset: standard}}\n");
    String recordings = runs(500, 100);
    tune("--config", yaml.toString(), recordings);
    String ofNoTask = out.toString(UTF_8);
    out.reset();

    Path hunts =
        Files.writeString(
            directory.resolve("hunts.jsonl"),
            Files.readString(Path.of(recordings))
                .replace("\"outcome\"", "\"task_type\":\"hunt\",\"outcome\""));
    tune("--config", yaml.toString(), hunts.toString());

    assertThat(ofNoTask).doesNotContain("Judged by detectors of their own");
    assertThat(out.toString(UTF_8))
        .contains(
            "Judged by detectors of their own, to be changed likewise: tasks hunt (standard@2).");
  }

  @Test
  void callsOfAToolThatIsIgnoredHaltNoVariant() throws Exception {
    Path yaml =
        Files.writeString(directory.resolve("tools.yaml"), "tools: {read: {ignore: true}}\n");
    tune("--config", yaml.toString(), runs(20, 20));

    assertThat(out.toString(UTF_8)).contains("window").doesNotContainPattern("[1-9][0-9.]*%  ");
  }

  private int tune(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "tune";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    PrintStream stream = new PrintStream(out, true, UTF_8);
    return CommandLineMain.run(
        new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, false), all);
  }

  /** Successes that read on and on, and failures that read one page again and again. */
  private String runs(int successes, int failures) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < successes + failures; i++) {
      boolean success = i < successes;
      lines.append("{\"id\":\"run-").append(i).append("\",\"outcome\":").append(success);
      lines.append(",\"steps\":[");
      for (int step = 0; step < 12; step++) {
        int page = success ? step : 0;
        lines.append(step == 0 ? "" : ",");
        lines.append("{\"turn\":").append(step).append(",\"tool\":\"read\",\"args\":{\"page\":");
        lines.append(page).append("},\"result\":\"text of ").append("page ".repeat(page + 1));
        lines.append("\"}");
      }
      lines.append("]}\n");
    }
    return Files.writeString(directory.resolve("runs.jsonl"), lines).toString();
  }
}
