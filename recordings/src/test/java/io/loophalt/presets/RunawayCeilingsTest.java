package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.StopReason;
import io.loophalt.core.Decision;
import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ModelAnswer;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.Playback;
import io.loophalt.recordings.TrajectoryReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The preset {@code runaway} against its rules written down once more, as the README of the
 * conformance vectors has them: for runs that end anywhere, with times that are no whole seconds.
 */
class RunawayCeilingsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Preset RUNAWAY = Presets.named("runaway");
  private static final int RUNS = 4_000;
  private static final List<String> SECONDS =
      List.of(
          "0", "0.25", "1", "30.5", "99.9996", "0.0004", "100.001", "200", "299.9995", "0.0005");
  private static final List<Integer> TOKENS = List.of(0, 100, 5_000, 16_666, 49_999, 100_000);

  /** Where a run is halted and why; the reason is that of the rules. */
  record Halt(int step, String rule) {}

  /** One entry: a call, or a reply without one, which has no argument. */
  record Entry(int turn, @Nullable Integer argument, int tokens, BigDecimal seconds) {}

  @Test
  void everyRunIsHaltedAtTheStepThatTheRulesSayByReplayAndInTheLibrary() {
    Random random = new Random(18);
    Map<String, Integer> halted = new HashMap<>();
    for (int i = 0; i < RUNS; i++) {
      List<Entry> entries = entries(random);
      Halt expected = byTheRules(entries);

      assertThat(replayed(entries)).as("replayed: %s", entries).isEqualTo(expected);
      assertThat(guarded(entries)).as("in the library: %s", entries).isEqualTo(expected);
      halted.merge(expected == null ? "none" : expected.rule(), 1, Integer::sum);
    }
    assertThat(halted)
        .as("what the runs end in")
        .containsOnlyKeys("none", "stall", "no_progress", "step_cap", "token_cap", "wall_clock_cap")
        .allSatisfy((rule, runs) -> assertThat(runs).isGreaterThan(RUNS / 50));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"300, none", "300.0004, 1", "300.4, 1", "299.9999, none", "301, 1"})
  void aTimeThatIsALittleAbove300SecondsIsAboveThemAlsoThatOfAReplyWithoutACall(
      BigDecimal seconds, @Nullable Integer haltedAt) {
    for (Integer argument : new Integer[] {1, null}) {
      List<Entry> entries =
          List.of(new Entry(0, 0, 10, BigDecimal.ONE), new Entry(1, argument, 10, seconds));

      Halt halt = haltedAt == null ? null : new Halt(haltedAt, "wall_clock_cap");
      assertThat(replayed(entries)).isEqualTo(halt);
      assertThat(guarded(entries)).isEqualTo(halt);
    }
  }

  private static List<Entry> entries(Random random) {
    List<Entry> entries = new ArrayList<>();
    BigDecimal seconds = BigDecimal.ZERO;
    int turns = 1 + random.nextInt(14);
    int slow = random.nextInt(4) == 0 ? SECONDS.size() : 3;
    int dear = random.nextInt(4) == 0 ? TOKENS.size() : 3;
    int talkative = 2 + random.nextInt(9);
    int arguments = random.nextBoolean() ? 4 : 60;
    for (int turn = 0; turn < turns; turn++) {
      int calls = random.nextInt(talkative) == 0 ? 0 : 1 + random.nextInt(4);
      for (int call = 0; call < Math.max(1, calls); call++) {
        seconds = seconds.add(new BigDecimal(SECONDS.get(random.nextInt(slow))));
        int tokens = call > 0 ? 0 : TOKENS.get(random.nextInt(dear));
        entries.add(
            new Entry(turn, calls == 0 ? null : random.nextInt(arguments), tokens, seconds));
      }
    }
    return entries;
  }

  private static @Nullable Halt byTheRules(List<Entry> entries) {
    List<Integer> calls = new ArrayList<>();
    int idle = 0;
    int turns = 0;
    int tokens = 0;
    for (int at = 0; at < entries.size(); at++) {
      Entry entry = entries.get(at);
      tokens += entry.tokens();
      idle = entry.argument() == null ? idle + 1 : 0;
      if (idle == 3) {
        return new Halt(at, "stall");
      }
      if (entry.argument() != null) {
        calls.add(entry.argument());
        List<Integer> window = calls.subList(Math.max(0, calls.size() - 6), calls.size());
        if (window.stream().filter(entry.argument()::equals).count() >= 3) {
          return new Halt(at, "no_progress");
        }
      }
      if (at + 1 < entries.size() && entries.get(at + 1).turn() == entry.turn()) {
        continue;
      }
      turns++;
      String cap =
          turns >= 12
              ? "step_cap"
              : tokens >= 200_000
                  ? "token_cap"
                  : entry.seconds().compareTo(new BigDecimal(300)) > 0 ? "wall_clock_cap" : null;
      if (cap != null) {
        return new Halt(at, cap);
      }
    }
    return null;
  }

  private static @Nullable Halt replayed(List<Entry> entries) {
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            "runaway",
            RUNAWAY.detectors(),
            Map.of(),
            RUNAWAY.ceilings(),
            List.of(),
            TaskPolicy.OnHalt.THROW);
    Playback.Outcome outcome =
        Playback.of(new TrajectoryReader().read(recording(entries)), policy, Presets::create);
    Integer haltedAt = outcome.haltedAt();
    return haltedAt == null ? null : new Halt(haltedAt, ruleOf(outcome.stopReason()));
  }

  private static String ruleOf(@Nullable StopReason reason) {
    return Objects.requireNonNull(reason, "a halt without a reason").kind().id();
  }

  private static JsonNode recording(List<Entry> entries) {
    ObjectNode run = JSON.createObjectNode().put("id", "run");
    ArrayNode steps = run.putArray("steps");
    for (Entry entry : entries) {
      ObjectNode step = steps.addObject().put("turn", entry.turn());
      Integer argument = entry.argument();
      step.put("tool", argument == null ? null : "tool");
      if (argument != null) {
        step.putObject("args").put("x", argument);
      }
      step.put("result", "").put("text", "").put("tokens", entry.tokens());
      step.put("ts", entry.seconds());
    }
    return run;
  }

  private static @Nullable Halt guarded(List<Entry> entries) {
    AtomicLong nanos = new AtomicLong();
    GuardSettings settings =
        GuardSettings.builder().detectors(RUNAWAY.detectors()).ceilings(RUNAWAY.ceilings()).build();
    GuardedRun run = Guard.create(settings, nanos::get, Presets::create).open("task", "1");
    int at = 0;
    while (at < entries.size()) {
      Entry first = entries.get(at);
      long calls =
          entries.stream()
              .filter(each -> each.turn() == first.turn() && each.argument() != null)
              .count();
      Decision decision = run.beforeModelCall();
      if (decision instanceof Decision.Halt halt) {
        return new Halt(at - 1, halt.stopReason().kind().id());
      }
      if (calls == 0) {
        nanos.set(first.seconds().movePointRight(9).longValueExact());
      }
      decision = run.afterModelCall(ModelAnswer.of("", (int) calls).using(first.tokens(), 0));
      for (int call = 0; call < calls && !(decision instanceof Decision.Halt); call++) {
        Entry entry = entries.get(at + call);
        GuardedStep step = run.beforeStep(ToolCall.of("tool", "{\"x\":" + entry.argument() + "}"));
        nanos.set(entry.seconds().movePointRight(9).longValueExact());
        decision = step.mayRun() ? step.end(ToolResult.of("")) : step.refusal();
        if (decision instanceof Decision.Halt halt) {
          return new Halt(at + call, halt.stopReason().kind().id());
        }
      }
      if (decision instanceof Decision.Halt halt) {
        return new Halt(at, halt.stopReason().kind().id());
      }
      at += (int) Math.max(1, calls);
    }
    return null;
  }
}
