package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.text.LineDigests;

/**
 * Tells things that a run was given from those that it guesses at: what a call names stood in a
 * result, in a line of its own or as an element of an array. Thread-safe; for the few calls that
 * look like guesses: O(arguments), allocates.
 */
final class GivenThings {

  private static final int CHARS = 1_000;

  /** A shorter one may stand anywhere. */
  private static final int SHORTEST = 4;

  private GivenThings() {}

  /** Whether a text among the arguments of a call is a line that the run has read. */
  static boolean areIn(LineMemory lines, String arguments) {
    String head = arguments.substring(0, Math.min(arguments.length(), CHARS));
    int from = head.indexOf('"');
    if (from < 0) {
      return isIn(lines, head);
    }
    while (from >= 0) {
      int end = head.indexOf('"', from + 1);
      if (end < 0) {
        return false;
      }
      boolean name = end + 1 < head.length() && head.charAt(end + 1) == ':';
      if (!name && isIn(lines, head.substring(from + 1, end))) {
        return true;
      }
      from = head.indexOf('"', end + 1);
    }
    return false;
  }

  private static boolean isIn(LineMemory lines, String text) {
    if (text.length() < SHORTEST) {
      return false;
    }
    DigestList line = new DigestList(LineDigests.CAPACITY);
    String[] marks = {"%s", "\"%s\"", "\"%s\",", "- %s", "* %s", "- \"%s\""};
    for (String mark : marks) {
      line.clear();
      LineDigests.read(mark.replace("%s", text), /* exactly= */ false, /* cursors= */ false, line);
      if (line.size() == 1 && lines.contains(line.get(0))) {
        return true;
      }
    }
    return false;
  }
}
