package io.loophalt.agent.startup;

import io.loophalt.core.event.ArgumentCapture;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.event.Redaction;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.runtime.policy.CapturePolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.safety.Log;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the event log of a live agent, which stays open until the JVM is gone. */
final class EventLog {

  private EventLog() {}

  /** Null if none is configured. */
  static @Nullable JsonLinesSink open(EventLogPolicy policy, Log log) {
    Path configured = policy.file();
    if (configured == null) {
      return null;
    }
    String jvm = JvmName.next();
    Path own = EventLogPolicy.fileOf(configured, jvm);
    return JsonLinesSink.open(jvm, own, policy, new Warning(log));
  }

  /** What steps in the log hold beside digests; null for nothing. */
  static @Nullable ArgumentCapture capture(EventLogPolicy policy) {
    CapturePolicy capture = policy.capture();
    return capture == null
        ? null
        : new ArgumentCapture(capture.maxBytes(), new Redaction(capture.redact()));
  }

  /** A class instead of a method reference, which would cost start-up time. */
  private record Warning(Log log) implements Consumer<String> {
    @Override
    public void accept(String message) {
      log.warn(message);
    }
  }
}
