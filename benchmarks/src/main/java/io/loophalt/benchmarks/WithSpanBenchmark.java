package io.loophalt.benchmarks;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The same call in a span that OpenTelemetry's Java agent opens around it, without an exporter. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WithSpanBenchmark {

  private final SpannedTool tool = new SpannedTool();

  /** The call; fails where no agent has opened a span. */
  @Benchmark
  public String toolCall(HealthyCalls calls) {
    return tool.lookUp(calls);
  }

  /** What {@link LookupTool} does, for the other agent. */
  public static final class SpannedTool {

    private boolean checked;

    SpannedTool() {}

    @WithSpan
    String lookUp(HealthyCalls calls) {
      if (!checked) {
        if (!Span.current().getSpanContext().isValid()) {
          throw new IllegalStateException("the call is in no span");
        }
        checked = true;
      }
      return calls.call();
    }
  }
}
