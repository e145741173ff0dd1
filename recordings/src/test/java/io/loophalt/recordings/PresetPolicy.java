package io.loophalt.recordings;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.presets.Presets;
import java.util.List;
import java.util.Map;

/** A preset as a task without ceilings uses it. */
public final class PresetPolicy {

  private PresetPolicy() {}

  public static TaskPolicy of(String preset) {
    return new TaskPolicy(
        "*",
        preset,
        Presets.named(preset).detectors(),
        Map.of(),
        Ceilings.NONE,
        List.of(),
        OnHalt.THROW);
  }
}
