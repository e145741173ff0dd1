package io.loophalt.recordings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.text.ToolVerbs;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.format.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run that is judged by its event log is judged as by its recording, which holds the contents.
 */
class EventLogAgreesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final TaskPolicy UNJUDGED =
      new TaskPolicy(
          "*", "none", List.of(), Map.of(), Ceilings.NONE, List.of(), TaskPolicy.OnHalt.THROW);

  /** Entries at which a run was first nudged and halted. */
  record Judgement(@Nullable Integer nudgedAt, @Nullable Integer haltedAt) {}

  private static final Judgement NEITHER = new Judgement(null, null);

  private static final List<String> CHAPTERS =
      List.of(
          "collect the receipts",
          "reconcile the accounts",
          "book the accruals",
          "close the ledger",
          "check the balances",
          "write the report",
          "ask the auditor",
          "file the return",
          "pay the tax",
          "archive the papers",
          "thank the team",
          "plan the next year");

  @Test
  void everyScenarioIsJudgedByItsLogAsByItsRecording(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("events.jsonl");
    Map<String, Judgement> expected = new TreeMap<>();
    try (WrittenLog sink = WrittenLog.open(JvmName.next(), log)) {
      RunEvents events = new RunEvents(sink, Clock.systemUTC(), true);
      for (String resource : List.of("scenarios.jsonl", "more.jsonl")) {
        for (String line : lines(resource)) {
          JsonNode scenario = JSON.readTree(line);
          write(new TrajectoryReader().read(scenario), events);
          RecordedRun again = new TrajectoryReader().read(scenario);
          expected.put(again.id(), judged(again));
        }
      }
    }

    assertThat(judgedByLog(log)).isEqualTo(expected);
  }

  /**
   * The text is in no log, but what it says decides: that all is well, or refused, or unchanged.
   */
  @ParameterizedTest
  @CsvSource({
    "same-again.jsonl, R-L20",
    "same-again.jsonl, R-L21",
    "families-outside.jsonl, 06-rejedit-L-yaml-schema",
    "families-outside.jsonl, 11-done-L-close-ticket",
    "families-outside.jsonl, 19-refused-L-robots",
    "families-authors.jsonl, A-L-45-nan-loss-hyperparams",
    "families-more.jsonl, M06-L30",
    "families-more.jsonl, M10-L30",
    "families-more.jsonl, M11-L30",
    "families-more.jsonl, M29-L03"
  })
  void whatAnAnswerSaysIsKnownByItsLog(String resource, String id, @TempDir Path directory)
      throws IOException {
    JsonNode recording = JSON.readTree(line(resource, id));
    Judgement expected = judged(new TrajectoryReader().read(recording));

    assertThat(expected.haltedAt()).as("halted by its recording").isNotNull();
    assertThat(judgedByLogOf(recording, directory)).isEqualTo(Map.of(id, expected));
  }

  /**
   * What has got on by a state with a name, by a status that counts failures, by a board, by an
   * item of a plan.
   */
  @ParameterizedTest
  @CsvSource({
    "families-authors.jsonl, B-H-08-render-farm",
    "families-authors.jsonl, B-H-29-2048-bot",
    "families-more.jsonl, M30-N01"
  })
  void whatGetsOnIsKnownByItsLog(String resource, String id, @TempDir Path directory)
      throws IOException {
    JsonNode recording = JSON.readTree(line(resource, id));

    assertThat(judgedByLogOf(recording, directory)).isEqualTo(Map.of(id, NEITHER));
    assertThat(judged(new TrajectoryReader().read(recording))).isEqualTo(NEITHER);
  }

  /** Addresses that stood in a result are no guesses; others, of ever other forms, are. */
  @Test
  void whatIsGuessedIsKnownByItsLog(@TempDir Path directory) throws IOException {
    JsonNode recording = JSON.readTree(line("families-outside.jsonl", "10-guess-L-api-base"));
    Judgement expected = judged(new TrajectoryReader().read(recording));

    assertThat(expected.nudgedAt()).as("nudged by its recording").isNotNull();
    assertThat(judgedByLogOf(recording, directory))
        .isEqualTo(Map.of("10-guess-L-api-base", expected));
  }

  @Test
  void aBatchOfJobsIsHealthyByItsLog(@TempDir Path directory) throws IOException {
    ArrayNode steps = JSON.createArrayNode();
    for (int job = 1; job <= 8; job++) {
      for (String state : List.of("BUILT", "SIGNED", "UPLOADED", "PUBLISHED")) {
        call(steps, "release_status", "{\"release\": \"r-%d\"}".formatted(job), state);
      }
    }

    isHealthy(steps, directory);
  }

  @Test
  void aPlanThatGetsOnIsHealthyByItsLog(@TempDir Path directory) throws IOException {
    ArrayNode steps = JSON.createArrayNode();
    for (int done = 0; done <= 12; done++) {
      StringBuilder plan = new StringBuilder();
      for (int item = 0; item < 12; item++) {
        plan.append(item < done ? "[x] " : "[ ] ").append(CHAPTERS.get(item)).append("\\n");
      }
      call(steps, "update_plan", "{\"plan\": \"%s\"}".formatted(plan), "Plan updated");
    }

    isHealthy(steps, directory);
  }

  @Test
  void silentAnswersAreHealthyByTheirLog(@TempDir Path directory) throws IOException {
    ArrayNode steps = JSON.createArrayNode();
    for (int mail = 0; mail < 30; mail++) {
      call(steps, "archive_mail", "{\"id\": \"m-%d\"}".formatted(mail), "");
    }

    isHealthy(steps, directory);
  }

  @Test
  void aStepThatWasTakenDownAnswersAsBefore() throws IOException {
    for (String resource :
        List.of("more.jsonl", "families-authors.jsonl", "families-blind.jsonl")) {
      for (String line : lines(resource)) {
        for (RecordedRun.RecordedTurn turn :
            new TrajectoryReader().read(JSON.readTree(line)).turns()) {
          for (Step step : turn.steps()) {
            Step again = new Step(() -> "");
            again.begin(step.tool(), step.actionClass(), step.effect(), 0, false, 0);
            again.end(false, "", "", 0, 0);
            again.give(step.record());

            assertThat(answers(again))
                .as(() -> step.tool() + step.argumentsText() + " -> " + step.resultText())
                .isEqualTo(answers(step));
          }
        }
      }
    }
  }

  /** All that a detector of the standard preset asks but for numbers and places of clicks. */
  private static List<?> answers(Step step) {
    boolean failed = step.failure() != Step.ABSENT;
    boolean mayGuess = step.answersWithAbsence() && !ToolVerbs.isShell(step.tool());
    return List.of(
        step.failed(),
        step.edits(),
        step.looksOnly(),
        step.reads(),
        step.sleeps(),
        step.isOfAWaitingTool(),
        step.onlyRemarks(),
        step.doesNothing(),
        step.changes(),
        step.checks(),
        step.takesANote(),
        step.saysDone(),
        step.answersWithAbsence(),
        step.saysNotYet(),
        step.retryAfterSeconds(),
        step.saysNothing(),
        step.saysWell(),
        step.saysNoMoreThanWell(),
        step.saysUnchanged(),
        step.refuses(),
        step.measuresNothing(),
        step.deniesWhatIsDone(),
        step.beginsNotYet(),
        step.saysNotUp(),
        step.isShort(),
        step.isShort() && step.namesAState(),
        step.takesANote() ? step.itemsDone() : 0,
        failed ? step.share() : step.board(),
        mayGuess ? step.form() : 0,
        mayGuess ? digests(step.namedLines()) : List.of(),
        digests(step.lines()),
        step.lines().isCut(),
        digests(step.failureWords()),
        digests(step.values()),
        step.values().isCut(),
        digests(step.measures()),
        step.steady(),
        step.answerButForChance(),
        step.retried(),
        step.action(),
        step.deed(),
        step.gist(),
        step.outcome(),
        step.error(),
        step.exactError(),
        step.normalizedResult(),
        step.failureHeadline(),
        step.shape(),
        step.question());
  }

  private static List<Integer> digests(DigestList digests) {
    return IntStream.range(0, digests.size()).mapToObj(digests::get).toList();
  }

  private static void call(ArrayNode steps, String tool, String arguments, String result)
      throws IOException {
    ObjectNode step = steps.addObject();
    step.put("turn", steps.size() - 1).put("tool", tool).put("result", result);
    step.put("ts", 5 * steps.size()).set("args", JSON.readTree(arguments));
  }

  private static void isHealthy(ArrayNode steps, Path directory) throws IOException {
    ObjectNode recording = JSON.createObjectNode().put("id", "healthy");
    recording.set("steps", steps);

    assertThat(judged(new TrajectoryReader().read(recording)))
        .as("by its recording")
        .isEqualTo(NEITHER);
    assertThat(judgedByLogOf(recording, directory))
        .as("by its log")
        .isEqualTo(Map.of("healthy", NEITHER));
  }

  /** More than are kept awake, each of which is told a line in turn. */
  @Test
  void manyRunsSideBySideAreJudgedAsOneAlone(@TempDir Path directory) throws IOException {
    Path alone = directory.resolve("alone.jsonl");
    try (WrittenLog sink = WrittenLog.open(JvmName.next(), alone)) {
      JsonNode loop = JSON.readTree(line("same-again.jsonl", "R-L20"));
      write(new TrajectoryReader().read(loop), new RunEvents(sink, Clock.systemUTC(), true));
    }
    Path all = directory.resolve("events.jsonl");
    try (Writer out = Files.newBufferedWriter(all)) {
      for (String line : Files.readAllLines(alone)) {
        for (int run = 0; run < 1_100; run++) {
          out.write(line.replace("\"R-L20\"", "\"run-" + run + "\"") + "\n");
        }
      }
    }

    assertThat(judgedByLog(all))
        .hasSize(1_100)
        .containsValue(judgedByLog(alone).get("R-L20"))
        .satisfies(judged -> assertThat(Set.copyOf(judged.values())).hasSize(1));
  }

  private static String line(String resource, String id) throws IOException {
    return lines(resource).stream()
        .filter(each -> each.startsWith("{\"id\": \"" + id + "\""))
        .findFirst()
        .orElseThrow();
  }

  private static Judgement judged(RecordedRun run) {
    Playback.Outcome outcome = Playback.of(run, PresetPolicy.of("standard"), Presets::create);
    return new Judgement(outcome.first(Intervention.NUDGE), outcome.haltedAt());
  }

  private static void write(RecordedRun recorded, RunEvents events) {
    Run run = new Run(recorded.id(), "task", UNJUDGED, Presets::create, Mode.OBSERVE, null, events);
    long now = 0;
    for (RecordedRun.RecordedTurn turn : recorded.turns()) {
      run.turnStarted(turn.turn(), BigDecimal.ZERO, now);
      for (Step step : turn.steps()) {
        run.beforeStep(step);
        run.afterStep(step);
        now = step.endMillis();
      }
    }
    run.end();
  }

  private static Map<String, Judgement> judgedByLogOf(JsonNode recording, Path directory)
      throws IOException {
    Path log = directory.resolve("events.jsonl");
    try (WrittenLog sink = WrittenLog.open(JvmName.next(), log)) {
      write(new TrajectoryReader().read(recording), new RunEvents(sink, Clock.systemUTC(), true));
    }
    return judgedByLog(log);
  }

  private static Map<String, Judgement> judgedByLog(Path log) throws IOException {
    Map<String, Judgement> judged = new TreeMap<>();
    Judge judge =
        new Judge(
            task -> PresetPolicy.of("standard"),
            Presets::create,
            Playback.FREE,
            report -> judged.put(report.id(), new Judgement(report.nudgedAt(), report.haltedAt())));
    try (InputStream in = Files.newInputStream(log)) {
      new RecordingReader(judge, new Complaining()).read("events.jsonl", in);
    }
    return judged;
  }

  private static List<String> lines(String resource) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            EventLogAgreesTest.class.getResourceAsStream("/scenarios/" + resource))) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
