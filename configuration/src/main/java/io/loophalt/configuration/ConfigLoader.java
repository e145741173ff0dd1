package io.loophalt.configuration;

import io.loophalt.configuration.keys.FileKeys;
import io.loophalt.configuration.keys.LadderKeys;
import io.loophalt.configuration.keys.PriceKeys;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.SettingContext;
import io.loophalt.configuration.schema.YamlNode;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.FileSettings;
import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.CapturePolicy;
import io.loophalt.runtime.policy.ControlPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration file into policies.
 *
 * <p>Immutable and thread-safe. Without a file, nothing of the YAML library is loaded.
 */
public final class ConfigLoader {

  private static final SettingContext TOP_LEVEL = SettingContext.topLevel(LadderKeys.EXAMPLE);

  /** A class instead of a method reference, which would cost start-up time. */
  private static final class Environment implements Function<String, @Nullable String> {
    @Override
    public @Nullable String apply(String name) {
      return System.getenv(name);
    }
  }

  private final PresetCatalog catalog;
  private final FrameworkNames frameworks;
  private final Function<String, @Nullable String> environment;

  /** A loader that knows these names, and the variables of this process. */
  public ConfigLoader(PresetCatalog catalog, FrameworkNames frameworks) {
    this(catalog, frameworks, new Environment());
  }

  /**
   * A loader that knows these names.
   *
   * @param environment such as {@code System::getenv}, for variables in the file
   */
  ConfigLoader(
      PresetCatalog catalog,
      FrameworkNames frameworks,
      Function<String, @Nullable String> environment) {
    this.catalog = catalog;
    this.frameworks = frameworks;
    this.environment = environment;
  }

  /**
   * The policy of a source.
   *
   * @throws ConfigException for the first mistake, or if the file cannot be read
   */
  public AgentPolicy load(ConfigSource source) {
    return check(source).policy();
  }

  /**
   * The policy of a source, and what in it can never take effect.
   *
   * @throws ConfigException for the first mistake, or if the file cannot be read
   */
  public CheckedConfig check(ConfigSource source) {
    File file = source.file();
    return file == null
        ? new CheckedConfig(
            Defaults.policy(catalog),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            ControlPolicy.DEFAULT,
            Optional.empty(),
            /* traces= */ true,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            "")
        : parse(
            source.name(),
            SourceText.of(file, source),
            file.getAbsoluteFile().getParentFile(),
            source.isNamed());
  }

  /**
   * The policy of a text. What it says is in files, such as keys, is not looked for.
   *
   * @param name what to call it in messages
   * @throws ConfigException for the first mistake
   */
  public CheckedConfig parse(String name, String text) {
    return parse(name, text, null);
  }

  /**
   * The policy of the text of a file, which need not be there any more.
   *
   * @param name what to call it in messages
   * @param folder of the file, where the files are that it names; null to look for none
   * @throws ConfigException for the first mistake
   */
  public CheckedConfig parse(String name, String text, @Nullable File folder) {
    return parse(name, text, folder, /* mayLoadCode= */ true);
  }

  private CheckedConfig parse(
      String name, String text, @Nullable File folder, boolean mayLoadCode) {
    YamlNode root = YamlReader.read(name, text, new Variables(environment));
    return assemble(name, root == null ? FileSettings.NONE : read(root, folder, mayLoadCode), text);
  }

  private FileSettings read(YamlNode root, @Nullable File folder, boolean mayLoadCode) {
    YamlNode.Entry extensions = root instanceof YamlNode.Mapping file ? extensions(file) : null;
    if (extensions != null && !mayLoadCode) {
      throw ConfigException.ofFile(
          extensions.place(),
          "'extensions' loads code, which a file that is only found in the working directory may"
              + " not; name the file: config="
              + ConfigSource.FILE_NAME
              + " in the agent's options, the system property "
              + ConfigSource.PROPERTY
              + ", or the environment variable "
              + ConfigSource.VARIABLE,
          null);
    }
    return new FileKeys(catalog, frameworks, folder, extensions != null)
        .type()
        .read(root, TOP_LEVEL);
  }

