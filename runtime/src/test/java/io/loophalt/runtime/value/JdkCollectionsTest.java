package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Collections and maps of the JDK, and the views that their methods make, and the views of those,
 * in whatever JDK the test runs on.
 */
@SuppressWarnings("JdkObsolete") // the old collections are what it is about
class JdkCollectionsTest {

  /** How many views deep. */
  private static final int DEPTH = 3;

  private static final List<String> LETTERS = List.of("a", "b", "c");
  private static final List<String> OTHERS = List.of("x", "y", "z");

  private enum Letter {
    A,
    B,
    C,
    X,
    Y,
    Z;

    static List<Letter> of(List<String> names) {
      return names.stream().map(name -> valueOf(name.toUpperCase(Locale.ROOT))).toList();
    }
  }

  /** Interfaces whose methods make views; those of newer JDKs by name. */
  private static final List<Class<?>> MAKERS =
      Stream.of(
              "Map",
              "SortedMap",
              "NavigableMap",
              "SequencedMap",
              "Collection",
              "SequencedCollection",
              "List",
              "Set",
              "SequencedSet",
              "SortedSet",
              "NavigableSet",
              "Deque",
              "concurrent.ConcurrentNavigableMap")
          .<Class<?>>mapMulti(
              (name, found) -> {
                try {
                  found.accept(Class.forName("java.util." + name));
                } catch (ClassNotFoundException olderJdk) {
                  assertThat(name).startsWith("Sequenced");
                }
              })
          .toList();

  private final CanonicalDigest digest = new CanonicalDigest();

  private static Map<String, Object> made(List<String> contents) {
    Map<String, Object> made = new LinkedHashMap<>();
    maps(contents).forEach(map -> explore(nameOf(map), map, DEPTH, made));
    collections(contents).forEach(each -> explore(nameOf(each), each, DEPTH, made));
    return made;
  }

  private static String nameOf(Object value) {
    return value.getClass().getName();
  }

  @Test
  void collectionsAndTheirViewsCountByTheirContents() {
    Map<String, Object> some = made(LETTERS);
    Map<String, Object> same = made(LETTERS);
    Map<String, Object> others = made(OTHERS);
    List<String> wrong = new ArrayList<>();
    some.forEach(
        (name, value) -> {
          long read = digest.ofResult(value);
          if (digest.isOpaque() || digest.isCut()) {
            wrong.add("by identity: " + name + ", " + nameOf(value));
          } else if (read != digest.ofResult(same.get(name))) {
            wrong.add("unlike its equal: " + name + ", " + nameOf(value));
          } else if (read == digest.ofResult(others.get(name))) {
            wrong.add("like another: " + name + ", " + nameOf(value));
          }
        });

    assertThat(String.join("\n", wrong)).isEmpty();
    assertThat(some.size()).as("collections and views").isGreaterThan(150);
  }

  @Test
  void theOrderOfAListOrOfValuesSeenBackwardsCounts() {
    made(LETTERS)
        .forEach(
            (name, value) -> {
              boolean backwards = name.contains("reversed") || name.contains("descending");
              if (backwards && value instanceof Collection<?> seen && !(value instanceof Set<?>)) {
                assertThat(digest.ofResult(value))
                    .as(name)
                    .isEqualTo(digest.ofResult(new ArrayList<>(seen)));
              }
            });
  }

  private static void explore(String name, Object value, int depth, Map<String, Object> into) {
    if (into.put(name, value) != null) {
      throw new AssertionError(name + " is made twice");
    }
    if (depth == 0) {
      return;
    }
    Set<String> called = new HashSet<>();
    for (Class<?> maker : MAKERS) {
      for (Method method : maker.getMethods()) {
        if (maker.isInstance(value) && makesView(method) && called.add(method.getName())) {
          Object view = call(method, value);
          if (view != null) {
            explore(name + "." + method.getName(), view, depth - 1, into);
          }
        }
      }
    }
    if (value instanceof List<?> list && !isOfVector(name)) {
      explore(name + ".subList", list.subList(0, 2), depth - 1, into);
    }
  }

  /** A part of a vector is read with its lock only. */
  private static boolean isOfVector(String name) {
    return name.startsWith(Vector.class.getName()) || name.startsWith(Stack.class.getName());
  }

