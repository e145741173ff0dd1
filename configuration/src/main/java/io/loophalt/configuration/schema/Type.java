package io.loophalt.configuration.schema;

/**
 * What may stand in one place of a configuration, and how it becomes a value.
 *
 * <p>The one description of the file's shape: the parser reads by it, and the JSON Schema for
 * editors and the reference are held to it by tests.
 *
 * @param <T> what it becomes
 */
public interface Type<T> {

  /** What is wanted, to go after "must be". */
  String wanted();

  /** Whether no message quotes a single value that stands there, because it may be a secret. */
  default boolean isHidden() {
    return false;
  }

  /** Whether a node of this form can be read at all, by its form alone. */
  boolean fits(YamlNode node);

  /**
   * The value of a node that {@link #fits}.
   *
   * @throws ConfigException for the first mistake in the order of the file
   */
  T readFitting(YamlNode node, SettingContext where);

  /**
   * The value of a node.
   *
   * @throws ConfigException for the first mistake in the order of the file
   */
  default T read(YamlNode node, SettingContext where) {
    if (!fits(node)) {
      throw where.wrong(node, this);
    }
    return readFitting(node, where);
  }
}
