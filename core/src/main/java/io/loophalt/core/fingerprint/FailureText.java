package io.loophalt.core.fingerprint;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads whether a tool's output tells of a failure, and digests it so that the same failure gives
 * the same digest.
 *
 * <p>Many tools return their failure as an ordinary result. Recurring failures are the commonest
 * kind of loop that exact comparison misses, so they have to be recognised in the text.
 *
 * <p>What the digest leaves out is told at {@link FailureDigest}. Thread-safe; a single pass. Only
 * the digests, which are asked for after a failure, allocate: a few small objects.
 */
public final class FailureText {

  /** Of a long output only the ends are read for words: failures are announced there. */
  private static final int END_CHARS = 400;

  private static final int BEGINNING_CHARS = 100;
  private static final int LONG_OUTPUT_CHARS = 2_000;
  private static final int LONG_OUTPUT_END_CHARS = 200;

  private static final String[] FAILURE_WORDS = {
    "error",
    "errors",
    "exception",
    "traceback",
    "fail",
    "fails",
    "failed",
    "failure",
    "failures",
    "denied",
    "invalid",
    "incorrect",
    "refused",
    "fatal",
    "cannot",
    "wrong",
    "unable"
  };
  private static final String[] FAILURE_PHRASES = {
    "not found",
    "no such file",
    "timed out",
    "could not",
    "does not exist",
    "not recognized",
    "bad gateway",
    "service unavailable",
    "gateway timeout"
  };
  // Every result of every call is read, so a word is compared with few others.
  private static final String[][] WORDS_BY_INITIAL = byInitial(FAILURE_WORDS);
  private static final String[][] PHRASES_BY_INITIAL = byInitial(FAILURE_PHRASES);

  private static final String[] TOOL_WORDS = {"tool", "function"};
  private static final String[] MISSING = {
    "not found", "unknown", "no such", "does not exist", "doesn't exist", "not a valid", "not exist"
  };
  private static final String[] NEGATIONS = {"0", "no", "zero", "without", "any"};
  private static final int WORDS_UNDER_A_NEGATION = 3;

  /** What stands after one of these has not happened: {@code notified if delivery failed}. */
  private static final String[] CONDITIONS = {
    "if", "unless", "whenever", "whether", "may", "might"
  };

  private static final String[] CONDITIONS_AFTER = {", if any", " if any", " will be "};

  private static final int WORDS_UNDER_A_CONDITION = 5;

  /** A shell's words for a command that does not exist, which looked at nothing. */
  private static final String COMMAND_NOT_FOUND = "command not found";

  /** The same of shells that name no command: {@code sh: 1: rg: not found}. */
  private static final String NOT_FOUND = "not found";

  private static final String[] SHELLS = {"sh: ", "/bin/sh: ", "dash: ", "ash: ", "/bin/ash: "};

  private static final String[] ABSENCES = {
    NOT_FOUND, "no such", "does not exist", "doesn't exist", "404", "nxdomain", "unknown host"
  };
  private static final String[] ABSENCES_IN_WORDS = {
    "no match", "no matches", "no result", "no results"
  };
  private static final int ABSENCE_CHARS = 200;

  private static final String[] EXIT_STATUS = {"exit code", "exited with", "command failed"};
  private static final String[] EXITS = {"exit", "exited", "exitcode"};
  private static final String[] WORDS_ABOUT_AN_EXIT = {
    "code",
    "status",
    "value",
    "with",
    "an",
    "a",
    "the",
    "error",
    "non",
    "zero",
    "nonzero",
    "command",
    "process",
    "shell",
    "script",
    "program",
    "failed",
    "finished",
    "returned",
    "unexpected"
  };
  private static final int LONGEST_EXIT_STATUS = 60;

  // Of a shell: POSIX, "Exit Status for Commands".
  private static final int NOTHING_FOUND = 1;
  private static final int NOTHING_FOUND_BY_XARGS = 123; // GNU findutils: "a command exited 1-125"
  private static final int CANNOT_RUN = 126;
  private static final int COMMAND_NOT_FOUND_STATUS = 127;
  private static final int MAX_EXIT_STATUS = 255;
  private static final String[] ERROR_WORDS = {"error", "exception", "traceback"};
  private static final int LONGEST_NOTHING = 10;
  private static final String[] NOTHING = {"null", "none", "nil", "undefined", "false", "0"};

  private FailureText() {}

  /** Whether the output tells of a failure, in its first or last characters. */
  public static boolean tellsOfFailure(CharSequence output) {
    int length = output.length();
    if (length > LONG_OUTPUT_CHARS) {
      return tellsOfFailure(output, length - LONG_OUTPUT_END_CHARS, length);
    }
    if (length <= 2 * END_CHARS) {
      return tellsOfFailure(output, 0, length);
    }
    return tellsOfFailure(output, 0, END_CHARS)
        || tellsOfFailure(output, length - END_CHARS, length);
  }

