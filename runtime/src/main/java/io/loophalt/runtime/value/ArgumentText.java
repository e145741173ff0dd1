package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.fingerprint.JsonMembers;
import java.io.File;
import java.lang.reflect.Array;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes argument values as compact JSON, for the rules that read words: shell commands, queries,
 * names of files.
 *
 * <p>It stands in for the JSON that a model wrote when a method's arguments are all that is seen.
 * No code of the application is called: an object that is none of {@link KnownValues}, or that
 * cannot be read because another thread changes it, appears as its class. What is beyond {@value
 * #MAX_CHARS} characters or {@value #MAX_DEPTH} levels is left out.
 */
public final class ArgumentText {

  private static final int MAX_CHARS = 8_192;
  private static final int MAX_DEPTH = 6;

  private ArgumentText() {}

  /**
   * A map as a JSON object without the members of these names; a JSON text as it is, but for them;
   * anything else as its class.
   */
  public static String of(Object arguments, Set<String> namesLeftOut) {
    try {
      Object contents = KnownContents.of(arguments);
      if (contents instanceof Map<?, ?> map) {
        return of(map, namesLeftOut);
      }
      if (contents instanceof CharSequence json) {
        return namesLeftOut.isEmpty()
            ? json.toString()
            : JsonMembers.without(json.toString(), namesLeftOut);
      }
    } catch (RuntimeException changing) {
      return arguments.getClass().getName();
    }
    return arguments.getClass().getName();
  }

  private static String of(Map<?, ?> map, Set<String> namesLeftOut) {
    StringBuilder json = new StringBuilder("{");
    for (Map.Entry<?, ?> argument : map.entrySet()) {
      String name = nameOf(argument.getKey());
      if (!namesLeftOut.contains(name)) {
        appendMember(json, name, argument.getValue());
      }
    }
    return json.append('}').toString();
  }

  /** Whether a number or time is of the JDK, and says itself what it is. */
  public static boolean isKnown(Object value) {
    return switch (ObjectShape.of(value.getClass()).reading()) {
      case WHOLE_NUMBER, FRACTION, BIG_NUMBER, TEXT -> true;
      default -> false;
    };
  }

  /** Appends {@code "name":value}, after a comma if need be. */
  public static void appendMember(StringBuilder out, String name, @Nullable Object value) {
    if (out.length() > 0 && out.charAt(out.length() - 1) != '{') {
      out.append(',');
    }
    appendText(out, name);
    out.append(':');
    append(out, value, 0);
  }

  private static void append(StringBuilder out, @Nullable Object value, int depth) {
    if (out.length() > MAX_CHARS || depth > MAX_DEPTH) {
      out.append("null");
    } else if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof String text) {
      appendText(out, text);
    } else if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      out.append(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof Float) {
      out.append(((Number) value).doubleValue());
    } else if (value instanceof Character character) {
      out.append('"').append(character.charValue()).append('"');
    } else if (value.getClass().isArray()) {
      appendArray(out, value, depth);
    } else if (value instanceof Enum<?> constant) {
      appendText(out, constant.name());
    } else {
      appendObject(out, value, depth);
    }
  }

  /** Another thread may be changing it. */
  private static void appendObject(StringBuilder out, Object value, int depth) {
    int start = out.length();
    try {
      Object contents = KnownContents.of(value);
      if (contents instanceof CharSequence text) {
        appendText(out, text);
      } else if (contents instanceof Map<?, ?> map) {
        appendMap(out, map, depth);
      } else if (contents instanceof Collection<?> collection) {
        appendAll(out, collection, depth);
      } else {
        appendText(out, isSelfExplaining(value) ? value.toString() : value.getClass().getName());
      }
    } catch (RuntimeException | VirtualMachineError | LinkageError changing) {
      ThreadStop.passOn(changing);
      out.setLength(start);
      appendText(out, value.getClass().getName());
    }
  }

  /** Types of the JDK whose text is their value. */
  private static boolean isSelfExplaining(Object value) {
    return switch (ObjectShape.of(value.getClass()).reading()) {
      case WHOLE_NUMBER, FRACTION, BIG_NUMBER -> true;
      case TEXT ->
          value instanceof File
              || value instanceof Path
              || value instanceof URI
              || value instanceof UUID;
      default -> false;
    };
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map, int depth) {
    out.append('{');
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (out.length() > MAX_CHARS) {
        break;
      }
      if (out.charAt(out.length() - 1) != '{') {
        out.append(',');
      }
      appendText(out, nameOf(entry.getKey()));
      out.append(':');
      append(out, entry.getValue(), depth + 1);
    }
    out.append('}');
  }

  /** A key as the name of a member. */
  public static String nameOf(@Nullable Object key) {
    if (key instanceof String name) {
      return name;
    }
    if (key == null || key instanceof Boolean || key instanceof Character) {
      return String.valueOf(key);
    }
    if (key instanceof Enum<?> constant) {
      return constant.name();
    }
    return isSelfExplaining(key) ? key.toString() : key.getClass().getName();
  }

  private static void appendAll(StringBuilder out, Collection<?> collection, int depth) {
    out.append('[');
    for (Object each : collection) {
      if (out.length() > MAX_CHARS) {
        break;
      }
      if (out.charAt(out.length() - 1) != '[') {
        out.append(',');
      }
      append(out, each, depth + 1);
    }
    out.append(']');
  }

  private static void appendArray(StringBuilder out, Object array, int depth) {
    out.append('[');
    int length = Array.getLength(array);
    for (int i = 0; i < length && out.length() <= MAX_CHARS; i++) {
      if (i > 0) {
        out.append(',');
      }
      append(out, Array.get(array, i), depth + 1);
    }
    out.append(']');
  }

  private static void appendText(StringBuilder out, CharSequence text) {
    out.append('"');
    int length = Math.min(text.length(), MAX_CHARS);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c);
      }
    }
    out.append('"');
  }
}
