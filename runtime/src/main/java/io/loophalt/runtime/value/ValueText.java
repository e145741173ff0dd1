package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.VolatileParts;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value as JSON if that says all of it, so that parts of it can be left out: texts,
 * numbers, maps, lists and objects of the application by their fields, as {@link CanonicalDigest}
 * counts them.
 *
 * <p>No code of the application is called. Thread-safe; O(text), allocates.
 */
final class ValueText {

  private static final int MAX_DEPTH = 16;

  /** Thrown when a value has more to it than can be written. */
  private static final class NotWhole extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotWhole() {
      super(null, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private ValueText() {}

  /**
   * The whole value as JSON; null if it is longer than what of a text is looked at ({@link
   * VolatileParts#MOST_CHARACTERS}), nests deeper than 16, changes meanwhile, or holds a set, a
   * handle or anything else that only code of the application could tell.
   */
  static @Nullable String of(@Nullable Object value) {
    StringBuilder json = new StringBuilder();
    try {
      append(json, value, 0);
      return json.toString();
    } catch (RuntimeException | VirtualMachineError | LinkageError notWhole) {
      ThreadStop.passOn(notWhole);
      return null;
    }
  }

  /** As {@link #of} for members that follow one by one; false if one of them is not whole. */
  static boolean appendMember(StringBuilder json, String name, @Nullable Object value) {
    int start = json.length();
    try {
      json.append(start > 1 ? "," : "");
      quote(json, name);
      append(json.append(':'), value, 1);
      return true;
    } catch (RuntimeException | VirtualMachineError | LinkageError notWhole) {
      ThreadStop.passOn(notWhole);
      json.setLength(start);
      return false;
    }
  }

  private static void append(StringBuilder json, @Nullable Object value, int depth) {
    if (depth > MAX_DEPTH || json.length() > VolatileParts.MOST_CHARACTERS) {
      throw new NotWhole();
    }
    if (value == null || value instanceof Boolean) {
      json.append(value);
    } else if (value instanceof String text) {
      quote(json, text);
    } else if (value instanceof Character character) {
      quote(json, character.toString());
    } else if (value instanceof Enum<?> constant) {
      quote(json, constant.name());
    } else if (value instanceof Object[] elements) {
      appendAll(json, Arrays.asList(elements), depth);
    } else if (value instanceof Optional<?> optional) {
      append(json, optional.orElse(null), depth + 1);
    } else {
      appendObject(json, value, depth);
    }
  }

  private static void appendObject(StringBuilder json, Object value, int depth) {
    ObjectShape shape = ObjectShape.of(value.getClass());
    Reading reading = shape.reading();
    if (reading == Reading.WHOLE_NUMBER
        || reading == Reading.FRACTION
        || reading == Reading.BIG_NUMBER) {
      json.append(value);
    } else if (reading == Reading.TEXT) {
      quote(json, value.toString());
    } else if (reading == Reading.FIELDS) {
      appendFields(json, value, shape, depth);
    } else {
      appendContents(json, KnownContents.of(value), shape, depth);
    }
  }

  private static void appendContents(
      StringBuilder json, @Nullable Object contents, ObjectShape shape, int depth) {
    if (!shape.fields().isEmpty()) {
      throw new NotWhole(); // a container of the application's own
    }
    if (contents instanceof CharSequence text) {
      quote(json, text);
    } else if (contents instanceof Map<?, ?> map) {
      json.append('{');
      String comma = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        quote(json.append(comma), ArgumentText.nameOf(entry.getKey()));
        append(json.append(':'), entry.getValue(), depth + 1);
        comma = ",";
      }
      json.append('}');
    } else if (contents instanceof Collection<?> list && !(contents instanceof Set<?>)) {
      appendAll(json, list, depth);
    } else {
      throw new NotWhole();
    }
  }

  private static void appendFields(StringBuilder json, Object value, ObjectShape shape, int depth) {
    if (shape.isContainer()) {
      throw new NotWhole();
    }
    json.append('{');
    String comma = "";
    for (ObjectShape.Member member : shape.fields()) {
      quote(json.append(comma), member.field().getName());
      append(json.append(':'), FieldAccess.get(member.field(), value), depth + 1);
      comma = ",";
    }
    json.append('}');
  }

  private static void appendAll(StringBuilder json, Collection<?> elements, int depth) {
    json.append('[');
    String comma = "";
    for (Object each : elements) {
      append(json.append(comma), each, depth + 1);
      comma = ",";
    }
    json.append(']');
  }

  private static void quote(StringBuilder json, CharSequence text) {
    if (text.length() > VolatileParts.MOST_CHARACTERS) {
      throw new NotWhole();
    }
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        default -> json.append(c);
      }
    }
    json.append('"');
  }
}
