package io.loophalt.core.event;

/**
 * Where events go. Thread-safe. Called on the threads of the application: it returns at once but
 * for {@linkplain Event#urgent() urgent} events, for which it may wait a bounded time, and it never
 * throws.
 */
public interface EventSink {

  /** Takes every event and forgets it. */
  EventSink NONE = event -> {};

  /** Hands an event over. */
  void publish(Event event);
}
