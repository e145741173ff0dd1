package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.CountingDetector;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.IdleTalk;
import io.loophalt.core.detect.news.NewsAccount;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The default preset: which detectors it uses and with which ladders.
 *
 * <p>Strict evidence, where exactly the same came of exactly the same, has short ladders and may
 * halt by itself. Weak evidence, a failure or an edit that recurs between new steps, is nudged
 * about twice and halts only when it goes on. Each halt is at least two repetitions after a nudge.
 * docs/detection.md gives the measurements.
 */
public final class StandardPreset {

  /** The preset's name. */
  public static final String NAME = "standard";

  /** The name of this version of it. Earlier ones are in the module of presets. */
  public static final String VERSIONED_NAME = NAME + "@2";

  /** Detectors that the preset does not use, because others find the same sooner or more surely. */
  private static final List<String> OTHERS =
      List.of(
          "tight-loop",
          "novelty",
          "failing-call",
          "failing-tool",
          "stagnation",
          "rework",
          "call-cycle",
          "compaction-loop",
          "unknown-tool",
          "token-ratio");

  private static final Map<String, Integer> DEFAULTS = Map.of();

  private static final int HIGHEST_PARAMETER = 1_000;

  /** How many turns back most detectors look. */
  private static final int TURNS = 20;

  private StandardPreset() {}

  /** The names of its detectors, and of those that a configuration may add to them. */
  public static List<String> detectorNames() {
    List<String> names = new ArrayList<>();
    for (DetectorPolicy each : detectors()) {
      names.add(each.detector());
    }
    names.addAll(OTHERS);
    return names;
  }

  /** The detectors of the preset, in the order in which they are asked. */
  public static List<DetectorPolicy> detectors() {
    return List.of(
        act("identical-call", Ladder.nudgeThenHalt(3, 5)),
        act(FourDimensionStreak.NAME, Ladder.nudgeThenHalt(3, 5)),
        act("futile-repeat", Ladder.nudgeThenHalt(4, 7)),
        act("repeated-edit", Ladder.nudgeThenHalt(4, 7)),
        act(NewsAccount.NAME, Ladder.nudgeThenHalt(4, 6)),
        act("polling", Ladder.nudgeThenHalt(10, 13)),
        act("idle-turns", Ladder.nudgeThenHalt(3, 5)));
  }

  /**
   * Makes one of the detectors.
   *
   * @param policy its numbers are 1 to 1,000, a {@code window} from 2 on
   * @throws IllegalArgumentException if the name is not one of them, if one of its numbers is out
   *     of range, or if it has none of that name
   */
  public static Detector detector(DetectorPolicy policy) {
    String name = policy.detector();
    if (!policy.parameters().isEmpty()) {
      checkNumbers(policy);
    }
    int window = policy.parameter("window", TURNS);
    return switch (name) {
      case "identical-call" -> new RepeatedTurn(name);
      case FourDimensionStreak.NAME -> new FourDimensionStreak();
      case "tight-loop" ->
          new NoveltyStreak(
              name, policy.parameter("outcomes", 2), window, policy.parameter("failures", 10));
      case "novelty" ->
          new NoveltyStreak(
              name, NoveltyStreak.ANY_OUTCOMES, window, policy.parameter("failures", 10));
      case "futile-repeat" -> new FutileRepeat(name, highestCount(policy));
      case "failing-call" -> new FailingCall(name, highestCount(policy));
      case "failing-tool" -> new FailingTool(name);
      case "stagnation" -> new Stagnation(name);
      case "repeated-edit" -> new RepeatedEdit(name, highestCount(policy));
      case "rework" -> new Rework(name, window);
      case NewsAccount.NAME -> new NewsAccount();
      case "polling" -> new Polling(name, window);
      case "idle-turns" -> new IdleTalk(name, policy.ladder().haltsAt());
      case "call-cycle" -> new CallCycle(name, policy.parameter("period", 10));
      case "compaction-loop" -> new CompactionLoop(name, policy.parameter("turns", 3));
      case "unknown-tool" -> new CountingDetector(name, UnknownTools.create());
      case "token-ratio" ->
          new TokenRatio(name, policy.parameter("window", 10), policy.parameter("ratio", 70));
      default -> throw new IllegalArgumentException("no detector is called " + name);
    };
  }

