package io.loophalt.compatibility.telemetry;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Makes a span around each tool call.
 *
 * <p>With the argument {@value #SDK} it sets up OpenTelemetry's SDK, and reports all that the spans
 * and the metrics hold; with {@value #AGENT} it leaves that to OpenTelemetry's agent, and ends at
 * the signal {@value #GO}.
 */
public final class OpenTelemetryApplication {

  static final String SDK = "sdk";
  static final String AGENT = "agent";
  static final String GO = "go";

  /** The property that says for how many moments at most metrics are waited for. */
  private static final String MOMENTS = "moments";

  private static final long A_MOMENT_NANOS = 50_000_000;
  private static final int MOST_MOMENTS = 1_200;

  private OpenTelemetryApplication() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    if (args[0].equals(SDK)) {
      withItsOwnSdk();
    } else {
      Tracer tracer = GlobalOpenTelemetry.getTracer("test");
      StuckWork.untilHalted("repair", "stuck", (name, call) -> inSpan(tracer, name, call));
      Report.fact("ready", true);
      Lifeline.await(GO);
    }
    Report.fact("done", true);
  }

  private static void withItsOwnSdk() throws Exception {
    InMemorySpanExporter spans = InMemorySpanExporter.create();
    InMemoryMetricReader metrics = InMemoryMetricReader.create();
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .buildAndRegisterGlobal();
    Tracer tracer = sdk.getTracer("test");
    StuckWork.Around around = (name, call) -> inSpan(tracer, name, call);
    StuckWork.untilHalted("repair", "stuck", around);
    StuckWork.untilHaltedBy(() -> haltByJmx("seized"), "seized", around);
    StuckWork.untilHalted("task\"}\n\u001b[2J", "forged\u202e", around);
    report(spans);
    report(metrics);
  }

  @SuppressWarnings("try") // the scope is what the call is in
  private static String inSpan(Tracer tracer, String name, Supplier<String> call) {
    Span span = tracer.spanBuilder(name).startSpan();
    try (Scope scope = span.makeCurrent()) {
      return call.get();
    } finally {
      span.end();
    }
  }

  /** The socket, and with it what JMX needs, is opened beside the first run. */
  private static void haltByJmx(String run) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName runs = new ObjectName("io.loophalt:type=Runs");
      for (int i = 0; i < MOST_MOMENTS && !server.isRegistered(runs); i++) {
        LockSupport.parkNanos(A_MOMENT_NANOS);
      }
      Object unused =
          server.invoke(
              runs,
              "halt",
              new Object[] {run, "because"},
              new String[] {String.class.getName(), String.class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void report(InMemorySpanExporter spans) {
    for (SpanData span : spans.getFinishedSpanItems()) {
      StringBuilder said = new StringBuilder(span.getAttributes().asMap().toString());
      for (EventData event : span.getEvents()) {
        said.append(' ').append(event.getName()).append(event.getAttributes());
      }
      Report.fact("span." + span.getName(), said);
    }
  }

  /** They are registered beside the first run. */
  private static void report(InMemoryMetricReader metrics) {
    int most = Integer.getInteger(MOMENTS, MOST_MOMENTS);
    Collection<MetricData> collected = metrics.collectAllMetrics();
    for (int i = 0; i < most && collected.isEmpty(); i++) {
      LockSupport.parkNanos(A_MOMENT_NANOS);
      collected = metrics.collectAllMetrics();
    }
    for (MetricData each : collected) {
      each.getData()
          .getPoints()
          .forEach(point -> Report.fact("metric." + each.getName() + point.getAttributes(), point));
    }
  }
}
