package io.loophalt.configuration.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one mapping of the file, by key. */
public final class Settings {

  private final SourceLocation place;
  private final SettingContext where;
  private final Map<Key<?>, Located<?>> values = new HashMap<>();
  private final Map<Key<?>, YamlNode.Entry> entries = new HashMap<>();

  Settings(SourceLocation place, SettingContext where) {
    this.place = place;
    this.where = where;
  }

  <T> void read(Key<T> key, YamlNode.Entry entry) {
    T value = key.type().read(entry.value(), key.where());
    values.put(key, new Located<>(value, entry.value().place()));
    entries.put(key, entry);
  }

  /** Where the mapping begins. */
  public SourceLocation place() {
    return place;
  }

  public SettingContext where() {
    return where;
  }

  public boolean has(Key<?> key) {
    return values.containsKey(key);
  }

  /** The value with its place, or null when the key is not there. */
  @SuppressWarnings("unchecked") // read() is the only writer, and ties the value to the key's type
  public <T> @Nullable Located<T> placed(Key<T> key) {
    return (Located<T>) values.get(key);
  }

  /** The value, or null when the key is not there. */
  public <T> @Nullable T get(Key<T> key) {
    Located<T> found = placed(key);
    return found == null ? null : found.value();
  }

  /** The value, or what holds when the key is not there. */
  public <T> T get(Key<T> key, T byDefault) {
    Located<T> found = placed(key);
    return found == null ? byDefault : found.value();
  }

  /** The value of a required key. */
  public <T> T require(Key<T> key) {
    Located<T> found = placed(key);
    if (found == null) {
      throw where.mistake(place, Quote.of(key.name()) + " is missing" + where.under());
    }
    return found.value();
  }

  /** The value of a key as a message shows it; only for single values that are there. */
  public String quoted(Key<?> key) {
    YamlNode.Entry entry = entries.get(key);
    return entry != null && entry.value() instanceof YamlNode.Scalar scalar
        ? Quote.of(scalar.shown())
        : Quote.of(key.name());
  }

  /** A mistake at one of the keys that are there. */
  public ConfigException mistake(Key<?> key, String problem) {
    YamlNode.Entry entry = entries.get(key);
    return key.where().mistake(entry == null ? place : entry.place(), problem);
  }
}
