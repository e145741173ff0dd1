package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.FileSettings;
import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.configuration.settings.TaskSettings;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.policy.ControlPolicy;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole file: the table of all keys begins here.
 *
 * <p>The parser reads by it; the JSON Schema for editors and the reference page are held to it by
 * tests.
 */
public final class FileKeys {

  /** The key that names the jars of users' extensions. */
  public static final String EXTENSIONS = "extensions";

  private static final Key<Mode> MODE =
      optional(
          "mode",
          Scalars.choice(List.of(Mode.ACT, Mode.OBSERVE)),
          "`act`, or `observe` to detect and report and never interfere.",
          "mode: observe");
  private static final Key<Duration> IDLE_GAP =
      optional(
          "idle-gap",
          Scalars.DURATION,
          "Without any better boundary, a thread that was silent for this long begins a new run;"
              + " 5m by default.",
          "idle-gap: 5m");
  private static final Key<Duration> HALTED_FOR =
      optional(
          "halted-for",
          Scalars.DURATION,
          "A halted run with an id stays halted for at least so long, unless it is reset; 24h by"
              + " default.",
          "halted-for: 24h");
  private static final Key<Integer> MAX_RUNS =
      optional(
          "max-runs",
          Scalars.REPEATS,
          "Runs kept at one time; beyond it the one idle longest is dropped. 10_000 by default.",
          "max-runs: 10_000");

  private final TaskKeys taskKeys;
  private final Key<List<File>> extensions;
  private final Key<Optional<DigestKey>> digestKey;
  private final Key<Optional<MemoryPolicy>> memory;
  private final Key<ControlPolicy> control;
  private final Key<Optional<NotifyPolicy>> notify;
  private final StoreKeys store;
  private final Key<WeavingPolicy> weave;
  private final Key<Map<String, TaskSettings>> tasks;

  /** The keys of no particular file. */
  public FileKeys(PresetCatalog catalog, FrameworkNames frameworks) {
    this(catalog, frameworks, null, false);
  }

  /**
   * The keys of one file.
   *
   * @param folder what relative paths of extensions start from; null where there is no file
   * @param hasExtensions whether there may be frameworks whose names only extensions know
   */
  public FileKeys(
      PresetCatalog catalog,
      FrameworkNames frameworks,
      @Nullable File folder,
      boolean hasExtensions) {
    extensions = new ExtensionKeys(folder).key();
    digestKey = new DigestKeyKeys(folder).key();
    memory = MemoryKeys.key(folder);
    control = ControlKeys.key(folder);
    notify = NotifyKeys.key(folder);
    store = new StoreKeys(folder);
    weave = WeaveKeys.weave(new FrameworkKeys(frameworks, hasExtensions).key());
    taskKeys = new TaskKeys(catalog);
    tasks =
        optional(
            "tasks",
            new MapType<>(
                Scalars.TASK,
                ObjectType.of("task", taskKeys.keys(), taskKeys::settings),
                FileKeys::values),
            "What holds for the runs of one task, by its name.",
            "tasks: {code-search: {ladder: {nudge: 4, halt: 8}}}");
  }

  /** The type of the file. */
  public ObjectType<FileSettings> type() {
    List<Key<?>> keys = new ArrayList<>();
    keys.add(MODE);
    keys.addAll(taskKeys.keys());
    keys.addAll(
        List.of(
            tasks,
            weave,
            extensions,
            PriceKeys.PRICES,
            BudgetKeys.BUDGETS,
            EventKeys.EVENTS,
            CaptureKeys.CAPTURE,
            digestKey,
            memory,
            control,
            MetricsKeys.METRICS,
            MetricsKeys.TRACES,
            notify,
            store.key(),
            JoinKeys.TRUSTED,
            IDLE_GAP,
            HALTED_FOR,
            MAX_RUNS));
    return ObjectType.of("file", keys, this::settings);
  }

  private FileSettings settings(Settings settings) {
    store.needsKey(settings, digestKey);
    return new FileSettings(
        settings.get(MODE, Defaults.MODE),
        taskKeys.settings(settings),
        settings.get(tasks, Map.of()),
        settings.get(weave, Defaults.WEAVING),
        settings.get(extensions, List.of()),
        settings.get(PriceKeys.PRICES, List.of()),
        settings.get(BudgetKeys.BUDGETS, List.of()),
        settings.get(EventKeys.EVENTS, Defaults.EVENT_LOG),
        settings.placed(CaptureKeys.CAPTURE),
        settings.get(digestKey, Optional.empty()),
        settings.get(memory, Optional.empty()),
        settings.get(control, ControlPolicy.DEFAULT),
        settings.get(MetricsKeys.METRICS, Optional.empty()),
        settings.get(MetricsKeys.TRACES, true),
        settings.get(notify, Optional.empty()),
        settings.placed(store.key()),
        settings.get(JoinKeys.TRUSTED),
        settings.get(IDLE_GAP, Defaults.IDLE_GAP),
        settings.get(HALTED_FOR, Defaults.HALTED_FOR),
        settings.get(MAX_RUNS, Defaults.MAX_RUNS));
  }

  private static Map<String, TaskSettings> values(Map<String, Located<TaskSettings>> placed) {
    Map<String, TaskSettings> values = new LinkedHashMap<>();
    placed.forEach((name, value) -> values.put(name, value.value()));
    return values;
  }
}
