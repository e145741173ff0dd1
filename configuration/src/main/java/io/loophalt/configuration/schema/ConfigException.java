package io.loophalt.configuration.schema;

import io.loophalt.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The first mistake of a configuration; its message is the one line that a person sees, with the
 * place, the offending key, the nearest valid one and an example.
 */
public final class ConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final SourceLocation place;
  private final @Nullable String key;
  private final @Nullable String nearest;
  private final @Nullable String example;

  public ConfigException(
      SourceLocation place,
      String problem,
      @Nullable String key,
      @Nullable String nearest,
      @Nullable String example) {
    super(line(place, problem, nearest, example));
    this.place = place;
    this.key = key;
    this.nearest = nearest;
    this.example = example;
  }

  /**
   * A mistake of the file as a whole or of its YAML, which no key is to blame for.
   *
   * @param example valid YAML; null where the problem names a command as the next step
   */
  public static ConfigException ofFile(
      SourceLocation place, String problem, @Nullable String example) {
    return new ConfigException(place, problem, null, null, example);
  }

  private static String line(
      SourceLocation place, String problem, @Nullable String nearest, @Nullable String example) {
    StringBuilder line = new StringBuilder().append(place).append(": ").append(problem);
    if (nearest != null) {
      line.append("; did you mean '").append(nearest).append("'?");
    }
    if (example != null) {
      line.append(nearest == null ? "." : "").append(" Example: ").append(example);
    }
    return PrintableText.of(line.toString());
  }

  /** The file as the user named it. */
  public String file() {
    return place.file();
  }

  /** The 1-based line; 0 when the file as a whole is wrong. */
  public int line() {
    return place.line();
  }

  /** The 1-based column, in characters; 0 when the file as a whole is wrong. */
  public int column() {
    return place.column();
  }

  /** The key that is wrong or has the wrong value; null when no key is to blame. */
  public @Nullable String key() {
    return key;
  }

  /** The valid key or value that is nearest to what was written; null when none is near. */
  public @Nullable String nearest() {
    return nearest;
  }

  /** A line of YAML that is valid as it stands; null when the bytes of the file cannot be read. */
  public @Nullable String example() {
    return example;
  }
}
