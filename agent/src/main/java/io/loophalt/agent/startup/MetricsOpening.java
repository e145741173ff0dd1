package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.RunOpened;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.operations.metrics.AgentFacts;
import io.loophalt.operations.metrics.ApplicationMetrics;
import io.loophalt.operations.metrics.LatestReading;
import io.loophalt.operations.metrics.MetricsReading;
import io.loophalt.operations.metrics.OwnMetrics;
import io.loophalt.operations.metrics.RunMetrics;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings metrics to where they are wanted, from the first run on: into the library of the
 * application that makes the run, or where that has none, to where the agent serves them itself.
 *
 * <p>On threads of the agent's own, so that no run waits for it: libraries run code of the
 * application's, and the JDK's HTTP server asks for its logging, which before its main method would
 * be too early. Thread-safe.
 */
final class MetricsOpening implements EventSink {

  private final MetricsPolicy policy;
  private final EventSinks sinks;
  private final RunRegistry runs;
  private final InternalErrorBreaker failures;
  private final Facts facts;
  private final Log log;

  private final ApplicationMetrics libraries;

  // Guarded by this.
  private @Nullable RunMetrics counted;
  private @Nullable LatestReading reading;
  private @Nullable OwnMetrics own;
  private boolean closed;

  /** Whether it is decided that the agent serves them itself, or that it does not. */
  private volatile boolean isSettled;

  private volatile boolean servesItself;

  /**
   * Begins with nothing.
   *
   * @param eventLog null if there is none
   */
  MetricsOpening(
      MetricsPolicy policy,
      EventSinks sinks,
      RunCorrelator correlator,
      AgentGate gate,
      InternalErrorBreaker failures,
      @Nullable JsonLinesSink eventLog,
      Log log) {
    this.policy = policy;
    this.sinks = sinks;
    this.runs = correlator.registry();
    this.failures = failures;
    this.facts = new Facts(gate, failures, correlator, eventLog);
    this.log = log;
    this.libraries = new ApplicationMetrics(new Warning(log));
    this.isSettled = !policy.servesItself();
  }

  /** A class instead of a method reference: a first lambda costs tens of milliseconds. */
  private record Warning(Log log) implements Consumer<String> {
    @Override
    public void accept(String message) {
      log.warn(message);
    }
  }

  /** What is known of the agent. */
  private record Facts(
      AgentGate gate,
      InternalErrorBreaker failures,
      RunCorrelator correlator,
      @Nullable JsonLinesSink eventLog)
      implements AgentFacts {

    private static final double NANOS_OF_A_SECOND = 1e9;

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
    public double ownSeconds() {
      return gate.ownNanos() / NANOS_OF_A_SECOND;
    }

    @Override
    public long droppedEvents() {
      return eventLog == null ? 0 : eventLog.dropped();
    }

    @Override
    public long droppedByListeners() {
      return correlator.outside().droppedByListeners();
    }

    @Override
    public long judgedAlone() {
      return correlator.registry().judgedAlone();
    }
  }

  /** Counts from the start where it is sure that somebody asks. */
  void beginAtStart() {
    if (policy.servesItself()) {
      count();
    }
  }

  /** Counts from now on. */
  private synchronized LatestReading count() {
    LatestReading known = reading;
    if (known == null) {
      RunMetrics metrics = new RunMetrics(runs);
      sinks.add(
          new BreakableSink(
              metrics,
              "the metrics",
              "nothing more is counted there, but runs go on being watched",
              failures));
      known = new LatestReading(new MetricsReading(metrics, runs, facts));
      counted = metrics;
      reading = known;
    }
    return known;
  }

  /** A run begins, perhaps that of an application which was not there before. */
  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened && !servesItself) {
      Invocation call = InvocationStack.current().innermost();
      Class<?> called = call == null ? null : call.declaringIfKnown();
      Class<?> woven =
          called != null && policy.application() && libraries.isWorthTrying(called) ? called : null;
      boolean settles = settles();
      if (settles || woven != null) {
        countFrom(event);
        begin(new Work(woven, settles));
      }
    }
  }

  /** What begins to count just now hears of this run, too. */
  private synchronized void countFrom(Event opened) {
    count();
    Objects.requireNonNull(counted).publish(opened);
  }

  /** Whether they go nowhere. */
  boolean isOff() {
    return !policy.application() && !policy.servesItself();
  }

  private synchronized boolean settles() {
    boolean settles = !isSettled;
    isSettled = true;
    return settles;
  }

  private void begin(Work work) {
    try {
      OwnThread.of(work, "loophalt-metrics").start();
    } catch (OutOfMemoryError noThread) {
      log.warn("metrics are not served: there is no thread left to do so");
    }
  }

  /** Brings them into the library that a class sees; where there is none, may serve them. */
  private final class Work implements Runnable {
    private final @Nullable Class<?> woven;
    private final boolean settles;

    Work(@Nullable Class<?> woven, boolean settles) {
      this.woven = woven;
      this.settles = settles;
    }

    @Override
    public void run() {
      try {
        String library = woven == null ? null : libraries.register(woven, count(), settles);
        if (settles && library == null) {
          serve();
        } else if (settles) {
          log.info(
              "metrics go through the application's "
                  + library
                  + ", and what 'metrics' configures is not served; with 'application: off' it is");
        }
      } catch (RuntimeException | LinkageError broken) {
        failures.note("while making metrics known", broken);
      }
    }
  }

  private void serve() {
    servesItself = true;
    OwnMetrics opened =
        OwnMetrics.open(policy, count(), facts.version(), log::info, new Warning(log));
    synchronized (this) {
      if (!closed) {
        own = opened;
        return;
      }
    }
    opened.close();
  }

  /** The JVM ends: what is told of open runs now has been read with them already. */
  void close() {
    OwnMetrics opened;
    synchronized (this) {
      closed = true;
      opened = own;
    }
    if (opened != null) {
      opened.close();
    }
  }
}
