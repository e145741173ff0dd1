package io.loophalt.operations.metrics;

import io.loophalt.PrintableText;
import io.loophalt.operations.control.MainClass;
import io.loophalt.operations.metrics.MetricFamily.Kind;
import io.loophalt.runtime.policy.OtlpPolicy;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.CardinalityLimitSelector;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends the metrics of this JVM by the OpenTelemetry Protocol, with OpenTelemetry's own exporter
 * and the JDK's HTTP client. All its threads are daemons. Thread-safe.
 */
final class OtlpExport implements AutoCloseable {

  private static final String SCOPE = "io.loophalt";

  /** More than there can be, so that none is left out. */
  private static final int MOST_SERIES = 10_000;

  /** How long the end of the JVM waits for the last values to be sent. */
  private static final long END_MILLIS = 2_000;

  private final SdkMeterProvider meters;
  private final ToldExporter exporter;

  private OtlpExport(SdkMeterProvider meters, ToldExporter exporter) {
    this.meters = meters;
    this.exporter = exporter;
  }

  /**
   * Begins to send them.
   *
   * @param version of the agent
   * @param complaints is told, in one line, why nothing can be sent
   * @return null if it cannot begin
   */
  static @Nullable OtlpExport begin(
      OtlpPolicy policy, LatestReading reading, String version, Consumer<String> complaints) {
    try {
      Loggers.areQuiet();
      OtlpHttpMetricExporterBuilder builder =
          OtlpHttpMetricExporter.builder().setEndpoint(policy.endpoint());
      policy.headers().forEach(builder::addHeader);
      ToldExporter exporter = new ToldExporter(builder.build(), policy.shown(), complaints);
      SdkMeterProvider meters =
          SdkMeterProvider.builder()
              .setResource(resource())
              .registerMetricReader(
                  PeriodicMetricReader.builder(exporter).setInterval(policy.interval()).build(),
                  (CardinalityLimitSelector) instrument -> MOST_SERIES)
              .build();
      observe(meters.meterBuilder(SCOPE).setInstrumentationVersion(version).build(), reading);
      return new OtlpExport(meters, exporter);
    } catch (RuntimeException refused) {
      String why = String.valueOf(refused.getMessage());
      complaints.accept(refusal(policy, why.replace(policy.endpoint(), policy.shown())));
      return null;
    } catch (LinkageError missing) {
      complaints.accept(
          refusal(
              policy,
              "this JVM cannot ("
                  + missing.getMessage()
                  + "); it takes the modules java.net.http and java.logging (--add-modules"
                  + " java.net.http,java.logging)"));
      return null;
    }
  }

  private static String refusal(OtlpPolicy policy, String why) {
    return "metrics are not sent to "
        + PrintableText.of(policy.shown())
        + ": "
        + PrintableText.of(why)
        + "; runs are watched all the same";
  }

  /** By the names that OpenTelemetry's own set-up reads, as far as they say who this is. */
  private static Resource resource() {
    String name = System.getenv("OTEL_SERVICE_NAME");
    String property = System.getProperty("otel.service.name", name == null ? "" : name);
    return Resource.getDefault()
        .merge(
            Resource.create(
                Attributes.builder()
                    .put("service.name", property.isBlank() ? MainClass.name() : property)
                    .put("service.instance.id", UUID.randomUUID().toString())
                    .build()));
  }

  private static void observe(Meter meter, LatestReading reading) {
    Map<String, ObservableDoubleMeasurement> observed = new LinkedHashMap<>();
    for (MetricFamily family : reading.snapshot().all()) {
      observed.put(
          family.plainName(),
          family.kind() == Kind.COUNTER
              ? meter
                  .counterBuilder(family.plainName())
                  .setDescription(family.help())
                  .setUnit(family.unit())
                  .ofDoubles()
                  .buildObserver()
              : meter
                  .gaugeBuilder(family.plainName())
                  .setDescription(family.help())
                  .setUnit(family.unit())
                  .buildObserver());
    }
    ObservableMeasurement[] all = observed.values().toArray(new ObservableMeasurement[0]);
    meter.batchCallback(() -> record(reading, observed), all[0], all);
  }

  private static void record(
      LatestReading reading, Map<String, ObservableDoubleMeasurement> observed) {
    for (MetricFamily family : reading.fresh().all()) {
      ObservableDoubleMeasurement observer = observed.get(family.plainName());
      if (observer != null) {
        family
            .points()
            .forEach(
                (values, value) -> observer.record(value, attributes(family.labels(), values)));
      }
    }
  }

  private static Attributes attributes(List<String> names, List<String> values) {
    AttributesBuilder all = Attributes.builder();
    for (int i = 0; i < names.size(); i++) {
      all.put(names.get(i), values.get(i));
    }
    return all.build();
  }

  /** Sends the last values. */
  @Override
  public void close() {
    exporter.await(END_MILLIS);
    meters.shutdown().join(END_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Those of OpenTelemetry, which has one line and more for each try that fails. */
  private static final class Loggers {

    private static final List<Logger> ALL =
        List.of(
            Logger.getLogger("io.opentelemetry.exporter.otlp.internal.HttpExporter"),
            Logger.getLogger("io.opentelemetry.exporter.sender.jdk.internal.JdkHttpSender"),
            Logger.getLogger(PeriodicMetricReader.class.getName()));

    static {
      ALL.forEach(Loggers::leaveOutOurs);
    }

    /** From the first time on. */
    static void areQuiet() {}

    /** An application that has OpenTelemetry, too, logs by the same names. */
    private static void leaveOutOurs(Logger logger) {
      Filter applications = logger.getFilter();
      logger.setFilter(
          record -> !isOurs() && (applications == null || applications.isLoggable(record)));
    }

    private static boolean isOurs() {
      ClassLoader ours = Loggers.class.getClassLoader();
      return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
          .walk(
              frames ->
                  frames
                      .map(StackWalker.StackFrame::getDeclaringClass)
                      .filter(each -> each.getName().startsWith("io.opentelemetry."))
                      .anyMatch(each -> each.getClassLoader() == ours));
    }
  }
}
