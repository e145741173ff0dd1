package io.loophalt.recordings;

import com.fasterxml.jackson.databind.JsonNode;

/** Takes the events of one log in their order. Not thread-safe: one thread reads a log. */
public interface LoggedEvents {

  /**
   * The next event.
   *
   * @param event a JSON object as {@code docs/events.md} has it, with a {@code run} that is not
   *     empty; anything else in it may be missing or of another kind than it should be
   */
  void event(JsonNode event);

  /** The log is over; runs that are still open have no end in it. */
  void end();
}
