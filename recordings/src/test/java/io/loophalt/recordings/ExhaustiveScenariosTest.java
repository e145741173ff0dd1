package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.presets.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tool whose purpose is to try many may fail alike for each try; and the same try again is still
 * the same.
 */
class ExhaustiveScenariosTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TRIES = 60;

  /**
   * A list that is tried from its beginning to its end.
   *
   * @param failed whether the outcome is an error, and not a text
   */
  private record Scenario(
      String id,
      String tool,
      String arguments,
      IntFunction<String> tried,
      String outcome,
      boolean failed) {

    RecordedRun run(IntFunction<Integer> order, int tries) {
      ObjectNode run = JSON.createObjectNode().put("id", id);
      ArrayNode steps = run.putArray("steps");
      for (int i = 0; i < tries; i++) {
        ObjectNode step = steps.addObject().put("turn", i).put("tool", tool).put("text", "");
        String what = tried.apply(order.apply(i));
        step.put("args", arguments.replace("%s", what));
        String came = outcome.replace("%s", what);
        step.put("result", failed ? "" : came).put("error", failed ? came : null);
        if (tool.equals("run_check")) {
          step.put("action_class", "check");
        }
      }
      return new TrajectoryReader().read(run);
    }

    @Override
    public String toString() {
      return id;
    }
  }

  static List<Scenario> scenarios() {
    return List.of(
        new Scenario(
            "a list of passwords, each refused",
            "try_password",
            "{\"user\":\"bob\",\"password\":\"%s\"}",
            i -> "Summer" + (1960 + i),
            "authentication failed",
            true),
        new Scenario(
            "a scan of ports, each closed",
            "probe_port",
            "{\"host\":\"10.0.0.7\",\"port\":%s}",
            i -> Integer.toString(8000 + i),
            "connection refused",
            true),
        new Scenario(
            "eine Liste von Gutscheincodes, keiner gültig",
            "gutschein_pruefen",
            "{\"code\":\"%s\"}",
            i -> "HERBST-" + (char) ('A' + i % 26) + i,
            "Fehler: Der Gutschein ist ungültig",
            false),
        new Scenario(
            "names of hosts below a domain, none of them there",
            "resolve",
            "{\"name\":\"%s.example.org\"}",
            i -> "host" + (char) ('a' + i % 26) + (char) ('a' + i / 26),
            "NXDOMAIN",
            false),
        new Scenario(
            "辞書にある合言葉を順に試す",
            "合言葉を試す",
            "{\"合言葉\":\"%s\"}",
            i -> "言葉" + (char) ('一' + i),
            "エラー: 合言葉が違います",
            true),
        new Scenario(
            "a search with an empty answer for each term of a dictionary",
            "search_index",
            "{\"query\":\"%s in the cellar\"}",
            i -> "term" + (char) ('a' + i % 26) + (char) ('a' + i / 26),
            "[]",
            false),
        new Scenario(
            "all settings of a matrix, of a declared action class",
            "run_check",
            "{\"flags\":\"-O%s\"}",
            i -> Integer.toString(i),
            "assertion failed in suite",
            true));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void anotherTryIsTheWorkWhateverComesOfIt(Scenario scenario) {
    Playback.Outcome outcome =
        play(scenario.run(i -> i, TRIES), StandardPreset.detectors(), exhaustive(scenario));

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.haltedAt()).isNull();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void allOtherRulesAboutGuessingLeaveItAloneAsWell(Scenario scenario) {
    List<DetectorPolicy> others = new ArrayList<>();
    for (String name : List.of("failing-tool", "stagnation", "novelty", "tight-loop", "rework")) {
      others.add(new DetectorPolicy(name, Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));
    }
    others.addAll(Presets.named("standard@1").detectors());
    others.addAll(Presets.named("openhands").detectors());
    others.addAll(Presets.named("karimo").detectors());

    for (DetectorPolicy each : others) {
      Playback.Outcome outcome =
          play(scenario.run(i -> i, TRIES), List.of(each), exhaustive(scenario));

      assertThat(outcome.haltedAt()).as(each.detector()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void theSameTryAgainAndAgainIsALoop(Scenario scenario) {
    Playback.Outcome outcome =
        play(
            scenario.run(i -> Math.min(i, 10), TRIES),
            StandardPreset.detectors(),
            exhaustive(scenario));

    assertThat(outcome.haltedAt()).isBetween(12, 17);
    assertThat(outcome.first(Intervention.NUDGE)).isBetween(11, 14);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void theWholeListOnceMoreIsALoopToo(Scenario scenario) {
    Playback.Outcome outcome =
        play(scenario.run(i -> i % 20, TRIES), StandardPreset.detectors(), exhaustive(scenario));

    assertThat(outcome.haltedAt()).isBetween(21, 32);
  }

  @Test
  void whereNobodySaysThatATriesManyGuessesOfOneSettingAreHalted() {
    int halted = 0;
    for (Scenario scenario : scenarios()) {
      Playback.Outcome outcome =
          play(scenario.run(i -> i, TRIES), StandardPreset.detectors(), List.of());
      halted += outcome.haltedAt() == null ? 0 : 1;
    }

    assertThat(halted).as("scenarios for which the key makes a difference").isGreaterThan(4);
  }

  private static List<ToolPolicy> exhaustive(Scenario scenario) {
    return List.of(
        new ToolPolicy(scenario.tool(), null, null, Set.of(), Set.of(), Map.of(), false)
            .tryingMany());
  }

  private static Playback.Outcome play(
      RecordedRun run, List<DetectorPolicy> detectors, List<ToolPolicy> tools) {
    TaskPolicy policy =
        new TaskPolicy("*", "standard", detectors, Map.of(), Ceilings.NONE, tools, OnHalt.THROW);
    return Playback.of(run, policy, Presets::create);
  }
}
