package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a step costs while other runs are alive, up to the number the agent keeps by default. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LiveRunsBenchmark {

  /** Runs that stay open meanwhile; one more than the greatest would make the agent drop some. */
  @Param({"0", "1000", "9998"})
  public int otherRuns;

  /** Opens each on a thread that ends without closing it: opened on one they would be nested. */
  @Setup
  public void openOtherRuns(HealthyCalls calls) throws InterruptedException {
    for (int i = 0; i < otherRuns; i++) {
      Thread thread = new Thread(new OpenAndStep(calls));
      thread.start();
      thread.join();
    }
  }

  private record OpenAndStep(HealthyCalls calls) implements Runnable {
    @Override
    @SuppressWarnings("resource") // Left open: that is what is measured.
    public void run() {
      RunScope leftOpen = AgentRuns.open("other");
      calls.call();
      if (leftOpen == null || AgentRuns.currentRunId().isEmpty()) {
        throw new IllegalStateException("no run was opened");
      }
    }
  }

  /** One step of one of them. */
  @Benchmark
  public String step(HealthyCalls calls) {
    return calls.call();
  }
}
