package io.loophalt.core.budget;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on when it is told to. */
public final class TestClock extends Clock {

  private volatile Instant now;

  /** Stands at a moment. */
  public TestClock(String now) {
    this.now = Instant.parse(now);
  }

  /** Is set to another moment. */
  public void at(String moment) {
    now = Instant.parse(moment);
  }

  /** Goes on for so long. */
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
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
