package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import java.util.Set;

/**
 * Events of OpenHands: an array of them, an object that holds one under {@code history}, {@code
 * events} or {@code trajectory}, or one event a line. Both generations are known: the first with
 * {@code action} and {@code observation}, the SDK's with {@code kind}.
 */
final class OpenHandsFormat implements RecordingFormat {

  private static final ListReading.Elements EVENTS =
      new ListReading.Elements(
          "an event",
          Set.of("history", "events", "trajectory"),
          OpenHandsFormat::isEvent,
          (run, unknown) -> new OpenHandsEvents(run)::take);

  @Override
  public String name() {
    return "OpenHands events";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return isEvent(value)
        || isFirstEvent(value)
        || EVENTS.arrays().stream().anyMatch(name -> isFirstEvent(value.path(name)));
  }

  /** Old evaluations hold pairs of an action and its observation in place of single events. */
  private static boolean isFirstEvent(JsonNode array) {
    return isEvent(array.path(0)) || isEvent(array.path(0).path(0));
  }

  private static boolean isEvent(JsonNode value) {
    return value.has("source")
        && (value.path("action").isTextual()
            || value.path("observation").isTextual()
            || value.path("kind").isTextual());
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new ListReading(source, sink, EVENTS);
  }
}
