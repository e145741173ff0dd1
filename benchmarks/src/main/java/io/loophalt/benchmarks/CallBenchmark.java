package io.loophalt.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * One call of a tool with two short arguments. The same byte code is measured with and without the
 * agent in the JVM.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {

  /** The call. */
  @Benchmark
  public String toolCall(HealthyCalls calls) {
    return calls.call();
  }
}
