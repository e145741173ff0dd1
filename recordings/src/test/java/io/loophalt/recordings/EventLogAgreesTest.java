package io.loophalt.recordings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
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
    Path log = directory.resolve("events.jsonl");
    JsonNode recording = JSON.readTree(line(resource, id));
    try (WrittenLog sink = WrittenLog.open(JvmName.next(), log)) {
      write(new TrajectoryReader().read(recording), new RunEvents(sink, Clock.systemUTC(), true));
    }
    Judgement expected = judged(new TrajectoryReader().read(recording));

    assertThat(expected.haltedAt()).as("halted by its recording").isNotNull();
    assertThat(judgedByLog(log)).isEqualTo(Map.of(id, expected));
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
