package io.loophalt.configuration.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A short and a long form of one setting, told apart by whether a scalar, a list or a mapping
 * stands there.
 */
public record ChoiceType<T>(List<Type<? extends T>> forms) implements Type<T> {

  @Override
  public String wanted() {
    return forms.stream().map(Type::wanted).collect(Collectors.joining(", or "));
  }

  @Override
  public boolean isHidden() {
    return forms.stream().anyMatch(Type::isHidden);
  }

  @Override
  public boolean fits(YamlNode node) {
    return forms.stream().anyMatch(form -> form.fits(node));
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    for (Type<? extends T> form : forms) {
      if (form.fits(node)) {
        return form.readFitting(node, where.besides(wantedBeside(form), isHidden()));
      }
    }
    throw where.wrong(node, this);
  }

  private String wantedBeside(Type<? extends T> read) {
    return forms.stream()
        .filter(form -> form != read)
        .map(Type::wanted)
        .collect(Collectors.joining(", or "));
  }
}
