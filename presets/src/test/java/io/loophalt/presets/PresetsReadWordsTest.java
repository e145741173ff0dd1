package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which presets have the words of every call's arguments read. */
class PresetsReadWordsTest {

  @Test
  void aRunReadsTheWordsOfArgumentsBeforehandIfOneOfItsDetectorsComparesThem() {
    List<String> readingWords = new ArrayList<>();
    for (String preset : Presets.names()) {
      List<DetectorPolicy> detectors = new ArrayList<>(Presets.named(preset).detectors());
      detectors.add(
          new DetectorPolicy("idle-turns", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));
      TaskPolicy policy =
          new TaskPolicy(
              "task",
              preset,
              detectors,
              Map.of(),
              Ceilings.NONE,
              List.of(),
              TaskPolicy.OnHalt.THROW);
      Run run = new Run("run", "task", policy, Presets::create, Mode.ACT, null, RunEvents.NONE);
      if (run.readsWords()) {
        readingWords.add(preset);
      }
    }

    assertThat(readingWords)
        .containsExactlyInAnyOrder("agent-studio", "gemini-cli", "gptme", "openhands-v0");
  }
}
