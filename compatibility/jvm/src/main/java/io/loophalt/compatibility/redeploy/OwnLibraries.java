package io.loophalt.compatibility.redeploy;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** The tracing and the metrics of the application that is deployed. */
final class OwnLibraries {

  private static final long A_MOMENT_NANOS = 20_000_000;
  private static final int MOST_MOMENTS = 3_000;

  private OwnLibraries() {}

  static void setUp() {
    OpenTelemetrySdk unused =
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().build())
            .buildAndRegisterGlobal();
    Metrics.addRegistry(new SimpleMeterRegistry());
  }

  /** The work, in a span; and that the metrics of runs are there when it is done. */
  @SuppressWarnings("try") // the scope is what the work is in
  static String inSpan(Supplier<String> work) {
    Span span = GlobalOpenTelemetry.getTracer("test").spanBuilder("work").startSpan();
    String answer;
    try (Scope scope = span.makeCurrent()) {
      answer = work.get();
    } finally {
      span.end();
    }
    for (int i = 0; i < MOST_MOMENTS; i++) {
      if (Metrics.globalRegistry.find("loophalt.agent.enabled").gauge() != null) {
        return answer + ", and measured";
      }
      LockSupport.parkNanos(A_MOMENT_NANOS);
    }
    return answer;
  }
}
