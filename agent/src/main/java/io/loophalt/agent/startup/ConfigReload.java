package io.loophalt.agent.startup;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.Reloading;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the configuration from where it was read at start. */
final class ConfigReload implements Reloading {

  private final @Nullable String options;
  private final @Nullable Mode mode;

  /**
   * From the same place.
   *
   * @param options those of the agent
   * @param mode what overrides the file's; null if nothing does
   */
  ConfigReload(@Nullable String options, @Nullable Mode mode) {
    this.options = options;
    this.mode = mode;
  }

  @Override
  public String reload(RunRegistry runs) throws ControlException {
    AgentPolicy read;
    try {
      read =
          new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
              .load(AgentStartup.locate(options));
    } catch (ConfigException mistake) {
      throw new ControlException(
          mistake.getMessage() + " (what was in force before goes on to hold)");
    }
    AgentPolicy before = runs.policy();
    AgentPolicy next = mode == null ? read : read.in(mode);
    runs.follow(next);
    List<String> later = whatNeedsAStart(before, next);
    return "in force from the next call on: "
        + next.source()
        + (later.isEmpty()
            ? ""
            : "; changes of these need a new start: " + String.join(", ", later));
  }

  private static List<String> whatNeedsAStart(AgentPolicy before, AgentPolicy next) {
    List<String> keys = new ArrayList<>();
    if (!before.weaving().equals(next.weaving())) {
      keys.add("weave");
    }
    if (!before.eventLog().equals(next.eventLog())) {
      keys.add("events");
    }
    if (!before.haltedFor().equals(next.haltedFor())) {
      keys.add("halted-for");
    }
    if (before.maxRuns() != next.maxRuns()) {
      keys.add("max-runs");
    }
    return keys;
  }
}
