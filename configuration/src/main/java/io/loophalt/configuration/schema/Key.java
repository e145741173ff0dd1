package io.loophalt.configuration.schema;

/**
 * A key of an {@link ObjectType}.
 *
 * @param name as written in the file
 * @param type what its value may be
 * @param required whether it must be there
 * @param doc one sentence for the reference and for editors
 * @param example a line of YAML that is a valid configuration as it stands
 */
public record Key<T>(String name, Type<T> type, boolean required, String doc, String example) {

  public static <T> Key<T> optional(String name, Type<T> type, String doc, String example) {
    return new Key<>(name, type, false, doc, example);
  }

  public static <T> Key<T> required(String name, Type<T> type, String doc, String example) {
    return new Key<>(name, type, true, doc, example);
  }

  SettingContext where() {
    return SettingContext.of(name, example);
  }
}
