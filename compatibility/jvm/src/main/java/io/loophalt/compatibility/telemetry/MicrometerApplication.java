package io.loophalt.compatibility.telemetry;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.locks.LockSupport;

/** Publishes its own metrics by Micrometer, and reports what a Prometheus server would read. */
public final class MicrometerApplication {

  private static final long A_MOMENT_NANOS = 600_000_000;
  private static final int MOST_MOMENTS = 100;

  private MicrometerApplication() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Metrics.addRegistry(registry);
    Metrics.counter("own.counter").increment();
    StuckWork.untilHalted("repair", "stuck", (name, call) -> call.get());
    StuckWork.untilHalted("task\"}\n\u001b[2J", "forged", (name, call) -> call.get());
    String scraped = registry.scrape();
    // Registered beside the first run, and what is new since then beside a scrape.
    for (int i = 0; i < MOST_MOMENTS && !isComplete(scraped); i++) {
      LockSupport.parkNanos(A_MOMENT_NANOS);
      scraped = registry.scrape();
    }
    scraped.lines().forEach(line -> Report.fact("scraped", line));
    Report.fact("done", true);
  }

  private static boolean isComplete(String scraped) {
    return scraped.contains("loophalt_task=\"repair\"} 1.0") && scraped.contains("u001b");
  }
}