  private static boolean makesView(Method method) {
    Class<?> type = method.getReturnType();
    return !Modifier.isStatic(method.getModifiers())
        && method.getParameterCount() == 0
        && !method.getName().startsWith("poll")
        && !method.getName().startsWith("remove")
        && (Collection.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || Map.Entry.class.isAssignableFrom(type));
  }

  private static @Nullable Object call(Method method, Object target) {
    try {
      return method.invoke(target);
    } catch (InvocationTargetException refused) {
      assertThat(refused.getCause()).isInstanceOf(UnsupportedOperationException.class);
      return null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Object> maps(List<String> contents) {
    Map<String, String> map = new LinkedHashMap<>();
    contents.forEach(each -> map.put(each, each));
    Map<Letter, String> letters = new EnumMap<>(Letter.class);
    Letter.of(contents).forEach(each -> letters.put(each, each.name()));
    IdentityHashMap<String, String> byIdentity = new IdentityHashMap<>();
    contents.forEach(each -> byIdentity.put(each, each));
    Properties properties = new Properties();
    properties.putAll(map);
    String first = contents.get(0);
    return List.of(
        map,
        Map.of(first, first),
        Map.copyOf(map),
        Collections.singletonMap(first, first),
        new HashMap<>(map),
        byIdentity,
        letters,
        new TreeMap<>(map),
        new ConcurrentHashMap<>(map),
        new ConcurrentSkipListMap<>(map),
        new Hashtable<>(map),
        properties,
        Collections.unmodifiableMap(map),
        Collections.unmodifiableSortedMap(new TreeMap<>(map)),
        Collections.unmodifiableNavigableMap(new TreeMap<>(map)),
        Collections.synchronizedMap(map),
        Collections.synchronizedSortedMap(new TreeMap<>(map)),
        Collections.synchronizedNavigableMap(new TreeMap<>(map)),
        Collections.checkedMap(map, String.class, String.class),
        Collections.checkedSortedMap(new TreeMap<>(map), String.class, String.class),
        Collections.checkedNavigableMap(new TreeMap<>(map), String.class, String.class));
  }

  private static List<Collection<?>> collections(List<String> contents) {
    Set<String> fromMap = Collections.newSetFromMap(new HashMap<>());
    fromMap.addAll(contents);
    Set<String> concurrent = ConcurrentHashMap.newKeySet();
    concurrent.addAll(contents);
    Stack<String> stack = new Stack<>();
    stack.addAll(contents);
    List<String> list = new ArrayList<>(contents);
    return List.of(
        list,
        List.of(contents.get(0), contents.get(1)),
        List.copyOf(list),
        Set.of(contents.get(0)),
        Set.copyOf(list),
        Arrays.asList(contents.toArray()),
        Collections.nCopies(3, contents.get(0)),
        Collections.singleton(contents.get(0)),
        fromMap,
        concurrent,
        Collections.asLifoQueue(new ArrayDeque<>(list)),
        new LinkedList<>(list),
        new Vector<>(list),
        stack,
        new ArrayDeque<>(list),
        new PriorityQueue<>(list),
        new HashSet<>(list),
        new LinkedHashSet<>(list),
        new TreeSet<>(list),
        EnumSet.copyOf(Letter.of(contents)),
        new ConcurrentLinkedQueue<>(list),
        new ConcurrentLinkedDeque<>(list),
        new ConcurrentSkipListSet<>(list),
        new CopyOnWriteArrayList<>(list),
        new CopyOnWriteArraySet<>(list),
        new LinkedTransferQueue<>(list),
        Collections.unmodifiableCollection(list),
        Collections.unmodifiableList(list),
        Collections.unmodifiableSet(new HashSet<>(list)),
        Collections.unmodifiableNavigableSet(new TreeSet<>(list)),
        Collections.synchronizedCollection(list),
        Collections.synchronizedList(list),
        Collections.synchronizedSet(new HashSet<>(list)),
        Collections.synchronizedNavigableSet(new TreeSet<>(list)),
        Collections.checkedCollection(list, String.class),
        Collections.checkedList(list, String.class),
        Collections.checkedQueue(new ArrayDeque<>(list), String.class),
        Collections.checkedSet(new HashSet<>(list), String.class),
        Collections.checkedNavigableSet(new TreeSet<>(list), String.class));
  }

  /** What is said of each of them in docs/fingerprints.md. */
  static Stream<Object> exceptions() {
    TreeMap<String, String> tree = new TreeMap<>(Map.of("a", "a", "b", "b"));
    ConcurrentSkipListMap<String, String> list = new ConcurrentSkipListMap<>(tree);
    return Stream.of(
        new WeakHashMap<>(tree),
        new WeakHashMap<>(tree).keySet(),
        tree.headMap("b"),
        tree.headMap("b").keySet(),
        tree.headMap("b").values(),
        tree.headMap("b").entrySet(),
        tree.headMap("b", false).descendingMap(),
        tree.tailMap("b"),
        tree.navigableKeySet().tailSet("b"),
        list.headMap("b"),
        list.headMap("b").keySet(),
        list.tailMap("b").values(),
        new ConcurrentSkipListSet<>(tree.keySet()).subSet("a", "b"),
        new Vector<>(tree.keySet()).subList(0, 1),
        new ArrayBlockingQueue<>(1),
        new LinkedBlockingQueue<>(),
        new LinkedBlockingDeque<>(),
        new PriorityBlockingQueue<>());
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void whatComparesOrLocksCountsByItsIdentity(Object value) {
    digest.ofValue(value);

    assertThat(digest.isOpaque()).isTrue();
  }

  /** It is looked through from its end without asking which of two keys is first. */
  @Test
  void aSortedMapSeenBackwardsDoesNotCompare() {
    boolean[] refusing = new boolean[1];
    Comparator<String> order =
        (left, right) -> {
          assertThat(refusing[0]).as("the comparator is called").isFalse();
          return left.compareTo(right);
        };
    TreeMap<String, String> tree = new TreeMap<>(order);
    ConcurrentSkipListMap<String, String> list = new ConcurrentSkipListMap<>(order);
    for (String each : LETTERS) {
      tree.put(each, each);
      list.put(each, each);
    }
    List<Object> values = new ArrayList<>();
    for (Map<String, String> map : List.of(tree, list)) {
      Map<String, Object> made = new LinkedHashMap<>();
      explore("map", map, DEPTH, made);
      values.addAll(made.values());
    }
    refusing[0] = true;
    for (Object value : values) {
      StringBuilder text = new StringBuilder("{");
      digest.ofResult(value);
      assertThat(digest.isOpaque()).as(nameOf(value)).isFalse();
      ArgumentText.appendMember(text, "value", value);
      FileValues.digest(List.of(value));
    }
  }

  @Test
  void aPartOfAListThatIsCopiedOnWriteIsReadWithoutItsLock() throws InterruptedException {
    CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(LETTERS);
    List<String> part = list.subList(1, 3);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () ->
                list.replaceAll(
                    each -> {
                      held.countDown();
                      try {
                        over.await();
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      return each;
                    }));
    writer.setDaemon(true);
    writer.start();
    held.await();
    long[] read = new long[1];
    Thread reader = new Thread(() -> read[0] = new CanonicalDigest().ofValue(part));
    reader.setDaemon(true);
    reader.start();
    reader.join(20_000);
    boolean free = !reader.isAlive();
    over.countDown();

    assertThat(free).as("read while another thread holds the lock").isTrue();
    assertThat(read[0]).isEqualTo(digest.ofValue(List.of("b", "c")));
  }

  @Test
  void viewsOfAnApplicationsMapAreNotCalled() {
    List<Supplier<Object>> views =
        List.of(
            () -> new Refusing().keySet(),
            () -> new Refusing().values(),
            () -> Collections.unmodifiableSet(new Refusing().keySet()));
    for (Supplier<Object> view : views) {
      Object value = view.get();
      assertThat(digest.ofValue(value)).isEqualTo(digest.ofValue(value));
      assertThat(digest.ofValue(value)).isNotEqualTo(digest.ofValue(view.get()));
      assertThat(digest.isOpaque()).isTrue();
    }
  }

  private static final class Refusing extends AbstractMap<String, String> {
    @Override
    public Set<Entry<String, String>> entrySet() {
      throw new AssertionError("entrySet was called");
    }
  }
}