  /**
   * Whether the output tells of a failure at its very beginning. What an edit or a read returns is
   * mostly the text that was edited or read, which may speak of errors itself.
   */
  public static boolean beginsWithFailure(CharSequence output) {
    return tellsOfFailure(output, 0, Math.min(output.length(), BEGINNING_CHARS));
  }

  /**
   * Whether a text is an error message, as one that a framework writes in place of a result: its
   * first word says so, and something follows that is the error.
   */
  public static boolean isErrorMessage(CharSequence text) {
    int length = text.length();
    int at = 0;
    while (at < length && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int end = at;
    int name = at;
    while (end < length && isPartOfName(text.charAt(end))) {
      name = text.charAt(end) == '.' || text.charAt(end) == '$' ? end + 1 : name;
      end++;
    }
    boolean error =
        Words.isOneOf(text, name, end, ERROR_WORDS) || endsLikeAnExceptionName(text, name, end);
    return error && !isConditional(text, end) && !saysNothingFollows(text, end, length);
  }

  /** Whether the value of an error field says that there is no error. */
  public static boolean saysNoError(CharSequence value) {
    return value.length() == 0
        || (isWordForNothing(value, 0, value.length()) && value.length() <= LONGEST_NOTHING);
  }

  private static boolean isPartOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$';
  }

  /**
   * The digest of an output; numbers that are not one of the varying kinds stay.
   *
   * @param arguments the call's arguments, as compact JSON or plain text
   */
  public static long ofOutput(CharSequence output, CharSequence arguments) {
    return FailureDigest.of(output, arguments, false);
  }

  /**
   * The digest of an error message; numbers are left out unless they count failures.
   *
   * @param arguments the call's arguments, as compact JSON or plain text
   */
  public static long ofMessage(CharSequence message, CharSequence arguments) {
    return FailureDigest.of(message, arguments, true);
  }

  /**
   * The digest of the last line if that names an exception, as {@code SyntaxError: invalid syntax}
   * does: a failure stays the same while the code that is quoted above it changes. Where the line
   * says no more than the name, as {@code AssertionError} does, or that a command failed, the line
   * before belongs to it. Zero if the last line names none.
   *
   * @param arguments the call's arguments, as compact JSON or plain text
   */
  public static long ofHeadline(CharSequence text, CharSequence arguments) {
    int end = endOfLastLine(text, text.length());
    int start = startOfLine(text, end);
    int name = start;
    while (name < end && (Character.isLetter(text.charAt(name)) || text.charAt(name) == '.')) {
      name++;
    }
    boolean isNamed = name == end || text.charAt(name) == ':';
    if (!isNamed || !endsLikeAnExceptionName(text, start, name)) {
      return 0;
    }
    long headline = ofMessage(text.subSequence(start, end), arguments);
    if (!saysNoMore(text, name, end)) {
      return headline;
    }
    int before = endOfLastLine(text, start);
    long lineBefore = ofMessage(text.subSequence(startOfLine(text, before), before), arguments);
    return TextDigest.combine(headline, lineBefore);
  }

  /** Where the last line ends that has a letter or digit: a row of {@code ^^^} says nothing. */
  private static int endOfLastLine(CharSequence text, int before) {
    int end = before;
    while (end > 0 && !Character.isLetterOrDigit(text.charAt(end - 1))) {
      end--;
    }
    while (end < before && text.charAt(end) != '\n') {
      end++;
    }
    return end;
  }

