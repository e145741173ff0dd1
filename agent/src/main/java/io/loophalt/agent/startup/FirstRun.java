package io.loophalt.agent.startup;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.RunOpened;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.operations.memory.FileLoopMemory;
import io.loophalt.operations.notify.PostQueue;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What begins with the first run: the socket by which a person steers this JVM, the metrics that it
 * serves, and the wait for its end, when the runs that are still open are told, the event log and
 * the memory write what they have, notifications are posted that wait, and one line says what there
 * was. It hears of the first run alone.
 *
 * <p>Other hooks work on meanwhile, and so do the runs: they stay as they are, and what is decided
 * about them now is still told. Thread-safe.
 */
final class FirstRun implements EventSink {

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Ending implements Runnable {
    @Override
    public void run() {
      correlator.outside().endWaiting();
      ControlOpening opened = control;
      if (opened != null) {
        opened.close();
      }
      MetricsOpening told = metrics;
      if (told != null) {
        told.close();
      }
      for (LiveRun live : correlator.registry().all()) {
        live.run().tellEnd();
      }
      if (eventLog != null) {
        eventLog.flush();
      }
      if (memory != null) {
        memory.flush();
      }
      if (posts != null) {
        posts.close();
      }
      log.info(summary.text());
    }
  }

  private final EventSinks sinks;
  private final RunCorrelator correlator;
  private final @Nullable ControlSettings steering;
  private final boolean traces;
  private final AgentGate gate;
  private final @Nullable JsonLinesSink eventLog;
  private final @Nullable FileLoopMemory memory;
  private final @Nullable PostQueue posts;
  private final RunSummary summary;
  private final InternalErrorBreaker failures;
  private final Log log;

  /** Made before any run: a thread holds on to the application whose thread has made it. */
  private final Thread end;

  private final AtomicBoolean awaited = new AtomicBoolean();

  private volatile @Nullable ControlOpening control;
  private volatile @Nullable MetricsOpening metrics;

  /**
   * Is one of the sinks until the first run begins.
   *
   * @param steering null if nobody steers
   * @param metrics where they are configured; null where the application's own library is to have
   *     them, if there is one
   * @param traces whether the application's spans hear of runs
   * @param posts null if nothing is posted
   */
  FirstRun(
      EventSinks sinks,
      RunCorrelator correlator,
      @Nullable ControlSettings steering,
      @Nullable MetricsOpening metrics,
      boolean traces,
      AgentGate gate,
      @Nullable JsonLinesSink eventLog,
      @Nullable FileLoopMemory memory,
      @Nullable PostQueue posts,
      RunSummary summary,
      InternalErrorBreaker failures,
      Log log) {
    this.sinks = sinks;
    this.correlator = correlator;
    this.steering = steering;
    this.metrics = metrics;
    this.traces = traces;
    this.gate = gate;
    this.eventLog = eventLog;
    this.memory = memory;
    this.posts = posts;
    this.summary = summary;
    this.failures = failures;
    this.log = log;
    this.end = new Thread(null, new Ending(), "loophalt-end", 0, false);
  }

  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened && awaited.compareAndSet(false, true)) {
      FlightRecording.hears(sinks, failures);
      try {
        Runtime.getRuntime().addShutdownHook(end);
      } catch (IllegalStateException endsAlready) {
        return; // The first run was opened by a shutdown hook of the application.
      } finally {
        sinks.remove(this);
      }
      if (traces) {
        SpanTelling.hears(sinks, correlator.registry(), failures, log);
      }
      tellMetrics(event);
      if (steering != null) {
        control = ControlOpening.begin(steering, correlator, summary, sinks, failures, log);
      }
    }
  }

  private void tellMetrics(Event first) {
    MetricsOpening opening = metrics;
    if (opening == null) {
      opening =
          new MetricsOpening(
              MetricsPolicy.DEFAULT, sinks, correlator, gate, failures, eventLog, log);
      metrics = opening;
    }
    if (opening.isOff()) {
      return;
    }
    EventSink sink =
        new BreakableSink(
            opening,
            "bringing metrics to the application's library",
            "applications that come later hear nothing of runs, which go on being watched",
            failures);
    sinks.add(sink);
    sink.publish(first);
  }
}
