package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.matcher.ElementMatchers;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * No method of a class of the application is called, whatever it extends and wherever it stands.
 */
@SuppressWarnings("JdkObsolete") // the old collections are what it is about
class ForeignValuesPropertyTest {

  private static final AtomicInteger CALLS = new AtomicInteger();

  private static final List<Class<?>> BASES =
      List.of(
          Object.class,
          Number.class,
          CharSequence.class,
          Iterable.class,
          Collection.class,
          List.class,
          Set.class,
          Map.class,
          Map.Entry.class,
          AbstractCollection.class,
          AbstractList.class,
          AbstractSet.class,
          AbstractMap.class,
          ArrayList.class,
          ArrayDeque.class,
          LinkedList.class,
          CopyOnWriteArrayList.class,
          Vector.class,
          PriorityQueue.class,
          HashSet.class,
          LinkedHashSet.class,
          TreeSet.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          IdentityHashMap.class,
          ConcurrentHashMap.class,
          Hashtable.class,
          Properties.class,
          Date.class,
          AtomicInteger.class,
          AtomicLong.class,
          LongAdder.class,
          Thread.class,
          RuntimeException.class);

  /** Counts instead of doing anything. */
  public static final class Counter {

    private Counter() {}

    /** Stands for every method. */
    @RuntimeType
    public static Object call() {
      CALLS.incrementAndGet();
      throw new IllegalStateException("called");
    }
  }

  private static final List<UnaryOperator<Object>> PLACES =
      List.of(
          value -> value,
          value -> new ArrayList<>(Collections.singletonList(value)),
          List::of,
          Arrays::asList,
          value -> new Object[] {value},
          value -> new HashMap<>(Collections.singletonMap("name", value)),
          ForeignValuesPropertyTest::identityMap,
          Optional::of,
          value -> Map.entry("name", value),
          AtomicReference::new,
          Holder::new,
          Row::new,
          ForeignValuesPropertyTest::view);

  private final CanonicalDigest digest = new CanonicalDigest();

  @Property(tries = 1_000)
  void noMethodIsCalled(@ForAll("bases") Class<?> base, @ForAll("places") Place place) {
    Object value = place.around().apply(instanceOf(base));
    CALLS.set(0);
    StringBuilder text = new StringBuilder("{");

    digest.ofValue(value);
    digest.ofCall("tool", value, Set.of("left out"));
    ArgumentText.appendMember(text, "value", value);
    ArgumentText.of(value, Set.of("left out"));
    KnownContents.text(value);
    FileValues.digest(Collections.singletonList(value));

    assertThat(CALLS).as("calls of a subclass of %s in %s", base, value.getClass()).hasValue(0);
  }

  @Provide
  Arbitrary<Class<?>> bases() {
    return Arbitraries.of(BASES);
  }

  @Provide
  Arbitrary<Place> places() {
    return Arbitraries.of(PLACES).map(Place::new);
  }

  /** Where the value stands. */
  record Place(UnaryOperator<Object> around) {}

  record Row(Object cell) {}

  static final class Holder {
    @SuppressWarnings("unused") // read by the digest
    private final Object held;

    Holder(Object held) {
      this.held = held;
    }
  }

  private static Object identityMap(Object key) {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(key, "value");
    return map;
  }

  /** In a wrapper of the JDK, if there is one for it. */
  private static Object view(Object value) {
    if (value instanceof List<?> list) {
      return Collections.unmodifiableList(list);
    }
    if (value instanceof Set<?> set) {
      return Collections.synchronizedSet(set);
    }
    return value instanceof Map<?, ?> map ? Collections.unmodifiableMap(map) : value;
  }

  private static final Map<Class<?>, Class<?>> HOSTILE = new HashMap<>();

  /** An instance of a class that overrides all it can; the constructor calls what it likes. */
  private static Object instanceOf(Class<?> base) {
    try {
      return HOSTILE
          .computeIfAbsent(base, ForeignValuesPropertyTest::subclass)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(base.getName(), e);
    }
  }

  private static Class<?> subclass(Class<?> base) {
    return new ByteBuddy()
        .subclass(base)
        // The constructor of an exception calls this one.
        .method(
            ElementMatchers.not(
                ElementMatchers.isFinalizer().or(ElementMatchers.named("fillInStackTrace"))))
        .intercept(MethodDelegation.to(Counter.class))
        .make()
        .load(
            ForeignValuesPropertyTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
        .getLoaded();
  }
}
