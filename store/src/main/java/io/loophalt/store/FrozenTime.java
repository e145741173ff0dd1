package io.loophalt.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * When all JVMs were frozen, as far as this process knows: that time counts for no run.
 *
 * <p>Thread-safe. Bounded: the latest are kept.
 */
final class FrozenTime {

  private static final int MOST = 16;

  /** A time by {@link System#nanoTime}. */
  private record Span(long begin, long end) {}

  /** The latest last; guarded by itself. */
  private final Deque<Span> spans = new ArrayDeque<>();

  private volatile boolean any;

  /** Calls are held, until they are let go on or that time has come. */
  void begins(long nanos, long untilNanos) {
    ends(nanos);
    synchronized (spans) {
      spans.addLast(new Span(nanos, untilNanos));
      if (spans.size() > MOST) {
        spans.removeFirst();
      }
      any = true;
    }
  }

  /** Calls that are held are let go on. */
  void ends(long nanos) {
    synchronized (spans) {
      Span last = spans.peekLast();
      if (last != null && last.end() - nanos > 0) {
        spans.removeLast();
        spans.addLast(new Span(last.begin(), nanos));
      }
    }
  }

  /** How much of the last so many ms it was. */
  long millisWithin(long millis) {
    if (!any) {
      return 0;
    }
    long now = System.nanoTime();
    long length = TimeUnit.MILLISECONDS.toNanos(millis);
    long frozen = 0;
    synchronized (spans) {
      for (Span each : spans) {
        long began = Math.min(length, now - each.begin()); // both as time before now
        long ended = Math.max(0, now - each.end());
        frozen += Math.max(0, began - ended);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(frozen);
  }
}
