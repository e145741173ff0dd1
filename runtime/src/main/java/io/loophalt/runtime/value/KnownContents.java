package io.loophalt.runtime.value;

import io.loophalt.core.fingerprint.CanonicalForm;
import io.loophalt.core.fingerprint.Characters;
import java.lang.reflect.Array;
import java.net.URL;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What collections, maps and texts of the JDK hold, as objects whose methods take no lock and call
 * nobody else's code: the thing itself where it is such an object, else what its fields hold.
 *
 * <p>Fields are read while other threads may be writing. What is read then may be half old and half
 * new, and reading may fail with any {@code RuntimeException}; it always comes to an end.
 */
public final class KnownContents {

  /** Views of views of views; deeper ones are not known. */
  private static final int MAX_VIEWS = 64;

  /** Entries of a map that are looked at; no reader goes further. */
  private static final int MAX_ENTRIES = CanonicalForm.MAX_VALUES;

  /** Buckets that are looked at in any case, in a few milliseconds. */
  private static final int MAX_BUCKETS = 1 << 20;

  private static final int BUCKETS_OF_AN_ENTRY = 64;

  private KnownContents() {}

  /**
   * A {@code Map}, a {@code Collection} or a {@code CharSequence} with the contents of this one;
   * null if it is none, or nobody knows without calling the application's code.
   */
  public static @Nullable Object of(Object value) {
    if (value instanceof String) {
      return value;
    }
    Object behind = behindViews(value);
    return behind == null ? null : of(behind, ObjectShape.of(behind.getClass()));
  }

  /** The text of a character sequence of the JDK; null for anything else, or if it changes. */
  public static @Nullable String text(Object value) {
    try {
      return of(value) instanceof CharSequence text ? text.toString() : null;
    } catch (RuntimeException changing) {
      return null;
    }
  }

  /** The object that is not a view of another one; null if it is too far away. */
  static @Nullable Object behindViews(Object value) {
    Object current = value;
    for (int i = 0; i < MAX_VIEWS; i++) {
      ObjectShape shape = ObjectShape.of(current.getClass());
      if (shape.reading() != Reading.VIEW) {
        return current;
      }
      Object held = shape.held(current);
      if (held == null) {
        return null;
      }
      current = held;
    }
    return null;
  }

  /** As {@link #of(Object)}, for what is no view. */
  static @Nullable Object of(Object value, ObjectShape shape) {
    return of(value, shape, MAX_VIEWS);
  }

  private static @Nullable Object of(Object value, ObjectShape shape, int views) {
    return switch (shape.reading()) {
      case COLLECTION, MAP -> isMostlyEmpty(value, shape.held(value)) ? null : value;
      case CHARACTERS -> value;
      case PART -> mayBeCalled(shape.held(value)) ? value : null;
      case TREE_RANGE ->
          shape.flag(1, value) && shape.flag(2, value) && mayBeCalled(shape.held(value))
              ? value
              : null;
      case LIST_RANGE -> {
        boolean whole = shape.held(1, value) == null && shape.held(2, value) == null;
        Object map = whole ? contentsOfHeld(value, shape, views) : null;
        yield map instanceof Map<?, ?> ascending && shape.flag(3, value)
            ? Entries.reversed(ascending)
            : map;
      }
      case KEYS -> contentsOfHeld(value, shape, views) instanceof Map<?, ?> m ? m.keySet() : null;
      case VALUES -> contentsOfHeld(value, shape, views) instanceof Map<?, ?> m ? m.values() : null;
      case ENTRIES ->
          contentsOfHeld(value, shape, views) instanceof Map<?, ?> m ? m.entrySet() : null;
      case REVERSED -> {
        Object held = contentsOfHeld(value, shape, views);
        yield held instanceof Map<?, ?> map
            ? Entries.reversed(map)
            : held instanceof Collection<?> elements ? reversed(elements) : null;
      }
      case ARRAY ->
          shape.held(value) instanceof Object[] elements
              ? new Elements(elements, 0, shape.number(1, value))
              : null;
      case SLICE ->
          shape.held(value) instanceof Object[] elements
              ? new Elements(elements, shape.number(1, value), shape.number(2, value))
              : null;
      case BUCKETS -> {
        Object table = shape.held(value);
        int size = shape.number(1, value);
        yield isMostlyEmpty(size, table) ? null : new Entries(table, size);
      }
      case BUFFER ->
          shape.held(value) instanceof byte[] bytes ? characters(bytes, value, shape) : null;
      default -> null;
    };
  }

  /** Whether a hash table, or the one behind a set, would take long to look through. */
  private static boolean isMostlyEmpty(Object value, @Nullable Object held) {
    if (held == null) {
      return false;
    }
    return held instanceof Map<?, ?> map
        ? isMostlyEmpty(map, ObjectShape.of(map.getClass()).held(map))
        : value instanceof Map<?, ?> known && isMostlyEmpty(known.size(), held);
  }

  private static boolean isMostlyEmpty(int size, @Nullable Object table) {
    int buckets = table == null ? 0 : Array.getLength(table);
    return buckets > MAX_BUCKETS && buckets / BUCKETS_OF_AN_ENTRY > size;
  }

