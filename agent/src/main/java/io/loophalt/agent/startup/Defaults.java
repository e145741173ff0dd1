package io.loophalt.agent.startup;

import io.loophalt.agent.detect.StandardPreset;
import io.loophalt.agent.policy.AgentPolicy;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.EventLogPolicy;
import io.loophalt.agent.policy.TaskPolicy;
import io.loophalt.agent.policy.WeavingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds without a configuration file. */
final class Defaults {

  private Defaults() {}

  static AgentPolicy policy() {
    TaskPolicy task =
        new TaskPolicy(
            "*",
            StandardPreset.NAME,
            StandardPreset.detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return new AgentPolicy(
        "built-in defaults",
        Mode.ACT,
        task,
        Map.of(),
        new WeavingPolicy(Set.of(), List.of(), List.of(), true),
        List.of(),
        new EventLogPolicy(null, 10_000_000, 8192),
        Duration.ofMinutes(5),
        10_000);
  }
}
