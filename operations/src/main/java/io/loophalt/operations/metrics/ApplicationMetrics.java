package io.loophalt.operations.metrics;

import io.loophalt.core.failure.ThreadStop;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings the metrics into the library by which the application publishes its own: Micrometer if one
 * of its registries exports something, else OpenTelemetry's agent, else the application's own
 * OpenTelemetry, else Micrometer that keeps them in memory.
 *
 * <p>Nothing happens for a call: the library asks when it collects. Thread-safe. Holds no class
 * loader of the application's; what is known of one is kept with its classes.
 */
public final class ApplicationMetrics {

  private static final long FIRST_PAUSE_NANOS = 1_000_000_000;
  private static final long LONGEST_PAUSE_NANOS = 600_000_000_000L;

  /** A class of each library that is there whenever the library is. */
  private static final String MICROMETER = "io.micrometer.core.instrument.Metrics";

  private static final String OPEN_TELEMETRY = "io.opentelemetry.api.GlobalOpenTelemetry";

  private final ClassValue<Attempts> attempts =
      new ClassValue<>() {
        @Override
        protected Attempts computeValue(Class<?> woven) {
          return new Attempts(hasLibrary(woven.getClassLoader()));
        }
      };

  private final Consumer<String> complaints;
  private final AtomicBoolean complained = new AtomicBoolean();

  /**
   * Knows no library yet.
   *
   * @param complaints is told once, in one line, when a library throws
   */
  public ApplicationMetrics(Consumer<String> complaints) {
    this.complaints = complaints;
  }

  /** When the library that a class sees is looked at again. Guarded by itself. */
  private static final class Attempts {
    private boolean isOver;
    private long nextNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    Attempts(boolean hasLibrary) {
      isOver = !hasLibrary;
      nextNanos = System.nanoTime();
    }

    synchronized boolean isDue() {
      long now = System.nanoTime();
      if (isOver || now - nextNanos < 0) {
        return false;
      }
      nextNanos = now + pauseNanos;
      pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
      return true;
    }

    synchronized void end() {
      isOver = true;
    }
  }

  private static boolean hasLibrary(@Nullable ClassLoader loader) {
    return isThere(MICROMETER, loader)
        || isThere(OPEN_TELEMETRY, loader)
        || isThere(OpenTelemetryLibrary.OF_AGENT + OPEN_TELEMETRY, null);
  }

  private static boolean isThere(String name, @Nullable ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError | RuntimeException absent) {
      return false;
    }
  }

  /**
   * Whether the loader of a woven class has a library in which the metrics are not yet, and which
   * was not looked at a moment ago. To be asked when a run begins; a lookup mostly.
   */
  public boolean isWorthTrying(Class<?> woven) {
    return attempts.get(woven).isDue();
  }

  /**
   * Brings them into the library that a woven class sees, if the application has set it up. Runs
   * the library's code, and so belongs on a thread of the agent's own.
   *
   * @param onlyIfExported whether one that is known to keep metrics in memory is as good as none
   * @return what people call the library; null if there is none, or none that is set up
   */
  public @Nullable String register(Class<?> woven, LatestReading reading, boolean onlyIfExported) {
    try {
      ApplicationLibrary library = setUp(woven.getClassLoader(), onlyIfExported);
      if (library == null) {
        return null;
      }
      library.register(reading);
      attempts.get(woven).end();
      return library.name();
    } catch (Throwable theirs) {
      ThreadStop.passOn(theirs);
      attempts.get(woven).end();
      if (complained.compareAndSet(false, true)) {
        complaints.accept(
            "the application's metrics library threw "
                + theirs.getClass().getName()
                + ": metrics of runs may be missing there; runs are watched all the same");
      }
      return null;
    }
  }

  private static @Nullable ApplicationLibrary setUp(
      @Nullable ClassLoader loader, boolean onlyIfExported) throws Throwable {
    MicrometerLibrary micrometer = MicrometerLibrary.find(loader);
    if (micrometer != null && micrometer.isExported()) {
      return micrometer;
    }
    ApplicationLibrary ofAgent = OpenTelemetryLibrary.find(OpenTelemetryLibrary.OF_AGENT, null);
    if (ofAgent != null && ofAgent.isSetUp()) {
      return ofAgent;
    }
    ApplicationLibrary own = loader == null ? null : OpenTelemetryLibrary.find("", loader);
    if (own != null && own.isSetUp()) {
      return own;
    }
    return !onlyIfExported && micrometer != null && micrometer.isSetUp() ? micrometer : null;
  }
}
