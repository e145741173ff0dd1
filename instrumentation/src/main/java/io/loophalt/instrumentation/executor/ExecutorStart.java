package io.loophalt.instrumentation.executor;

import io.loophalt.instrumentation.ReadyClasses;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.executor.TaskCarrier;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.lang.instrument.Instrumentation;

/**
 * Has executors woven when it is run, for which the thread that weaves the first method of an agent
 * waits: its first task is to be in its run, too.
 *
 * <p>It is done on a thread of its own, because the one that waits is in the middle of loading a
 * class of the application's, on whatever stack it has left.
 */
public final class ExecutorStart implements Runnable {

  /** Far more than it takes; see {@link ReadyClasses}. */
  private static final long MOST_WAITED_MILLIS = 5_000;

  private final Instrumentation instrumentation;
  private final AgentGate gate;
  private final RunCorrelator runs;
  private final InternalErrorBreaker failures;
  private final Log log;

  /** Does nothing before it is run. */
  public ExecutorStart(
      Instrumentation instrumentation,
      AgentGate gate,
      RunCorrelator runs,
      InternalErrorBreaker failures,
      Log log) {
    this.instrumentation = instrumentation;
    this.gate = gate;
    this.runs = runs;
    this.failures = failures;
    this.log = log;
  }

  @Override
  public void run() {
    Thread worker =
        new Thread(null, null, "loophalt-executors", 0, false) {
          @Override
          public void run() {
            begin();
          }
        };
    worker.setDaemon(true);
    worker.start();
    try {
      worker.join(MOST_WAITED_MILLIS);
    } catch (InterruptedException meantForTheApplication) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin() {
    try {
      ReadyClasses.initialiseOfTasks();
      gate.tellOfTasks(new TaskCarrier(runs, failures));
      new ExecutorWeaving(log).begin(instrumentation);
    } catch (ClassNotFoundException | RuntimeException | LinkageError broken) {
      failures.note("while executors were woven", broken);
    }
  }
}
