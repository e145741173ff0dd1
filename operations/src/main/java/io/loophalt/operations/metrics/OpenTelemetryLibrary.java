package io.loophalt.operations.metrics;

import io.loophalt.operations.metrics.MetricFamily.Kind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The global OpenTelemetry of an application, or that of OpenTelemetry's agent, from version 1.15
 * on: observable counters and gauges, of which it asks all at once when it collects.
 *
 * <p>It is asked for nothing before the application has set it: whoever asks too early makes the
 * application fail when it does so. Thread-safe.
 */
final class OpenTelemetryLibrary implements ApplicationLibrary {

  /** In front of the packages of the copy that OpenTelemetry's agent brings along. */
  static final String OF_AGENT = "io.opentelemetry.javaagent.shaded.";

  private static final String API = "io.opentelemetry.api.";
  private static final String SCOPE = "io.loophalt";

  /** Those in which the metrics are registered; kept with the class. */
  private static final ClassValue<AtomicBoolean> REGISTERED =
      new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> global) {
          return new AtomicBoolean();
        }
      };

  private final String name;
  private final Class<?> global;
  private final MethodHandle isSet;
  private final MethodHandle meter;
  private final MethodHandle emptyProvider;
  private final MethodHandle meterOfProvider;
  private final Instruments counters;
  private final Instruments gauges;
  private final MethodHandle batchCallback;
  private final Class<?> measurement;
  private final MethodHandle recordValue;
  private final MethodHandle attributes;
  private final MethodHandle put;
  private final MethodHandle build;

  private OpenTelemetryLibrary(Handles library, String name) throws ReflectiveOperationException {
    this.name = name;
    global = library.type("GlobalOpenTelemetry");
    isSet = isSet(global);
    Class<?> meterType = library.type("metrics.Meter");
    meter = Handles.function(global, "getMeter", meterType, String.class);
    Class<?> provider = library.type("metrics.MeterProvider");
    emptyProvider = Handles.function(provider, "noop", provider);
    meterOfProvider = Handles.method(provider, "get", meterType, String.class);
    counters = Instruments.counters(library, meterType);
    gauges = Instruments.gauges(library, meterType);
    measurement = library.type("metrics.ObservableMeasurement");
    batchCallback =
        Handles.method(
            meterType,
            "batchCallback",
            library.type("metrics.BatchCallback"),
            Runnable.class,
            measurement,
            measurement.arrayType());
    Class<?> attributesType = library.type("common.Attributes");
    Class<?> builder = library.type("common.AttributesBuilder");
    recordValue =
        Handles.method(
            library.type("metrics.ObservableDoubleMeasurement"),
            "record",
            void.class,
            double.class,
            attributesType);
    attributes = Handles.function(attributesType, "builder", builder);
    put = Handles.method(builder, "put", builder, String.class, String.class);
    build = Handles.method(builder, "build", attributesType);
  }

  /** Null if there is none, or another one of that name. */
  static @Nullable OpenTelemetryLibrary find(String prefix, @Nullable ClassLoader loader) {
    try {
      return new OpenTelemetryLibrary(
          new Handles(prefix + API, loader),
          prefix.isEmpty() ? "OpenTelemetry" : "OpenTelemetry's agent");
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      return null;
    }
  }

  /** {@code ()boolean}; where the API has no such question, its field is looked at. */
  private static MethodHandle isSet(Class<?> global) throws ReflectiveOperationException {
    try {
      return Handles.function(global, "isSet", boolean.class);
    } catch (NoSuchMethodException older) {
      Field field = global.getDeclaredField("globalOpenTelemetry");
      field.setAccessible(true);
      MethodHandle value = MethodHandles.publicLookup().unreflectGetter(field);
      MethodHandle isThere =
          MethodHandles.lookup()
              .findStatic(
                  OpenTelemetryLibrary.class,
                  "isThere",
                  MethodType.methodType(boolean.class, Object.class));
      return MethodHandles.filterReturnValue(
          value.asType(MethodType.methodType(Object.class)), isThere);
    }
  }

  @SuppressWarnings("UnusedMethod") // by the handle above
  private static boolean isThere(@Nullable Object value) {
    return value != null;
  }

  /** How instruments of one kind are made. */
  private record Instruments(
      MethodHandle builder, MethodHandle description, MethodHandle unit, MethodHandle observer) {

    static Instruments counters(Handles library, Class<?> meter)
        throws ReflectiveOperationException {
      Class<?> longs = library.type("metrics.LongCounterBuilder");
      Class<?> doubles = library.type("metrics.DoubleCounterBuilder");
      MethodHandle ofLongs = Handles.method(meter, "counterBuilder", longs, String.class);
      MethodHandle ofDoubles = Handles.method(longs, "ofDoubles", doubles);
      return of(library, doubles, MethodHandles.filterReturnValue(ofLongs, ofDoubles));
    }

    static Instruments gauges(Handles library, Class<?> meter) throws ReflectiveOperationException {
      Class<?> doubles = library.type("metrics.DoubleGaugeBuilder");
      return of(library, doubles, Handles.method(meter, "gaugeBuilder", doubles, String.class));
    }

    private static Instruments of(Handles library, Class<?> builder, MethodHandle begin)
        throws ReflectiveOperationException {
      return new Instruments(
          begin,
          Handles.method(builder, "setDescription", builder, String.class),
          Handles.method(builder, "setUnit", builder, String.class),
          Handles.method(
              builder, "buildObserver", library.type("metrics.ObservableDoubleMeasurement")));
    }

    Object observe(Object meter, MetricFamily family) throws Throwable {
      Object begun = builder.invoke(meter, family.plainName());
      begun = description.invoke(begun, family.help());
      begun = unit.invoke(begun, family.unit());
      return observer.invoke(begun);
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** Set, and not to what drops all metrics. */
  @Override
  public boolean isSetUp() throws Throwable {
    if (!(boolean) isSet.invoke()) {
      return false;
    }
    Object known = meter.invoke(SCOPE);
    Object empty = meterOfProvider.invoke(emptyProvider.invoke(), SCOPE);
    return known.getClass() != empty.getClass();
  }

  @Override
  public void register(LatestReading reading) throws Throwable {
    if (!REGISTERED.get(global).compareAndSet(false, true)) {
      return;
    }
    Object known = meter.invoke(SCOPE);
    List<MetricFamily> families = reading.snapshot().all();
    Map<String, Object> observed = new HashMap<>();
    Object[] others = (Object[]) Array.newInstance(measurement, families.size() - 1);
    for (int i = 0; i < families.size(); i++) {
      MetricFamily family = families.get(i);
      Instruments instruments = family.kind() == Kind.COUNTER ? counters : gauges;
      Object observer = instruments.observe(known, family);
      observed.put(family.plainName(), observer);
      if (i > 0) {
        others[i - 1] = observer;
      }
    }
    Object first = observed.get(families.get(0).plainName());
    Object unused =
        batchCallback.invoke(
            known, (Runnable) new Collecting(reading, observed), first, (Object) others);
  }

  /** Is asked at each collection. The application's library holds it, and nobody else. */
  private final class Collecting implements Runnable {
    private final LatestReading reading;
    private final Map<String, Object> observed;
    private final Map<List<String>, Object> known = new ConcurrentHashMap<>();

    Collecting(LatestReading reading, Map<String, Object> observed) {
      this.reading = reading;
      this.observed = observed;
    }

    @Override
    public void run() {
      for (MetricFamily family : reading.fresh().all()) {
        Object observer = observed.get(family.plainName());
        for (Map.Entry<List<String>, Double> point : family.points().entrySet()) {
          try {
            recordValue.invoke(
                observer, (double) point.getValue(), attributes(family.labels(), point.getKey()));
          } catch (RuntimeException | Error theirs) {
            throw theirs;
          } catch (Throwable theirs) {
            throw new IllegalStateException(theirs);
          }
        }
      }
    }

    /** What is made of a pair of names and values stays: their number is bounded. */
    private Object attributes(List<String> names, List<String> values) throws Throwable {
      List<String> pairs = new ArrayList<>(names);
      pairs.addAll(values);
      Object made = known.get(pairs);
      if (made == null) {
        Object begun = attributes.invoke();
        for (int i = 0; i < names.size(); i++) {
          begun = put.invoke(begun, names.get(i), values.get(i));
        }
        made = build.invoke(begun);
        known.put(pairs, made);
      }
      return made;
    }
  }
}