  private static int startOfLine(CharSequence text, int end) {
    int start = end;
    while (start > 0 && text.charAt(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  /** After the exception's name comes nothing, or only that a command ended with a status. */
  private static boolean saysNoMore(CharSequence text, int name, int end) {
    boolean anything = false;
    for (int at = name; at < end; at++) {
      if (Words.regionMatches(text, at, "exit status")
          || Words.regionMatches(text, at, "exit code")) {
        return true;
      }
      anything |= Character.isLetterOrDigit(text.charAt(at));
    }
    return !anything;
  }

  /** Whether an error says that the tool that was called does not exist. */
  public static boolean saysUnknownTool(CharSequence error) {
    boolean tool = false;
    boolean missing = false;
    int length = Math.min(error.length(), BEGINNING_CHARS);
    for (int at = 0; at < length; at++) {
      for (String each : TOOL_WORDS) {
        tool |= Words.regionMatches(error, at, each);
      }
      for (String each : MISSING) {
        missing |= Words.regionMatches(error, at, each);
      }
    }
    return tool && missing;
  }

  /**
   * Whether an error text says no more than that a command ended with a certain exit status, so
   * that the failure itself stands in its output.
   */
  public static boolean isBareExitStatus(CharSequence error) {
    int at = afterExceptionName(error);
    return error.length() - at <= LONGEST_EXIT_STATUS
        && (beginsWithOneOf(error, at, EXIT_STATUS) || speaksOnlyOfAnExit(error, at));
  }

  /** {@code Process exited with an error: 1 (Exit value: 1)}, {@code exit status 1}. */
  private static boolean speaksOnlyOfAnExit(CharSequence error, int from) {
    boolean exit = false;
    int at = from;
    while (at < error.length()) {
      if (!Character.isLetter(error.charAt(at))) {
        at++;
        continue;
      }
      int end = Words.endOfWord(error, at, error.length());
      boolean exits = Words.isOneOf(error, at, end, EXITS);
      if (!exits && !Words.isOneOf(error, at, end, WORDS_ABOUT_AN_EXIT)) {
        return false;
      }
      exit |= exits;
      at = end;
    }
    return exit;
  }

  /**
   * Whether a search that ended with a {@linkplain #isBareExitStatus bare exit status} has found
   * nothing: it ended with status 1 (123 under xargs) and printed nothing or a count of 0. That is
   * how grep, pgrep, which and test answer, whose errors have other statuses (POSIX, "EXIT STATUS"
   * of grep and test).
   *
   * @param error the call's error text
   * @param output what the command printed
   */
  public static boolean foundNothing(CharSequence error, CharSequence output) {
    int status = exitStatus(error);
    return (status == NOTHING_FOUND || status == NOTHING_FOUND_BY_XARGS) && isNothingOrZero(output);
  }

  /**
   * Whether the shell could run the command at all, by its {@linkplain #isBareExitStatus bare exit
   * status}: one that it cannot run has looked at nothing.
   */
  public static boolean couldRun(CharSequence error) {
    int status = exitStatus(error);
    return status != CANNOT_RUN && status != COMMAND_NOT_FOUND_STATUS;
  }

  /** The first number of a bare exit status; -1 if it names none, or one below 0. */
  private static int exitStatus(CharSequence error) {
    int at = afterExceptionName(error);
    while (at < error.length() && !Words.isDigit(error.charAt(at))) {
      at++;
    }
    if (at > 0 && error.charAt(at - 1) == '-') {
      return -1;
    }
    int status = -1;
    while (at < error.length() && Words.isDigit(error.charAt(at)) && status <= MAX_EXIT_STATUS) {
      status = Math.max(0, status) * 10 + (error.charAt(at) - '0');
      at++;
    }
    return status;
  }

  /** Of an exception, what it says stands after {@code java.io.IOException: }. */
  private static int afterExceptionName(CharSequence error) {
    int end = 0;
    int name = 0;
    while (end < error.length() && isPartOfName(error.charAt(end))) {
      name = error.charAt(end) == '.' || error.charAt(end) == '$' ? end + 1 : name;
      end++;
    }
    boolean named =
        Words.regionMatches(error, end, ": ") && endsLikeAnExceptionName(error, name, end);
    return named ? end + 2 : 0;
  }

  private static boolean beginsWithOneOf(CharSequence text, int at, String[] lowerCase) {
    for (String each : lowerCase) {
      if (Words.regionMatches(text, at, each)) {
        return true;
      }
    }
    return false;
  }

  /** Nothing but white space, or a count of 0 in it. */
  private static boolean isNothingOrZero(CharSequence text) {
    int zeros = 0;
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) == '0') {
        zeros++;
      } else if (!Character.isWhitespace(text.charAt(at))) {
        return false;
      }
    }
    return zeros <= 1;
  }

  private static boolean tellsOfFailure(CharSequence text, int from, int to) {
    boolean inWord = false;
    for (int at = from; at < to; at++) {
      char c = Words.lower(text.charAt(at));
      boolean letter = c >= 'a' && c <= 'z';
      if (letter && !inWord && announcesFailure(text, at, c, to)) {
        return true;
      }
      inWord = letter || Words.isDigit(c);
    }
    return false;
  }

  private static boolean announcesFailure(CharSequence text, int at, char initial, int to) {
    for (String phrase : PHRASES_BY_INITIAL[initial - 'a']) {
      if (Words.regionMatches(text, at, phrase)) {
        return true;
      }
    }
    int end = Words.endOfWord(text, at, to);
    if (!Words.isOneOf(text, at, end, WORDS_BY_INITIAL[initial - 'a'])
        && !endsLikeAnExceptionName(text, at, end)) {
      return false;
    }
    return !isNegated(text, at) && !isConditional(text, end) && !saysNothingFollows(text, end, to);
  }

