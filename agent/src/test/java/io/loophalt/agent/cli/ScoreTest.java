package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.presets.Presets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code replay} says of presets, in place of what happens to each run. */
class ScoreTest {

  private static final String LABELS =
      """
      {"trajectory-loop": {"grades": [2, 2], "onset": [1, 2], "stop": [4, 5], "family": "one test"},
       "trajectory-legit": {"grades": [0, 0], "onset": [null, null], "stop": [null, null]},
       "another": {"grades": [2]}}
      """;

  private final Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path labels = Path.of("labels.json");

  ScoreTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void writeLabels() throws IOException {
    labels = Files.writeString(directory.resolve("labels.json"), LABELS);
  }

  @Test
  void aPresetIsScoredAgainstLabels() throws Exception {
    int code =
        run(
            "--labels",
            labels.toString(),
            "--preset",
            "gptme",
            recording("trajectory-loop.jsonl"),
            recording("trajectory-legit.jsonl"),
            recording("anthropic-loop.jsonl"));

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
                                clear      clear   doubtful      clean      clean  nudge -  halt -  nudge to   steps  tokens
            preset             halted     nudged     halted     halted     nudged    onset    stop      halt   saved   saved
            gptme              1 of 1     1 of 1     0 of 0     0 of 1     0 of 1       +2      +1         2   25.0%   25.0%

            Steps are medians over clear runs, measured from the earliest reading; + is later.
            Saved are those after the halt, of all in clear runs.

            without a label, left out: 1
            labels of runs that were not read: 1
            """);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
  }

  @Test
  void eachMistakeIsNamedInAFormThatIsSafeToShow() throws Exception {
    Path swapped =
        Files.writeString(
            directory.resolve("swapped.json"),
            """
            {"trajectory-loop": {"grades": [0, 0]},
             "trajectory-legit": {"grades": [2, 2], "stop": [6, 5], "family": "red \\u001b[31m"}}
            """);

    run(
        "--labels",
        swapped.toString(),
        "--preset",
        "gptme",
        recording("trajectory-loop.jsonl"),
        recording("trajectory-legit.jsonl"));

    assertThat(out.toString(UTF_8))
        .endsWith(
            """

            clear and not halted:
              trajectory-legit, to be stopped at 5: red \\u001b[31m

            clean, and yet:
              trajectory-loop, halted at 5 by gptme
            """);
  }

  @Test
  void allPresetsStandInOneTableInTheOrderOfTheDocumentation() throws Exception {
    run(
        "--labels",
        labels.toString(),
        "--presets",
        "all",
        recording("trajectory-loop.jsonl"),
        recording("trajectory-legit.jsonl"));

    List<String> names = Presets.names().stream().map(Presets::versioned).distinct().toList();
    assertThat(out.toString(UTF_8).lines().skip(2).limit(names.size()))
        .as("each preset once, by the version that is in force")
        .extracting(row -> row.substring(0, row.indexOf(' ')))
        .containsExactlyElementsOf(names)
        .contains("standard@1", "standard@2");
  }

  @Test
  void theJsonOfAScoreHasTheDocumentedFields() throws Exception {
    run(
        "--json",
        "--labels",
        labels.toString(),
        "--presets",
        "openhands-v0,aider",
        recording("trajectory-loop.jsonl"),
        recording("trajectory-legit.jsonl"));

    List<JsonNode> presets = lines();
    assertThat(presets).hasSize(2);
    assertThat(presets.get(0).fieldNames())
        .toIterable()
        .containsExactly(
            "preset",
            "fold",
            "clear",
            "doubtful",
            "clean",
            "nudge_after_onset",
            "halt_after_stop",
            "halted_after_stop",
            "nudge_to_halt",
            "steps",
            "steps_saved",
            "tokens",
            "tokens_saved",
            "mistakes",
            "without_label",
            "labels_unread");
    assertThat(presets.get(0))
        .hasToString(
            """
            {"preset":"openhands-v0","fold":"all","clear":{"runs":1,"halted":1,"nudged":0},"\
            doubtful":{"runs":0,"halted":0,"nudged":0},"clean":{"runs":1,"halted":0,"nudged"\
            :0},"nudge_after_onset":null,"halt_after_stop":-1,"halted_after_stop":0,"nudge_t\
            o_halt":null,"steps":8,"steps_saved":4,"tokens":880,"tokens_saved":440,"mistakes\
            ":[],"without_label":0,"labels_unread":1}""");
    assertThat(presets.get(1).path("preset").asText()).isEqualTo("aider");
  }

  @Test
  void withoutLabelsPresetsAreComparedByTheOutcomesOfTheRuns() throws Exception {
    run(
        "--presets",
        "openhands-v0,aider",
        recording("trajectory-loop.jsonl"),
        recording("trajectory-legit.jsonl"),
        recording("event-log-without-steps.jsonl"));

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
                                                       successes     successes         steps        tokens
            preset            runs  nudged  halted        nudged        halted         saved         saved
            openhands-v0         2       0       1        0 of 1        0 of 1         50.0%         50.0%
            aider                2       0       1        0 of 1        0 of 1         37.5%         37.5%

            Saved are those after the halt, of all in runs that are not known to succeed.
            """);
  }

  @Test
  void theTwoFoldsTogetherAreAllRuns() throws Exception {
    StringBuilder runs = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      runs.append("{\"id\":\"run-").append(i).append("\",\"steps\":[]}\n");
    }
    String file = Files.writeString(directory.resolve("runs.jsonl"), runs).toString();

    List<String> found = new ArrayList<>();
    run("--json", "--fold", "held-out", file);
    List<JsonNode> heldOut = lines();
    heldOut.forEach(each -> found.add(each.path("id").asText()));
    out.reset();
    run("--json", "--fold", "rest", file);
    lines().forEach(each -> found.add(each.path("id").asText()));

    assertThat(heldOut).hasSizeBetween(5, 15);
    assertThat(found).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void aWrongFoldPresetOrLabelFileIsRefusedWithTheReason() throws Exception {
    String recording = recording("trajectory-loop.jsonl");
    Path wrong = Files.writeString(directory.resolve("wrong.json"), "{\"a\": {\"grades\": [3]}}");

    assertThat(run("--fold", "half", recording)).isEqualTo(2);
    assertThat(run("--presets", "gptme,none", recording)).isEqualTo(2);
    assertThat(run("--labels", wrong.toString(), recording)).isEqualTo(2);
    assertThat(run("--labels", "missing.json", recording)).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .contains("'half' is none of all, held-out, rest")
        .contains("no preset is called 'none'")
        .contains("wrong.json: run 'a': a grade is 0 (no loop), 1 (doubtful) or 2")
        .contains("missing.json: cannot be read");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("replay"));
    all.addAll(List.of(arguments));
    return CommandLineMain.run(
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false),
        all.toArray(new String[0]));
  }

  private static String recording(String name) throws URISyntaxException {
    return Path.of(
            Objects.requireNonNull(
                    ScoreTest.class.getResource("/replay/" + name),
                    "no test resource /replay/" + name)
                .toURI())
        .toString();
  }
}
