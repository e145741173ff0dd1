package io.loophalt.core;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes arguments that a caller has as Java values in the JSON that a model would have written.
 */
final class JsonText {

  /** A map that holds itself has no end. */
  private static final int DEEPEST = 64;

  private final StringBuilder out = new StringBuilder();

  private JsonText() {}

  /**
   * A JSON object.
   *
   * @throws IllegalArgumentException if it holds what has no plain form, see {@link ToolCall#of(
   *     String, Map)}
   */
  static String of(Map<String, ?> arguments) {
    JsonText text = new JsonText();
    text.object(arguments, "", 0);
    return text.out.toString();
  }

  private void value(@Nullable Object value, String path, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException(
          "the argument '" + path + "' stands deeper than " + DEEPEST + " levels");
    }
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Number number) {
      number(number);
    } else if (value instanceof Enum<?> constant) {
      text(constant.name());
    } else if (value instanceof Map<?, ?> map) {
      object(map, path, depth);
    } else if (value instanceof Date date && isOf(date, "java.util", "java.sql")) {
      date(date);
    } else if (isPlain(value)) {
      text(value.toString());
    } else if (value instanceof Iterable<?> elements) {
      array(elements, path, depth);
    } else if (value instanceof Object[] elements) {
      array(Arrays.asList(elements), path, depth);
    } else if (value.getClass().isArray()) {
      array(numbers(value), path, depth);
    } else {
      throw new IllegalArgumentException(
          "the argument '"
              + path
              + "' is a "
              + value.getClass().getName()
              + ": hand over text, a number, a boolean, null, or maps and lists of them");
    }
  }

  /** The values of the JDK that say in their {@code toString} all that they hold. */
  private static boolean isPlain(Object value) {
    return value instanceof CharSequence
        || value instanceof Character
        || value instanceof Path
        || value instanceof File
        || value instanceof FileTime
        || value instanceof URI
        || value instanceof UUID
        || value instanceof Locale
        || value instanceof Currency
        || isTime(value);
  }

  private static boolean isTime(Object value) {
    return (value instanceof TemporalAccessor
            || value instanceof TemporalAmount
            || value instanceof ZoneId)
        && isOf(value, "java.time", "java.time.chrono");
  }

  private static boolean isOf(Object value, String onePackage, String other) {
    String name = value.getClass().getPackageName();
    return name.equals(onePackage) || name.equals(other);
  }

  /** Of those of {@code java.sql}, one has nanoseconds, which only its text has, too. */
  @SuppressWarnings("JavaUtilDate")
  private void date(Date date) {
    if (date.getClass().getName().equals("java.sql.Timestamp")) {
      text(date.toString());
    } else {
      out.append(date.getTime());
    }
  }

  /** The elements of an array of a primitive type. */
  private static List<Object> numbers(Object array) {
    List<Object> elements = new ArrayList<>();
    if (array instanceof int[] ints) {
      for (int each : ints) {
        elements.add(each);
      }
    } else if (array instanceof long[] longs) {
      for (long each : longs) {
        elements.add(each);
      }
    } else if (array instanceof double[] doubles) {
      for (double each : doubles) {
        elements.add(each);
      }
    } else if (array instanceof float[] floats) {
      for (float each : floats) {
        elements.add(each);
      }
    } else if (array instanceof byte[] bytes) {
      for (byte each : bytes) {
        elements.add(each);
      }
    } else if (array instanceof short[] shorts) {
      for (short each : shorts) {
        elements.add(each);
      }
    } else if (array instanceof char[] characters) {
      for (char each : characters) {
        elements.add(each);
      }
    } else {
      for (boolean each : (boolean[]) array) {
        elements.add(each);
      }
    }
    return elements;
  }

  private void number(Number number) {
    boolean floating = number instanceof Double || number instanceof Float;
    if (floating && !Double.isFinite(number.doubleValue())) {
      text(number.toString());
    } else {
      out.append(number);
    }
  }

  private void object(Map<?, ?> members, String path, int depth) {
    char before = '{';
    for (Map.Entry<?, ?> member : members.entrySet()) {
      String name = String.valueOf(member.getKey());
      out.append(before);
      text(name);
      out.append(':');
      value(member.getValue(), path.isEmpty() ? name : path + '.' + name, depth + 1);
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private void array(Iterable<?> elements, String path, int depth) {
    char before = '[';
    int index = 0;
    for (Object element : elements) {
      out.append(before);
      value(element, path + '[' + index++ + ']', depth + 1);
      before = ',';
    }
    out.append(before == '[' ? "[]" : "]");
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00")
                .append(c < 16 ? '0' : '1')
                .append("0123456789abcdef".charAt(c % 16));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
