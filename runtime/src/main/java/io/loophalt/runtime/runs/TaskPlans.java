package io.loophalt.runtime.runs;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.TaskPlan;
import io.loophalt.runtime.policy.AgentPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a configuration means for runs, worked out once for each task. Immutable. */
final class TaskPlans {

  private final AgentPolicy policy;
  private final TaskPlan other;
  private final Map<String, TaskPlan> byTask = new HashMap<>();

  TaskPlans(
      AgentPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      @Nullable LoopMemory memory) {
    this.policy = policy;
    this.other = new TaskPlan(policy.defaults(), policy.mode(), detectors, memory);
    for (Map.Entry<String, TaskPolicy> each : policy.tasks().entrySet()) {
      TaskPlan own = new TaskPlan(each.getValue(), policy.mode(), detectors, memory);
      byTask.put(each.getKey(), own);
    }
  }

  AgentPolicy policy() {
    return policy;
  }

  TaskPlan of(String task) {
    TaskPlan own = byTask.get(task);
    return own == null ? other : own;
  }
}
