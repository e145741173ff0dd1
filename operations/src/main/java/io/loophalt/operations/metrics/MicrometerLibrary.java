package io.loophalt.operations.metrics;

import io.loophalt.operations.metrics.LatestReading.Snapshot;
import io.loophalt.operations.metrics.MetricFamily.Kind;
import io.loophalt.runtime.safety.OwnThread;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer's global registry, to which frameworks such as Spring Boot add those of the
 * application.
 *
 * <p>A meter of Micrometer's has fixed labels. So each value is a meter of its own, and those of
 * names that come later are registered when somebody reads the others next, on a thread of the
 * agent's: a registry must not be changed while it is read. Thread-safe.
 */
final class MicrometerLibrary implements ApplicationLibrary {

  private static final String CORE = "io.micrometer.core.instrument.";

  /** Keeps values in memory and sends them nowhere. */
  private static final String SIMPLE = CORE + "simple.SimpleMeterRegistry";

  /** Those in which the metrics are registered; kept with the class. */
  private static final ClassValue<AtomicBoolean> REGISTERED =
      new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> metrics) {
          return new AtomicBoolean();
        }
      };

  private final Class<?> metrics;
  private final MethodHandle globalRegistry;
  private final MethodHandle registries;
  private final Meters counters;
  private final Meters gauges;

  private final AtomicBoolean registering = new AtomicBoolean();
  private volatile long lastSeen = -1;

  /** Labels and names of what is registered. */
  private final Set<List<String>> registered = ConcurrentHashMap.newKeySet();

  private MicrometerLibrary(Handles library) throws ReflectiveOperationException {
    metrics = library.type("Metrics");
    Class<?> composite = library.type("composite.CompositeMeterRegistry");
    Class<?> registry = library.type("MeterRegistry");
    globalRegistry =
        MethodHandles.publicLookup().findStaticGetter(metrics, "globalRegistry", composite);
    registries = Handles.method(composite, "getRegistries", Set.class);
    counters = Meters.of(library.type("FunctionCounter"), library, "FunctionCounter", registry);
    gauges = Meters.of(library.type("Gauge"), library, "Gauge", registry);
  }

  /** How meters of one kind are made. */
  private record Meters(
      MethodHandle builder,
      MethodHandle tags,
      MethodHandle description,
      MethodHandle baseUnit,
      MethodHandle register) {

    static Meters of(Class<?> meter, Handles library, String name, Class<?> registry)
        throws ReflectiveOperationException {
      Class<?> builder = library.type(name + "$Builder");
      return new Meters(
          Handles.function(
              meter, "builder", builder, String.class, Object.class, ToDoubleFunction.class),
          Handles.method(builder, "tags", builder, String[].class),
          Handles.method(builder, "description", builder, String.class),
          Handles.method(builder, "baseUnit", builder, String.class),
          Handles.method(builder, "register", meter, registry));
    }

    void register(Object registry, Value value, MetricFamily family, LatestReading reading)
        throws Throwable {
      List<String> named = new ArrayList<>();
      for (int i = 0; i < value.labels().size(); i++) {
        named.add(family.labels().get(i));
        named.add(value.labels().get(i));
      }
      Object begun = builder.invoke(value.name(), (Object) reading, (ToDoubleFunction<?>) value);
      begun = tags.invoke(begun, named.toArray(new String[0]));
      begun = description.invoke(begun, family.help());
      if (family.unit().equals(MetricFamily.SECONDS)) {
        begun = baseUnit.invoke(begun, "seconds");
      }
      Object unused = register.invoke(begun, registry);
    }
  }

  /**
   * One value of a metric.
   *
   * @param name of the metric
   * @param labels the values of its labels
   */
  private record Value(MicrometerLibrary library, String name, List<String> labels)
      implements ToDoubleFunction<LatestReading> {
    @Override
    public double applyAsDouble(LatestReading reading) {
      Snapshot snapshot = reading.snapshot();
      library.seen(snapshot, reading);
      return snapshot.value(name, labels);
    }
  }

  /** Null if there is none, or another one of that name. */
  static @Nullable MicrometerLibrary find(@Nullable ClassLoader loader) {
    try {
      return loader == null ? null : new MicrometerLibrary(new Handles(CORE, loader));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      return null;
    }
  }

  @Override
  public String name() {
    return "Micrometer";
  }

  @Override
  public boolean isSetUp() throws Throwable {
    return !all().isEmpty();
  }

  /** Whether one of the registries is known to be more than memory of its own. */
  boolean isExported() throws Throwable {
    for (Object each : all()) {
      if (!each.getClass().getName().equals(SIMPLE)) {
        return true;
      }
    }
    return false;
  }

  private Set<?> all() throws Throwable {
    return (Set<?>) registries.invoke(globalRegistry.invoke());
  }

  @Override
  public void register(LatestReading reading) throws Throwable {
    if (REGISTERED.get(metrics).compareAndSet(false, true)) {
      registerNew(reading.snapshot(), reading);
    }
  }

  private void registerNew(Snapshot snapshot, LatestReading reading) throws Throwable {
    lastSeen = snapshot.number();
    Object registry = globalRegistry.invoke();
    for (MetricFamily family : snapshot.all()) {
      String name = family.plainName();
      Meters meters = family.kind() == Kind.COUNTER ? counters : gauges;
      for (List<String> labels : family.points().keySet()) {
        if (registered.add(id(name, labels))) {
          meters.register(registry, new Value(this, name, labels), family, reading);
        }
      }
    }
  }

  private static List<String> id(String name, List<String> labels) {
    List<String> id = new ArrayList<>(labels);
    id.add(name);
    return id;
  }

  private boolean hasNew(Snapshot snapshot) {
    for (MetricFamily family : snapshot.all()) {
      for (List<String> labels : family.points().keySet()) {
        if (!registered.contains(id(family.plainName(), labels))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Looks once at each reading whether there is something new in it. */
  private void seen(Snapshot snapshot, LatestReading reading) {
    if (snapshot.number() == lastSeen || !registering.compareAndSet(false, true)) {
      return;
    }
    lastSeen = snapshot.number();
    if (!hasNew(snapshot)) {
      registering.set(false);
      return;
    }
    try {
      OwnThread.of(new Registering(snapshot, reading), "loophalt-metrics-new").start();
    } catch (OutOfMemoryError noThread) {
      registering.set(false); // the next reading tries again
    }
  }

  private final class Registering implements Runnable {
    private final Snapshot snapshot;
    private final LatestReading reading;

    Registering(Snapshot snapshot, LatestReading reading) {
      this.snapshot = snapshot;
      this.reading = reading;
    }

    @Override
    public void run() {
      try {
        registerNew(snapshot, reading);
      } catch (Throwable theirs) {
        return; // A filter of the application's that throws; the metrics that are there stay.
      } finally {
        registering.set(false);
      }
    }
  }
}
