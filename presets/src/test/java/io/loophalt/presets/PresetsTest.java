package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PresetsTest {

  @Test
  void everyDetectorOfAPresetCanBeMadeAndKnowsItsName() {
    for (String name : Presets.names()) {
      assertThat(Presets.named(name).name()).isEqualTo(name);
      for (DetectorPolicy each : Presets.named(name).detectors()) {
        assertThat(Presets.create(each).name()).isEqualTo(each.detector());
      }
    }
  }

  @Test
  void everyPresetCanHalt() {
    for (String name : Presets.names()) {
      assertThat(Presets.named(name).detectors())
          .as("preset %s", name)
          .allSatisfy(
              detector ->
                  assertThat(detector.ladder().rungs())
                      .extracting(Rung::intervention)
                      .endsWith(Intervention.HALT));
    }
  }

  @Test
  void anUnknownPresetIsRefusedWithTheNamesThereAre() {
    assertThatThrownBy(() -> Presets.named("openhand"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no preset is called 'openhand'")
        .hasMessageContaining("openhands-v0");
  }

  @Test
  void anUnknownDetectorIsRefusedWithTheNamesThereAre() {
    DetectorPolicy unknown = new DetectorPolicy("stall", Mode.ACT, Ladder.NONE, Map.of());

    assertThatThrownBy(() -> Presets.create(unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no detector is called 'stall'")
        .hasMessageContaining("runaway-stall");
  }
}
