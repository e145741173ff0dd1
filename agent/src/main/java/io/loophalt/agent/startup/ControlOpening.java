package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.JvmName;
import io.loophalt.operations.control.Control;
import io.loophalt.operations.control.ControlSocket;
import io.loophalt.operations.control.RunArchive;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens the socket by which a person steers this JVM, on a thread of its own, so that the first run
 * does not wait for it.
 */
final class ControlOpening implements Runnable {

  private final ControlSettings settings;
  private final RunCorrelator runs;
  private final RunSummary summary;
  private final RunArchive archive;
  private final EventSink heard;
  private final Log log;

  /**
   * How long the end of the JVM waits for an opening that is under way, to leave nothing behind.
   */
  private static final long END_MILLIS = 1_000;

  private final CountDownLatch opened = new CountDownLatch(1);
  private volatile @Nullable ControlSocket socket;

  private ControlOpening(
      ControlSettings settings,
      RunCorrelator runs,
      RunSummary summary,
      InternalErrorBreaker failures,
      Log log) {
    this.settings = settings;
    this.runs = runs;
    this.summary = summary;
    this.archive = new RunArchive(runs.registry());
    this.heard =
        new BreakableSink(
            archive,
            "what is kept of runs for a person",
            "runs that are over, and captured arguments, are not shown any more",
            failures);
    this.log = log;
  }

  /** Begins to open it. */
  static ControlOpening begin(
      ControlSettings settings,
      RunCorrelator runs,
      RunSummary summary,
      EventSinks sinks,
      InternalErrorBreaker failures,
      Log log) {
    ControlOpening opening = new ControlOpening(settings, runs, summary, failures, log);
    sinks.add(opening.heard); // at once, so that no halt is missed
    Thread thread = OwnThread.of(opening, "loophalt-control");
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      sinks.remove(opening.heard);
      opening.opened.countDown();
      log.warn("cannot be steered from outside: there is no thread left to listen");
    }
    return opening;
  }

  @Override
  public void run() {
    AgentGate gate = Objects.requireNonNull(settings.gate());
    Control control =
        new Control(
            runs,
            archive,
            gate::pause,
            gate::isPaused,
            new ConfigReload(settings, log),
            Version.current(),
            summary::halts);
    ControlSocket listening =
        new ControlSocket(settings.folder(), JvmName.next(), control, log::warn);
    socket = listening;
    try {
      listening.open();
    } finally {
      opened.countDown();
    }
    listening.serve();
  }

  /** The JVM ends. */
  void close() {
    try {
      if (!opened.await(END_MILLIS, TimeUnit.MILLISECONDS)) {
        return; // What it leaves behind is removed by the next 'ps'.
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    ControlSocket listening = socket;
    if (listening != null) {
      listening.close();
    }
  }
}
