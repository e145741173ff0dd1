package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.presets.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which ladder a finding climbs when a tool or an action class has one of its own; with the
 * detectors of the first standard preset, of which one counts by tool.
 */
class LaddersOfToolsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Ladder LONG = Ladder.nudgeThenHalt(15, 20);

  @Test
  void aStreakOfAToolIsHaltedByTheLadderOfThatToolWhateverRanLast() {
    ArrayNode steps = JSON.createArrayNode();
    for (int turn = 0; turn < 14; turn++) {
      add(steps, turn, "call_api", "/" + turn, "503 from upstream", null);
      add(steps, turn, "write_note", "n" + turn, null, null);
    }

    assertThat(haltOf(steps, toolLadder("call_api", "failing-tool"), Map.of())).isNull();
    assertThat(haltOf(steps, toolLadder("write_note", "failing-tool"), Map.of()))
        .isEqualTo("failing-tool");
    assertThat(haltOf(steps, List.of(), Map.of())).isEqualTo("failing-tool");
  }

  @Test
  void aStreakOfAnActionClassIsHaltedByTheLadderOfThatClassWhateverRanLast() {
    ArrayNode steps = JSON.createArrayNode();
    for (int i = 0; i < 7; i++) {
      add(steps, 2 * i, "edit_file", "e" + i, null, "file_edit");
      add(steps, 2 * i + 1, "run_tests", "t" + i, "assertion failed in suite", "test_run");
    }
    add(steps, 14, "edit_file", "last", null, "file_edit");
    Map<String, Map<String, Ladder>> classLadder =
        Map.of("test_run", Map.of("four-dimension-streak", LONG));

    assertThat(haltOf(steps, List.of(), classLadder)).isNull();
    assertThat(haltOf(steps, List.of(), Map.of())).isEqualTo("four-dimension-streak");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "b,a"})
  void ofLaddersOfParallelCallsTheMildestHoldsInWhateverOrderTheyEnd(String order) {
    ArrayNode steps = JSON.createArrayNode();
    for (int turn = 0; turn < 12; turn++) {
      for (String tool : List.of(order.split(","))) {
        add(steps, turn, "tool_" + tool, "same", null, null);
      }
    }
    List<ToolPolicy> tools = new ArrayList<>();
    Map<String, Ladder> ladders =
        Presets.named("standard@1").detectors().stream()
            .collect(Collectors.toMap(DetectorPolicy::detector, each -> LONG));
    tools.add(tool("tool_a", ladders));

    assertThat(haltOf(steps, tools, Map.of())).isNull();
  }

  @Test
  void aTurnClimbsNoLadderOfAToolThatOnlyEarlierTurnsCalled() {
    ArrayNode steps = JSON.createArrayNode();
    add(steps, 0, "tool_a", "once", null, null);
    for (int turn = 1; turn < 12; turn++) {
      add(steps, turn, "tool_b", "same", null, null);
    }
    Map<String, Ladder> ladders =
        Presets.named("standard@1").detectors().stream()
            .collect(Collectors.toMap(DetectorPolicy::detector, each -> LONG));

    assertThat(haltOf(steps, List.of(tool("tool_a", ladders)), Map.of()))
        .isEqualTo("identical-call");
  }

  /** The account of news charges polls, too. */
  @Test
  void aLongerLadderOfPollingAloneLetsARunWaitForLonger() {
    ArrayNode steps = JSON.createArrayNode();
    for (int turn = 0; turn < 50; turn++) {
      ObjectNode step = steps.addObject().put("turn", turn).put("tool", "get_job");
      step.put("args", "{\"id\":7}").put("result", "{\"status\":\"PENDING\"}");
      step.put("ts", 60 * turn);
    }
    Map<String, Ladder> longer = Map.of("polling", Ladder.nudgeThenHalt(40, 60));

    assertThat(haltOf("standard", steps, List.of(tool("get_job", longer)), Map.of())).isNull();
    assertThat(haltOf("standard", steps, List.of(), Map.of())).isEqualTo("polling");
  }

  private static List<ToolPolicy> toolLadder(String tool, String detector) {
    return List.of(tool(tool, Map.of(detector, LONG, "novelty", LONG, "tight-loop", LONG)));
  }

  private static ToolPolicy tool(String name, Map<String, Ladder> ladders) {
    return new ToolPolicy(name, null, null, Set.of(), Set.of(), ladders, false);
  }

  private static void add(
      ArrayNode steps,
      int turn,
      String tool,
      String argument,
      @Nullable String error,
      @Nullable String actionClass) {
    ObjectNode step = steps.addObject().put("turn", turn).put("tool", tool).put("text", "");
    step.putObject("args").put("x", argument);
    step.put("result", error == null ? "done " + argument : "").put("error", error);
    if (actionClass != null) {
      step.put("action_class", actionClass);
    }
  }

  private static @Nullable String haltOf(
      ArrayNode steps, List<ToolPolicy> tools, Map<String, Map<String, Ladder>> classLadders) {
    return haltOf("standard@1", steps, tools, classLadders);
  }

  private static @Nullable String haltOf(
      String preset,
      ArrayNode steps,
      List<ToolPolicy> tools,
      Map<String, Map<String, Ladder>> classLadders) {
    ObjectNode run = JSON.createObjectNode().put("id", "ladders");
    run.set("steps", steps);
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            "standard",
            Presets.named(preset).detectors(),
            classLadders,
            Ceilings.NONE,
            tools,
            TaskPolicy.OnHalt.THROW);
    Playback.Outcome outcome =
        Playback.of(new TrajectoryReader().read(run), policy, Presets::create);
    return outcome.haltedAt() == null
        ? null
        : Objects.requireNonNull(outcome.stopReason()).detector();
  }
}
