package io.loophalt.agent.startup;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.Provenance;
import io.loophalt.configuration.Provenance.Setting;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.event.ConfigurationRead;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.RunEvents;
import io.loophalt.operations.control.ConfigValue;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.Reloading;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration from where it was read at start, and says what is in force of it.
 * Thread-safe: whoever reads later has read the later text, and that holds.
 */
final class ConfigReload implements Reloading {

  private static final String MODE = "mode";

  /** A tool of the agent itself may have written it, so that a person has to say so. */
  private static final String WAITS =
      ConfigSource.FILE_NAME
          + " in the working directory has changed, which nobody has named: what was in force before"
          + " goes on to hold until 'loophalt reload PID'";

  /** What is settled when the agent starts. */
  private static final Set<String> OF_THE_START =
      Set.of(
          "weave",
          "events",
          "capture",
          "extensions",
          "digest-key",
          "memory",
          "control",
          "metrics",
          "notify",
          "store",
          "traces",
          "halted-for",
          "max-runs");

  private final ControlSettings known;
  private final BuiltInPresets presets = new BuiltInPresets();
  private final Log log;
  private final @Nullable File file;

  /** What was read last. */
  private volatile String text;

  /** The mode that an operator has set, whatever the file says; null if none has. */
  private volatile @Nullable Mode ordered;

  /** Whether a change was told that waits for an order. */
  private boolean isTold;

  /** Of the file when it was read last. Of the one thread that looks. */
  private String readStamp = "";

  /** Of the file when it was looked at last. Of the one thread that looks. */
  private String seenStamp = "";

  /** From the same place. */
  ConfigReload(ControlSettings known, Log log) {
    this.known = known;
    this.log = log;
    this.text = known.text();
    this.file = known.source().file();
  }

  /**
   * Changes with the file; empty where there is none or nothing in it, as in the middle of being
   * replaced.
   */
  private String stamp() {
    long length = file == null || !file.isFile() ? 0 : file.length();
    return file == null || length == 0 ? "" : file.lastModified() + "/" + length;
  }

  /**
   * What was read at start may have changed before anybody looked: what stands there counts, if
   * somebody has named the file.
   */
  @Override
  public void reloadIfChanged(RunRegistry runs) {
    String now = stamp();
    boolean settled = now.equals(seenStamp);
    seenStamp = now;
    if (file == null || now.isEmpty() || !settled || now.equals(readStamp)) {
      return;
    }
    readStamp = now;
    try {
      synchronized (this) {
        // Read once more where an order has just done it, it would be told of twice.
        boolean changed = !text.equals(textOf(file));
        if (changed && known.source().isNamed()) {
          log.info("the configuration has changed: " + reload(runs));
        } else if (changed && !isTold) {
          isTold = true;
          log.warn(WAITS);
          tell(runs, false, WAITS);
        }
      }
    } catch (ControlException mistake) {
      log.warn("the configuration has changed: " + mistake.getMessage());
    }
  }

  /** Null if it cannot be read; why, whoever loads it says. */
  private static @Nullable String textOf(File file) {
    try {
      String text = Files.readString(file.toPath());
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException unreadable) {
      return null;
    }
  }

  @Override
  public synchronized String reload(RunRegistry runs) throws ControlException {
    isTold = false;
    CheckedConfig read;
    try {
      read = new ConfigLoader(presets, new BuiltInFrameworks()).check(known.source());
    } catch (ConfigException mistake) {
      throw refused(runs, String.valueOf(mistake.getMessage()));
    } catch (RuntimeException ours) {
      throw refused(runs, known.source().name() + ": cannot be read: " + ours);
    }
    if (sharesTexts(read.policy())) {
      throw refused(
          runs,
          "runs of this JVM are in a store, which has no room for a detector that remembers what the"
              + " model has said as it is");
    }
    Mode operators = ordered;
    Mode mode = operators == null ? known.mode() : operators;
    AgentPolicy next = mode == null ? read.policy() : read.policy().in(mode);
    runs.follow(next);
    text = read.text();
    List<String> later = whatNeedsAStart();
    String done =
        "in force from the next call on: "
            + next.source()
            + (operators == null
                ? ""
                : "; the mode stays '" + name(operators) + "', as an operator has set it")
            + (later.isEmpty()
                ? ""
                : "; changes of these need a new start: " + String.join(", ", later));
    tell(runs, true, done);
    return done;
  }

  private static ControlException refused(RunRegistry runs, String why) {
    String all = why + " (what was in force before goes on to hold)";
    tell(runs, false, all);
    return new ControlException(all);
  }

  /** A store holds until the next start, also where the file names none any more. */
  private boolean sharesTexts(AgentPolicy next) {
    if (settings(known.text()).stream().noneMatch(each -> each.key().startsWith("store."))) {
      return false;
    }
    List<TaskPolicy> policies = new ArrayList<>(next.tasks().values());
    policies.add(next.defaults());
    return policies.stream()
        .flatMap(policy -> policy.detectors().stream())
        .anyMatch(each -> Presets.keepsTexts(each.detector()));
  }

  private static void tell(RunRegistry runs, boolean inForce, String what) {
    RunEvents events = runs.events();
    events.sink().publish(new ConfigurationRead(events.clock().instant(), inForce, what));
  }

  @Override
  public synchronized void modeIsOrdered(Mode mode) {
    ordered = mode;
  }

  @Override
  public List<ConfigValue> values(RunRegistry runs) {
    String mode = name(runs.policy().mode());
    List<ConfigValue> values = new ArrayList<>();
    for (Setting each : settings(text)) {
      if (each.key().equals(MODE)) {
        values.add(new ConfigValue(MODE, mode, modeBy(each)));
      } else if (!isOfTheStart(each)) {
        values.add(new ConfigValue(each.key(), each.value(), each.origin()));
      }
    }
    for (Setting each : settings(known.text())) {
      if (isOfTheStart(each)) {
        values.add(new ConfigValue(each.key(), each.value(), each.origin()));
      }
    }
    return values;
  }

  private String modeBy(Setting inFile) {
    String by = known.modeBy();
    if (ordered != null) {
      return "an operator";
    }
    return by != null && known.mode() != null ? by : inFile.origin();
  }

  private static String name(Mode mode) {
    return mode == Mode.ACT ? "act" : "observe";
  }

  private List<Setting> settings(String of) {
    return new Provenance(presets).of(known.source().name(), of);
  }

  private static boolean isOfTheStart(Setting setting) {
    return OF_THE_START.contains(top(setting));
  }

  private static String top(Setting setting) {
    return setting.key().split("[.\\[]", 2)[0];
  }

  /** What is said otherwise now than at the start, where that is settled then. */
  private List<String> whatNeedsAStart() {
    Map<String, String> then = valuesOfTheStart(known.text());
    Map<String, String> now = valuesOfTheStart(text);
    List<String> changed = new ArrayList<>();
    for (String key : new TreeSet<>(OF_THE_START)) {
      if (!then.getOrDefault(key, "").equals(now.getOrDefault(key, ""))) {
        changed.add(key);
      }
    }
    return changed;
  }

  private Map<String, String> valuesOfTheStart(String of) {
    Map<String, String> values = new HashMap<>();
    for (Setting each : settings(of)) {
      values.merge(top(each), each.key() + '=' + each.value() + '\n', String::concat);
    }
    return values;
  }
}
