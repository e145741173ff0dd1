package io.loophalt.agent.startup;

import io.loophalt.core.event.EventSinks;
import io.loophalt.operations.jfr.FlightRecorderSink;
import io.loophalt.runtime.safety.InternalErrorBreaker;

/**
 * Lets Java Flight Recorder hear of runs, from the first one on. A recording may begin at any time,
 * and none need ever; to see whether one has, a class or two of the JDK are loaded, and nothing is
 * started.
 */
final class FlightRecording {

  private static final String MODULE = "jdk.jfr";

  private FlightRecording() {}

  /** Does nothing in a runtime without Flight Recorder. */
  static void hears(EventSinks sinks, InternalErrorBreaker failures) {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return;
    }
    try {
      sinks.addHearingSteps(
          new BreakableSink(
              new FlightRecorderSink(),
              "telling Java Flight Recorder",
              "recordings hear nothing more of runs, which go on being watched",
              failures));
    } catch (RuntimeException | LinkageError broken) {
      failures.note("in telling Java Flight Recorder", broken);
    }
  }
}
