package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.core.event.EventSinks;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.operations.metrics.AgentFacts;
import io.loophalt.operations.metrics.MetricsReading;
import io.loophalt.operations.metrics.PrometheusEndpoint;
import io.loophalt.operations.metrics.RunMetrics;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * Counts from the start, and serves the counts from the first run on: the JDK's HTTP server asks
 * for the application's logging, which before the application's main method would be too early. On
 * a thread of its own, so that the first run does not wait for it.
 */
final class MetricsOpening implements Runnable {

  private final MetricsPolicy policy;
  private final MetricsReading reading;
  private final Log log;

  // Guarded by this.
  private @Nullable PrometheusEndpoint endpoint;
  private boolean closed;

  private MetricsOpening(MetricsPolicy policy, MetricsReading reading, Log log) {
    this.policy = policy;
    this.reading = reading;
    this.log = log;
  }

  /** What is known of the agent. */
  private record Facts(
      AgentGate gate, InternalErrorBreaker failures, @Nullable JsonLinesSink eventLog)
      implements AgentFacts {

    @Override
    public String version() {
      return Version.current();
    }

    @Override
    public boolean isEnabled() {
      return !gate.isPaused() && !failures.haveTurnedOff();
    }

    @Override
    public long errors() {
      return failures.count();
    }

    @Override
    public long droppedEvents() {
      return eventLog == null ? 0 : eventLog.dropped();
    }
  }

  /** Begins to count. */
  static MetricsOpening count(
      MetricsPolicy policy,
      EventSinks sinks,
      RunRegistry runs,
      AgentGate gate,
      InternalErrorBreaker failures,
      @Nullable JsonLinesSink eventLog,
      Log log) {
    RunMetrics metrics = new RunMetrics(runs);
    sinks.add(
        new BreakableSink(
            metrics,
            "the metrics",
            "nothing more is counted there, but runs go on being watched",
            failures));
    return new MetricsOpening(
        policy, new MetricsReading(metrics, runs, new Facts(gate, failures, eventLog)), log);
  }

  /** Begins to serve. */
  void begin() {
    Thread thread = OwnThread.of(this, "loophalt-metrics");
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      log.warn("metrics are not served: there is no thread left to listen");
    }
  }

  @Override
  public void run() {
    PrometheusEndpoint opened = PrometheusEndpoint.open(policy, reading, log::warn);
    if (opened == null) {
      return;
    }
    log.info("metrics are at " + PrometheusEndpoint.url(policy, opened.port()));
    synchronized (this) {
      if (!closed) {
        endpoint = opened;
        return;
      }
    }
    opened.close();
  }

  /** The JVM ends: what is told of open runs now has been read with them already. */
  void close() {
    PrometheusEndpoint opened;
    synchronized (this) {
      closed = true;
      opened = endpoint;
    }
    if (opened != null) {
      opened.close();
    }
  }
}
