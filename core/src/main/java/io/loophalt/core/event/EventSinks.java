package io.loophalt.core.event;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of sinks to which anyone can add; each hears everything, in the order of the list.
 *
 * <p>Thread-safe. One that throws keeps nothing from the others; what it threw is thrown when all
 * have heard.
 */
public final class EventSinks implements EventSink {

  private volatile List<EventSink> sinks = List.of();

  /** Lets one more hear what happens from now on. */
  public synchronized void add(EventSink sink) {
    List<EventSink> more = new ArrayList<>(sinks);
    more.add(sink);
    sinks = List.copyOf(more);
  }

  /** Lets one hear nothing more. */
  public synchronized void remove(EventSink sink) {
    List<EventSink> fewer = new ArrayList<>(sinks);
    fewer.remove(sink);
    sinks = List.copyOf(fewer);
  }

  @Override
  public void publish(Event event) {
    publish(sinks, 0, event);
  }

  private static void publish(List<EventSink> sinks, int next, Event event) {
    if (next < sinks.size()) {
      try {
        sinks.get(next).publish(event);
      } finally {
        publish(sinks, next + 1, event);
      }
    }
  }

  @Override
  public void awaitUrgent() {
    for (EventSink sink : sinks) {
      sink.awaitUrgent();
    }
  }
}