  private static boolean mayBeCalled(@Nullable Object held) {
    if (held == null) {
      return false;
    }
    return switch (ObjectShape.of(held.getClass()).reading()) {
      case COLLECTION, MAP, CHARACTERS -> true;
      default -> false;
    };
  }

  /** What the first field holds, as a thing that may be called. */
  private static @Nullable Object contentsOfHeld(Object value, ObjectShape shape, int views) {
    Object held = views == 0 ? null : shape.held(value);
    Object behind = held == null ? null : behindViews(held);
    return behind == null ? null : of(behind, ObjectShape.of(behind.getClass()), views - 1);
  }

  /** Of a set no order matters; of more elements than anybody reads, only the number does. */
  private static Collection<?> reversed(Collection<?> elements) {
    if (elements.size() > MAX_ENTRIES || elements instanceof Set<?>) {
      return elements;
    }
    List<@Nullable Object> reversed = new ArrayList<>(elements);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * The form of {@code AbstractStringBuilder}: a byte a character, or two in the machine's order.
   */
  private static CharSequence characters(byte[] bytes, Object buffer, ObjectShape shape) {
    boolean latin1 = shape.number(1, buffer) == 0;
    int length = Math.min(shape.number(2, buffer), latin1 ? bytes.length : bytes.length / 2);
    StringBuilder text = new StringBuilder(length);
    int high = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? 0 : 1;
    for (int i = 0; i < length; i++) {
      text.append(
          latin1
              ? (char) (bytes[i] & 0xFF)
              : (char) ((bytes[2 * i + high] & 0xFF) << 8 | (bytes[2 * i + 1 - high] & 0xFF)));
    }
    return text;
  }

  /** As {@code URL.toString()}, which leaves it to a stream handler of the application. */
  private static String textOf(URL url) {
    StringBuilder text = new StringBuilder(url.getProtocol()).append(':');
    String authority = url.getAuthority();
    if (authority != null && !authority.isEmpty()) {
      text.append("//").append(authority);
    }
    text.append(url.getPath() == null ? "" : url.getPath());
    if (url.getQuery() != null) {
      text.append('?').append(url.getQuery());
    }
    return url.getRef() == null
        ? text.toString()
        : text.append('#').append(url.getRef()).toString();
  }

  /**
   * {@code toString()} of a value of the JDK, every {@code @1a2b3c} in it reduced to the at sign.
   */
  static CharSequence described(Object value) {
    String text = value instanceof URL url ? textOf(url) : value.toString();
    if (text.indexOf('@') < 0) {
      return text;
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
    return plain;
  }

  /** A part of an array, without a copy. */
  private static final class Elements extends AbstractList<@Nullable Object>
      implements RandomAccess {
    private final Object[] elements;
    private final int first;
    private final int size;

    Elements(Object[] elements, int first, int size) {
      this.elements = elements;
      this.first = first;
      this.size = Math.min(size, elements.length - first);
    }

    @Override
    public @Nullable Object get(int index) {
      return elements[first + index];
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** The entries that hang in the buckets of a hash table; no more of them than anybody reads. */
  private static final class Entries extends AbstractMap<@Nullable Object, @Nullable Object> {
    private final List<Map.Entry<@Nullable Object, @Nullable Object>> entries;
    private final int size;

    Entries(@Nullable Object table, int size) {
      this.entries = new ArrayList<>(Math.min(size, MAX_ENTRIES));
      this.size = size;
      int buckets = table == null ? 0 : Array.getLength(table);
      int wanted = Math.min(size, MAX_ENTRIES);
      for (int i = 0; i < buckets && entries.size() < wanted; i++) {
        addAll(Array.get(table, i), wanted);
      }
      if (entries.size() < wanted) {
        throw new ConcurrentModificationException();
      }
    }

    private Entries(List<Map.Entry<@Nullable Object, @Nullable Object>> entries) {
      this.entries = entries;
      this.size = entries.size();
    }

    /** Of more entries than anybody reads, only the number matters. */
    @SuppressWarnings("unchecked") // an entry of anything is one of objects
    static Map<?, ?> reversed(Map<?, ?> map) {
      if (map.size() > MAX_ENTRIES) {
        return map;
      }
      Map<@Nullable Object, @Nullable Object> any = (Map<@Nullable Object, @Nullable Object>) map;
      List<Map.Entry<@Nullable Object, @Nullable Object>> reversed =
          new ArrayList<>(any.entrySet());
      Collections.reverse(reversed);
      return new Entries(reversed);
    }

    @SuppressWarnings("unchecked") // an entry of anything is one of objects
    private void addAll(@Nullable Object first, int wanted) {
      Object each = first;
      while (each instanceof Map.Entry<?, ?> entry && entries.size() < wanted) {
        entries.add((Map.Entry<@Nullable Object, @Nullable Object>) entry);
        each = ObjectShape.of(each.getClass()).held(each);
      }
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
          return entries.iterator();
        }

        @Override
        public int size() {
          return size;
        }
      };
    }
  }
}
