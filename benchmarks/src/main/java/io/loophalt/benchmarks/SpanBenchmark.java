package io.loophalt.benchmarks;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.State;

/** The same call in a span of OpenTelemetry's SDK: every call sampled, no exporter. No agent. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpanBenchmark {

  private final Tracer tracer = SdkTracerProvider.builder().build().get("lookUp");

  /** As one writes it by hand: the span is the current one of its thread meanwhile. */
  @Benchmark
  public String span(HealthyCalls calls) {
    Span span = tracer.spanBuilder("lookUp").startSpan();
    try (Scope current = span.makeCurrent()) {
      Objects.requireNonNull(current);
      return calls.call();
    } finally {
      span.end();
    }
  }
}
