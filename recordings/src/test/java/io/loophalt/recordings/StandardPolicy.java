package io.loophalt.recordings;

import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
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
