package io.loophalt.core.run;

import io.loophalt.core.event.ArgumentCapture;
import io.loophalt.core.event.EventSink;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Where the events of runs go, and by which clock. Immutable.
 *
 * @param sink hears them
 * @param clock the wall clock for their times
 * @param allSteps whether every turn and step is told, too, all that it takes to judge a run anew,
 *     whether or not the sink {@linkplain EventSink#wantsSteps wants} it
 * @param capture what is told of the arguments of a step; null for nothing
 */
public record RunEvents(
    EventSink sink, Clock clock, boolean allSteps, @Nullable ArgumentCapture capture) {

  /** Nobody hears anything. */
  public static final RunEvents NONE =
      new RunEvents(EventSink.NONE, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), false);

  /** Events that hold no arguments. */
  public RunEvents(EventSink sink, Clock clock, boolean allSteps) {
    this(sink, clock, allSteps, null);
  }

  /** Whether every turn and step is told just now. Asked at each of them. */
  boolean steps() {
    return allSteps || sink.wantsSteps();
  }
}