  private static String[][] byInitial(String[] words) {
    String[][] table = new String[26][];
    for (int i = 0; i < table.length; i++) {
      List<String> alike = new ArrayList<>();
      for (String word : words) {
        if (word.charAt(0) == 'a' + i) {
          alike.add(word);
        }
      }
      table[i] = alike.toArray(new String[0]);
    }
    return table;
  }

  /** Such as {@code AssertionError} or {@code IOException}, but not {@code terror}. */
  private static boolean endsLikeAnExceptionName(CharSequence text, int at, int end) {
    return endsWithName(text, at, end, "Error") || endsWithName(text, at, end, "Exception");
  }

  private static boolean endsWithName(CharSequence text, int at, int end, String name) {
    int start = end - name.length();
    if (start <= at) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (text.charAt(start + i) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the text says that what was asked about is not there: {@code 404 Not Found}, {@code no
   * such host}. Of a tool or a command that itself does not exist nothing was asked.
   */
  public static boolean saysAbsence(CharSequence text) {
    int length = Math.min(text.length(), ABSENCE_CHARS);
    boolean ofShell = beginsWithOneOf(text, 0, SHELLS);
    for (int at = 0; at < length; at++) {
      if (Words.regionMatches(text, at, COMMAND_NOT_FOUND)
          || (ofShell && Words.regionMatches(text, at, NOT_FOUND))) {
        return false;
      }
      if (Words.startsWithOneOf(text, at, ABSENCES_IN_WORDS)) {
        return !saysUnknownTool(text);
      }
      for (String each : ABSENCES) {
        if (Words.regionMatches(text, at, each)) {
          return !saysUnknownTool(text);
        }
      }
    }
    return false;
  }

  /**
   * {@code 0 errors}, {@code no failures}, {@code No linter errors}, {@code 0 type errors}; and
   * what may happen only: {@code if delivery failed}.
   */
  private static boolean isNegated(CharSequence text, int at) {
    int start = at;
    for (int word = 0; word < WORDS_UNDER_A_CONDITION; word++) {
      int end = start;
      while (end > 0 && text.charAt(end - 1) == ' ') {
        end--;
      }
      start = end;
      while (start > 0 && Character.isLetterOrDigit(text.charAt(start - 1))) {
        start--;
      }
      if (start == end) {
        return false;
      }
      if (Words.isOneOf(text, start, end, CONDITIONS)
          || (word < WORDS_UNDER_A_NEGATION && Words.isOneOf(text, start, end, NEGATIONS))) {
        return true;
      }
      // Another number counts the failures itself: "0 passed 3 failed".
      if (Words.isDigit(text.charAt(start))) {
        return false;
      }
    }
    return false;
  }

  /** {@code Errors, if any, ...}, {@code failures will be reported}. */
  private static boolean isConditional(CharSequence text, int end) {
    for (String each : CONDITIONS_AFTER) {
      if (Words.regionMatches(text, end, each)) {
        return true;
      }
    }
    return false;
  }

  /** {@code "error": null}, {@code "error_message":""}, {@code failures=0}, {@code errors: -}. */
  private static boolean saysNothingFollows(CharSequence text, int end, int to) {
    int at = end;
    while (at < to && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    at = afterAnyOf("\"'\\ ", text, at, to);
    int value = afterAnyOf(":= ", text, at, to);
    return value > at && isNothing(text, value, to);
  }

  private static boolean isNothing(CharSequence text, int from, int to) {
    int at = afterAnyOf("\"'\\", text, from, to);
    if (isEmptyString(text, from, at)) {
      return true;
    }
    if (at == to) {
      return false;
    }
    return switch (text.charAt(at)) {
      case '[' -> closes(text, at, to, ']');
      case '{' -> closes(text, at, to, '}');
      case '-' -> at + 1 == to || text.charAt(at + 1) == '\n';
      default -> isWordForNothing(text, at, to);
    };
  }

  private static boolean isWordForNothing(CharSequence text, int at, int to) {
    for (String nothing : NOTHING) {
      int end = at + nothing.length();
      if (Words.regionMatches(text, at, nothing)
          && !(end < to && Character.isLetterOrDigit(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEmptyString(CharSequence text, int from, int to) {
    int quotes = 0;
    for (int at = from; at < to; at++) {
      quotes += text.charAt(at) == '\\' ? 0 : 1;
    }
    return quotes == 2;
  }

  private static boolean closes(CharSequence text, int open, int to, char closing) {
    int at = open + 1;
    while (at < to && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < to && text.charAt(at) == closing;
  }

  private static int afterAnyOf(String skipped, CharSequence text, int from, int to) {
    int at = from;
    while (at < to && skipped.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }
}
