package io.loophalt.agent.replay;

import io.loophalt.agent.detect.StandardPreset;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.TaskPolicy;
import io.loophalt.agent.policy.TaskPolicy.OnHalt;
import java.util.List;
import java.util.Map;

/** The default preset as a task without ceilings uses it. */
final class StandardPolicy {

  static final TaskPolicy TASK =
      new TaskPolicy(
          "*",
          StandardPreset.NAME,
          StandardPreset.detectors(),
          Map.of(),
          Ceilings.NONE,
          List.of(),
          OnHalt.THROW);

  private StandardPolicy() {}
}
