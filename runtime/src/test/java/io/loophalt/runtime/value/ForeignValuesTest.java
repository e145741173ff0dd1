package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collections;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of values that are not the digest's to call or to lock. */
@SuppressWarnings("JdkObsolete") // the old collections are what it is about
class ForeignValuesTest {

  /** Off while values are made: the JDK asks then. */
  private static final AtomicBoolean REFUSING = new AtomicBoolean();

  private final CanonicalDigest digest = new CanonicalDigest();

  /** A value that locks itself, and one with the same contents that does not. */
  static Stream<Object[]> locking() {
    List<String> list = new ArrayList<>(List.of("a", "b"));
    Map<String, Object> map = new HashMap<>(Map.of("a", 1, "b", list, "Aa", 2, "BB", 3));
    Properties properties = new Properties();
    properties.setProperty("key", "value");
    return Stream.of(
        new Object[] {Collections.synchronizedList(list), list},
        new Object[] {Collections.unmodifiableList(Collections.synchronizedList(list)), list},
        new Object[] {Collections.synchronizedMap(map), map},
        new Object[] {Collections.synchronizedSet(new HashSet<>(list)), new HashSet<>(list)},
        new Object[] {new Vector<>(list), list},
        new Object[] {new Hashtable<>(map), map},
        new Object[] {properties, Map.of("key", "value")},
        new Object[] {new StringBuffer("latin \u00e9"), "latin \u00e9"},
        new Object[] {new StringBuffer("wide \u20ac\uD83D"), "wide \u20ac\uD83D"});
  }

  @ParameterizedTest
  @MethodSource("locking")
  void whatLocksItselfIsReadWithoutItsLock(Object locking, Object free) throws Exception {
    long expected = digest.ofValue(free);
    StringBuilder text = new StringBuilder("{");
    long[] read = new long[1];
    underItsLock(
        locking,
        () -> {
          read[0] = new CanonicalDigest().ofValue(locking);
          ArgumentText.appendMember(text, "value", locking);
          FileValues.digest(List.of(locking));
        });

    assertThat(read[0]).isEqualTo(expected);
    assertThat(text.toString()).doesNotContain("java.");
  }

  /** Its elements are as much code as any. */
  @Test
  void aPartOfAVectorIsKnownByItsIdentity() throws Exception {
    Vector<String> whole = new Vector<>(List.of("a", "b"));
    List<String> part = whole.subList(0, 1);
    long[] read = new long[1];
    underItsLock(whole, () -> read[0] = new CanonicalDigest().ofValue(part));

    assertThat(read[0]).isEqualTo(digest.ofValue(part));
    assertThat(digest.isOpaque()).isTrue();
    assertThat(read[0]).isNotEqualTo(digest.ofValue(whole.subList(0, 1)));
  }

