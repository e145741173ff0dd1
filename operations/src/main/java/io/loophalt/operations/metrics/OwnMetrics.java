package io.loophalt.operations.metrics;

import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.OtlpPolicy;
import io.loophalt.runtime.policy.PrometheusPolicy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the agent serves of the metrics itself, each way with a library of its own. */
public final class OwnMetrics implements AutoCloseable {

  private final @Nullable AutoCloseable endpoint;
  private final @Nullable AutoCloseable export;

  private OwnMetrics(@Nullable AutoCloseable endpoint, @Nullable AutoCloseable export) {
    this.endpoint = endpoint;
    this.export = export;
  }

  /**
   * Begins to serve. To be called on a daemon thread: the JDK's server makes its own thread like
   * that.
   *
   * @param version of the agent
   * @param news is told, in one line, where they are
   * @param complaints is told, in one line, why they are not
   */
  public static OwnMetrics open(
      MetricsPolicy policy,
      LatestReading reading,
      String version,
      Consumer<String> news,
      Consumer<String> complaints) {
    PrometheusPolicy prometheus = policy.prometheus();
    PrometheusEndpoint endpoint =
        prometheus == null ? null : PrometheusEndpoint.open(prometheus, reading, complaints);
    if (prometheus != null && endpoint != null) {
      news.accept("metrics are at " + PrometheusEndpoint.url(prometheus, endpoint.port()));
    }
    OtlpPolicy otlp = policy.otlp();
    return new OwnMetrics(
        endpoint, otlp == null ? null : OtlpExport.begin(otlp, reading, version, complaints));
  }

  @Override
  public void close() {
    close(endpoint);
    close(export);
  }

  private static void close(@Nullable AutoCloseable open) {
    try {
      if (open != null) {
        open.close();
      }
    } catch (Exception endsAnyway) {
      return; // The JVM ends, and with it what is not closed.
    }
  }
}
