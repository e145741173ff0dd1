package io.loophalt.operations.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metrics as they were a moment ago, for libraries that ask for one value after the other.
 *
 * <p>Thread-safe: one reads, others wait for it.
 */
public final class LatestReading {

  /** How old a reading may be, so that the values of one collection are of one moment. */
  private static final long MOST_NANOS = 500_000_000;

  /**
   * All metrics at one moment. Immutable.
   *
   * @param number how many were made before
   * @param byName the metrics by their {@linkplain MetricFamily#plainName plain names}
   */
  record Snapshot(long number, List<MetricFamily> all, Map<String, MetricFamily> byName) {

    /** A value; 0 where there is none any more. */
    double value(String name, List<String> labels) {
      MetricFamily family = byName.get(name);
      return family == null ? 0 : family.points().getOrDefault(labels, 0.0);
    }
  }

  private final MetricsReading reading;

  // Guarded by this.
  private @Nullable Snapshot latest;
  private long readNanos;

  /** Of these; reads nothing yet. */
  public LatestReading(MetricsReading reading) {
    this.reading = reading;
  }

  /** Not older than half a second. */
  synchronized Snapshot snapshot() {
    Snapshot known = latest;
    return known == null || System.nanoTime() - readNanos > MOST_NANOS ? fresh() : known;
  }

  /** Of now. */
  synchronized Snapshot fresh() {
    Snapshot known = latest;
    List<MetricFamily> all = reading.read();
    Map<String, MetricFamily> byName = new HashMap<>();
    for (MetricFamily each : all) {
      byName.put(each.plainName(), each);
    }
    Snapshot read = new Snapshot(known == null ? 0 : known.number() + 1, all, byName);
    latest = read;
    readNanos = System.nanoTime();
    return read;
  }
}
