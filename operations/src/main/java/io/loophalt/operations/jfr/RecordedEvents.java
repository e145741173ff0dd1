package io.loophalt.operations.jfr;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import java.util.List;
import jdk.jfr.FlightRecorder;

/** The events as Flight Recorder knows them. What no recording wants is not made. Thread-safe. */
final class RecordedEvents {

  // To ask whether they are recorded, which a static method of theirs cannot say.
  private final ToolCallEvent anyToolCall;
  private final ModelCallEvent anyModelCall;

  /** Makes them known. */
  RecordedEvents() {
    for (Class<? extends RunEvent> each :
        List.of(
            ToolCallEvent.class,
            ModelCallEvent.class,
            FindingEvent.class,
            InterventionEvent.class,
            RunEndEvent.class)) {
      FlightRecorder.register(each);
    }
    this.anyToolCall = new ToolCallEvent();
    this.anyModelCall = new ModelCallEvent();
  }

  /** Whether a recording wants tool calls or model calls just now. */
  boolean wantSteps() {
    return anyToolCall.isEnabled() || anyModelCall.isEnabled();
  }

  void record(Event event) {
    if (event instanceof StepTaken step) {
      if (anyToolCall.isEnabled()) {
        new ToolCallEvent(step).commit();
      }
    } else if (event instanceof TurnTaken turn) {
      if (anyModelCall.isEnabled()) {
        new ModelCallEvent(turn).commit();
      }
    } else if (event instanceof RungReached reached) {
      new FindingEvent(reached).commit();
    } else if (event instanceof Intervened intervened) {
      new InterventionEvent(intervened).commit();
    } else if (event instanceof RunEnded ended) {
      new RunEndEvent(ended).commit();
    }
  }
}
