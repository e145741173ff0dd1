package io.loophalt.fleet;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The time of what is judged, as far as its trace tells; else the time at which it is. Not
 * thread-safe.
 */
final class TraceClock extends Clock {

  private @Nullable Instant traced;

  /** It is now so late in the trace, milliseconds since the epoch. */
  void set(long epochMillis) {
    traced = Instant.ofEpochMilli(epochMillis);
  }

  @Override
  public Instant instant() {
    Instant known = traced;
    return known == null ? Instant.now() : known;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
