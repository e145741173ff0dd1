package io.loophalt.configuration.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A mapping with keys of the user's choice, in the order of the file.
 *
 * @param keyType what a key may be
 * @param valueType what each value may be
 * @param build makes the value; the place of each entry is that of its key
 */
public record MapType<V, T>(
    ScalarType<String> keyType, Type<V> valueType, Function<Map<String, Located<V>>, T> build)
    implements Type<T> {

  @Override
  public String wanted() {
    return "keys with values, each key " + keyType.wanted();
  }

  @Override
  public boolean isHidden() {
    return valueType.isHidden();
  }

  @Override
  public boolean fits(YamlNode node) {
    return node instanceof YamlNode.Mapping;
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    Map<String, Located<V>> values = new LinkedHashMap<>();
    for (YamlNode.Entry entry : ((YamlNode.Mapping) node).entries()) {
      String key = keyType.read(entry.keyAsText(), where.entryName());
      V value = valueType.read(entry.value(), where.entry(key));
      values.put(key, new Located<>(value, entry.place()));
    }
    return build.apply(values);
  }
}
