package io.loophalt.configuration;

import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A catalog with one of everything that a configuration can meet. */
final class SampleCatalog implements PresetCatalog {

  static final Ladder POLLING_LADDER = Ladder.nudgeThenHalt(10, 20);
  static final Ladder KARIMO_LADDER =
      new Ladder(
          List.of(new Rung(3, Intervention.ESCALATE, null), new Rung(5, Intervention.HALT, null)));

  @Override
  public List<String> presets() {
    return List.of("standard", "karimo", "runaway");
  }

  @Override
  public String versioned(String preset) {
    return preset.equals("standard") ? "standard@7" : preset;
  }

  @Override
  public List<DetectorPolicy> detectors(String preset) {
    return switch (preset) {
      case "standard" ->
          List.of(
              acting("identical-call", Defaults.LADDER),
              new DetectorPolicy("polling", Mode.ACT, POLLING_LADDER, Map.of("window", 20)));
      case "karimo" -> List.of(acting("four-dimension-streak", KARIMO_LADDER));
      default -> List.of(acting("idle-turns", Ladder.nudgeThenHalt(2, 3)));
    };
  }

  private static DetectorPolicy acting(String name, Ladder ladder) {
    return new DetectorPolicy(name, Mode.ACT, ladder, Map.of());
  }

  @Override
  public Ceilings ceilings(String preset) {
    return preset.equals("runaway")
        ? new Ceilings(12, Map.of(), 0, 0, 0, 200_000, null, Duration.ofMinutes(5), 0, 80)
        : Ceilings.NONE;
  }

  @Override
  public List<String> detectorNames() {
    return List.of("four-dimension-streak", "identical-call", "polling", "idle-turns");
  }

  @Override
  public List<String> parameterNames(String detector) {
    return detector.equals("polling") ? List.of("window") : List.of();
  }

  @Override
  public boolean hasOwnLadder(String detector) {
    return detector.equals("polling") || detector.equals("idle-turns");
  }

  @Override
  public boolean isWeakEvidence(String detector) {
    return false;
  }

  @Override
  public boolean keepsTexts(String detector) {
    return detector.equals("idle-turns");
  }

  @Override
  public Ladder ladder(String detector) {
    return detector.equals("polling") ? POLLING_LADDER : Defaults.LADDER;
  }

  @Override
  public Counted counted(String detector) {
    return detector.equals("idle-turns") ? Counted.IDLE_TURNS : Counted.STEPS;
  }

  @Override
  public int highestCount(DetectorPolicy detector) {
    return detector.detector().equals("polling")
        ? detector.parameter("window", 20)
        : Integer.MAX_VALUE;
  }
}
