package io.loophalt.configuration.schema;

import java.io.Serializable;

/**
 * A place in a configuration file, as editors count it.
 *
 * @param file the file as the user named it
 * @param line 1-based; 0 when the whole file is meant
 * @param column 1-based, in characters; 0 when the whole file is meant
 */
public record SourceLocation(String file, int line, int column) implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The file as a whole. */
  public static SourceLocation of(String file) {
    return new SourceLocation(file, 0, 0);
  }

  /** {@code file:line:column}, which terminals and editors turn into a link. */
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
