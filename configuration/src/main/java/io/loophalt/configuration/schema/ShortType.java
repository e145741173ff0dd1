package io.loophalt.configuration.schema;

import java.util.function.Function;

/**
 * The short form of a setting: a single value that stands for a mapping.
 *
 * @param scalar the single value
 * @param build makes what the mapping would have made
 */
public record ShortType<I, T>(ScalarType<I> scalar, Function<Located<I>, T> build)
    implements Type<T> {

  @Override
  public String wanted() {
    return scalar.wanted();
  }

  @Override
  public boolean isHidden() {
    return scalar.isHidden();
  }

  @Override
  public boolean fits(YamlNode node) {
    return scalar.fits(node);
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    return build.apply(new Located<>(scalar.readFitting(node, where), node.place()));
  }
}
