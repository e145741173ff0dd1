package io.loophalt.presets;

import static io.loophalt.core.policy.Intervention.ESCALATE;
import static io.loophalt.core.policy.Intervention.HALT;
import static io.loophalt.core.policy.Intervention.NUDGE;

import io.loophalt.core.detect.CountingDetector;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.standard.IdleTurns;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.presets.standard1.Standard1;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that configuration knows: presets, and the detectors that they and a configuration are
 * made of.
 *
 * <p>Thread-safe; what {@link #create} returns is not.
 */
public final class Presets {

  private static final List<String> OTHER_DETECTORS =
      List.of(
          "karimo",
          "runaway-repeat",
          "runaway-stall",
          "gptme",
          "openhands",
          "openhands-monologue",
          "openhands-v0-pair",
          "openhands-v0-error",
          "openhands-v0-monologue",
          "openhands-v0-pattern",
          "agent-studio",
          "aider",
          "gemini-cli");

  private static final Set<String> DETECTORS = new LinkedHashSet<>();
  private static final Map<String, Preset> PRESETS = new LinkedHashMap<>();

  static {
    DETECTORS.addAll(StandardPreset.detectorNames());
    DETECTORS.addAll(OTHER_DETECTORS);

    preset(StandardPreset.NAME, StandardPreset.detectors());
    preset(StandardPreset.VERSIONED_NAME, StandardPreset.detectors());
    preset(Standard1.NAME, Standard1.detectors());
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

  /**
   * A preset's name with its version where it has several: {@code standard} says which one it is
   * today, so that an upgrade changes no verdict unseen.
   */
  public static String versioned(String name) {
    return name.equals(StandardPreset.NAME) ? StandardPreset.VERSIONED_NAME : name;
  }

  /**
   * Whether a detector remembers texts of the model as they are, a part of its saved state: up to
   * 5,000 characters.
   */
  public static boolean keepsTexts(String detector) {
    return detector.equals("gemini-cli");
  }

  /** The names of all detectors. */
  public static Set<String> detectorNames() {
    return Collections.unmodifiableSet(DETECTORS);
  }

  /** Whether any of these detectors is one that the {@code standard} preset has not. */
  public static boolean anyOfOthers(List<DetectorPolicy> detectors) {
    for (DetectorPolicy each : detectors) {
      if (OTHER_DETECTORS.contains(each.detector())) {
        return true;
      }
    }
    return false;
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
    String name = policy.detector();
    if (!DETECTORS.contains(name)) {
      throw new IllegalArgumentException(
          "no detector is called '" + name + "'; there are " + String.join(", ", detectorNames()));
    }
    // A switch and not a map of constructors: two dozen method references cost the start of a JVM
    // more than all detectors together.
    return switch (name) {
      case "karimo" -> new SemanticFingerprint(name);
      case "runaway-repeat" -> new RepeatedCallWindow(name);
      // StallDetector of "The 2 a.m. Runaway Loop" (DEV Community); it knows no user messages.
      case "runaway-stall" -> new CountingDetector(name, new IdleTurns("stall"));
      case "gptme" -> new IdenticalTurns(name);
      case "openhands" -> new OpenHandsStuck(name);
      // software-agent-sdk 611629e6, conversation/stuck_detector.py, which steps over condensations
      // and injected nudges.
      case "openhands-monologue" -> new CountingDetector(name, new IdleTurns("monologue"));
      case "openhands-v0-pair" -> new V0Cycle(name, "repeating_action_observation", 1);
      case "openhands-v0-error" -> new V0Errors(name);
      case "openhands-v0-monologue" -> new V0Monologue(name);
      case "openhands-v0-pattern" -> new V0Cycle(name, "repeating_action_observation_pattern", 2);
      case "agent-studio" -> new SimilarActions(name);
      case "aider" -> new CountingDetector(name, FailingTurns.create());
      case "gemini-cli" -> new GeminiLoops(name);
      default -> StandardPreset.detector(policy);
    };
  }

  private static void preset(String name, List<DetectorPolicy> detectors) {
    PRESETS.put(name, new Preset(name, detectors, Ceilings.NONE));
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
        Duration.ofMinutes(5),
        0,
        Ceilings.NONE.warnAtPercent(),
        /* afterTurns= */ true);
  }
}