  private static void underItsLock(Object lock, Runnable reading) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              synchronized (lock) {
                held.countDown();
                awaitQuietly(over);
              }
            });
    holder.setDaemon(true);
    holder.start();
    held.await();
    Thread reader = new Thread(reading);
    reader.setDaemon(true);
    reader.start();
    reader.join(Duration.ofSeconds(20).toMillis());
    boolean free = !reader.isAlive();
    over.countDown();
    assertThat(free).as("read while another thread holds the lock").isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Values of which only the very same is the same; each call makes another one. */
  static Stream<Supplier<Object>> knownByIdentity() {
    return Stream.of(
        () -> proxy(List.class),
        () -> proxy(Map.class),
        () -> proxy(CharSequence.class),
        () -> Collections.unmodifiableList(Refusing.proxyList()),
        Refusing::new,
        () -> new ArrayList<>(List.of(new Refusing())),
        () -> Collections.unmodifiableCollection(new Refusing()),
        () -> Collections.synchronizedList(new Refusing()),
        () -> List.of("a", new Refusing()).subList(1, 2),
        () -> new Refusing().subList(0, 1),
        () -> new TreeSet<>(List.of(new Compared(1), new Compared(2))).headSet(new Compared(3)),
        () -> new LongAccumulator((left, right) -> refuse("a function"), 0),
        () -> new LinkedBlockingQueue<>(List.of("a")));
  }

  @ParameterizedTest
  @MethodSource("knownByIdentity")
  void whatOnlyOtherCodeCouldTellIsKnownByIdentityAndNotCalled(Supplier<Object> values) {
    REFUSING.set(false);
    Object value = values.get();
    Object other = values.get();
    REFUSING.set(true);
    StringBuilder text = new StringBuilder("{");

    ArgumentText.appendMember(text, "value", value);
    FileValues.digest(List.of(value));

    assertThat(digest.ofValue(value)).isEqualTo(digest.ofValue(value));
    assertThat(digest.ofValue(value)).isNotEqualTo(digest.ofValue(other));
    assertThat(digest.isOpaque()).isTrue();
  }

  @Test
  void aProxyOfAnythingElseCountsByItsType() {
    assertThat(digest.ofValue(proxy(Runnable.class)))
        .isEqualTo(digest.ofValue(proxy(Runnable.class)));
  }

  @Test
  void aKeyOfTheApplicationIsNamedByItsClassAndCountsByItsFields() {
    Map<Object, String> map = new HashMap<>(Map.of(new Key("a"), "value"));
    StringBuilder text = new StringBuilder("{");

    ArgumentText.appendMember(text, "map", map);

    assertThat(text).hasToString("{\"map\":{\"" + Key.class.getName() + "\":\"value\"}");
    assertThat(digest.ofValue(map)).isEqualTo(digest.ofValue(Map.of(new Key("a"), "value")));
    assertThat(digest.ofValue(map)).isNotEqualTo(digest.ofValue(Map.of(new Key("b"), "value")));
  }

  /** Contents that a class inherits from the JDK are read there, whatever it overrides. */
  @Test
  void aSubclassOfAKnownCollectionCountsByWhatItInherits() {
    assertThat(digest.ofValue(new Tags("a"))).isEqualTo(digest.ofValue(new Tags("a")));
    assertThat(digest.ofValue(new Tags("a"))).isEqualTo(digest.ofValue(List.of("a")));
    assertThat(digest.ofValue(new Tags("a"))).isNotEqualTo(digest.ofValue(new Tags("b")));
    assertThat(digest.ofValue(doubleBraces("a"))).isEqualTo(digest.ofValue(Map.of("key", "a")));
    assertThat(digest.ofValue(new Owned("a", "me")))
        .isEqualTo(digest.ofValue(new Owned("a", "me")));
    assertThat(digest.ofValue(new Owned("a", "me")))
        .isNotEqualTo(digest.ofValue(new Owned("a", "you")));
    assertThat(digest.ofValue(new Owned("a", "me")))
        .isNotEqualTo(digest.ofValue(new Owned("b", "me")));
  }

  @Test
  void aCollectionOfTheApplicationCountsByItsFieldsHoweverTheyAreDeclared() {
    assertThat(digest.ofValue(pair("a", "b"))).isEqualTo(digest.ofValue(pair("a", "b")));
    assertThat(digest.ofValue(pair("a", "b"))).isNotEqualTo(digest.ofValue(pair("a", "c")));
    assertThat(digest.isOpaque()).isFalse();
  }

  @Test
  void viewsOfViewsComeToAnEnd() {
    List<String> list = List.of("a");
    for (int i = 0; i < 100_000; i++) {
      list =
          i % 2 == 0
              ? Collections.synchronizedList(list)
              : Collections.checkedList(list, String.class);
    }
    assertThat(digest.ofValue(list)).isNotZero();
    assertThat(digest.isOpaque()).isTrue();
  }

  @Test
  void aMapThatHoldsItselfBehindItsLockComesToAnEnd() {
    Hashtable<String, Object> table = new Hashtable<>();
    table.put("me", Collections.synchronizedMap(table));
    assertThat(digest.ofValue(table)).isNotZero();
  }

  /** Whatever is met half-way: nothing is thrown, and what was not read whole is like no other. */
  @Test
  @Tag("concurrency")
  void whatAnotherThreadChangesMeanwhileIsReadToAnEnd() throws InterruptedException {
    List<Object> list = new ArrayList<>();
    Map<Object, Object> map = new HashMap<>();
    Map<Object, Object> tree = new TreeMap<>();
    Map<Object, Object> linked = new LinkedHashMap<>();
    Hashtable<Object, Object> table = new Hashtable<>();
    Vector<Object> vector = new Vector<>();
    StringBuffer buffer = new StringBuffer();
    AtomicBoolean over = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; !over.get(); i = (i + 1) % 500) {
                if (i == 0) {
                  list.clear();
                  map.clear();
                  tree.clear();
                  linked.clear();
                  table.clear();
                  vector.setSize(0);
                  buffer.setLength(0);
                }
                list.add(i);
                map.put(i, list);
                tree.put(i, i);
                linked.put(i, i);
                table.put(i, i);
                vector.add(i);
                buffer.append(i % 7 == 0 ? '\u20ac' : 'x');
              }
            });
    writer.start();
    List<Object> values =
        List.of(
            list, map, tree, linked, table, vector, buffer, Collections.synchronizedMap(linked));
    for (int i = 0; i < 20_000; i++) {
      Object value = values.get(i % values.size());
      assertThat(digest.ofValue(value)).isNotZero();
      digest.ofCall("tool", value, Set.of());
      ArgumentText.of(value, Set.of());
      KnownContents.text(value);
      FileValues.digest(List.of(value));
    }
    over.set(true);
    writer.join();
  }

  @Test
  void anExceptionIsAskedForItsMessageOnceAndKeepsTheInterrupt() {
    Asked asked = new Asked();

    ExceptionDigest.of(asked);

    assertThat(asked.times).isEqualTo(1);
    assertThat(Thread.interrupted()).as("interrupted while it was asked").isTrue();
    Thread.currentThread().interrupt();
    ExceptionDigest.of(new Clearing());
    assertThat(Thread.interrupted()).as("interrupted before it was asked").isTrue();
  }

  @Test
  void anExceptionAsAValueIsNotAsked() {
    Asked asked = new Asked();

    digest.ofValue(asked);

    assertThat(asked.times).isZero();
    assertThat(digest.ofValue(new IllegalStateException("a")))
        .isEqualTo(digest.ofValue(new IllegalStateException("a")))
        .isNotEqualTo(digest.ofValue(new IllegalStateException("b")));
  }

  private static Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(
        ForeignValuesTest.class.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> refuse(method.getName()));
  }

  private static long refuse(String what) {
    throw new AssertionError(what + " was called");
  }

  private static List<String> pair(String first, String second) {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        refuse("get");
        return index == 0 ? first : second;
      }

      @Override
      public int size() {
        refuse("size");
        return 2;
      }
    };
  }

  private static Map<String, String> doubleBraces(String value) {
    Map<String, String> map =
        new HashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Set<Entry<String, String>> entrySet() {
            refuse("entrySet");
            return super.entrySet();
          }
        };
    map.put("key", value);
    return map;
  }

  /** Its contents come from elsewhere. */
  private static final class Refusing extends AbstractList<String> {
    @Override
    public String get(int index) {
      throw new AssertionError("get was called");
    }

    @Override
    public int size() {
      if (REFUSING.get()) {
        throw new AssertionError("size was called");
      }
      return 1;
    }

    @SuppressWarnings("unchecked")
    static List<String> proxyList() {
      return (List<String>) proxy(List.class);
    }
  }

  private static final class Tags extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Tags(String tag) {
      add(tag);
    }

    @Override
    public int size() {
      throw new AssertionError("size was called");
    }

    @Override
    public String get(int index) {
      throw new AssertionError("get was called");
    }
  }

  private static final class Owned extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // read by the digest
    private final transient String owner;

    Owned(String element, String owner) {
      this.owner = owner;
      add(element);
    }
  }

  private static final class Compared implements Comparable<Compared> {
    private final int rank;

    Compared(int rank) {
      this.rank = rank;
    }

    @Override
    public int compareTo(Compared other) {
      if (REFUSING.get()) {
        throw new AssertionError("compareTo was called");
      }
      return Integer.compare(rank, other.rank);
    }
  }

  private static final class Key {
    @SuppressWarnings("unused") // read by the digest
    private final String name;

    Key(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      throw new AssertionError("toString was called");
    }
  }

  private static final class Asked extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private transient int times;

    @Override
    public String getMessage() {
      times++;
      throw ForeignValuesTest.<RuntimeException>sneaky(new InterruptedException());
    }
  }

  /** Swallows an interrupt. */
  private static final class Clearing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      return "was interrupted: " + Thread.interrupted();
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Its time is asked, and the fields that were set for it are still to be settled. */
  @Test
  void aCalendarIsReadAndStaysAsItIs() {
    Calendar calendar = new GregorianCalendar(2023, Calendar.JANUARY, 31);
    calendar.set(Calendar.MONTH, Calendar.FEBRUARY);
    Calendar settled = (Calendar) calendar.clone();

    assertThat(digest.ofValue(calendar)).isEqualTo(digest.ofValue(settled.getTimeInMillis()));

    calendar.set(Calendar.DAY_OF_MONTH, 1);
    assertThat(calendar.getTimeInMillis())
        .isEqualTo(new GregorianCalendar(2023, Calendar.FEBRUARY, 1).getTimeInMillis());
  }

  @Test
  void timestampsDifferByNanoseconds() {
    assertThat(digest.ofValue(timestamp(5_000_001)))
        .isNotEqualTo(digest.ofValue(timestamp(5_000_002)));
    assertThat(digest.ofValue(timestamp(5_000_001)))
        .isEqualTo(digest.ofValue(timestamp(5_000_001)));
    assertThat(digest.ofValue(timestamp(5_000_000))).isEqualTo(digest.ofValue(5L));
  }

  private static Timestamp timestamp(int nanos) {
    Timestamp timestamp = new Timestamp(0);
    timestamp.setNanos(nanos);
    return timestamp;
  }

  @Test
  void setsOfBitsAndArraysOfNumbersAreReadWithoutWritingThemOut() {
    BitSet bits = new BitSet();
    bits.set(0, 20_000_000);
    AtomicLongArray longs = new AtomicLongArray(500_000);
    AtomicIntegerArray ints = new AtomicIntegerArray(500_000);
    digest.ofValue(new BitSet(1));

    assertThat(allocatedBy(() -> digest.ofValue(bits))).isLessThan(10L << 20);
    assertThat(allocatedBy(() -> digest.ofValue(longs))).isLessThan(10L << 20);
    assertThat(allocatedBy(() -> digest.ofValue(ints))).isLessThan(10L << 20);

    long before = digest.ofValue(bits);
    assertThat(digest.isCut()).isFalse();
    bits.clear(19_999_999);
    assertThat(digest.ofValue(bits)).isNotEqualTo(before);
    long zeros = digest.ofValue(longs);
    longs.set(499_999, 1);
    assertThat(digest.ofValue(longs)).isNotEqualTo(zeros);
    assertThat(digest.ofValue(BitSet.valueOf(new long[] {5})))
        .isEqualTo(digest.ofValue(BitSet.valueOf(new long[] {5})));
  }

  @Test
  void moreBitsThanAreReadCountByTheirNumber() {
    BitSet bits = new BitSet();
    bits.set(200_000_000);

    assertThat(allocatedBy(() -> digest.ofValue(bits))).isLessThan(10L << 20);
    assertThat(digest.isCut()).isTrue();
  }

  @Test
  void aHashTableThatIsMostlyEmptyIsNotLookedThrough() {
    Map<String, String> map = new HashMap<>(1 << 21);
    map.put("a", "b");
    for (Object empty : List.of(map, new HashSet<>(map.keySet()), new Hashtable<>(1 << 21))) {
      boolean isSet = empty instanceof Set<?>;
      digest.ofValue(empty);
      assertThat(digest.isOpaque()).as(empty.getClass().getName()).isEqualTo(!isSet);
    }
    Set<String> sparse = new HashSet<>(1 << 21);
    sparse.add("a");
    digest.ofValue(sparse);
    assertThat(digest.isOpaque()).isTrue();
  }

  private static long allocatedBy(Runnable reading) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    reading.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
