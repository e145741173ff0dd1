package io.loophalt.core.event;

/**
 * Hears what happens in runs. Thread-safe.
 *
 * <p>Called on the threads of the application, behind the call that an event is about and outside
 * all locks of the engine: it returns at once, which for everything slow means a bounded queue and
 * a thread of its own, and it never throws. The events of one run come one after the other, in the
 * order in which they happened.
 */
public interface EventSink {

  /** Takes every event and forgets it; a class, because a lambda costs start-up time. */
  EventSink NONE =
      new EventSink() {
        @Override
        public void publish(Event event) {}
      };

  /** Hands an event over. */
  void publish(Event event);

  /**
   * Is told what was decided about a run on the very thread whose call it follows from, before that
   * call goes on, and before or after it is {@linkplain #publish published}, which another thread
   * may do that works in the same run. Most sinks need not know.
   */
  default void decided(Intervened what) {}

  /**
   * Whether it wants to hear of every turn and step just now, though nobody else may. Asked at each
   * of them, under the lock of a run: it costs no more than reading a field.
   */
  default boolean wantsSteps() {
    return false;
  }

  /**
   * Waits, for a bounded time, until the {@linkplain Event#urgent() urgent} events published so far
   * are where they survive the process. Called before a halt is thrown.
   */
  default void awaitUrgent() {}

  /**
   * Whether the calling thread may be made to wait so, or until another one has handed over what
   * was decided. Asked before a halt is thrown.
   */
  default boolean mayWait() {
    return true;
  }
}
