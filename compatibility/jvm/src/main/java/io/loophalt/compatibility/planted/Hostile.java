package io.loophalt.compatibility.planted;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Values that throw, or never end, when somebody but their tool looks into them. */
final class Hostile {

  private Hostile() {}

  /** By name; each call of a supplier makes a new value. */
  static Map<String, Supplier<Object>> values() {
    Map<String, Supplier<Object>> values = new LinkedHashMap<>();
    values.put("map.throws", ThrowingMap::new);
    values.put("list.throws", ThrowingList::new);
    values.put("list.of.throwing", () -> List.of(new ThrowingList(), "b"));
    values.put("pojo.throws", ThrowingPojo::new);
    values.put("record.throws", () -> new ThrowingRecord("secret"));
    values.put("error", ErrorThrower::new);
    values.put("text.throws", ThrowingText::new);
    values.put("number.throws", ThrowingNumber::new);
    values.put("collection.endless", Endless::new);
    values.put("list.in.itself", Hostile::listInItself);
    values.put("map.in.itself", Hostile::mapInItself);
    values.put("list.deep", () -> deepList(100_000));
    values.put("pojo.deep", () -> Chain.ofLength(100_000));
    values.put("array.in.itself", Hostile::arrayInItself);
    values.put("text.huge", () -> "x".repeat(5_000_000));
    values.put("array.huge", () -> new byte[20_000_000]);
    values.put("thread", Thread::currentThread);
    values.put("class", () -> Hostile.class);
    values.put("loader", Hostile.class::getClassLoader);
    return values;
  }

  private static Object listInItself() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    return list;
  }

  private static Object mapInItself() {
    Map<String, Object> map = new HashMap<>();
    map.put("me", map);
    return map;
  }

  private static Object arrayInItself() {
    Object[] array = new Object[1];
    array[0] = array;
    return array;
  }

  private static Object deepList(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      List<Object> outer = new ArrayList<>();
      outer.add(list);
      list = outer;
    }
    return list;
  }

  private static RuntimeException refused(String what) {
    return new UnsupportedOperationException("nobody may call " + what);
  }

  private static final class ThrowingMap extends AbstractMap<String, Object> {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      throw refused("entrySet");
    }

    @Override
    public int size() {
      throw refused("size");
    }
  }

  private static final class ThrowingList extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      throw refused("get");
    }

    @Override
    public int size() {
      return 3;
    }
  }

  static final class ThrowingPojo {
    @SuppressWarnings("DoNotCallSuggester")
    public String getName() {
      throw refused("getName");
    }

    @Override
    public boolean equals(Object other) {
      throw refused("equals");
    }

    @Override
    public int hashCode() {
      throw refused("hashCode");
    }

    @Override
    public String toString() {
      throw refused("toString");
    }
  }

  record ThrowingRecord(String name) {
    @Override
    public String name() {
      throw refused("name");
    }
  }

  private static final class ErrorThrower {
    @Override
    public int hashCode() {
      throw new NoClassDefFoundError("hashCode");
    }

    @Override
    public boolean equals(Object other) {
      throw new StackOverflowError("equals");
    }

    @Override
    public String toString() {
      throw new OutOfMemoryError("toString");
    }
  }

  private static final class ThrowingText implements CharSequence {
    @Override
    public int length() {
      throw refused("length");
    }

    @Override
    public char charAt(int index) {
      throw refused("charAt");
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      throw refused("subSequence");
    }

    @Override
    public String toString() {
      throw refused("toString");
    }
  }

  private static final class ThrowingNumber extends Number {
    private static final long serialVersionUID = 1L;

    @Override
    public int intValue() {
      throw refused("intValue");
    }

    @Override
    public long longValue() {
      throw refused("longValue");
    }

    @Override
    public float floatValue() {
      throw refused("floatValue");
    }

    @Override
    public double doubleValue() {
      throw refused("doubleValue");
    }

    @Override
    public String toString() {
      throw refused("toString");
    }
  }

  private static final class Endless extends AbstractCollection<Object> {
    @Override
    public int size() {
      return 3;
    }

    @Override
    public Iterator<Object> iterator() {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return true;
        }

        @Override
        public Object next() {
          return "again";
        }
      };
    }
  }

  /** A list of its own making, one object a link. */
  private static final class Chain {
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final Object next;

    private Chain(Object next) {
      this.next = next;
    }

    static Chain ofLength(int links) {
      Chain chain = new Chain("end");
      for (int i = 0; i < links; i++) {
        chain = new Chain(chain);
      }
      return chain;
    }
  }
}
