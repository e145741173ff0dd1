package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.DetectorSettings;
import io.loophalt.configuration.settings.LadderSettings;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of the detectors, which depend on what detectors there are. */
final class DetectorKeys {

  private static final ScalarType<Mode> MODES =
      Scalars.choice(List.of(Mode.ACT, Mode.OBSERVE, Mode.OFF));

  private final PresetCatalog catalog;

  DetectorKeys(PresetCatalog catalog) {
    this.catalog = catalog;
  }

  /** The key for what a task says about detectors. */
  Key<Map<String, DetectorSettings>> forTask() {
    List<Key<DetectorSettings>> keys = new ArrayList<>();
    for (String name : catalog.detectorNames()) {
      keys.add(
          optional(
              name,
              detector(name),
              "How this detector is used; a mode alone will do.",
              "detectors: {" + name + ": observe}"));
    }
    return optional(
        "detectors",
        byName("detectors", keys),
        "Single detectors, by name: switched, tuned, or added to those of the preset.",
        "detectors: {" + catalog.detectorNames().get(0) + ": {mode: observe}}");
  }

  /** The key for the ladders of single detectors inside a tool or an action class. */
  Key<Map<String, LadderSettings>> forCalls(String scope) {
    List<Key<LadderSettings>> keys = new ArrayList<>();
    for (String name : catalog.detectorNames()) {
      String example = scope + ": {\"run_*\": {detectors: {" + name + ": {nudge: 5, halt: 9}}}}";
      keys.add(optional(name, LadderKeys.TYPE, "This detector's ladder.", example));
    }
    return optional(
        "detectors",
        byName("detector-ladders", keys),
        "Ladders of single detectors, by name.",
        keys.get(0).example());
  }

  private Type<DetectorSettings> detector(String name) {
    String example = "detectors: {" + name + ": {mode: act, ladder: {nudge: 3, halt: 5}}}";
    Key<Mode> mode =
        optional(
            "mode", MODES, "`act`, `observe` (reports and never interferes) or `off`.", example);
    List<Key<Integer>> parameters = new ArrayList<>();
    for (String parameter : catalog.parameterNames(name)) {
      parameters.add(
          optional(
              parameter,
              parameter.equals("window") ? Scalars.WINDOW : Scalars.PARAMETER,
              "A number of this detector's own.",
              "detectors: {" + name + ": {" + parameter + ": 20}}"));
    }
    List<Key<?>> keys = new ArrayList<>(List.of(mode, LadderKeys.LADDER));
    keys.addAll(parameters);
    return new ChoiceType<>(
        List.of(
            new ShortType<>(
                MODES, only -> new DetectorSettings(only.value(), null, Map.of(), null)),
            ObjectType.of(
                "detector",
                keys,
                settings ->
                    new DetectorSettings(
                        settings.get(mode),
                        settings.get(LadderKeys.LADDER),
                        values(settings, parameters),
                        firstPlace(settings, parameters)))));
  }

  private static @Nullable SourceLocation firstPlace(Settings settings, List<Key<Integer>> keys) {
    for (Key<Integer> key : keys) {
      Located<Integer> value = settings.placed(key);
      if (value != null) {
        return value.place();
      }
    }
    return null;
  }

  private static <T> Type<Map<String, T>> byName(String name, List<Key<T>> keys) {
    return new ObjectType<>(
        name, "detector", List.copyOf(keys), settings -> values(settings, keys));
  }

  private static <T> Map<String, T> values(Settings settings, List<Key<T>> keys) {
    Map<String, T> values = new LinkedHashMap<>();
    for (Key<T> key : keys) {
      T value = settings.get(key);
      if (value != null) {
        values.put(key.name(), value);
      }
    }
    return values;
  }
}
