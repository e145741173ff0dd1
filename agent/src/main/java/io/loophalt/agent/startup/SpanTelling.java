package io.loophalt.agent.startup;

import io.loophalt.core.event.EventSinks;
import io.loophalt.operations.traces.SpanEvents;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.function.Consumer;

/**
 * Lets the spans of the application hear what is done about runs, from the first run on. Whether it
 * makes any is looked at when something is done.
 */
final class SpanTelling {

  private SpanTelling() {}

  /** A class instead of a method reference: a first lambda costs tens of milliseconds. */
  private record Warning(Log log) implements Consumer<String> {
    @Override
    public void accept(String message) {
      log.warn(message);
    }
  }

  static void hears(EventSinks sinks, RunRegistry runs, InternalErrorBreaker failures, Log log) {
    sinks.add(
        new BreakableSink(
            new SpanEvents(runs, new Warning(log)),
            "telling the application's traces",
            "they hear nothing more of runs, which go on being watched",
            failures));
  }
}
