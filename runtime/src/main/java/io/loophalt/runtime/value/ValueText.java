package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.VolatileParts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value as JSON if that says all of it, so that it can be read like the text of a tool,
 * and parts of it can be left out: texts, numbers, times, maps, lists, sets and objects of the
 * application by their fields, as {@link CanonicalDigest} counts them.
 *
 * <p>The elements of a set come in the order of their texts. No code of the application is called.
 * One instance writes one value; O(text), allocates.
 */
final class ValueText {

  /** Characters of a result; a text of this length fills a model's window soon. */
  private static final int MOST_OF_A_RESULT = 65_536;

  private static final int FIRST_CHARACTERS = 128;

  private static final int MAX_DEPTH = 16;

  /** To write a number of many digits takes the square of them. */
  private static final int MAX_BITS = 4_096;

  /** Thrown when a value has more to it than can be written. */
  private static final class NotWhole extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotWhole() {
      super(null, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private final StringBuilder json;

  /** Characters that may be written. */
  private final int most;

  /** Whether there is more to it than verdicts and numbers. */
  private boolean tells;

  private ValueText(StringBuilder json, int most) {
    this.json = json;
    this.most = most;
  }

  /**
   * The whole value as JSON; null if it is longer than what of a text is looked at ({@link
   * VolatileParts#MOST_CHARACTERS}), nests deeper than 16, changes meanwhile, or holds a handle, an
   * object without fields, of which the class is all that it says, or anything else that only code
   * of the application could tell.
   */
  static @Nullable String of(@Nullable Object value) {
    return of(value, VolatileParts.MOST_CHARACTERS);
  }

  /**
   * As {@link #of} for what a tool has returned, of at most {@value #MOST_OF_A_RESULT} characters;
   * a text, a constant or a time that is all of the result stands without quotes, as in a tool's
   * text.
   *
   * @param leftOut parts that are to be left out of the text
   * @return null also for a verdict, and for an object of which all members are verdicts and
   *     numbers, unless a part of it is left out: as a text that would be short and ever the same
   */
  static @Nullable String ofResult(Object returned, @Nullable VolatileParts leftOut) {
    Object value = returned;
    for (int i = 0; i < MAX_DEPTH && value instanceof Optional<?> optional; i++) {
      value = optional.orElse(null);
    }
    if (value instanceof String text) {
      return text;
    }
    if (value == null || value instanceof Boolean) {
      return null;
    }
    if (value instanceof Integer || value instanceof Long) {
      return value.toString(); // what many methods return, at less cost
    }
    ValueText text = written(value, MOST_OF_A_RESULT);
    if (text == null) {
      return null;
    }
    String json = text.json.toString();
    if (text.isVerdict() && (leftOut == null || leftOut.leaveOut(json).equals(json))) {
      return null;
    }
    return json.charAt(0) != '"' || json.indexOf('\\') >= 0
        ? json
        : json.substring(1, json.length() - 1);
  }

  /** Whether it is a verdict, nothing, or an object of verdicts and numbers alone. */
  private boolean isVerdict() {
    return !tells && "{tfn".indexOf(json.charAt(0)) >= 0;
  }

  private static @Nullable String of(@Nullable Object value, int most) {
    ValueText text = written(value, most);
    return text == null ? null : text.json.toString();
  }

  private static @Nullable ValueText written(@Nullable Object value, int most) {
    try {
      ValueText text = new ValueText(new StringBuilder(FIRST_CHARACTERS), most);
      text.append(value, 0);
      return text;
    } catch (RuntimeException | VirtualMachineError | LinkageError notWhole) {
      ThreadStop.passOn(notWhole);
      return null;
    }
  }

  /** As {@link #of} for members that follow one by one; false if one of them is not whole. */
  static boolean appendMember(StringBuilder json, String name, @Nullable Object value) {
    int start = json.length();
    try {
      ValueText text = new ValueText(json, VolatileParts.MOST_CHARACTERS);
      json.append(start > 1 ? "," : "");
      text.quote(name);
      json.append(':');
      text.append(value, 1);
      return true;
    } catch (RuntimeException | VirtualMachineError | LinkageError notWhole) {
      ThreadStop.passOn(notWhole);
      json.setLength(start);
      return false;
    }
  }

  private void append(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH || json.length() > most) {
      throw new NotWhole();
    }
    if (value instanceof Boolean) {
      json.append(value);
    } else if (value == null) {
      appendNothing();
    } else if (value instanceof String text) {
      appendText(text);
    } else if (value instanceof Character character) {
      appendText(character.toString());
    } else if (value instanceof Enum<?> constant) {
      appendText(constant.name());
    } else if (value instanceof Object[] elements) {
      appendAll(Arrays.asList(elements), depth);
    } else {
      appendObject(value, depth);
    }
  }

