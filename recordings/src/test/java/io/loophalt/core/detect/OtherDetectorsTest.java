package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.recordings.RecordedRun;
import io.loophalt.recordings.TrajectoryReader;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The detectors that a configuration may add to the default preset's. */
class OtherDetectorsTest {

  @Test
  void aCycleOfThreeCallsIsCountedByItsPasses() throws JsonProcessingException {
    assertThat(highest("call-cycle", Map.of(), 12, i -> call("shell", "c" + i % 3, null, false)))
        .isEqualTo(4);
  }

  @Test
  void aCycleLongerThanTheLongestPeriodIsNotCounted() throws JsonProcessingException {
    assertThat(
            highest(
                "call-cycle",
                Map.of("period", 2),
                12,
                i -> call("shell", "c" + i % 3, null, false)))
        .isEqualTo(1);
  }

  @Test
  void startingAlikeAfterEachCompactionIsCounted() throws JsonProcessingException {
    assertThat(
            highest(
                "compaction-loop",
                Map.of(),
                20,
                i -> call("read_file", "f" + i % 4, null, i > 0 && i % 4 == 0)))
        .isEqualTo(4);
  }

  @Test
  void goingOnElsewhereAfterACompactionIsNotCounted() throws JsonProcessingException {
    assertThat(
            highest(
                "compaction-loop",
                Map.of(),
                20,
                i -> call("read_file", "f" + i, null, i > 0 && i % 4 == 0)))
        .isEqualTo(1);
  }

  @Test
  void inventedToolsAreCountedWhateverTheirNames() throws JsonProcessingException {
    assertThat(
            highest(
                "unknown-tool",
                Map.of(),
                4,
                i -> call("tool" + i, "x", "Tool 'tool" + i + "' not found", false)))
        .isEqualTo(4);
  }

  @Test
  void aMissingFileIsNoInventedTool() throws JsonProcessingException {
    assertThat(
            highest(
                "unknown-tool",
                Map.of(),
                4,
                i -> call("read_file", "x", "No such file: notes.md", false)))
        .isZero();
  }

  @Test
  void tokensOutOfProportionAreCountedFromTheFirstFullWindowOn() throws JsonProcessingException {
    assertThat(highest("token-ratio", Map.of("window", 4), 6, i -> tokens(17_500, 100)))
        .isEqualTo(3);
    assertThat(highest("token-ratio", Map.of("window", 4), 6, i -> tokens(100, 17_500)))
        .isEqualTo(3);
  }

  @Test
  void tokensInProportionAreNotCounted() throws JsonProcessingException {
    assertThat(highest("token-ratio", Map.of("window", 4), 6, i -> tokens(2_000, 100))).isZero();
  }

  private interface StepText {
    String at(int index);
  }

  private static int highest(
      String detector, Map<String, Integer> parameters, int count, StepText steps)
      throws JsonProcessingException {
    String run =
        IntStream.range(0, count)
            .mapToObj(i -> "{\"turn\":" + i + ',' + steps.at(i) + '}')
            .collect(Collectors.joining(",", "{\"id\":\"r\",\"steps\":[", "]}"));
    Detector made =
        StandardPreset.detector(
            new DetectorPolicy(detector, DetectorPolicy.Mode.ACT, Ladder.NONE, parameters));
    int[] highest = {0};
    FindingSink sink =
        (rule, reported) -> {
          highest[0] = Math.max(highest[0], reported);
          return Intervention.NONE;
        };
    for (RecordedRun.RecordedTurn turn : new TrajectoryReader().read(run).turns()) {
      made.turnStarted(turn.turn(), sink);
      turn.steps().forEach(step -> made.afterStep(step, sink));
      made.turnEnded(turn.turn(), sink);
    }
    return highest[0];
  }

  private static String call(
      String tool, String argument, @Nullable String error, boolean compacted) {
    String outcome = error == null ? "null" : '"' + error + '"';
    return "\"tool\":\""
        + tool
        + "\",\"args\":\""
        + argument
        + "\",\"result\":\"r\",\"error\":"
        + outcome
        + ",\"compacted_before\":"
        + compacted;
  }

  private static String tokens(int input, int output) {
    return "\"tool\":null,\"text\":\"\",\"input_tokens\":" + input + ",\"output_tokens\":" + output;
  }
}