  private static YamlNode.@Nullable Entry extensions(YamlNode.Mapping file) {
    for (YamlNode.Entry entry : file.entries()) {
      if (entry.key().equals(FileKeys.EXTENSIONS)) {
        return entry;
      }
    }
    return null;
  }

  private CheckedConfig assemble(String name, FileSettings settings, String text) {
    TaskPlan everyTask = TaskPlan.ofTopLevel(catalog, settings.everyTask());
    List<TaskPlan> plans = new ArrayList<>(List.of(everyTask));
    Map<String, TaskPolicy> tasks = new LinkedHashMap<>();
    settings
        .tasks()
        .forEach(
            (task, own) -> {
              TaskPlan plan = everyTask.forTask(task, own);
              plans.add(plan);
              tasks.put(task, plan.policy());
            });
    refuseTextsInTheStore(settings, plans);
    List<ConfigFinding> findings = new ArrayList<>();
    EventLogPolicy eventLog = eventLog(settings, findings);
    AgentPolicy policy =
        new AgentPolicy(
            name,
            settings.mode(),
            everyTask.policy(),
            tasks,
            settings.weaving(),
            settings.prices(),
            budgets(settings, findings),
            eventLog,
            settings.idleGap(),
            settings.haltedFor(),
            settings.maxRuns(),
            joins(settings));
    findings.addAll(Reachability.findings(plans, settings.prices()));
    return new CheckedConfig(
        policy,
        settings.extensions(),
        settings.digestKey(),
        settings.memory(),
        settings.control(),
        settings.metrics(),
        settings.traces(),
        settings.notifications(),
        settings.store(),
        findings,
        text);
  }

  /** What a model has said leaves the process for no store. */
  private void refuseTextsInTheStore(FileSettings settings, List<TaskPlan> plans) {
    Located<Optional<StorePolicy>> store = settings.placedStore();
    if (store == null) {
      return;
    }
    for (TaskPlan plan : plans) {
      for (DetectorPolicy detector : plan.policy().detectors()) {
        if (catalog.keepsTexts(detector.detector())) {
          throw SettingContext.topLevel("preset: standard")
              .mistake(
                  store.place(),
                  "no run of a 'store' can have the detector "
                      + Quote.of(detector.detector())
                      + ", which remembers what the model has said as it is: switch it off, or choose"
                      + " another preset");
        }
      }
    }
  }

  private static JoinPolicy joins(FileSettings settings) {
    Map<String, Duration> gaps = new LinkedHashMap<>();
    settings
        .tasks()
        .forEach(
            (task, own) -> {
              if (own.joinGap() != null) {
                gaps.put(task, own.joinGap());
              }
            });
    Duration gap = settings.everyTask().joinGap();
    Duration byDefault = settings.store().map(StorePolicy::ttl).orElse(JoinPolicy.DEFAULT.gap());
    return new JoinPolicy(gap == null ? byDefault : gap, gaps, settings.trustedIds());
  }

  /** Those of the file; money can only be counted where models have prices. */
  private static List<BudgetPolicy> budgets(FileSettings settings, List<ConfigFinding> findings) {
    List<BudgetPolicy> budgets = new ArrayList<>();
    for (Located<BudgetPolicy> each : settings.budgets()) {
      BudgetPolicy budget = each.value();
      budgets.add(budget);
      if (budget.cost() != null && settings.prices().isEmpty()) {
        findings.add(
            new ConfigFinding(
                each.place(),
                "the cost of budget "
                    + Quote.of(budget.name())
                    + " can never be spent: no model has a price; say under 'prices' what models"
                    + " cost. Example: "
                    + PriceKeys.EXAMPLE));
      }
    }
    return budgets;
  }

  /** With what is captured, which goes into steps alone. */
  private static EventLogPolicy eventLog(FileSettings settings, List<ConfigFinding> findings) {
    EventLogPolicy log = settings.eventLog();
    Located<Optional<CapturePolicy>> capture = settings.capture();
    if (capture == null || capture.value().isEmpty()) {
      return log;
    }
    if (!log.steps()) {
      findings.add(
          new ConfigFinding(
              capture.place(),
              "'capture' captures nothing: arguments are held by steps, which are not logged"
                  + " without 'events: {steps: true}'"));
    }
    return log.capturing(capture.value().get());
  }
}
