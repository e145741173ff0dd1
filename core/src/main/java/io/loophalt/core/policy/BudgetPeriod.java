package io.loophalt.core.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * How long what a budget allows lasts. Periods follow each other by the clock in UTC, whenever the
 * JVM has begun, so that those of all JVMs are the same: {@code 1h} begins at each full hour,
 * {@code 1d} at midnight, {@code 7d} on Mondays at midnight. Immutable.
 *
 * @param length above 0; null for the months of the calendar
 */
public record BudgetPeriod(@Nullable Duration length) {

  /** 1970-01-05T00:00Z, a Monday; full hours and midnights are whole hours and days away. */
  private static final long FIRST_MONDAY = 4 * 86_400_000L;

  /** When the period began in which a moment lies; milliseconds since 1970. */
  public long startOf(long millis) {
    if (length == null) {
      return millisOf(monthOf(millis));
    }
    long each = length.toMillis();
    return FIRST_MONDAY + Math.floorDiv(millis - FIRST_MONDAY, each) * each;
  }

  /** When the period is over that began at a moment; milliseconds since 1970. */
  public long endOf(long startMillis) {
    return length == null
        ? millisOf(monthOf(startMillis).plusMonths(1))
        : startMillis + length.toMillis();
  }

  private static YearMonth monthOf(long millis) {
    return YearMonth.from(Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
  }

  private static long millisOf(YearMonth month) {
    return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }
}
