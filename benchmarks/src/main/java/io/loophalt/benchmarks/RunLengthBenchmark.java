package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What a step costs in short and in long runs, the opening and closing of the run included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RunLengthBenchmark {

  private static final int STEPS = 100_000;

  /** Steps of one run. */
  @Param({"10", "100", "1000", "10000", "100000"})
  public int runLength;

  /** As many runs as make up the same number of steps. */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public void step(HealthyCalls calls, Blackhole sink) {
    for (int run = 0; run < STEPS / runLength; run++) {
      try (RunScope opened = AgentRuns.open("length")) {
        for (int step = 0; step < runLength; step++) {
          sink.consume(calls.call());
        }
        sink.consume(opened);
      }
    }
  }
}
