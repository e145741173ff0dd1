package io.loophalt.operations.traces;

import java.util.Map;

/** A way to the span that the calling thread is in, through one tracing library. Thread-safe. */
interface CurrentSpan {

  /**
   * Adds an event to the span that the calling thread is in, if there is one that is recorded, and
   * puts one of the event's attributes on the span itself.
   *
   * @param attributes strings, longs and booleans by their names
   * @param ofSpan the name of the one that the span gets, too: a string
   * @return whether there was such a span
   * @throws Throwable what the library throws
   */
  boolean add(String event, Map<String, Object> attributes, String ofSpan) throws Throwable;
}
