package io.loophalt.agent.detect.preset;

import static io.loophalt.agent.policy.Intervention.ESCALATE;
import static io.loophalt.agent.policy.Intervention.HALT;
import static io.loophalt.agent.policy.Intervention.NUDGE;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.StandardPreset;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.Rung;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The names that configuration knows: presets, and the detectors that they and a configuration are
 * made of.
 *
 * <p>Thread-safe; what {@link #create} returns is not.
 */
public final class Presets {

  private static final Map<String, Function<DetectorPolicy, Detector>> DETECTORS =
      new LinkedHashMap<>();
  private static final Map<String, Preset> PRESETS = new LinkedHashMap<>();

  static {
    StandardPreset.detectorNames().forEach(name -> DETECTORS.put(name, StandardPreset::detector));
    detector("karimo", SemanticFingerprint::new);
    detector("runaway-repeat", RepeatedCallWindow::new);
    detector("runaway-stall", name -> new IdleTurnStreak(name, "stall"));
    detector("gptme", IdenticalTurns::new);
    detector("openhands", OpenHandsStuck::new);
    detector("openhands-monologue", name -> new IdleTurnStreak(name, "monologue"));
    detector("openhands-v0-pair", name -> new V0Cycle(name, "repeating_action_observation", 1));
    detector("openhands-v0-error", V0Errors::new);
    detector("openhands-v0-monologue", V0Monologue::new);
    detector(
        "openhands-v0-pattern",
        name -> new V0Cycle(name, "repeating_action_observation_pattern", 2));
    detector("agent-studio", SimilarActions::new);
    detector("aider", FailingTurnStreak::new);
    detector("gemini-cli", GeminiLoops::new);

    preset(StandardPreset.NAME, StandardPreset.detectors().toArray(DetectorPolicy[]::new));
    preset("karimo", on("karimo", at(3, ESCALATE), at(5, HALT)));
    preset(
        "runaway",
        runawayCeilings(),
        on("runaway-stall", at(3, HALT)),
        on("runaway-repeat", at(3, HALT)));
    preset("gptme", on("gptme", at(3, NUDGE), at(4, NUDGE), at(5, HALT)));
    preset(
        "openhands",
        on("openhands", at(3, NUDGE), at(4, HALT)),
        on("openhands-monologue", at(3, HALT)));
    preset(
        "openhands-v0",
        on("openhands-v0-pair", at(4, HALT)),
        on("openhands-v0-error", at(3, HALT)),
        on("openhands-v0-monologue", at(3, HALT)),
        on("openhands-v0-pattern", at(6, HALT)));
    preset(
        "agent-studio",
        on(
            "agent-studio",
            at(SimilarActions.REPLAN_AT, NUDGE),
            at(SimilarActions.EXPLORE_AT, ESCALATE),
            at(SimilarActions.FORCE_DONE_AT, HALT)));
    preset("aider", on("aider", at(4, HALT)));
    preset("gemini-cli", on("gemini-cli", at(1, NUDGE), at(2, HALT)));
  }

  private Presets() {}

  /** The names of all presets, in the order of the documentation. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(PRESETS.keySet());
  }

  /** The names of all detectors. */
  public static Set<String> detectorNames() {
    return Collections.unmodifiableSet(DETECTORS.keySet());
  }

  /**
   * The preset of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static Preset named(String name) {
    Preset preset = PRESETS.get(name);
    if (preset == null) {
      throw new IllegalArgumentException(
          "no preset is called '" + name + "'; there are " + String.join(", ", names()));
    }
    return preset;
  }

  /**
   * A new detector, as at the beginning of a run.
   *
   * @throws IllegalArgumentException if there is none of the policy's name; the message lists the
   *     names
   */
  public static Detector create(DetectorPolicy policy) {
    Function<DetectorPolicy, Detector> made = DETECTORS.get(policy.detector());
    if (made == null) {
      throw new IllegalArgumentException(
          "no detector is called '"
              + policy.detector()
              + "'; there are "
              + String.join(", ", detectorNames()));
    }
    return made.apply(policy);
  }

  /** A detector without parameters. */
  private static void detector(String name, Function<String, Detector> made) {
    DETECTORS.put(name, policy -> made.apply(name));
  }

  private static void preset(String name, DetectorPolicy... detectors) {
    preset(name, Ceilings.NONE, detectors);
  }

  private static void preset(String name, Ceilings ceilings, DetectorPolicy... detectors) {
    PRESETS.put(name, new Preset(name, List.of(detectors), ceilings));
  }

  private static DetectorPolicy on(String detector, Rung... rungs) {
    return new DetectorPolicy(detector, Mode.ACT, new Ladder(List.of(rungs)), Map.of());
  }

  private static Rung at(int count, Intervention intervention) {
    return new Rung(count, intervention, null);
  }

  private static Ceilings runawayCeilings() {
    return new Ceilings(
        0,
        Map.of(),
        12,
        0,
        0,
        200_000,
        null,
        // Published as "above 300 s": the run may take 300 s to the millisecond.
        Duration.ofMillis(300_001),
        0,
        Ceilings.NONE.warnAtPercent());
  }
}
