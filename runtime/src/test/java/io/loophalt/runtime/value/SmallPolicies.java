package io.loophalt.runtime.value;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Policies, most of them without detectors. */
public final class SmallPolicies {

  public static final Duration IDLE_GAP = Duration.ofMinutes(5);

  private SmallPolicies() {}

  public static AgentPolicy of(int maxRuns) {
    return of(maxRuns, Ceilings.NONE);
  }

  /** With limits. */
  public static AgentPolicy of(int maxRuns, Ceilings ceilings) {
    return of(maxRuns, ceilings, List.of());
  }

  /** With limits. */
  public static AgentPolicy of(Ceilings ceilings, List<ModelPrice> prices) {
    return of(10, ceilings, prices);
  }

  /** With joined runs. */
  public static AgentPolicy of(JoinPolicy joins) {
    AgentPolicy plain = of(10);
    return new AgentPolicy(
        plain.source(),
        plain.mode(),
        plain.defaults(),
        plain.tasks(),
        plain.weaving(),
        plain.prices(),
        plain.budgets(),
        plain.eventLog(),
        plain.idleGap(),
        plain.haltedFor(),
        plain.maxRuns(),
        joins);
  }

  /** With detectors. */
  public static AgentPolicy of(String preset, List<DetectorPolicy> detectors) {
    return of(10, preset, detectors, Ceilings.NONE, List.of());
  }

  private static AgentPolicy of(int maxRuns, Ceilings ceilings, List<ModelPrice> prices) {
    return of(maxRuns, "none", List.of(), ceilings, prices);
  }

  private static AgentPolicy of(
      int maxRuns,
      String preset,
      List<DetectorPolicy> detectors,
      Ceilings ceilings,
      List<ModelPrice> prices) {
    TaskPolicy task =
        new TaskPolicy(
            "*", preset, detectors, Map.of(), ceilings, List.of(), TaskPolicy.OnHalt.THROW);
    return new AgentPolicy(
        "a test",
        Mode.ACT,
        task,
        Map.of(),
        WeavingPolicy.NONE,
        prices,
        new EventLogPolicy(null, 1_000, 1, Duration.ZERO, 10, false),
        IDLE_GAP,
        Duration.ofHours(24),
        maxRuns);
  }
}
