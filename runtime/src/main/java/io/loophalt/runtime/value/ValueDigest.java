package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.fingerprint.CanonicalForm;
import io.loophalt.core.fingerprint.CanonicalNumber;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
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
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Digests Java values by walking them.
 *
 * <p>Calls methods of nothing but {@link KnownValues}, and takes no lock. Everything else counts by
 * its fields, its type or its identity. Another thread may be changing what is read; what cannot be
 * read for that reason is like no other.
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
  private static final long FRACTION_OF_A_MILLI = 36;
  private static final long GRAPH = 37;

  /** Values that are read of all graphs of a call in all passes together. */
  private static final int MAX_VALUES_OF_PASSES = 4 * CanonicalForm.MAX_VALUES;

  /** Characters and bytes that are read of a graph in all passes together. */
  private static final long MAX_READ_OF_PASSES = 2 * MAX_READ;

  private static final int NANOS_OF_A_MILLI = 1_000_000;

  private static final String ZONE_OF_THE_JDK = "sun.util.calendar.ZoneInfo";
  private static final long CONTENTS = CanonicalForm.text("contents");
  private static final long MESSAGE = CanonicalForm.text("detailMessage");
  private static final long CAUSE = CanonicalForm.text("cause");
  private static final long KEY = CanonicalForm.text("key");
  private static final long VALUE = CanonicalForm.text("value");
  private static final long IDENTITY = CanonicalForm.text("identity");
  private static final Object[] NO_PATH = {};

  /** Made when first needed: most threads read texts and numbers only. */
  private @Nullable Object[] path = NO_PATH;

  private @Nullable StringBuilder scratch;
  private int valuesLeft;
  private long readLeft;
  private long valuesOfPassesLeft;
  private boolean cut;
  private boolean opaque;
  private boolean fieldsMayBeCut;

  /** While a value is read as a graph. */
  private @Nullable ValueGraph graph;

  /** What was met in the value that is being read. */
  private boolean objects;

  private boolean cycles;
  private boolean beyond;

  /** Whether the value is being read as a tree although it is none: it has too much to it. */
  private boolean asTree;

  /**
   * Forgets how much has been read, before the next call or document.
   *
   * @param fieldsMayBeCut whether what an object holds in a field is taken for its machinery, which
   *     may be too much to be read whole
   */
  void begin(boolean fieldsMayBeCut) {
    this.fieldsMayBeCut = fieldsMayBeCut;
    valuesLeft = CanonicalForm.MAX_VALUES;
    readLeft = MAX_READ;
    valuesOfPassesLeft = MAX_VALUES_OF_PASSES;
    cut = false;
    opaque = false;
  }

  /** Whether one more value is to be read; to be asked only if there is one. */
  boolean hasValuesLeft() {
    if (isTangled()) {
      return false;
    }
    beyond |= valuesLeft <= 0;
    cut |= valuesLeft <= 0;
    return valuesLeft > 0;
  }

  /** Whether a value that is read as a tree is to be read as a graph. */
  private boolean isTangled() {
    return cycles && objects && graph == null && !asTree;
  }

  /**
   * Whether something counted by its size only since {@link #begin}, because it is too much. In a
   * record a field is a value in any case.
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
      return treeOrGraph(value, depth);
    } catch (RuntimeException | VirtualMachineError | LinkageError changing) {
      return unreadable(changing);
    } finally {
      Arrays.fill(path, null);
      graph = null;
      objects = false;
      cycles = false;
      beyond = false;
      asTree = false;
    }
  }

  private long unreadable(Throwable changing) {
    ThreadStop.passOn(changing);
    opaque = true;
    cut = true;
    return UNREADABLE;
  }

  /**
   * A value counts as the tree that it unfolds into; only where this has no end, or more parts than
   * are read, as a graph. So it makes no difference where two of its parts are one object.
   */
  private long treeOrGraph(@Nullable Object value, int depth) {
    int values = valuesLeft;
    long read = readLeft;
    boolean cutBefore = cut;
    boolean opaqueBefore = opaque;
    long tree = digest(value, depth);
    if (!objects || (!cycles && !beyond)) {
      return tree;
    }
    boolean wasTangled = isTangled();
    int valuesAfter = valuesLeft;
    long readAfter = readLeft;
    boolean cutAfter = cut;
    boolean opaqueAfter = opaque;
    beyond = valuesOfPassesLeft <= 0;
    long digest = beyond ? 0 : graph(value, values, read);
    graph = null;
    if (!beyond) {
      cut |= cutBefore;
      opaque |= opaqueBefore;
      return digest;
    }
    valuesLeft = wasTangled ? values : valuesAfter;
    readLeft = wasTangled ? read : readAfter;
    cut = wasTangled ? cutBefore : cutAfter;
    opaque = wasTangled ? opaqueBefore : opaqueAfter;
    asTree = true;
    return wasTangled ? digest(value, depth) : tree;
  }

  /** As a graph; means nothing if there turns out to be {@link #beyond} what is read. */
  private long graph(@Nullable Object value, int values, long read) {
    ValueGraph parts = new ValueGraph();
    graph = parts;
    boolean more = true;
    for (int pass = 1; more && !beyond; pass++) {
      valuesLeft = values;
      readLeft = read;
      if (pass == 1) {
        digest(value, 0);
      }
      // Backwards from the second on: what is in a part is told to what holds it, in one pass.
      for (int i = 0; i < parts.size() && !beyond; i++) {
        int index = pass == 1 ? i : parts.size() - 1 - i;
        cut = false;
        opaque = false;
        long digest = part(parts.node(index));
        parts.put(index, digest, cut, opaque);
      }
      more = parts.endPass();
      valuesOfPassesLeft -= values - valuesLeft;
      beyond |=
          more
              && (values - valuesLeft > valuesOfPassesLeft
                  || (pass + 1) * (read - readLeft) > MAX_READ_OF_PASSES);
    }
    cut = false;
    opaque = false;
    return CanonicalForm.tagged(GRAPH, digest(value, 0), parts.digest());
  }

  private long part(Object part) {
    ObjectShape shape = ObjectShape.of(part.getClass());
    try {
      return composite(part, shape, 0);
    } catch (RuntimeException | VirtualMachineError | LinkageError changing) {
      return CanonicalForm.tagged(unreadable(changing), shape.type(), 0);
    }
  }

  /** A part of a graph by what the pass before found of it. */
  private long reference(ValueGraph parts, Object part) {
    int index = parts.indexOf(part);
    if (index < 0) {
      opaque = true; // another thread has just put it there
      cut = true;
      return UNREADABLE;
    }
    cut |= parts.isCut(index);
    opaque |= parts.isOpaque(index);
    return parts.digest(index);
  }

  /** Whether it has parts of its own, and will be the same object when it is met again. */
  private static boolean isPart(Object value, ObjectShape shape) {
    return switch (shape.reading()) {
      case FIELDS, EXCEPTION, COLLECTION, MAP -> true;
      case TREE_RANGE, LIST_RANGE, KEYS, VALUES, ENTRIES, REVERSED -> true;
      case ARRAY, SLICE, BUCKETS -> true;
      case PART -> !(value instanceof CharSequence);
      default -> value.getClass().isArray() && !(value instanceof char[]);
    };
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
      return character(character);
    }
    if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      return CanonicalNumber.of(((Number) value).longValue());
    }
    if (value instanceof Double || value instanceof Float) {
      return CanonicalNumber.of(((Number) value).doubleValue());
    }
    try {
      Object behind = KnownContents.behindViews(value);
      if (behind == null) {
        return identity(value);
      }
      ObjectShape shape = ObjectShape.of(behind.getClass());
      ValueGraph parts = graph;
      return parts != null && isPart(behind, shape)
          ? reference(parts, behind)
          : composite(behind, shape, depth);
    } catch (RuntimeException | VirtualMachineError | LinkageError changing) {
      long type = ObjectShape.of(value.getClass()).type();
      return CanonicalForm.tagged(unreadable(changing), type, 0);
    }
  }

  /** A value that only code of the application could tell: only the very same is the same. */
  private long identity(Object value) {
    opaque = true;
    long type = ObjectShape.of(value.getClass()).type();
    return CanonicalForm.tagged(UNREADABLE, type, System.identityHashCode(value));
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

  private long composite(Object value, ObjectShape shape, int depth) {
    switch (shape.reading()) {
      case CHARACTERS -> {
        return text((CharSequence) value);
      }
      case WHOLE_NUMBER -> {
        return CanonicalNumber.of(((Number) value).longValue());
      }
      case FRACTION -> {
        return CanonicalNumber.of(((Number) value).doubleValue());
      }
      case BIG_NUMBER -> {
        return value instanceof BigDecimal decimal
            ? CanonicalNumber.of(decimal)
            : CanonicalNumber.of((BigInteger) value);
      }
      default -> {}
    }
    objects |= !shape.fields().isEmpty();
    beyond |= depth > CanonicalForm.MAX_DEPTH && graph == null;
    if (depth <= CanonicalForm.MAX_DEPTH) {
      if (path.length == 0) {
        path = new Object[CanonicalForm.MAX_DEPTH + 1];
      }
      for (int ancestor = depth - 1; ancestor >= 0; ancestor--) {
        if (path[ancestor] == value) {
          cycles = true;
          return CanonicalForm.tagged(CYCLE, depth - ancestor, 0);
        }
      }
      path[depth] = value;
    }
    boolean read = depth <= CanonicalForm.MAX_DEPTH;
    if (value.getClass().isArray()) {
      return read ? array(value, depth) : size(Array.getLength(value));
    }
    Object contents = KnownContents.of(value, shape);
    if (contents == null) {
      cut |= !read;
      return read ? single(value, shape, depth) : shape.type();
    }
    long digest = contents(contents, read, depth);
    return read && !shape.fields().isEmpty()
        ? CanonicalForm.tagged(
            OBJECT,
            shape.type(),
            fields(value, shape, CanonicalForm.entry(CONTENTS, digest), 1, depth))
        : digest;
  }

  private long character(char character) {
    StringBuilder text = scratch;
    if (text == null) {
      text = new StringBuilder(1);
      scratch = text;
    }
    text.setLength(0);
    return CanonicalForm.text(text.append(character));
  }

  private long contents(Object contents, boolean read, int depth) {
    if (contents instanceof CharSequence text) {
      return text(text);
    }
    if (contents instanceof Map<?, ?> map) {
      return read ? map(map, depth) : size(map.size());
    }
    Collection<?> elements = (Collection<?>) contents;
    return read ? collection(elements, depth) : size(elements.size());
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

  private long single(Object value, ObjectShape shape, int depth) {
    return switch (shape.reading()) {
      case TEXT ->
          CanonicalForm.tagged(TEXT_FORM, shape.type(), text(KnownContents.described(value)));
      case HOLDER -> held(value, depth);
      case TIME -> moment((Date) value);
      case TIMESTAMP -> timestamp((Date) value, shape.number(0, value));
      case CALENDAR -> calendar((Calendar) value, shape.held(value));
      case BYTES -> buffer((ByteBuffer) value);
      case NUMBERS -> CanonicalForm.tagged(TEXT_FORM, shape.type(), numbers(value));
      case ENTRY -> entry((Map.Entry<?, ?>) value, shape, depth);
      case FIELDS -> CanonicalForm.tagged(OBJECT, shape.type(), fields(value, shape, 0, 0, depth));
      case EXCEPTION ->
          CanonicalForm.tagged(OBJECT, shape.type(), exception((Throwable) value, shape, depth));
      case NOTHING -> {
        opaque = true;
        yield shape.type();
      }
      default -> identity(value);
    };
  }

  private long held(Object value, int depth) {
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
    return digest(((AtomicReference<?>) value).get(), depth + 1);
  }

  /** Applications still pass dates, and {@code java.sql.Date} refuses to become an instant. */
  @SuppressWarnings("JavaUtilDate")
  private static long moment(Date date) {
    return CanonicalNumber.of(date.getTime());
  }

  private static long timestamp(Date date, int nanos) {
    int behindMillis = nanos % NANOS_OF_A_MILLI;
    return behindMillis == 0
        ? moment(date)
        : CanonicalForm.tagged(FRACTION_OF_A_MILLI, moment(date), behindMillis);
  }

  /**
   * A calendar asks its time zone for the time, and settles the fields that were set for it: so a
   * copy is asked, and the tool gets its calendar as it was.
   */
  private long calendar(Calendar calendar, @Nullable Object zone) {
    return zone != null && zone.getClass().getName().equals(ZONE_OF_THE_JDK)
        ? CanonicalNumber.of(((Calendar) calendar.clone()).getTimeInMillis())
        : identity(calendar);
  }

  private long buffer(ByteBuffer buffer) {
    byte[] bytes = new byte[Math.min(buffer.remaining(), 2 * CanonicalForm.MAX_TEXT)];
    cut |= bytes.length < buffer.remaining();
    buffer.duplicate().get(bytes);
    return bytes(bytes);
  }

  private long numbers(Object value) {
    if (value instanceof AtomicLongArray longs) {
      return numbers(longs.length(), longs::get);
    }
    if (value instanceof AtomicIntegerArray ints) {
      return numbers(ints.length(), ints::get);
    }
    BitSet bits = (BitSet) value;
    int size = bits.size() / Long.SIZE;
    if (size > readLeft / Long.BYTES) {
      return size(size);
    }
    long[] words = bits.toLongArray();
    return numbers(words.length, at -> words[at]);
  }

  /** Elements are counted as the bytes that they take: a set of bits is one value. */
  private long numbers(int size, IntToLongFunction elements) {
    long bytes = (long) size * Long.BYTES;
    readLeft -= bytes;
    if (readLeft < 0) {
      return size(size);
    }
    long state = 0;
    for (int i = 0; i < size; i++) {
      state = CanonicalForm.append(state, CanonicalNumber.of(elements.applyAsLong(i)));
    }
    return CanonicalForm.list(state, size);
  }

  private long entry(Map.Entry<?, ?> entry, ObjectShape shape, int depth) {
    long sum = CanonicalForm.entry(KEY, digest(entry.getKey(), depth + 1));
    sum += CanonicalForm.entry(VALUE, digest(entry.getValue(), depth + 1));
    return CanonicalForm.tagged(OBJECT, shape.type(), CanonicalForm.map(sum, 2));
  }

  private long exception(Throwable thrown, ObjectShape shape, int depth) {
    if (!ExceptionReader.readsFields()) {
      return identity(thrown);
    }
    long message = digest(ExceptionReader.detailMessageOf(thrown), depth + 1);
    long cause = digest(ExceptionReader.initialCauseOf(thrown), depth + 1);
    long sum = CanonicalForm.entry(MESSAGE, message) + CanonicalForm.entry(CAUSE, cause);
    return fields(thrown, shape, sum, 2, depth);
  }

  /** The digest of the fields of the application, together with what was read before. */
  private long fields(Object value, ObjectShape shape, long before, int many, int depth) {
    boolean opaqueBefore = opaque;
    opaque = false;
    long sum = before;
    List<ObjectShape.Member> fields = shape.fields();
    for (int i = 0; i < fields.size() && hasValuesLeft(); i++) {
      ObjectShape.Member member = fields.get(i);
      sum += CanonicalForm.entry(member.name(), field(value, shape, member, depth));
    }
    if (opaque && shape.isContainer()) {
      // Whatever it calls for its contents is among the fields.
      sum += CanonicalForm.entry(IDENTITY, System.identityHashCode(value));
    }
    opaque |= opaqueBefore;
    return CanonicalForm.map(sum, fields.size() + many);
  }

  private long field(Object owner, ObjectShape shape, ObjectShape.Member member, int depth) {
    boolean opaqueBefore = opaque;
    boolean cutBefore = cut;
    try {
      return digest(FieldAccess.get(member.field(), owner), depth + 1);
    } finally {
      boolean isValue = shape.isContainer() || owner.getClass().isRecord();
      opaque = opaqueBefore || (opaque && isValue);
      cut = cutBefore || (cut && (isValue || !fieldsMayBeCut));
    }
  }
}
