package io.loophalt.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The same call behind things that people put around calls already, for scale. No agent. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeerBenchmark {

  private final CircuitBreaker breaker = CircuitBreaker.ofDefaults("lookUp");
  private final Timer timer = new SimpleMeterRegistry().timer("lookUp");

  /** Resilience4j, closed, default window of 100 calls. */
  @Benchmark
  public String circuitBreaker(HealthyCalls calls) {
    Supplier<String> call = calls::call;
    return breaker.executeSupplier(call);
  }

  /** Micrometer, without percentiles. */
  @Benchmark
  public String timer(HealthyCalls calls) {
    Supplier<String> call = calls::call;
    return timer.record(call);
  }
}
