package io.loophalt.agent.config;

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
record MapType<V, T>(
    ScalarType<String> keyType, Type<V> valueType, Function<Map<String, Placed<V>>, T> build)
    implements Type<T> {

  @Override
  public String wanted() {
    return "keys with values, each key " + keyType.wanted();
  }

  @Override
  public boolean fits(YamlNode node) {
    return node instanceof YamlNode.Mapping;
  }

  @Override
  public T readFitting(YamlNode node, Where where) {
    Map<String, Placed<V>> values = new LinkedHashMap<>();
    for (YamlNode.Entry entry : ((YamlNode.Mapping) node).entries()) {
      String key = key(entry, where);
      Where inner = new Where(key, where.example());
      values.put(key, new Placed<>(valueType.read(entry.value(), inner), entry.place()));
    }
    return build.apply(values);
  }

  private String key(YamlNode.Entry entry, Where where) {
    YamlNode.Scalar key = new YamlNode.Scalar(entry.place(), entry.key(), true);
    if (!keyType.matches(key)) {
      throw where.mistake(
          entry.place(),
          "a key under "
              + Quote.of(where.key())
              + " must be "
              + keyType.wanted()
              + ", not "
              + key.described(),
          entry.key(),
          null);
    }
    return keyType.readFitting(key, where);
  }
}
