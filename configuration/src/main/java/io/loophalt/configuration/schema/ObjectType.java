package io.loophalt.configuration.schema;

import java.util.List;
import java.util.function.Function;

/**
 * A mapping with known keys.
 *
 * @param name what the reference calls it
 * @param keyNoun what a key is, for the message about an unknown one, such as {@code key}
 * @param keys in the order of the reference
 * @param build makes the value; throws {@link ConfigException} when keys contradict each other
 */
public record ObjectType<T>(
    String name, String keyNoun, List<Key<?>> keys, Function<Settings, T> build)
    implements Type<T> {

  public static <T> ObjectType<T> of(String name, List<Key<?>> keys, Function<Settings, T> build) {
    return new ObjectType<>(name, "key", List.copyOf(keys), build);
  }

  @Override
  public String wanted() {
    return "keys with values";
  }

  /** A value that belongs under one of its keys may stand in the place of all. */
  @Override
  public boolean isHidden() {
    return keys.stream().anyMatch(key -> key.type().isHidden());
  }

  @Override
  public boolean fits(YamlNode node) {
    return node instanceof YamlNode.Mapping;
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    Settings settings = new Settings(node.place(), where);
    for (YamlNode.Entry entry : ((YamlNode.Mapping) node).entries()) {
      settings.read(key(entry, where), entry);
    }
    for (Key<?> key : keys) {
      if (key.required()) {
        settings.require(key);
      }
    }
    return build.apply(settings);
  }

  private Key<?> key(YamlNode.Entry entry, SettingContext where) {
    for (Key<?> key : keys) {
      if (key.name().equals(entry.key())) {
        return key;
      }
    }
    throw unknown(entry, where);
  }

  private ConfigException unknown(YamlNode.Entry entry, SettingContext where) {
    String name = entry.key();
    String problem = "unknown " + keyNoun + " " + Quote.of(name) + where.under();
    List<String> names = keys.stream().<String>map(Key::name).toList();
    String nearest = Nearest.to(name, names);
    if (nearest == null) {
      return where.mistake(entry.place(), problem + SettingContext.choice(names), name, null);
    }
    Key<?> meant = keys.get(names.indexOf(nearest));
    return meant.where().mistake(entry.place(), problem, name, nearest);
  }
}
