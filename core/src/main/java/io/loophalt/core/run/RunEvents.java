package io.loophalt.core.run;

import io.loophalt.core.event.EventSink;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Where the events of runs go, and by which clock. Immutable.
 *
 * @param sink hears them
 * @param clock the wall clock for their times
 * @param steps whether every turn and step is told, too: all that it takes to judge a run anew
 */
public record RunEvents(EventSink sink, Clock clock, boolean steps) {

  /** Nobody hears anything. */
  public static final RunEvents NONE =
      new RunEvents(EventSink.NONE, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), false);
}
