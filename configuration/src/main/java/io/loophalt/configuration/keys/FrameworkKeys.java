package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.runtime.policy.FrameworkSwitches;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys that switch known frameworks on and off, all of them or single ones by name. */
final class FrameworkKeys {

  private final List<Key<Boolean>> switches = new ArrayList<>();
  private final Key<FrameworkSwitches> key;

  /**
   * The keys for these frameworks.
   *
   * @param orOthers whether extensions may bring frameworks whose names are not among these
   */
  FrameworkKeys(FrameworkNames known, boolean orOthers) {
    known.titles().forEach((name, title) -> switches.add(single(name, title)));
    key =
        frameworks(
            orOthers
                ? new MapType<>(Scalars.FRAMEWORK, Scalars.TRUTH, FrameworkKeys::switches)
                : new ObjectType<>(
                    "frameworks", "framework", List.copyOf(switches), this::switches));
  }

  /** The key under which all this stands. */
  Key<FrameworkSwitches> key() {
    return key;
  }

  private static Key<FrameworkSwitches> frameworks(Type<FrameworkSwitches> byName) {
    return optional(
        "frameworks",
        new ChoiceType<>(
            List.of(
                new ShortType<>(
                    Scalars.TRUTH,
                    all -> all.value() ? FrameworkSwitches.ALL : FrameworkSwitches.NONE),
                byName)),
        "Whether known agent frameworks are woven: all or none, or single ones by name; true by"
            + " default.",
        "weave: {frameworks: {langchain4j: false}}");
  }

  private static Key<Boolean> single(String name, String title) {
    return optional(
        name,
        Scalars.TRUTH,
        title + "; true by default.",
        "weave: {frameworks: {" + name + ": false}}");
  }

  private FrameworkSwitches switches(Settings settings) {
    Set<String> off = new HashSet<>();
    for (Key<Boolean> each : switches) {
      if (!settings.get(each, true)) {
        off.add(each.name());
      }
    }
    return new FrameworkSwitches(true, off);
  }

  private static FrameworkSwitches switches(Map<String, Located<Boolean>> byName) {
    Set<String> off = new HashSet<>();
    byName.forEach(
        (name, isOn) -> {
          if (!isOn.value()) {
            off.add(name);
          }
        });
    return new FrameworkSwitches(true, off);
  }
}
