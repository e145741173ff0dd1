package io.loophalt.core.text;

import io.loophalt.core.fingerprint.DigestList;

/**
 * Reads from the arguments of a call what tells things that a run was given from those that it
 * guesses at: what it was given stood in a result, in a line of its own or as an element of an
 * array; what it guesses at has ever other forms. Thread-safe; for the few calls that look like
 * guesses.
 */
public final class NamedThings {

  /** The most lines that are read. */
  public static final int CAPACITY = 96;

  private static final int CHARS = 1_000;

  /** A shorter one may stand anywhere. */
  private static final int SHORTEST = 4;

  private static final String FORMS = "/\\\"?=*|()[]{},";
  private static final int CHARS_OF_A_FORM = 400;

  private NamedThings() {}

  /** Adds the lines in which the texts among the arguments may have stood; allocates. */
  public static void readLines(String arguments, DigestList into) {
    String head = arguments.substring(0, Math.min(arguments.length(), CHARS));
    int from = head.indexOf('"');
    if (from < 0) {
      readLinesOf(head, into);
    }
    while (from >= 0) {
      int end = head.indexOf('"', from + 1);
      if (end < 0) {
        return;
      }
      boolean name = end + 1 < head.length() && head.charAt(end + 1) == ':';
      if (!name) {
        readLinesOf(head.substring(from + 1, end), into);
      }
      from = head.indexOf('"', end + 1);
    }
  }

  private static void readLinesOf(String text, DigestList into) {
    if (text.length() < SHORTEST) {
      return;
    }
    DigestList line = new DigestList(LineDigests.CAPACITY);
    String[] marks = {"%s", "\"%s\"", "\"%s\",", "- %s", "* %s", "- \"%s\""};
    for (String mark : marks) {
      line.clear();
      LineDigests.read(mark.replace("%s", text), /* exactly= */ false, /* cursors= */ false, line);
      if (line.size() == 1) {
        into.add(line.get(0));
      }
    }
  }

  /** What is left of arguments without their words and numbers, of names with blanks as well. */
  public static int formOf(String arguments) {
    int form = 1;
    for (int at = 0; at < Math.min(arguments.length(), CHARS_OF_A_FORM); at++) {
      char c = arguments.charAt(at);
      form = FORMS.indexOf(c) < 0 ? form : 31 * form + c;
    }
    return form == 0 ? 1 : form;
  }
}
