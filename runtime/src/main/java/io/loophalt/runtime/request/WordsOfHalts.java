package io.loophalt.runtime.request;

import io.loophalt.StopReason;

/** Knows what a loop that swallows a halt may tell its model in a person's place. */
final class WordsOfHalts {

  /** With which a halt's message begins, see {@link StopReason#summary}. */
  private static final String SUMMARY = "run stopped (";

  private WordsOfHalts() {}

  static boolean isIn(String text) {
    if (text.contains("LoopHaltException") || text.contains("[Loophalt]")) {
      return true;
    }
    int kind = text.indexOf(SUMMARY) + SUMMARY.length();
    if (kind < SUMMARY.length()) {
      return false;
    }
    for (StopReason.Kind each : StopReason.Kind.values()) {
      if (text.startsWith(each.id() + ')', kind)) {
        return true;
      }
    }
    return false;
  }
}
