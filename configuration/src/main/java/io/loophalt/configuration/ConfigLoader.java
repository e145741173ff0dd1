package io.loophalt.configuration;

import io.loophalt.core.policy.AgentPolicy;
import io.loophalt.core.policy.TaskPolicy;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a configuration file into policies.
 *
 * <p>Immutable and thread-safe. Without a file, nothing of the YAML library is loaded.
 */
public final class ConfigLoader {

  private static final Where TOP_LEVEL = Where.topLevel(LadderKeys.EXAMPLE);

  private final PresetCatalog catalog;

  /** A loader that knows these presets and detectors. */
  public ConfigLoader(PresetCatalog catalog) {
    this.catalog = catalog;
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
        ? new CheckedConfig(Defaults.policy(catalog), List.of())
        : parse(source.name(), SourceText.of(file, source));
  }

  /**
   * The policy of a text.
   *
   * @param name what to call it in messages
   * @throws ConfigException for the first mistake
   */
  public CheckedConfig parse(String name, String text) {
    YamlNode root = YamlReader.read(name, text);
    FileSettings settings =
        root == null ? FileSettings.NONE : new FileKeys(catalog).type().read(root, TOP_LEVEL);
    return assemble(name, settings);
  }

  private CheckedConfig assemble(String name, FileSettings settings) {
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
    AgentPolicy policy =
        new AgentPolicy(
            name,
            settings.mode(),
            everyTask.policy(),
            tasks,
            settings.weaving(),
            settings.prices(),
            settings.eventLog(),
            settings.idleGap(),
            settings.maxRuns());
    return new CheckedConfig(policy, Reachability.findings(plans, settings.prices()));
  }
}
