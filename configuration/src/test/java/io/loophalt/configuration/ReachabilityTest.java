package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.configuration.settings.PresetCatalog.Counted;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.presets.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can never fire is reported, with its place, and nothing else is. */
class ReachabilityTest {

  @Test
  void aRungBehindAHaltCanNeverFire() {
    assertThat(findings("ladder: [{at: 3, do: halt}, {at: 5, do: nudge}]"))
        .containsExactly(
            "loophalt.yaml:1:29: the rung at 5 can never fire: the run is already halted at 3");
  }

  @Test
  void aRungAboveWhatADetectorCanCountCanNeverFire() {
    assertThat(findings("detectors:\n  polling: {window: 8, ladder: {nudge: 5, halt: 9}}"))
        .containsExactly(
            "loophalt.yaml:2:49: the rung at 9 can never fire: detector 'polling' counts no further"
                + " than 8");
  }

  @Test
  void aRungAboveACeilingCanNeverFire() {
    assertThat(findings("ladder: {nudge: 3, halt: 50}\nceilings: {steps: 40}"))
        .containsExactly(
            "loophalt.yaml:1:26: the rung at 50 can never fire: the ceiling of 40 steps ends the"
                + " run first");
  }

  @Test
  void whatIsSaidOfAnIgnoredToolNeverTakesEffect() {
    assertThat(findings("tools: {ping: {ignore: true, volatile: [\"$.at\"], exhaustive: true}}"))
        .containsExactly(
            "loophalt.yaml:1:40: 'volatile' can never take effect: 'ignore' keeps calls of the tool"
                + " from being looked at",
            "loophalt.yaml:1:62: 'exhaustive' can never take effect: 'ignore' keeps calls of the"
                + " tool from being looked at");
  }

  @Test
  void aPathIntoWhatIsLeftOutAsAWholeNeverTakesEffect() {
    assertThat(findings("tools: {x: {volatile: [\"$.a.b\", \"$.a\", \"$.ab\"]}}"))
        .containsExactly(
            "loophalt.yaml:1:23: '$.a.b' can never take effect: '$.a' leaves out all that it is in");
    assertThat(findings("tools: {x: {volatile: [\"$.a.b\", \"$.ab\", \"$.a.bc[0]\"]}}")).isEmpty();
  }

  @Test
  void aRungAtTheCeilingItselfCanFire() {
    assertThat(findings("ladder: {nudge: 3, halt: 40}\nceilings: {steps: 40}")).isEmpty();
  }

  @Test
  void theRungsOfAToolAndOfAnActionClassAreJudgedToo() {
    assertThat(
            findings(
                """
                tools: {a: {ladder: [{at: 3, do: halt}, {at: 4, do: halt}]}}
                action-classes: {b: {detectors: {polling: {halt: 21}}}}
                """))
        .containsExactly(
            "loophalt.yaml:1:41: the rung at 4 can never fire: the run is already halted at 3",
            "loophalt.yaml:2:50: the rung at 21 can never fire: detector 'polling' counts no"
                + " further than 20");
  }

  @Test
  void aRungThatOneOfSeveralTasksCanReachIsNotReported() {
    assertThat(
            findings(
                """
                ladder: {nudge: 3, halt: 50}
                tasks: {small: {ceilings: {steps: 49}}}
                """))
        .isEmpty();
  }

  @Test
  void aCeilingBelowAPresetsOwnHaltIsNotedAtTheCeiling() {
    List<ConfigFinding> findings =
        new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
            .parse("loophalt.yaml", "ceilings:\n  steps: 4\n  turns: 5\n  idle-turns: 6")
            .findings();

    assertThat(findings)
        .extracting(ConfigFinding::toString, ConfigFinding::isNote)
        .containsExactly(
            tuple(
                "loophalt.yaml:2:10: the ceiling of 4 steps ends a run before detector"
                    + " 'identical-call' can halt it at 5",
                true),
            tuple(
                "loophalt.yaml:4:15: the ceiling of 6 idle turns can never be reached: the ceiling"
                    + " of 5 turns ends the run first",
                false));
  }

