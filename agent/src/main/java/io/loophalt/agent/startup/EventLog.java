package io.loophalt.agent.startup;

import io.loophalt.core.event.JvmName;
import io.loophalt.core.policy.EventLogPolicy;
import io.loophalt.core.run.LiveRun;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunObserver;
import io.loophalt.core.run.RunRegistry;
import io.loophalt.operations.JsonLinesSink;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The event log of a live agent: open from start to the end of the JVM. */
final class EventLog {

  private final JsonLinesSink sink;
  private final RunObserver observer;

  private EventLog(JsonLinesSink sink, boolean steps) {
    this.sink = sink;
    this.observer = new RunEvents(sink, Clock.systemUTC(), steps);
  }

  /** Opens the log, or null if none is configured. */
  static @Nullable EventLog open(EventLogPolicy policy) {
    Path configured = policy.file();
    if (configured == null) {
      return null;
    }
    String jvm = JvmName.next();
    Path own = EventLogPolicy.fileOf(configured, jvm);
    return new EventLog(JsonLinesSink.open(jvm, own, policy, System.err), policy.steps());
  }

  RunObserver observer() {
    return observer;
  }

  /** Runs that are still open when the JVM ends are over then, and are written as such. */
  void closeAtExit(RunRegistry registry) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread("loophalt-event-log-end") {
              @Override
              public void run() {
                for (LiveRun live : registry.all()) {
                  registry.close(live);
                }
                sink.close();
              }
            });
  }
}