  private static void checkNumbers(DetectorPolicy policy) {
    List<String> known = parameterNames(policy.detector());
    policy
        .parameters()
        .forEach(
            (name, value) -> {
              if (!known.contains(name)) {
                throw new IllegalArgumentException(
                    policy.detector() + " has no number '" + name + "', only " + known);
              }
              int least = name.equals("window") ? 2 : 1;
              if (value < least || value > HIGHEST_PARAMETER) {
                throw new IllegalArgumentException(
                    String.format(
                        "%s of %s must be %d to %d: %d",
                        name, policy.detector(), least, HIGHEST_PARAMETER, value));
              }
            });
  }

  /** The names of a detector's own numbers; none for a detector of another preset. */
  public static List<String> parameterNames(String detector) {
    return switch (detector) {
      case "tight-loop" -> List.of("outcomes", "window", "failures");
      case "novelty" -> List.of("window", "failures");
      case "futile-repeat", "failing-call", "repeated-edit", "rework", "polling" ->
          List.of("window");
      case "call-cycle" -> List.of("period");
      case "compaction-loop" -> List.of("turns");
      case "token-ratio" -> List.of("window", "ratio");
      default -> List.of();
    };
  }

  /**
   * Whether a detector's count means "this often, with nothing gained", so that one ladder for a
   * task fits it. The counts of the others are weaker evidence, or of something else, and have
   * ladders of their own.
   */
  public static boolean strict(String detector) {
    return switch (detector) {
      case "identical-call", FourDimensionStreak.NAME, "tight-loop", "novelty" -> true;
      default -> false;
    };
  }

  /** Whether a detector counts missing progress on weaker evidence than the strict ones. */
  public static boolean weak(String detector) {
    return switch (detector) {
      case NewsAccount.NAME,
          "futile-repeat",
          "failing-call",
          "failing-tool",
          "stagnation",
          "repeated-edit",
          "rework" ->
          true;
      default -> false;
    };
  }

  /**
   * A detector under one ladder for the whole task: a strict one climbs it, a weak one its own, no
   * sooner halted than by it; others count something else and are left alone.
   */
  public static DetectorPolicy underLadder(DetectorPolicy policy, Ladder general) {
    String name = policy.detector();
    if (!strict(name) && !weak(name)) {
      return policy;
    }
    Ladder ladder = strict(name) ? general : policy.ladder().noSoonerThan(general);
    return new DetectorPolicy(name, policy.mode(), ladder, policy.parameters());
  }

  /**
   * The highest count that a detector can reach; {@link Integer#MAX_VALUE} when nothing bounds it.
   */
  public static int highestCount(DetectorPolicy policy) {
    return switch (policy.detector()) {
      case "futile-repeat" -> window(policy, 30, 7);
      case "failing-call" -> window(policy, TURNS, 8);
      case "repeated-edit" -> window(policy, TURNS, 7);
      default -> Integer.MAX_VALUE;
    };
  }

  /**
   * How many turns back a detector looks: longer than by its own ladder as its halt is later, so
   * that what would have reached the one reaches the other.
   */
  private static int window(DetectorPolicy policy, int turns, int halt) {
    Integer haltsAt = policy.ladder().haltsAt();
    int byDefault =
        haltsAt == null || haltsAt <= halt
            ? turns
            : (int) Math.min(HIGHEST_PARAMETER, ((long) turns * haltsAt + halt - 1) / halt);
    return policy.parameter("window", byDefault);
  }

  private static DetectorPolicy act(String detector, Ladder ladder) {
    return new DetectorPolicy(detector, Mode.ACT, ladder, DEFAULTS);
  }
}
