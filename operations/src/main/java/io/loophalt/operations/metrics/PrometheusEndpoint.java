package io.loophalt.operations.metrics;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.PrintableText;
import io.loophalt.runtime.policy.PrometheusPolicy;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.exporter.httpserver.DefaultHandler;
import io.prometheus.metrics.exporter.httpserver.HealthyHandler;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves the metrics of this JVM at {@code /metrics}, in the text formats of Prometheus and
 * OpenMetrics. All its threads are daemons. Thread-safe.
 *
 * <p>Of Prometheus' library it takes the handlers: the server of that one sets limits for all
 * servers of the JVM, those of the application included.
 */
final class PrometheusEndpoint implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int MOST_WAITING = 16;
  private static final long IDLE_SECONDS = 60;

  private static final String PATH = "/metrics";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  private PrometheusEndpoint(HttpServer server, ThreadPoolExecutor threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Opens it. To be called on a daemon thread: the JDK's server makes its own thread like that.
   *
   * @param complaints is told, in one line, why it cannot be opened
   * @return null if it cannot
   */
  static @Nullable PrometheusEndpoint open(
      PrometheusPolicy policy, LatestReading reading, Consumer<String> complaints) {
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register((MultiCollector) () -> snapshots(reading));
    try {
      // Before the port is taken: it would stay taken where one of them cannot be made.
      // Properties of its own: those of the application are about metrics of its own.
      HttpHandler metrics = new MetricsHandler(PrometheusProperties.builder().build(), registry);
      HttpHandler other = new DefaultHandler(PATH);
      HttpHandler healthy = new HealthyHandler();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(policy.host(), policy.port()), MOST_WAITING);
      server.createContext(PATH, metrics);
      server.createContext("/", other);
      server.createContext("/-/healthy", healthy);
      ThreadPoolExecutor threads = threads();
      server.setExecutor(threads);
      server.start();
      return new PrometheusEndpoint(server, threads);
    } catch (IOException | RuntimeException refused) {
      complaints.accept(refusal(policy, String.valueOf(refused.getMessage())));
      return null;
    } catch (LinkageError missing) {
      complaints.accept(
          refusal(
              policy,
              "the module jdk.httpserver is not in this JVM, or a class is broken ("
                  + missing
                  + ')'));
      return null;
    }
  }

  private static String refusal(PrometheusPolicy policy, String why) {
    return "metrics are not served at "
        + address(policy.host(), policy.port())
        + ": "
        + PrintableText.of(why)
        + "; runs are watched all the same";
  }

  private static ThreadPoolExecutor threads() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            work -> {
              Thread thread =
                  new Thread(null, work, "loophalt-metrics-" + number.incrementAndGet(), 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Where it is. */
  static String url(PrometheusPolicy policy, int port) {
    return "http://" + address(policy.host(), port) + PATH;
  }

  private static String address(String host, int port) {
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
  }

  /** On which port it listens. */
  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }

  private static MetricSnapshots snapshots(LatestReading reading) {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    for (MetricFamily each : reading.fresh().all()) {
      all.metricSnapshot(snapshot(each));
    }
    return all.build();
  }

  private static MetricSnapshot snapshot(MetricFamily family) {
    return switch (family.kind()) {
      case COUNTER -> counter(family);
      case GAUGE -> gauge(family);
      case INFO -> info(family);
    };
  }

  private static MetricSnapshot counter(MetricFamily family) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name(family.prometheusName()).help(family.help());
    family
        .points()
        .forEach(
            (values, value) ->
                counter.dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(Labels.of(family.prometheusLabels(), values))
                        .value(value)
                        .build()));
    return counter.build();
  }

  private static MetricSnapshot gauge(MetricFamily family) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder().name(family.prometheusName()).help(family.help());
    family
        .points()
        .forEach(
            (values, value) ->
                gauge.dataPoint(
                    GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(family.prometheusLabels(), values))
                        .value(value)
                        .build()));
    return gauge.build();
  }

  private static MetricSnapshot info(MetricFamily family) {
    InfoSnapshot.Builder info =
        InfoSnapshot.builder().name(family.prometheusName()).help(family.help());
    for (var values : family.points().keySet()) {
      info.dataPoint(
          InfoDataPointSnapshot.builder()
              .labels(Labels.of(family.prometheusLabels(), values))
              .build());
    }
    return info.build();
  }
}
