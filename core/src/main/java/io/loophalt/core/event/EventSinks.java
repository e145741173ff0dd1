package io.loophalt.core.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of sinks to which anyone can add; each hears everything, in the order of the list.
 *
 * <p>Thread-safe. One that throws keeps nothing from the others; what it threw is thrown when all
 * have heard.
 */
public final class EventSinks implements EventSink {

  private volatile List<EventSink> sinks = List.of();

  /** Of those the one that wants to hear of steps at times; null for none. */
  private volatile @Nullable EventSink ofSteps;

  /**
   * Lets one more hear what happens from now on. Whether turns and steps are told at all, it is not
   * asked: it hears them as long as the one of {@link #addHearingSteps} wants to.
   */
  public synchronized void add(EventSink sink) {
    List<EventSink> more = new ArrayList<>(sinks);
    more.add(sink);
    sinks = List.copyOf(more);
  }

  /**
   * Lets one more hear what happens from now on, of turns and steps when it {@linkplain
   * EventSink#wantsSteps wants to}. There is at most one such.
   *
   * @throws IllegalStateException if there is another one
   */
  public synchronized void addHearingSteps(EventSink sink) {
    if (ofSteps != null) {
      throw new IllegalStateException("another sink is asked for steps already");
    }
    add(sink);
    ofSteps = sink;
  }

  @Override
  public boolean wantsSteps() {
    EventSink asked = ofSteps;
    return asked != null && asked.wantsSteps();
  }

  /** Lets one hear nothing more. */
  public synchronized void remove(EventSink sink) {
    List<EventSink> fewer = new ArrayList<>(sinks);
    fewer.remove(sink);
    sinks = List.copyOf(fewer);
    ofSteps = sink.equals(ofSteps) ? null : ofSteps;
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
  public void decided(Intervened what) {
    decided(sinks, 0, what);
  }

  private static void decided(List<EventSink> sinks, int next, Intervened what) {
    if (next < sinks.size()) {
      try {
        sinks.get(next).decided(what);
      } finally {
        decided(sinks, next + 1, what);
      }
    }
  }

  @Override
  public void awaitUrgent() {
    for (EventSink sink : sinks) {
      sink.awaitUrgent();
    }
  }

  @Override
  public boolean mayWait() {
    for (EventSink sink : sinks) {
      if (!sink.mayWait()) {
        return false;
      }
    }
    return true;
  }
}
