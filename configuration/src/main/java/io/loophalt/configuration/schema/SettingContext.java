package io.loophalt.configuration.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which setting is being read, for the words of a mistake.
 *
 * @param subject what a sentence about its value begins with
 * @param key the key, empty for the file's top level
 * @param example valid YAML that shows the key
 * @param otherForms what else the value may be than the form that is being read; empty for nothing
 * @param othersAreHidden whether no message quotes a single value in the place of one of these
 */
public record SettingContext(
    String subject, String key, String example, String otherForms, boolean othersAreHidden) {

  private SettingContext(String subject, String key, String example) {
    this(subject, key, example, "", /* othersAreHidden= */ false);
  }

  public static SettingContext topLevel(String example) {
    return new SettingContext("a configuration", "", example);
  }

  static SettingContext of(String key, String example) {
    return new SettingContext(Quote.of(key), key, example);
  }

  /** A value in the list that is being read. */
  SettingContext item() {
    return new SettingContext("an item of " + Quote.of(key), key, example);
  }

  /** The value of a key of the user's choice, in the mapping that is being read. */
  SettingContext entry(String name) {
    return of(name, example);
  }

  /** A key of the user's choice, in the mapping that is being read. */
  SettingContext entryName() {
    return new SettingContext("a key under " + Quote.of(key), key, example);
  }

  /** The same setting, of which one form is read and there are others. */
  SettingContext besides(String forms, boolean areHidden) {
    return new SettingContext(subject, key, example, forms, areHidden);
  }

  public ConfigException mistake(SourceLocation place, String problem) {
    return mistake(place, problem, key, null);
  }

  public ConfigException mistake(
      SourceLocation place, String problem, String offender, @Nullable String nearest) {
    return new ConfigException(place, problem, offender, nearest, example);
  }

  ConfigException wrong(YamlNode node, Type<?> type) {
    boolean hidden =
        type.isHidden() && node instanceof YamlNode.Scalar scalar && !scalar.text().isEmpty();
    return mistake(
        node.place(),
        subject
            + " must be "
            + type.wanted()
            + ", not "
            + (hidden ? "what is written there" : node.described()));
  }

  ConfigException unknownValue(YamlNode.Scalar value, List<String> known) {
    // What a variable's value is near to would tell of it.
    String nearest = value.withVariables() == null ? Nearest.to(value.text(), known) : null;
    boolean hidden = othersAreHidden && nearest == null;
    String problem =
        "unknown value " + (hidden ? "" : Quote.of(value.shown()) + ' ') + "for " + Quote.of(key);
    String choice = choice(known) + (otherForms.isEmpty() ? "" : ", or " + otherForms);
    return mistake(value.place(), nearest == null ? problem + choice : problem, key, nearest);
  }

  /** What a message about an unknown name ends with. */
  static String choice(List<String> known) {
    return "; choose from " + String.join(", ", known);
  }

  /** The words that place a key, with a space before them. */
  public String under() {
    return key.isEmpty() ? " at the top level" : " under " + Quote.of(key);
  }
}
