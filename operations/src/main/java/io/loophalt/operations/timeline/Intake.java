package io.loophalt.operations.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;

/**
 * Reads fields of events that anybody may have written: names become short harmless text, and
 * numbers stay in ranges in which a million of them can be added up.
 */
public final class Intake {

  /** Where the log does not say. */
  public static final long UNKNOWN = -1;

  private static final long LARGEST = 1_000_000_000_000_000L;

  /** A sentence is cut here. Characters. */
  private static final int LONGEST_SENTENCE = 400;

  private Intake() {}

  /** A name as it is shown, empty if there is none. */
  public static String name(JsonNode node) {
    return PrintableText.name(node.asText(""));
  }

  /** A sentence as it is shown, empty if there is none. */
  public static String sentence(JsonNode node) {
    return sentence(node.asText(""));
  }

  /** A sentence as it is shown. */
  public static String sentence(String text) {
    if (text.codePointCount(0, text.length()) <= LONGEST_SENTENCE) {
      return PrintableText.of(text);
    }
    return PrintableText.of(text.substring(0, text.offsetByCodePoints(0, LONGEST_SENTENCE))) + '…';
  }

  /** A count, 0 if there is none or it makes no sense. */
  public static long count(JsonNode node) {
    return Math.max(0, Math.min(LARGEST, node.asLong(0)));
  }

  /** A 0-based position, {@link #UNKNOWN} if there is none. */
  public static int position(JsonNode node) {
    return (int) Math.max(UNKNOWN, Math.min(Integer.MAX_VALUE, node.asLong(UNKNOWN)));
  }

  /** An amount of money or of seconds, not a number if there is none or it makes no sense. */
  public static double amount(JsonNode node) {
    double amount = node.isNumber() ? node.asDouble() : Double.NaN;
    return amount >= 0 && amount <= LARGEST ? amount : Double.NaN;
  }

  /** A digest, {@link Step#ABSENT} if there is none. */
  public static long digest(JsonNode node) {
    String hexadecimal = node.asText("");
    try {
      return hexadecimal.isEmpty() ? Step.ABSENT : Long.parseUnsignedLong(hexadecimal, 16);
    } catch (NumberFormatException e) {
      return Step.ABSENT;
    }
  }
}
