package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.core.event.JvmName;
import io.loophalt.operations.control.Control;
import io.loophalt.operations.control.ControlFolder;
import io.loophalt.operations.control.ControlSocket;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.safety.Log;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens the socket by which a person steers this JVM, on a thread of its own, so that the first run
 * does not wait for it.
 */
final class ControlOpening implements Runnable {

  private final ControlSettings settings;
  private final RunCorrelator runs;
  private final RunSummary summary;
  private final Log log;

  // Guarded by this.
  private @Nullable ControlSocket socket;
  private boolean closed;

  private ControlOpening(
      ControlSettings settings, RunCorrelator runs, RunSummary summary, Log log) {
    this.settings = settings;
    this.runs = runs;
    this.summary = summary;
    this.log = log;
  }

  /** Begins to open it. */
  static ControlOpening begin(
      ControlSettings settings, RunCorrelator runs, RunSummary summary, Log log) {
    ControlOpening opening = new ControlOpening(settings, runs, summary, log);
    Thread thread = new Thread(null, opening, "loophalt-control", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
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
            gate::pause,
            gate::isPaused,
            new ConfigReload(settings.options(), settings.mode()),
            Version.current(),
            summary::halts);
    ControlSocket opened =
        ControlSocket.open(
            ControlFolder.own(settings.folder()), JvmName.next(), control, log::warn);
    if (opened == null) {
      return;
    }
    synchronized (this) {
      if (closed) {
        opened.close();
        return;
      }
      socket = opened;
    }
    opened.serve();
  }

  /** The JVM ends. */
  synchronized void close() {
    closed = true;
    ControlSocket opened = socket;
    if (opened != null) {
      opened.close();
    }
  }
}
