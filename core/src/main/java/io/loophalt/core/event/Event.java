package io.loophalt.core.event;

import java.time.Instant;

/**
 * Something that happened to a run, or to the process, and that is worth writing down. Immutable;
 * holds digests and counts, never results or prompts, and arguments only where they are to be
 * captured.
 */
public interface Event {

  /** When it happened, by the wall clock. */
  Instant time();

  /** The run it happened to; empty where it happened to the process as a whole. */
  String runId();

  /**
   * Whether losing it would be losing a halt: such an event is never dropped, and {@link
   * EventSink#awaitUrgent} waits for it.
   */
  default boolean urgent() {
    return false;
  }
}