  @Test
  void idleTurnsAreLimitedByTurnsAndNotBySteps() {
    assertThat(findings("preset: runaway\ndetectors: {idle-turns: {ladder: {halt: 15}}}"))
        .isEmpty();
    assertThat(
            findings(
                "preset: runaway\nceilings: {turns: 9}\ndetectors: {idle-turns: {ladder: {halt:"
                    + " 15}}}"))
        .containsExactly(
            "loophalt.yaml:3:41: the rung at 15 can never fire: the ceiling of 9 turns ends the run"
                + " first");
  }

  @Test
  void aCeilingThatAnotherAlwaysComesBeforeIsReported() {
    assertThat(
            findings(
                """
                ceilings:
                  steps: 100
                  tool-calls: {total: 200, "search*": 150, "read*": 20}
                  turns: 10
                  idle-turns: 11
                  total-tokens: 1_000
                  input-tokens: 1_001
                """))
        .containsExactly(
            "loophalt.yaml:3:16: the ceiling of 200 tool calls can never be reached: the ceiling of"
                + " 100 steps ends the run first",
            "loophalt.yaml:3:28: the ceiling of 150 calls of 'search*' can never be reached: the"
                + " ceiling of 100 steps ends the run first",
            "loophalt.yaml:5:15: the ceiling of 11 idle turns can never be reached: the ceiling of"
                + " 10 turns ends the run first",
            "loophalt.yaml:7:17: the ceiling of 1001 input tokens can never be reached: the ceiling"
                + " of 1000 total tokens ends the run first");
  }

  @Test
  void aCeilingOfCostIsReportedWhereNothingHasAPrice() {
    assertThat(findings("ceilings: {cost: 5.00}"))
        .containsExactly(
            "loophalt.yaml:1:18: the cost ceiling of 5.00 can never be reached: no model has a"
                + " price; say under 'prices' what models cost. Example: prices: {\"gpt-4o*\":"
                + " {input: 2.50, cached-input: 1.25, output: 10.00}}");
    assertThat(findings("ceilings: {cost: 5.00}\nprices: {m: {input: 1, output: 1}}")).isEmpty();
    assertThat(findings("ceilings: {cost: none}")).isEmpty();
  }

  @Test
  void aCeilingOfCostThatSeveralTasksHaveIsReportedOnce() {
    assertThat(findings("ceilings: {cost: 5}\ntasks: {a: {ladder: []}, b: {ceilings: {cost: 3}}}"))
        .extracting(finding -> finding.substring(0, finding.indexOf(" can ")))
        .containsExactly(
            "loophalt.yaml:1:18: the cost ceiling of 5",
            "loophalt.yaml:2:47: the cost ceiling of 3");
  }

  /** The sixth answer shows that the fifth was not the end. */
  @Test
  void aCeilingOfIdleTurnsThatADetectorAlwaysComesBeforeIsReported() {
    assertThat(findings(new BuiltInPresets(), "ceilings: {idle-turns: 6}"))
        .containsExactly(
            "loophalt.yaml:1:24: the ceiling of 6 idle turns ends no run that reports no"
                + " progress: detector 'idle-turns' halts it first, at idle turn 6");
    assertThat(findings(new BuiltInPresets(), "ceilings: {idle-turns: 5}")).isEmpty();
  }

  @Test
  void aDetectorThatDoesNotWaitForTheNextIdleTurnComesBeforeALowerCeiling() {
    assertThat(findings(new BuiltInPresets(), "preset: runaway\nceilings: {idle-turns: 3}"))
        .containsExactly(
            "loophalt.yaml:2:24: the ceiling of 3 idle turns ends no run that reports no"
                + " progress: detector 'runaway-stall' halts it first, at idle turn 3");
    assertThat(findings(new BuiltInPresets(), "preset: openhands\nceilings: {idle-turns: 3}"))
        .containsExactly(
            "loophalt.yaml:2:24: the ceiling of 3 idle turns ends no run that reports no"
                + " progress: detector 'openhands-monologue' halts it first, at idle turn 3");
  }

