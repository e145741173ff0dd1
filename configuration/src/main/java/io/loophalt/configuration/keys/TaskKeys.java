package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.Effect;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.SettingContext;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.CeilingSettings;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.DetectorSettings;
import io.loophalt.configuration.settings.HaltSettings;
import io.loophalt.configuration.settings.LadderOverrides;
import io.loophalt.configuration.settings.LadderSettings;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.configuration.settings.TaskSettings;
import io.loophalt.configuration.settings.ToolSettings;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.VolatileParts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys that a task has, and the top level for all tasks. */
final class TaskKeys {

  private static final String TOOL_EXAMPLE =
      "tools: {\"read_*\": {effect: read, files: [path], ignore-arguments: [request_id]}}";
  private static final String ACTION_CLASS_EXAMPLE =
      "action-classes: {test_run: {ladder: {nudge: 5, halt: 9}}}";

  private static final Type<Set<String>> NAMES =
      new ListType<>("a list of names", Scalars.NAME, (names, where) -> unique(names));

  private static final Type<Set<String>> ARGUMENTS =
      new ListType<>(
          "a list of names, paths and patterns",
          Scalars.ARGUMENT,
          (arguments, where) -> {
            parts(
                arguments.stream().filter(each -> VolatileParts.isPart(each.value())).toList(),
                where);
            return unique(arguments);
          });

  private static final Type<VolatileParts> PARTS =
      new ListType<>("a list of paths and patterns", Scalars.VOLATILE_PART, TaskKeys::parts);

  private static final Key<String> ACTION_CLASS =
      optional(
          "action-class",
          Scalars.NAME,
          "The coarse category, such as `file_edit` or `test_run`; calls of one class are compared"
              + " with each other.",
          "tools: {\"run_*\": {action-class: test_run}}");
  private static final Key<Effect> EFFECT =
      optional(
          "effect",
          Scalars.choice(List.of(Effect.values())),
          "Whether the tool reads or changes something.",
          "tools: {\"read_*\": {effect: read}}");
  private static final Key<Set<String>> FILES =
      optional("files", NAMES, "Arguments that are file paths.", TOOL_EXAMPLE);
  private static final Key<Set<String>> IGNORE_ARGUMENTS =
      optional(
          "ignore-arguments",
          ARGUMENTS,
          "Arguments that make no difference between two calls, or parts of them.",
          TOOL_EXAMPLE);
  private static final Key<VolatileParts> VOLATILE =
      optional(
          "volatile",
          PARTS,
          "Parts of a result that make no difference between two results.",
          "tools: {get_order: {volatile: [\"$.request_id\", \"served by *\"]}}");
  private static final Key<Boolean> EXHAUSTIVE =
      optional(
          "exhaustive",
          Scalars.TRUTH,
          "Whether the tool is there to try many, so that failing alike is no loop for each new try.",
          "tools: {try_password: {exhaustive: true}}");
  private static final Key<Boolean> IGNORE =
      optional(
          "ignore",
          Scalars.TRUTH,
          "Whether calls of the tool are not looked at at all.",
          "tools: {ping: {ignore: true}}");

  private final Key<Map<String, LadderSettings>> toolDetectors;
  private final Key<Map<String, LadderSettings>> classDetectors;

  private final Key<String> preset;
  private final Key<Map<String, DetectorSettings>> detectors;
  private final Key<Map<String, Located<ToolSettings>>> tools;
  private final Key<Map<String, Located<LadderOverrides>>> actionClasses;
  private final Key<HaltSettings> onHalt = HaltKeys.key();

  TaskKeys(PresetCatalog catalog) {
    DetectorKeys detectorKeys = new DetectorKeys(catalog);
    toolDetectors = detectorKeys.forCalls("tools");
    classDetectors = detectorKeys.forCalls("action-classes");
    preset =
        optional(
            "preset",
            ScalarType.choice(catalog.presets(), name -> name),
            "The set of detectors, ladders and ceilings to start from.",
            "preset: " + Defaults.PRESET);
    detectors = detectorKeys.forTask();
    tools =
        optional(
            "tools",
            new MapType<>(
                Scalars.PATTERN,
                ObjectType.of(
                    "tool",
                    List.of(
                        EFFECT,
                        ACTION_CLASS,
                        FILES,
                        IGNORE_ARGUMENTS,
                        LadderKeys.LADDER,
                        toolDetectors,
                        VOLATILE,
                        EXHAUSTIVE,
                        IGNORE),
                    this::tool),
                byPattern -> byPattern),
            "Tools by name or pattern; the first that matches counts.",
            TOOL_EXAMPLE);
    actionClasses =
        optional(
            "action-classes",
            new MapType<>(
                Scalars.NAME,
                ObjectType.of(
                    "action-class", List.of(LadderKeys.LADDER, classDetectors), this::actionClass),
                byName -> byName),
            "Ladders for calls of one action class.",
            ACTION_CLASS_EXAMPLE);
  }

  List<Key<?>> keys() {
    return List.of(
        preset,
        LadderKeys.LADDER,
        CeilingKeys.CEILINGS,
        detectors,
        tools,
        actionClasses,
        onHalt,
        MessageKeys.MESSAGES,
        JoinKeys.GAP);
  }

  TaskSettings settings(Settings settings) {
    return new TaskSettings(
        settings.placed(preset),
        settings.get(LadderKeys.LADDER),
        settings.get(CeilingKeys.CEILINGS, CeilingSettings.NONE),
        settings.get(detectors, Map.of()),
        settings.get(tools, Map.of()),
        values(settings.get(actionClasses, Map.of())),
        settings.get(onHalt),
        settings.get(MessageKeys.MESSAGES, Messages.DEFAULT),
        settings.get(JoinKeys.GAP));
  }

  private static <T> Map<String, T> values(Map<String, Located<T>> placed) {
    Map<String, T> values = new LinkedHashMap<>();
    placed.forEach((name, value) -> values.put(name, value.value()));
    return values;
  }

  private ToolSettings tool(Settings settings) {
    return new ToolSettings(
        settings.get(ACTION_CLASS),
        settings.get(EFFECT),
        settings.get(IGNORE_ARGUMENTS),
        settings.get(FILES),
        new LadderOverrides(settings.get(LadderKeys.LADDER), settings.get(toolDetectors, Map.of())),
        settings.get(IGNORE),
        settings.placed(EXHAUSTIVE),
        settings.placed(VOLATILE));
  }

  private static Set<String> unique(List<Located<String>> names) {
    Set<String> unique = new LinkedHashSet<>();
    names.forEach(name -> unique.add(name.value()));
    return unique;
  }

  private static VolatileParts parts(List<Located<String>> parts, SettingContext where) {
    try {
      return VolatileParts.of(unique(parts));
    } catch (IllegalArgumentException tooMany) {
      throw where.mistake(parts.get(0).place(), String.valueOf(tooMany.getMessage()));
    }
  }

  private LadderOverrides actionClass(Settings settings) {
    return new LadderOverrides(
        settings.get(LadderKeys.LADDER), settings.get(classDetectors, Map.of()));
  }
}
