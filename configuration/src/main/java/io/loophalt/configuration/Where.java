package io.loophalt.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which setting is being read, for the words of a mistake.
 *
 * @param subject what a sentence about its value begins with
 * @param key the key, empty for the file's top level
 * @param example valid YAML that shows the key
 */
record Where(String subject, String key, String example) {

  static Where topLevel(String example) {
    return new Where("a configuration", "", example);
  }

  static Where of(String key, String example) {
    return new Where(Quote.of(key), key, example);
  }

  /** A value in the list that is being read. */
  Where item() {
    return new Where("an item of " + Quote.of(key), key, example);
  }

  /** The value of a key of the user's choice, in the mapping that is being read. */
  Where entry(String name) {
    return of(name, example);
  }

  /** A key of the user's choice, in the mapping that is being read. */
  Where entryName() {
    return new Where("a key under " + Quote.of(key), key, example);
  }

  ConfigException mistake(Place place, String problem) {
    return mistake(place, problem, key, null);
  }

  ConfigException mistake(Place place, String problem, String offender, @Nullable String nearest) {
    return new ConfigException(place, problem, offender, nearest, example);
  }

  ConfigException wrong(YamlNode node, String wanted) {
    return mistake(node.place(), subject + " must be " + wanted + ", not " + node.described());
  }

  ConfigException unknownKey(YamlNode.Entry entry, String noun, List<Key<?>> known) {
    String name = entry.key();
    String problem = "unknown " + noun + " " + Quote.of(name) + under();
    List<String> names = known.stream().<String>map(Key::name).toList();
    String nearest = Nearest.to(name, names);
    if (nearest == null) {
      return mistake(entry.place(), problem + choice(names), name, null);
    }
    Key<?> meant = known.get(names.indexOf(nearest));
    return meant.where().mistake(entry.place(), problem, name, nearest);
  }

  ConfigException unknownValue(YamlNode.Scalar value, List<String> known) {
    // What a variable's value is near to would tell of it.
    String nearest = value.withVariables() == null ? Nearest.to(value.text(), known) : null;
    String problem = "unknown value " + Quote.of(value.shown()) + " for " + Quote.of(key);
    return mistake(
        value.place(), nearest == null ? problem + choice(known) : problem, key, nearest);
  }

  private static String choice(List<String> known) {
    return "; choose from " + String.join(", ", known);
  }

  /** The words that place a key, with a space before them. */
  String under() {
    return key.isEmpty() ? " at the top level" : " under " + Quote.of(key);
  }
}