  /** What the findings rest on, by the detectors themselves. */
  @ParameterizedTest
  @CsvSource({"idle-turns, 6", "runaway-stall, 5", "openhands-monologue, 5"})
  void aDetectorOfIdleTurnsCountsAsTheCatalogSays(String name, int turnOfTheFifthCount) {
    Counted counted = new BuiltInPresets().counted(name);
    assertThat(counted)
        .isEqualTo(turnOfTheFifthCount == 5 ? Counted.IDLE_TURNS : Counted.FOLLOWED_IDLE_TURNS);

    Detector detector =
        Presets.create(new DetectorPolicy(name, Mode.ACT, new Ladder(List.of()), Map.of()));
    List<Integer> counts = new ArrayList<>();
    for (int turn = 0; turn < turnOfTheFifthCount; turn++) {
      detector.turnStarted(
          new Turn(turn, /* toolCalls= */ 0, "I will begin", "", 0, 0, false, false),
          (rule, count) -> {
            counts.add(count);
            return Intervention.NONE;
          });
    }
    assertThat(counts.get(turnOfTheFifthCount - 2)).isEqualTo(4);
    assertThat(counts.get(turnOfTheFifthCount - 1)).isEqualTo(5);
  }

  @Test
  void aCeilingOfIdleTurnsBehindADetectorThatDoesNotHaltIsNotReported() {
    String ceiling = "ceilings: {idle-turns: 20}\ndetectors: {idle-turns: ";
    assertThat(findings(new BuiltInPresets(), ceiling + "observe}")).isEmpty();
    assertThat(findings(new BuiltInPresets(), ceiling + "off}")).isEmpty();
    assertThat(findings(new BuiltInPresets(), ceiling + "{ladder: {nudge: 3}}}")).isEmpty();
    assertThat(findings(new BuiltInPresets(), ceiling + "{ladder: {halt: 20}}}")).isEmpty();
  }

  @Test
  void aCeilingOfIdleTurnsThatIsReachedInOneOfSeveralTasksIsNotReported() {
    assertThat(
            findings(
                new BuiltInPresets(),
                "ceilings: {idle-turns: 20}\ntasks: {talk: {detectors: {idle-turns: off}}}"))
        .isEmpty();
  }

  @Test
  void whatAPresetBringsAlongIsNotJudged() {
    assertThat(findings("preset: runaway")).isEmpty();
    assertThat(findings("")).isEmpty();
  }

  @Test
  void turnsWithCallsAreLimitedByStepsToo() {
    assertThat(
            findings(new BuiltInPresets(), "ceilings: {steps: 10}\nladder: {nudge: 3, halt: 50}"))
        .contains(
            "loophalt.yaml:2:26: the rung at 50 can never fire: the ceiling of 10 steps ends the"
                + " run first");
  }

  @Test
  void aPresetsRungsThatAWindowPutsOutOfReachAreReportedAtTheWindow() {
    assertThat(findings("detectors:\n  polling: {window: 8}"))
        .containsExactly(
            "loophalt.yaml:2:21: detector 'polling' then counts no further than 8: its rung at 10"
                + " and all behind it can never fire");
  }

  private static List<String> findings(PresetCatalog catalog, String yaml) {
    return new ConfigLoader(catalog, new SampleFrameworks())
        .parse("loophalt.yaml", yaml).findings().stream().map(ConfigFinding::toString).toList();
  }

  private static List<String> findings(String yaml) {
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .parse("loophalt.yaml", yaml).findings().stream().map(ConfigFinding::toString).toList();
  }
}
