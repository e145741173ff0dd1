package io.loophalt.core.fingerprint;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Digests Java values by walking them.
 *
 * <p>The value may be of a class of the application, and reading it may fail in any way; what
 * cannot be read counts by its type. {@code hashCode} and {@code equals} are never called, {@code
 * toString} only where {@link ObjectShape} finds no other way.
 *
 * <p>Reusable, not thread-safe.
 */
final class ValueDigest {

  /** Characters and bytes that are read of one call or document: what is read in some 50 ms. */
  private static final long MAX_READ = 16L << 20;

  private static final long OBJECT = 32;
  private static final long TEXT_FORM = 33;
  private static final long UNREADABLE = 34;
  private static final long CYCLE = 35;

  private final @Nullable Object[] path = new Object[CanonicalForm.MAX_DEPTH + 1];
  private final StringBuilder scratch = new StringBuilder();
  private int valuesLeft;
  private long readLeft;
  private boolean cut;
  private boolean opaque;

  /** Forgets how much has been read, before the next call or document. */
  void begin() {
    valuesLeft = CanonicalForm.MAX_VALUES;
    readLeft = MAX_READ;
    cut = false;
    opaque = false;
  }

  /** Whether one more value is to be read; to be asked only if there is one. */
  boolean hasValuesLeft() {
    cut |= valuesLeft <= 0;
    return valuesLeft > 0;
  }

  /**
   * Whether something counted by its size only since {@link #begin}, because it is too much. What
   * an object holds in a field is taken for its machinery; in a record it is a value.
   */
  boolean isCut() {
    return cut;
  }

  /** Whether a value counted by its type only since {@link #begin}; in a field, as above. */
  boolean isOpaque() {
    return opaque;
  }

  /** The digest of a value that stands at this depth; never throws. */
  long of(@Nullable Object value, int depth) {
    if (value instanceof String text) {
      valuesLeft--;
      return text(text);
    }
    try {
      return digest(value, depth);
    } catch (Throwable fromUserCode) {
      opaque = true;
      return UNREADABLE;
    } finally {
      Arrays.fill(path, null);
    }
  }

  private long digest(@Nullable Object value, int depth) {
    valuesLeft--;
    if (value == null) {
      return CanonicalForm.NULL;
    }
    if (value instanceof String text) {
      return text(text);
    }
    if (value instanceof Boolean flag) {
      return CanonicalForm.of(flag);
    }
    if (value instanceof Enum<?> constant) {
      return CanonicalForm.text(constant.name());
    }
    if (value instanceof Character character) {
      scratch.setLength(0);
      return CanonicalForm.text(scratch.append(character.charValue()));
    }
    try {
      if (value instanceof Number number) {
        return number(number, depth);
      }
      return composite(value, depth);
    } catch (Throwable fromUserCode) {
      opaque = true;
      return CanonicalForm.tagged(UNREADABLE, ObjectShape.of(value.getClass()).type(), 0);
    }
  }

  private long text(CharSequence text) {
    int length = text.length();
    readLeft -= length;
    cut |= length > CanonicalForm.MAX_TEXT || readLeft < 0;
    return readLeft < 0 ? CanonicalForm.cut(length) : CanonicalForm.text(text);
  }

  private long bytes(byte[] bytes) {
    readLeft -= bytes.length;
    cut |= bytes.length > 2 * CanonicalForm.MAX_TEXT || readLeft < 0;
    return readLeft < 0 ? CanonicalForm.cut(bytes.length) : CanonicalForm.bytes(bytes);
  }

  /** A container that is not read. */
  private long size(int size) {
    cut |= size > 0;
    return CanonicalForm.cut(size);
  }

