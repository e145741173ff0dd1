package io.loophalt.configuration;

import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import io.loophalt.presets.Presets;
import java.util.ArrayList;
import java.util.List;

/** The presets and detectors that come with the agent. */
public final class BuiltInPresets implements PresetCatalog {

  @Override
  public List<String> presets() {
    return new ArrayList<>(Presets.names());
  }

  @Override
  public String versioned(String preset) {
    return Presets.versioned(preset);
  }

  @Override
  public List<DetectorPolicy> detectors(String preset) {
    return Presets.named(preset).detectors();
  }

  @Override
  public Ceilings ceilings(String preset) {
    return Presets.named(preset).ceilings();
  }

  @Override
  public List<String> detectorNames() {
    return new ArrayList<>(Presets.detectorNames());
  }

  @Override
  public List<String> parameterNames(String detector) {
    return StandardPreset.parameterNames(detector);
  }

  @Override
  public boolean hasOwnLadder(String detector) {
    return !StandardPreset.strict(detector);
  }

  @Override
  public boolean isWeakEvidence(String detector) {
    return StandardPreset.weak(detector);
  }

  @Override
  public boolean keepsTexts(String detector) {
    return Presets.keepsTexts(detector);
  }

  @Override
  public Ladder ladder(String detector) {
    for (String preset : Presets.names()) {
      for (DetectorPolicy each : detectors(preset)) {
        if (each.detector().equals(detector)) {
          return each.ladder();
        }
      }
    }
    return Defaults.LADDER;
  }

  @Override
  public Counted counted(String detector) {
    return switch (detector) {
      case "idle-turns" -> Counted.FOLLOWED_IDLE_TURNS;
      case "runaway-stall", "openhands-monologue" -> Counted.IDLE_TURNS;
      case "polling" -> Counted.BUSY_TURNS;
      default ->
          StandardPreset.strict(detector) || StandardPreset.weak(detector)
              ? Counted.BUSY_TURNS
              : Counted.TURNS;
    };
  }

  @Override
  public int highestCount(DetectorPolicy detector) {
    return StandardPreset.highestCount(detector);
  }
}
