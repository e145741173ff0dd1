package io.loophalt.presets.standard1;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.util.List;
import java.util.Map;

/**
 * The detectors and ladders of {@code standard@1}: a streak of turns without news, and beside it a
 * rule for each kind of weak evidence.
 */
public final class Standard1 {

  /** The preset's name. */
  public static final String NAME = "standard@1";

  private Standard1() {}

  /** The detectors of the preset, in the order in which they are asked. */
  public static List<DetectorPolicy> detectors() {
    return List.of(
        act("identical-call", Ladder.nudgeThenHalt(3, 5)),
        act("four-dimension-streak", Ladder.nudgeThenHalt(3, 5)),
        act("tight-loop", Ladder.nudgeThenHalt(3, 5)),
        act("novelty", Ladder.nudgeThenHalt(3, 6)),
        act("futile-repeat", Ladder.nudgeThenHalt(4, 7)),
        act("failing-call", nudgeTwiceThenHalt()),
        act("failing-tool", nudgeTwiceThenHalt()),
        act("stagnation", nudgeTwiceThenHalt()),
        act("repeated-edit", Ladder.nudgeThenHalt(4, 7)),
        act("rework", Ladder.nudgeThenHalt(4, 7)),
        act("polling", Ladder.nudgeThenHalt(10, 13)),
        act("idle-turns", Ladder.nudgeThenHalt(3, 5)));
  }

  private static DetectorPolicy act(String detector, Ladder ladder) {
    return new DetectorPolicy(detector, Mode.ACT, ladder, Map.of());
  }

  private static Ladder nudgeTwiceThenHalt() {
    return new Ladder(
        List.of(
            new Rung(4, Intervention.NUDGE, null),
            new Rung(6, Intervention.NUDGE, null),
            new Rung(8, Intervention.HALT, null)));
  }
}