  private long number(Number number, int depth) {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte
        || number instanceof AtomicInteger
        || number instanceof AtomicLong
        || number instanceof LongAdder
        || number instanceof LongAccumulator) {
      return CanonicalNumber.of(number.longValue());
    }
    if (number instanceof Double
        || number instanceof Float
        || number instanceof DoubleAdder
        || number instanceof DoubleAccumulator) {
      return CanonicalNumber.of(number.doubleValue());
    }
    if (number instanceof BigDecimal decimal) {
      return CanonicalNumber.of(decimal);
    }
    if (number instanceof BigInteger integer) {
      return CanonicalNumber.of(integer);
    }
    return composite(number, depth);
  }

  private long composite(Object value, int depth) {
    if (value instanceof CharSequence text) {
      return text(text);
    }
    if (depth <= CanonicalForm.MAX_DEPTH) {
      for (int ancestor = depth - 1; ancestor >= 0; ancestor--) {
        if (path[ancestor] == value) {
          return CanonicalForm.tagged(CYCLE, depth - ancestor, 0);
        }
      }
      path[depth] = value;
    }
    boolean read = depth <= CanonicalForm.MAX_DEPTH;
    if (value instanceof Map<?, ?> map) {
      return read ? map(map, depth) : size(map.size());
    }
    if (value instanceof Collection<?> elements) {
      return read ? collection(elements, depth) : size(elements.size());
    }
    if (value.getClass().isArray()) {
      return read ? array(value, depth) : size(Array.getLength(value));
    }
    cut |= !read;
    return read ? single(value, depth) : ObjectShape.of(value.getClass()).type();
  }

  private long map(Map<?, ?> map, int depth) {
    long sum = 0;
    int size = map.size();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!hasValuesLeft()) {
        break;
      }
      long key =
          entry.getKey() instanceof String name ? text(name) : digest(entry.getKey(), depth + 1);
      sum += CanonicalForm.entry(key, digest(entry.getValue(), depth + 1));
    }
    return CanonicalForm.map(sum, size);
  }

  private long collection(Collection<?> elements, int depth) {
    if (elements instanceof Set<?> set) {
      return set(set, depth);
    }
    long state = 0;
    int size = elements.size();
    if (elements instanceof RandomAccess && elements instanceof List<?> list) {
      for (int i = 0; i < size && hasValuesLeft(); i++) {
        state = CanonicalForm.append(state, digest(list.get(i), depth + 1));
      }
    } else {
      for (Object element : elements) {
        if (!hasValuesLeft()) {
          break;
        }
        state = CanonicalForm.append(state, digest(element, depth + 1));
      }
    }
    return CanonicalForm.list(state, size);
  }

  private long set(Set<?> set, int depth) {
    long sum = 0;
    int size = set.size();
    for (Object element : set) {
      if (!hasValuesLeft()) {
        break;
      }
      sum += CanonicalForm.member(digest(element, depth + 1));
    }
    return CanonicalForm.set(sum, size);
  }

  private long array(Object array, int depth) {
    if (array instanceof byte[] bytes) {
      return bytes(bytes);
    }
    if (array instanceof char[] characters) {
      int counted = Math.min(characters.length, CanonicalForm.MAX_TEXT + 1);
      return text(new String(characters, 0, counted));
    }
    long state = 0;
    int size = Array.getLength(array);
    for (int i = 0; i < size && hasValuesLeft(); i++) {
      state = CanonicalForm.append(state, digest(Array.get(array, i), depth + 1));
    }
    return CanonicalForm.list(state, size);
  }

  private long single(Object value, int depth) {
    if (value instanceof Optional<?> optional) {
      return digest(optional.orElse(null), depth + 1);
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? CanonicalNumber.of(optional.getAsInt()) : CanonicalForm.NULL;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? CanonicalNumber.of(optional.getAsLong()) : CanonicalForm.NULL;
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? CanonicalNumber.of(optional.getAsDouble()) : CanonicalForm.NULL;
    }
    if (value instanceof AtomicBoolean flag) {
      return CanonicalForm.of(flag.get());
    }
    if (value instanceof AtomicReference<?> reference) {
      return digest(reference.get(), depth + 1);
    }
    if (value instanceof Date date) {
      return moment(date);
    }
    if (value instanceof Calendar calendar) {
      return CanonicalNumber.of(calendar.getTimeInMillis());
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), 2 * CanonicalForm.MAX_TEXT)];
      cut |= bytes.length < buffer.remaining();
      buffer.duplicate().get(bytes);
      return bytes(bytes);
    }
    return object(value, depth);
  }

  /** Applications still pass dates, and {@code java.sql.Date} refuses to become an instant. */
  @SuppressWarnings("JavaUtilDate")
  private static long moment(Date date) {
    return CanonicalNumber.of(date.getTime());
  }

  private long object(Object value, int depth) {
    ObjectShape shape = ObjectShape.of(value.getClass());
    return switch (shape.reading()) {
      case NOTHING -> {
        opaque = true;
        yield shape.type();
      }
      case TEXT -> CanonicalForm.tagged(TEXT_FORM, shape.type(), described(value));
      case FIELDS -> CanonicalForm.tagged(OBJECT, shape.type(), fields(value, shape, depth));
    };
  }

  private long fields(Object value, ObjectShape shape, int depth) {
    long sum = 0;
    List<ObjectShape.Member> fields = shape.fields();
    for (int i = 0; i < fields.size() && hasValuesLeft(); i++) {
      ObjectShape.Member member = fields.get(i);
      sum += CanonicalForm.entry(member.name(), field(value, member, depth));
    }
    return CanonicalForm.map(sum, fields.size());
  }

  private long field(Object owner, ObjectShape.Member member, int depth) {
    boolean opaqueBefore = opaque;
    boolean cutBefore = cut;
    try {
      return digest(member.field().get(owner), depth + 1);
    } catch (IllegalAccessException madeInaccessible) {
      return UNREADABLE;
    } finally {
      boolean isValue = owner.getClass().isRecord();
      opaque = opaqueBefore || (opaque && isValue);
      cut = cutBefore || (cut && isValue);
    }
  }

  /** The digest of {@code toString()}, every {@code @1a2b3c} in it reduced to the at sign. */
  private long described(Object value) {
    String text = String.valueOf(value);
    if (text.indexOf('@') < 0) {
      return text(text);
    }
    StringBuilder plain = new StringBuilder(text.length());
    int position = 0;
    while (position < text.length()) {
      char c = text.charAt(position++);
      plain.append(c);
      while (c == '@' && position < text.length() && Characters.isLowerHex(text.charAt(position))) {
        position++;
      }
    }
    return text(plain);
  }
}
