package io.loophalt.configuration;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.schema.YamlNode.Scalar;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts environment variables in the place of {@code ${NAME}} in the texts of a file; a second
 * dollar sign in front keeps the characters themselves.
 *
 * <p>A variable's value may be a secret: what comes of it keeps the text as it is written, which is
 * what messages show.
 */
public final class Variables {

  /** What a value with a variable looks like. */
  private static final String EXAMPLE = "events: {file: \"${HOME}/loophalt-events.jsonl\"}";

  private static final String BEGIN = "${";
  private static final String ESCAPED = "$${";

  private final Function<String, @Nullable String> environment;

  /** Reads variables such as by {@code System::getenv}. */
  Variables(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /** Leaves variables as they are written. */
  static Variables unread() {
    return new Variables(name -> BEGIN + name + "}");
  }

  /**
   * The value with its variables filled in.
   *
   * @throws ConfigException if one is not set or not written as {@code ${NAME}}
   */
  Scalar in(Scalar scalar) {
    String written = scalar.text();
    if (!written.contains(BEGIN)) {
      return scalar;
    }
    StringBuilder text = new StringBuilder();
    boolean any = false;
    int at = 0;
    for (int begin = next(written, at); begin >= 0; begin = next(written, at)) {
      text.append(written, at, begin);
      if (written.startsWith(ESCAPED, begin)) {
        text.append(BEGIN);
        at = begin + ESCAPED.length();
      } else {
        int end = written.indexOf('}', begin);
        text.append(valueOf(scalar.place(), written, begin, end));
        any = true;
        at = end + 1;
      }
    }
    text.append(written, at, written.length());
    return any
        ? new Scalar(scalar.place(), text.toString(), true, written)
        : new Scalar(scalar.place(), text.toString(), scalar.quoted(), null);
  }

  /** Where the next variable or the next escape begins; -1 if there is none. */
  private static int next(String written, int from) {
    int begin = written.indexOf(BEGIN, from);
    return begin > from && written.charAt(begin - 1) == '$' ? begin - 1 : begin;
  }

  private String valueOf(SourceLocation place, String written, int begin, int end) {
    String name = end < 0 ? "" : written.substring(begin + BEGIN.length(), end);
    if (!isName(name)) {
      throw ConfigException.ofFile(
          place,
          Quote.of(end < 0 ? written.substring(begin) : written.substring(begin, end + 1))
              + " is no variable; write ${NAME} with letters, digits and _, or $${ for the"
              + " characters themselves",
          EXAMPLE);
    }
    String value = environment.apply(name);
    if (value == null) {
      throw ConfigException.ofFile(
          place,
          "the environment variable "
              + Quote.of(name)
              + " is not set; set it if the setting is a text, write out what is none, or write $${"
              + " for the characters themselves",
          EXAMPLE);
    }
    return value;
  }

  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
      if (!letter && !(i > 0 && c >= '0' && c <= '9')) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
