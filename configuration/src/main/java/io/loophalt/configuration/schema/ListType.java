package io.loophalt.configuration.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Values in a row.
 *
 * @param wanted what is wanted, to go after "must be"
 * @param itemType what each may be
 * @param build makes the value; throws {@link ConfigException} when items contradict each other
 */
public record ListType<I, T>(
    String wanted, Type<I> itemType, BiFunction<List<Located<I>>, SettingContext, T> build)
    implements Type<T> {

  @Override
  public boolean isHidden() {
    return itemType.isHidden();
  }

  @Override
  public boolean fits(YamlNode node) {
    return node instanceof YamlNode.Listing;
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    List<Located<I>> items = new ArrayList<>();
    for (YamlNode item : ((YamlNode.Listing) node).items()) {
      items.add(new Located<>(itemType.read(item, where.item()), item.place()));
    }
    return build.apply(items, where);
  }
}
