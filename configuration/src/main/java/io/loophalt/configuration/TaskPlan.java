package io.loophalt.configuration;

import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.settings.CeilingSettings;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.DetectorSettings;
import io.loophalt.configuration.settings.HaltSettings;
import io.loophalt.configuration.settings.LadderOverrides;
import io.loophalt.configuration.settings.LadderSettings;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.configuration.settings.TaskSettings;
import io.loophalt.configuration.settings.ToolSettings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What holds for one task once preset, top level and the task's own settings are put together, with
 * the places still known.
 *
 * <p>The narrower scope wins, setting by setting. A task that names a preset starts from it, so
 * that the top level's ladder and detectors do not reach it; limits, tools and action classes still
 * do.
 *
 * @param task the task's name, {@code *} for the top level
 * @param generalLadder what the file says for every detector without a ladder of its own; null for
 *     what the preset says
 * @param detectors by name, those that are off included
 */
record TaskPlan(
    PresetCatalog catalog,
    String task,
    String preset,
    @Nullable LadderSettings generalLadder,
    Map<String, DetectorPlan> detectors,
    CeilingSettings ceilings,
    Map<String, Located<ToolSettings>> tools,
    Map<String, LadderOverrides> actionClasses,
    HaltSettings onHalt,
    Messages messages) {

  private static final HaltSettings ON_HALT = new HaltSettings(Defaults.ON_HALT, null);

  /**
   * One detector.
   *
   * @param written the ladder as the file has it; null when the preset's holds
   * @param parametersPlace where the file sets the detector's own numbers; null if it does not
   */
  record DetectorPlan(
      DetectorPolicy policy,
      @Nullable LadderSettings written,
      @Nullable SourceLocation parametersPlace) {

    private DetectorPlan with(LadderSettings ladder) {
      return new DetectorPlan(
          new DetectorPolicy(
              policy.detector(), policy.mode(), ladder.ladder(), policy.parameters()),
          ladder,
          parametersPlace);
    }

    private DetectorPlan noSoonerThan(LadderSettings general) {
      Ladder moved = policy.ladder().noSoonerThan(general.ladder());
      return new DetectorPlan(
          new DetectorPolicy(policy.detector(), policy.mode(), moved, policy.parameters()),
          written,
          parametersPlace);
    }

    private DetectorPlan with(DetectorSettings own) {
      Map<String, Integer> parameters = new HashMap<>(policy.parameters());
      parameters.putAll(own.parameters());
      DetectorPlan tuned =
          new DetectorPlan(
              new DetectorPolicy(
                  policy.detector(),
                  own.mode() == null ? policy.mode() : own.mode(),
                  policy.ladder(),
                  parameters),
              written,
              own.parametersPlace() == null ? parametersPlace : own.parametersPlace());
      return own.ladder() == null ? tuned : tuned.with(own.ladder());
    }
  }

  /** The plan of the top level. */
  static TaskPlan ofTopLevel(PresetCatalog catalog, TaskSettings settings) {
    Located<String> preset = settings.preset();
    return fromPreset(
            catalog, "*", preset == null ? Defaults.PRESET : preset.value(), CeilingSettings.NONE)
        .with(settings, settings.onHalt() == null ? ON_HALT : settings.onHalt());
  }

  /** The plan of a task for which this plan is the top level's. */
  TaskPlan forTask(String name, TaskSettings own) {
    Located<String> ownPreset = own.preset();
    TaskPlan base =
        ownPreset == null ? this : fromPreset(catalog, name, ownPreset.value(), ceilings);
    return new TaskPlan(
            catalog,
            name,
            base.preset,
            base.generalLadder,
            base.detectors,
            base.ceilings,
            tools,
            actionClasses,
            onHalt,
            messages)
        .with(own, own.onHalt() == null ? onHalt : own.onHalt());
  }

  private static TaskPlan fromPreset(
      PresetCatalog catalog, String task, String preset, CeilingSettings wider) {
    Map<String, DetectorPlan> detectors = new LinkedHashMap<>();
    for (DetectorPolicy policy : catalog.detectors(preset)) {
      detectors.put(policy.detector(), new DetectorPlan(policy, null, null));
    }
    return new TaskPlan(
        catalog,
        task,
        preset,
        null,
        detectors,
        CeilingSettings.ofPreset(preset, catalog.ceilings(preset)).over(wider),
        Map.of(),
        Map.of(),
        ON_HALT,
        Messages.DEFAULT);
  }

  private TaskPlan with(TaskSettings own, HaltSettings mergedOnHalt) {
    LadderSettings general = own.ladder() == null ? generalLadder : own.ladder();
    return new TaskPlan(
        catalog,
        task,
        preset,
        general,
        tuned(own, general),
        own.ceilings().over(ceilings),
        mergedTools(own.tools()),
        mergedClasses(own.actionClasses()),
        mergedOnHalt,
        own.messages().over(messages));
  }

  private Map<String, DetectorPlan> tuned(TaskSettings own, @Nullable LadderSettings general) {
    Map<String, DetectorPlan> tuned = new LinkedHashMap<>();
    detectors.forEach(
        (name, plan) ->
            tuned.put(name, own.ladder() == null ? plan : underGeneralLadder(plan, own.ladder())));
    own.detectors()
        .forEach(
            (name, settings) -> {
              DetectorPlan base = tuned.containsKey(name) ? tuned.get(name) : added(name, general);
              tuned.put(name, base.with(settings));
            });
    return tuned;
  }

  private DetectorPlan added(String name, @Nullable LadderSettings general) {
    DetectorPlan plan =
        new DetectorPlan(
            new DetectorPolicy(name, Mode.ACT, catalog.ladder(name), Map.of()), null, null);
    return general == null ? plan : underGeneralLadder(plan, general);
  }

  private DetectorPlan underGeneralLadder(DetectorPlan plan, LadderSettings general) {
    String name = plan.policy().detector();
    if (!catalog.hasOwnLadder(name)) {
      return plan.with(general);
    }
    return catalog.isWeakEvidence(name) ? plan.noSoonerThan(general) : plan;
  }

  private Map<String, Located<ToolSettings>> mergedTools(Map<String, Located<ToolSettings>> own) {
    Map<String, Located<ToolSettings>> merged = new LinkedHashMap<>();
    own.forEach(
        (pattern, settings) -> {
          Located<ToolSettings> wider = tools.get(pattern);
          merged.put(
              pattern,
              wider == null
                  ? settings
                  : new Located<>(settings.value().over(wider.value()), settings.place()));
        });
    tools.forEach(merged::putIfAbsent);
    return merged;
  }

  private Map<String, LadderOverrides> mergedClasses(Map<String, LadderOverrides> own) {
    Map<String, LadderOverrides> merged = new LinkedHashMap<>(actionClasses);
    own.forEach((name, ladders) -> merged.merge(name, ladders, (wide, mine) -> mine.over(wide)));
    return merged;
  }

  /** The detectors that are not off. */
  List<DetectorPlan> activeDetectors() {
    return detectors.values().stream().filter(plan -> plan.policy().mode() != Mode.OFF).toList();
  }

  /** What overrides mean for a detector, or null when it keeps its ladder. */
  @Nullable LadderSettings override(LadderOverrides overrides, String detector) {
    LadderSettings own = overrides.byDetector().get(detector);
    return own != null || catalog.hasOwnLadder(detector) ? own : overrides.general();
  }

  TaskPolicy policy() {
    Map<String, Map<String, Ladder>> classLadders = new LinkedHashMap<>();
    actionClasses.forEach((name, overrides) -> classLadders.put(name, ladders(overrides)));
    List<ToolPolicy> toolPolicies = new ArrayList<>();
    tools.forEach(
        (pattern, tool) -> {
          ToolSettings settings = tool.value();
          toolPolicies.add(settings.policy(pattern, ladders(settings.ladders())));
        });
    return new TaskPolicy(
        task,
        catalog.versioned(preset),
        activeDetectors().stream().map(DetectorPlan::policy).toList(),
        classLadders,
        ceilings.ceilings(),
        toolPolicies,
        onHalt.then(),
        messages,
        onHalt.person());
  }

  private Map<String, Ladder> ladders(LadderOverrides overrides) {
    Map<String, Ladder> ladders = new LinkedHashMap<>();
    for (DetectorPlan plan : activeDetectors()) {
      String name = plan.policy().detector();
      LadderSettings override = override(overrides, name);
      LadderSettings general = overrides.general();
      if (override != null) {
        ladders.put(name, override.ladder());
      } else if (general != null && catalog.isWeakEvidence(name)) {
        ladders.put(name, plan.policy().ladder().noSoonerThan(general.ladder()));
      }
    }
    return ladders;
  }
}
