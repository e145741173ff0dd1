package io.loophalt.agent.startup;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.Provenance;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.operations.control.ConfigValue;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.Reloading;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the configuration from where it was read at start, and says what is in force of it. */
final class ConfigReload implements Reloading {

  private final ControlSettings known;
  private final BuiltInPresets presets = new BuiltInPresets();
  private final Log log;
  private final @Nullable File file;
  private volatile String text;

  /** Of the file when it was read last. Of the one thread that looks. */
  private String stamp = "";

  /** From the same place. */
  ConfigReload(ControlSettings known, Log log) {
    this.known = known;
    this.log = log;
    this.text = known.text();
    this.file = known.source().file();
  }

  /** Changes with the file; empty where it cannot be read, as in the middle of being replaced. */
  private String stamp() {
    return file == null || !file.isFile() ? "" : file.lastModified() + "/" + file.length();
  }

  /** What was read at start may have changed before anybody looked: what stands there counts. */
  @Override
  public void reloadIfChanged(RunRegistry runs) {
    String now = stamp();
    if (file == null || now.isEmpty() || now.equals(stamp)) {
      return;
    }
    try {
      boolean changed = !Files.readString(file.toPath()).equals(text);
      stamp = now;
      if (changed) {
        log.info("the configuration has changed: " + reload(runs));
      }
    } catch (IOException unreadable) {
      log.warn("the configuration has changed and cannot be read: " + unreadable.getMessage());
    } catch (ControlException mistake) {
      log.warn("the configuration has changed: " + mistake.getMessage());
    }
  }

  @Override
  public String reload(RunRegistry runs) throws ControlException {
    CheckedConfig read;
    try {
      read = new ConfigLoader(presets, new BuiltInFrameworks()).check(known.source());
    } catch (ConfigException mistake) {
      throw new ControlException(
          mistake.getMessage() + " (what was in force before goes on to hold)");
    }
    AgentPolicy before = runs.policy();
    Mode mode = known.mode();
    AgentPolicy next = mode == null ? read.policy() : read.policy().in(mode);
    runs.follow(next);
    text = read.text();
    List<String> later = whatNeedsAStart(before, next);
    return "in force from the next call on: "
        + next.source()
        + (later.isEmpty()
            ? ""
            : "; changes of these need a new start: " + String.join(", ", later));
  }

  @Override
  public List<ConfigValue> values(RunRegistry runs) {
    String mode = name(runs.policy().mode());
    List<ConfigValue> values = new ArrayList<>();
    for (Provenance.Setting each : new Provenance(presets).of(runs.policy().source(), text)) {
      boolean changed =
          each.key().equals("mode") && (known.mode() != null || !each.value().equals(mode));
      values.add(
          changed
              ? new ConfigValue("mode", mode, modeBy(mode))
              : new ConfigValue(each.key(), each.value(), each.origin()));
    }
    return values;
  }

  private String modeBy(String mode) {
    Mode atStart = known.mode();
    String by = known.modeBy();
    return by != null && atStart != null && mode.equals(name(atStart)) ? by : "an operator";
  }

  private static String name(Mode mode) {
    return mode == Mode.ACT ? "act" : "observe";
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
