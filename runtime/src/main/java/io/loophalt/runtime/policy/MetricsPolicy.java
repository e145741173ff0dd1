package io.loophalt.runtime.policy;

import org.jspecify.annotations.Nullable;

/**
 * Where metrics of the runs of this JVM go.
 *
 * @param application whether through the application's own metrics library, if it has one; the
 *     others then serve only where it has none
 * @param prometheus where Prometheus finds them; null for nowhere
 * @param otlp where they are sent; null for nowhere
 */
public record MetricsPolicy(
    boolean application, @Nullable PrometheusPolicy prometheus, @Nullable OtlpPolicy otlp) {

  /** Through the application's own library alone. */
  public static final MetricsPolicy DEFAULT = new MetricsPolicy(true, null, null);

  /** There are none. */
  public static final MetricsPolicy OFF = new MetricsPolicy(false, null, null);

  /** Whether the agent serves them itself where the application has no library. */
  public boolean servesItself() {
    return prometheus != null || otlp != null;
  }
}
