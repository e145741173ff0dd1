package io.loophalt.agent.config;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which setting is being read, for the words of a mistake.
 *
 * @param key the key, empty for the file's top level
 * @param example valid YAML that shows the key
 */
record Where(String key, String example) {

  ConfigException mistake(Place place, String problem) {
    return mistake(place, problem, key, null);
  }

  ConfigException mistake(Place place, String problem, String offender, @Nullable String nearest) {
    return new ConfigException(place, problem, offender, nearest, example);
  }

  ConfigException wrong(YamlNode node, String wanted) {
    String subject = key.isEmpty() ? "a configuration" : Quote.of(key);
    return mistake(node.place(), subject + " must be " + wanted + ", not " + node.described());
  }

  ConfigException unknownKey(Place place, String noun, String name, Collection<String> known) {
    return unknown(place, noun + " " + Quote.of(name) + under(), name, name, known);
  }

  ConfigException unknownValue(YamlNode.Scalar value, Collection<String> known) {
    String what = "value " + Quote.of(value.text()) + " for " + Quote.of(key);
    return unknown(value.place(), what, value.text(), key, known);
  }

  private ConfigException unknown(
      Place place, String what, String word, String offender, Collection<String> known) {
    String nearest = Nearest.to(word, known);
    String choice =
        nearest == null
            ? "; known here: " + known.stream().sorted().collect(Collectors.joining(", "))
            : "";
    return mistake(place, "unknown " + what + choice, offender, nearest);
  }

  /** The words that place a key, with a space before them. */
  String under() {
    return key.isEmpty() ? " at the top level" : " under " + Quote.of(key);
  }
}
