package io.loophalt.operations.timeline;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers as a person reads them, the same in all countries. */
public final class Figures {

  /** Where nothing is known. */
  public static final String UNKNOWN = "–";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private Figures() {}

  public static String count(long count) {
    return count == Intake.UNKNOWN ? UNKNOWN : String.format(Locale.ROOT, "%,d", count);
  }

  public static String count(long count, String noun) {
    return count(count) + ' ' + noun + (count == 1 ? "" : "s");
  }

  public static String count(long count, String one, String several) {
    return count(count) + ' ' + (count == 1 ? one : several);
  }

  /** An amount of money with so many decimals, the same in all of a page. */
  public static String cost(double cost, int decimals) {
    return Double.isNaN(cost) ? UNKNOWN : String.format(Locale.ROOT, "%,." + decimals + "f", cost);
  }

  public static String percent(long part, long whole) {
    return whole == 0 ? UNKNOWN : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }

  public static String seconds(double seconds) {
    if (Double.isNaN(seconds)) {
      return UNKNOWN;
    }
    long whole = Math.round(seconds);
    if (seconds < 60) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    if (whole < 3600) {
      return String.format(Locale.ROOT, "%d min %d s", whole / 60, whole % 60);
    }
    return String.format(Locale.ROOT, "%,d h %d min", whole / 3600, whole % 3600 / 60);
  }

  public static String millis(long millis) {
    if (millis == Intake.UNKNOWN) {
      return "";
    }
    return millis < 1000 ? millis + " ms" : seconds(millis / 1000.0);
  }

  /** In UTC. */
  public static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** When a slot begins: the day alone if it is as wide as that. */
  public static String slot(long seconds, long width) {
    return (width % 86_400 == 0 ? DAY : TIME).format(Instant.ofEpochSecond(seconds));
  }

  /** How wide a slot is. */
  public static String width(long seconds) {
    if (seconds % 86_400 == 0) {
      return seconds == 86_400 ? "day" : seconds / 86_400 + " days";
    }
    if (seconds % 3600 == 0) {
      return seconds == 3600 ? "hour" : seconds / 3600 + " hours";
    }
    return seconds == 60 ? "minute" : seconds / 60 + " minutes";
  }

  /** Steps and turns are counted from 1 on the page. */
  public static String ordinal(int position) {
    return position < 0 ? UNKNOWN : count(position + 1L);
  }

  /** The first digits, which is what messages show, too. */
  public static String digest(long digest, int digits) {
    String hexadecimal = String.format(Locale.ROOT, "%0" + digits + "x", digest);
    return hexadecimal.substring(0, digits);
  }
}