  private void appendObject(Object value, int depth) {
    Object behind = KnownContents.behindViews(value);
    if (behind == null) {
      throw new NotWhole();
    }
    ObjectShape shape = ObjectShape.of(behind.getClass());
    switch (shape.reading()) {
      case WHOLE_NUMBER, FRACTION -> json.append(behind);
      case BIG_NUMBER -> appendNumber(behind);
      case TEXT -> appendText(KnownContents.described(behind));
      case TIME -> appendText(timeOf((Date) behind, 0));
      case TIMESTAMP -> appendText(timeOf((Date) behind, shape.number(0, behind)));
      case HOLDER -> append(held(behind), depth + 1);
      case ENTRY -> appendEntry((Map.Entry<?, ?>) behind, depth);
      case FIELDS -> appendFields(behind, shape, depth);
      default -> appendContents(KnownContents.of(behind, shape), shape, depth);
    }
  }

  private void appendNumber(Object number) {
    BigInteger digits =
        number instanceof BigDecimal decimal ? decimal.unscaledValue() : (BigInteger) number;
    if (digits.bitLength() > MAX_BITS) {
      throw new NotWhole();
    }
    json.append(number);
  }

  /** Applications still pass dates, and {@code java.sql.Date} refuses to become an instant. */
  @SuppressWarnings("JavaUtilDate")
  private static String timeOf(Date date, int nanos) {
    Instant millis = Instant.ofEpochMilli(date.getTime());
    return (nanos == 0 ? millis : Instant.ofEpochSecond(millis.getEpochSecond(), nanos)).toString();
  }

  private static @Nullable Object held(Object holder) {
    if (holder instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (holder instanceof OptionalInt optional) {
      return optional.isPresent() ? (Object) optional.getAsInt() : null;
    }
    if (holder instanceof OptionalLong optional) {
      return optional.isPresent() ? (Object) optional.getAsLong() : null;
    }
    if (holder instanceof OptionalDouble optional) {
      return optional.isPresent() ? (Object) optional.getAsDouble() : null;
    }
    return holder instanceof AtomicBoolean flag ? flag.get() : ((AtomicReference<?>) holder).get();
  }

  private void appendEntry(Map.Entry<?, ?> entry, int depth) {
    json.append("{\"key\":");
    append(entry.getKey(), depth + 1);
    json.append(",\"value\":");
    append(entry.getValue(), depth + 1);
    json.append('}');
  }

  private void appendContents(@Nullable Object contents, ObjectShape shape, int depth) {
    if (!shape.fields().isEmpty()) {
      throw new NotWhole(); // a container of the application's own
    }
    if (contents instanceof CharSequence text) {
      appendText(text);
    } else if (contents instanceof Map<?, ?> map) {
      tells |= map.isEmpty();
      json.append('{');
      String comma = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.append(comma);
        quote(nameOf(entry.getKey()));
        json.append(':');
        append(entry.getValue(), depth + 1);
        comma = ",";
      }
      json.append('}');
    } else if (contents instanceof Set<?> set) {
      appendSorted(set, depth);
    } else if (contents instanceof Collection<?> list) {
      appendAll(list, depth);
    } else {
      throw new NotWhole();
    }
  }

  /** A key whose text is all that it says. */
  private static String nameOf(@Nullable Object key) {
    if (key == null
        || key instanceof String
        || key instanceof Boolean
        || key instanceof Character) {
      return String.valueOf(key);
    }
    if (key instanceof Enum<?> constant) {
      return constant.name();
    }
    return switch (ObjectShape.of(key.getClass()).reading()) {
      case WHOLE_NUMBER, FRACTION -> key.toString();
      case TEXT -> KnownContents.described(key).toString();
      default -> throw new NotWhole();
    };
  }

  private void appendFields(Object value, ObjectShape shape, int depth) {
    if (shape.isContainer() || shape.fields().isEmpty()) {
      throw new NotWhole();
    }
    json.append('{');
    String comma = "";
    for (ObjectShape.Member member : shape.fields()) {
      json.append(comma);
      quote(member.field().getName());
      json.append(':');
      append(FieldAccess.get(member.field(), value), depth + 1);
      comma = ",";
    }
    json.append('}');
  }

  private void appendAll(Collection<?> elements, int depth) {
    tells = true;
    json.append('[');
    String comma = "";
    for (Object each : elements) {
      json.append(comma);
      append(each, depth + 1);
      comma = ",";
    }
    json.append(']');
  }

  /** Of a set no order matters. */
  private void appendSorted(Set<?> elements, int depth) {
    tells = true;
    json.append('[');
    int start = json.length();
    List<String> texts = new ArrayList<>();
    int from = start;
    for (Object each : elements) {
      append(each, depth + 1);
      texts.add(json.substring(from));
      from = json.length();
    }
    json.setLength(start);
    Collections.sort(texts);
    String comma = "";
    for (String each : texts) {
      json.append(comma).append(each);
      comma = ",";
    }
    json.append(']');
  }

  /** Nothing as a whole is an empty {@link Optional}. */
  private void appendNothing() {
    tells |= json.length() > 0;
    json.append("null");
  }

  private void appendText(CharSequence text) {
    tells = true;
    quote(text);
  }

  private void quote(CharSequence text) {
    if (text.length() > most) {
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
        case '\t' -> json.append("\\t");
        default -> json.append(c);
      }
    }
    json.append('"');
  }
}
