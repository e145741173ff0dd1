package io.loophalt.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the JVM per operation, beside the wall-clock time: on a machine with other work
 * the one says what an operation costs, the other also how long it had to wait.
 */
public final class CpuTime implements InternalProfiler {

  static final String RESULT = "cpu.time.norm";

  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "Processor time of the whole JVM per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = system.getProcessCpuTime();
  }

  @Override
  public List<Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long used = system.getProcessCpuTime() - before;
    // JMH counts invocations; an invocation may stand for many operations.
    long operations = Math.max(1, result.getMetadata().getAllOps());
    return List.of(
        new ScalarResult(RESULT, (double) used / operations, "ns/op", AggregationPolicy.AVG));
  }
}
