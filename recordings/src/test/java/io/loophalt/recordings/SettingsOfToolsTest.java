package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.Effect;
import io.loophalt.core.Decision;
import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ModelAnswer;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.recordings.format.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the settings say of a tool holds for a recorded run as for the same run live: a replay tells
 * what the agent would have done.
 */
class SettingsOfToolsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ToolPolicy NOTHING = tool(null, null, Set.of(), Map.of(), false);

  private static final List<String> WORDS =
      List.of(
          "calm", "angry", "bored", "curious", "sleepy", "eager", "gloomy", "merry", "proud", "shy",
          "tense", "vain", "weary", "zealous");

  /** Entries at which a run was first nudged and halted. */
  record Judgement(@Nullable Integer nudgedAt, @Nullable Integer haltedAt) {

    private Judgement with(Decision decision, int position) {
      boolean nudges = nudgedAt == null && decision instanceof Decision.Nudge;
      boolean halts = haltedAt == null && decision instanceof Decision.Halt;
      return new Judgement(
          nudges ? (Integer) position : nudgedAt, halts ? (Integer) position : haltedAt);
    }
  }

  /**
   * A setting, and a run that is judged by it.
   *
   * @param read whether it says how arguments and results are read, not how they are judged
   * @param arguments of each call, with a word that is another one each time
   * @param outcome its result, or its error if it {@code fails}
   */
  record Setting(
      String name,
      ToolPolicy policy,
      boolean read,
      String arguments,
      String outcome,
      boolean fails) {

    @Override
    public String toString() {
      return name;
    }

    private JsonNode recording() {
      ObjectNode run = JSON.createObjectNode().put("id", name);
      ArrayNode steps = run.putArray("steps");
      for (int turn = 0; turn < WORDS.size(); turn++) {
        String said = String.format(outcome, WORDS.get(turn));
        ObjectNode step = steps.addObject().put("turn", turn).put("tool", "probe");
        step.put("args", String.format(arguments, WORDS.get(turn)));
        step.put("result", fails ? "" : said).put("error", fails ? said : null);
      }
      return run;
    }
  }

  static List<Setting> settings() {
    return List.of(
        new Setting(
            "ignore",
            tool(null, null, Set.of(), Map.of(), true),
            false,
            "{\"at\":\"here\"}",
            "pong",
            false),
        new Setting(
            "ignore-arguments",
            tool(null, null, Set.of("mood"), Map.of(), false),
            true,
            "{\"mood\":\"%s\",\"at\":\"here\"}",
            "",
            false),
        new Setting(
            "parts of arguments",
            new ToolPolicy(
                "probe",
                null,
                null,
                Set.of(),
                Set.of(),
                Map.of(),
                false,
                null,
                null,
                VolatileParts.of("$.by.mood", "--mood=*")),
            true,
            "{\"by\":{\"mood\":\"%1$s\"},\"line\":\"ls --mood=%1$s\"}",
            "",
            false),
        new Setting(
            "volatile",
            NOTHING.leavingOut(VolatileParts.of("$.mood")),
            true,
            "{\"at\":\"here\"}",
            "{\"mood\":\"%s\",\"said\":\"nothing\"}",
            false),
        new Setting(
            "exhaustive",
            NOTHING.tryingMany(),
            false,
            "{\"password\":\"%s\"}",
            "authentication failed",
            true),
        new Setting(
            "effect",
            tool(null, Effect.READ, Set.of(), Map.of(), false),
            true,
            "{\"at\":\"%s\"}",
            "nothing is called %s here: not found",
            true),
        new Setting(
            "action-class",
            tool("test_run", null, Set.of(), Map.of(), false),
            false,
            "{\"at\":\"%s\"}",
            "assertion failed in the suite",
            true),
        new Setting(
            "files",
            new ToolPolicy("probe", "test_run", null, Set.of(), Set.of("at"), Map.of(), false),
            true,
            "{\"at\":\"%s\"}",
            "assertion failed in the suite",
            true),
        new Setting(
            "ladder",
            tool(null, null, Set.of(), Map.of("identical-call", Ladder.nudgeThenHalt(2, 3)), false),
            false,
            "{\"at\":\"here\"}",
            "pong",
            false));
  }

  /** How arguments and results are read was settled when a log was written. */
  static List<Setting> settingsOfLogs() {
    return settings().stream().filter(setting -> !setting.read()).toList();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aRecordedRunIsJudgedByTheSettingsOfItsToolsAsTheRunItselfWas(Setting setting) {
    JsonNode recording = setting.recording();
    Judgement live = live(recording, setting.policy);

    boolean ofFiles = !setting.policy.fileArguments().isEmpty();
    ToolPolicy without = ofFiles ? tool("test_run", null, Set.of(), Map.of(), false) : NOTHING;
    assertThat(live)
        .as("%s: with the setting, and without", setting)
        .isNotEqualTo(live(recording, without));
    assertThat(replayed(recording, setting.policy)).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource("settingsOfLogs")
  void soIsOneOfAnEventLogThatWasWrittenUnderOtherSettings(Setting setting, @TempDir Path directory)
      throws IOException {
    Path log = directory.resolve("events.jsonl");
    JsonNode recording = setting.recording();
    write(recording, log);

    assertThat(judgedByLog(log, setting.policy)).isEqualTo(live(recording, setting.policy));
  }

  private static ToolPolicy tool(
      @Nullable String actionClass,
      @Nullable Effect effect,
      Set<String> ignoredArguments,
      Map<String, Ladder> ladders,
      boolean ignored) {
    return new ToolPolicy(
        "probe", actionClass, effect, ignoredArguments, Set.of(), ladders, ignored);
  }

  private static Judgement live(JsonNode recording, ToolPolicy tool) {
    Guard guard = Guard.create(GuardSettings.builder().tool(tool).build(), () -> 0);
    Judgement judgement = new Judgement(null, null);
    int position = 0;
    try (GuardedRun run = guard.open("task", "1")) {
      for (JsonNode step : recording.path("steps")) {
        judgement = judgement.with(run.beforeModelCall(), position - 1);
        judgement = judgement.with(run.afterModelCall(ModelAnswer.of("", 1)), position - 1);
        GuardedStep call = run.beforeStep(call(step));
        judgement =
            judgement.with(call.mayRun() ? call.end(result(step)) : call.refusal(), position);
        position++;
      }
    }
    return judgement;
  }

  private static ToolCall call(JsonNode step) {
    return ToolCall.of(step.path("tool").asText(), step.path("args").asText());
  }

  private static ToolResult result(JsonNode step) {
    return step.path("error").isTextual()
        ? ToolResult.failed(step.path("error").asText())
        : ToolResult.of(step.path("result").asText());
  }

  private static Judgement replayed(JsonNode recording, ToolPolicy tool) {
    Playback.Outcome outcome =
        Playback.of(new TrajectoryReader().read(recording), policy(tool), StandardPreset::detector);
    return new Judgement(outcome.first(Intervention.NUDGE), outcome.haltedAt());
  }

  private static TaskPolicy policy(ToolPolicy tool) {
    return new TaskPolicy(
        "*",
        "standard",
        StandardPreset.detectors(),
        Map.of(),
        Ceilings.NONE,
        List.of(tool),
        TaskPolicy.OnHalt.THROW);
  }

  private static void write(JsonNode recording, Path log) {
    TaskPolicy unjudged = policy(NOTHING).with(List.of());
    RecordedRun recorded = new TrajectoryReader().read(recording);
    try (WrittenLog sink = WrittenLog.open(JvmName.next(), log)) {
      RunEvents events = new RunEvents(sink, Clock.systemUTC(), true);
      Run run =
          new Run(
              recorded.id(),
              "task",
              unjudged,
              StandardPreset::detector,
              Mode.OBSERVE,
              null,
              events);
      for (RecordedRun.RecordedTurn turn : recorded.turns()) {
        run.turnStarted(turn.turn(), BigDecimal.ZERO, 0);
        turn.steps()
            .forEach(
                step -> {
                  run.beforeStep(step);
                  run.afterStep(step);
                });
      }
      run.end();
    }
  }

  private static Judgement judgedByLog(Path log, ToolPolicy tool) throws IOException {
    List<Judgement> judged = new ArrayList<>();
    Judge judge =
        new Judge(
            task -> policy(tool),
            StandardPreset::detector,
            Playback.FREE,
            report -> judged.add(new Judgement(report.nudgedAt(), report.haltedAt())));
    try (InputStream in = Files.newInputStream(log)) {
      new RecordingReader(judge, new Complaining()).read("events.jsonl", in);
    }
    assertThat(judged).hasSize(1);
    return judged.get(0);
  }
}
