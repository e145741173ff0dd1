package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.TextDigest;

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
  private static final int LONGEST_STATUS = 200;

  private static final int END_CHARS = 400;

  /** Of a longer line the end is read, of a longer name of an exception the beginning. */
  private static final int LONGEST_LINE = TextEnds.LONGEST_READ_WHOLE;

  private static final int LONGEST_NAME = 1_024;

  private static final int BEGINNING_CHARS = 100;
  private static final int LONG_OUTPUT_CHARS = 2_000;
  private static final int LONG_OUTPUT_END_CHARS = 200;

  static final WordSet FAILURE_WORDS = new WordSet(Vocabulary.FAILURE_WORDS);
  private static final WordSet UNCUT_FAILURE_WORDS = new WordSet(Vocabulary.UNCUT_FAILURE_WORDS);
  private static final WordSet FAILURE_PHRASES = new WordSet(Vocabulary.FAILURE_PHRASES);

  private static final WordSet SUCCESS_MEMBERS = new WordSet(Vocabulary.MEMBERS_OF_SUCCESS);

  private static final WordSet TOOL_WORDS = new WordSet(Vocabulary.WORDS_FOR_A_TOOL);
  private static final WordSet MISSING = new WordSet(Vocabulary.MISSING_TOOL);
  private static final WordSet NEGATIONS = new WordSet(Vocabulary.NEGATIONS);
  private static final WordSet NEGATIONS_AFTER = new WordSet(Vocabulary.NEGATIONS_AFTER);
  private static final int WORDS_UNDER_A_NEGATION = 3;
  private static final int LONGEST_UNSPACED_NEGATION = 5;

  /** What stands after one of these has not happened: {@code notified if delivery failed}. */
  private static final WordSet CONDITIONS = new WordSet(Vocabulary.CONDITIONS);

  private static final WordSet KEYWORDS = new WordSet(Vocabulary.KEYWORDS_BEFORE_AN_EXCEPTION);

  private static final WordSet CONDITIONS_AFTER = new WordSet(Vocabulary.CONDITIONS_AFTER);

  private static final int WORDS_UNDER_A_CONDITION = 5;

  /** A shell's words for a command that does not exist, which looked at nothing. */
  static final WordSet COMMAND_NOT_FOUND = new WordSet(Vocabulary.MISSING_COMMAND);

  /** The same of shells that name no command: {@code sh: 1: rg: not found}. */
  static final WordSet NOT_FOUND = new WordSet(Vocabulary.MISSING_COMMAND_OF_A_SHELL);

  static final WordSet SHELLS = new WordSet(Vocabulary.SHELLS);

  private static final WordSet ABSENCES = new WordSet(Vocabulary.ABSENCES);
  private static final WordSet ABSENCES_IN_WORDS = new WordSet(Vocabulary.ABSENCES_IN_WORDS);
  private static final int ABSENCE_CHARS = 200;

  private static final WordSet EXIT_STATUS = new WordSet(Vocabulary.EXIT_STATUS);
  private static final WordSet EXITS = new WordSet(Vocabulary.WORDS_FOR_AN_EXIT);
  private static final WordSet WORDS_ABOUT_AN_EXIT = new WordSet(Vocabulary.WORDS_ABOUT_AN_EXIT);
  private static final int LONGEST_EXIT_STATUS = 60;

  // Of a shell: POSIX, "Exit Status for Commands".
  private static final int NOTHING_FOUND = 1;
  private static final int NOTHING_FOUND_BY_XARGS = 123; // GNU findutils: "a command exited 1-125"
  private static final int CANNOT_RUN = 126;
  private static final int COMMAND_NOT_FOUND_STATUS = 127;
  private static final int MAX_EXIT_STATUS = 255;
  private static final WordSet ERROR_WORDS = new WordSet(Vocabulary.FIRST_WORDS_OF_AN_ERROR);
  private static final int LONGEST_NOTHING = 10;
  private static final WordSet NOTHING = new WordSet(Vocabulary.WORDS_FOR_NOTHING);

  /** See {@link #mayAnnounce}. */
  static final Beginnings OF_FAILURES =
      new Beginnings(FAILURE_WORDS, UNCUT_FAILURE_WORDS, FAILURE_PHRASES);

  private static final Beginnings OF_ABSENCES =
      new Beginnings(COMMAND_NOT_FOUND, NOT_FOUND, ABSENCES, ABSENCES_IN_WORDS);

  private FailureText() {}

  /** Whether the output tells of a failure, in its first or last characters. */
  public static boolean tellsOfFailure(CharSequence output) {
    if (reportsFailure(output)) {
      return true;
    }
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
    return reportsFailure(output)
        || tellsOfFailure(output, 0, Math.min(output.length(), BEGINNING_CHARS));
  }

  /** A command ended with a status of failure, or an object begins with {@code "ok": false}. */
  private static boolean reportsFailure(CharSequence output) {
    return ExitStatusLine.of(output) > 0 || beginsWithRefusal(output);
  }

  private static boolean beginsWithRefusal(CharSequence output) {
    int at = afterAnyOf("{\" ", output, 0, Math.min(output.length(), BEGINNING_CHARS));
    if (at == 0 || output.charAt(0) != '{') {
      return false;
    }
    int end = Words.endOfWord(output, at, output.length());
    return SUCCESS_MEMBERS.has(output, at, end)
        && Words.regionMatches(output, afterAnyOf("\": ", output, end, output.length()), "false");
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
    while (end < length && end - at < LONGEST_NAME && isPartOfName(text.charAt(end))) {
      name = text.charAt(end) == '.' || text.charAt(end) == '$' ? end + 1 : name;
      end++;
    }
    boolean error = ERROR_WORDS.has(text, name, end) || endsLikeAnExceptionName(text, name, end);
    return error && !isConditional(text, end) && !saysNothingFollows(text, end, length);
  }

  /**
   * Whether the last line is {@linkplain #isErrorMessage an error message}, or says that a command
   * failed.
   */
  static boolean endsWithErrorMessage(CharSequence text) {
    if (ExitStatusLine.of(text) > 0) {
      return true;
    }
    int end = endOfLastLine(text, text.length());
    int start = startOfLine(text, end);
    return start > 0 && isErrorMessage(text.subSequence(start, end));
  }

  /** Whether the value of an error field says that there is no error. */
  public static boolean saysNoError(CharSequence value) {
    return value.length() == 0
        || (isWordForNothing(value, 0, value.length()) && value.length() <= LONGEST_NOTHING);
  }

  private static boolean isPartOfName(char c) {
    return Characters.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$';
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
    int farthest = Math.max(0, before - LONGEST_LINE);
    while (end > farthest && !Characters.isLetterOrDigit(text.charAt(end - 1))) {
      end--;
    }
    while (end < before && text.charAt(end) != '\n') {
      end++;
    }
    return end;
  }

  private static int startOfLine(CharSequence text, int end) {
    int start = end;
    int farthest = Math.max(0, end - LONGEST_LINE);
    while (start > farthest && text.charAt(start - 1) != '\n') {
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
      anything |= Characters.isLetterOrDigit(text.charAt(at));
    }
    return !anything;
  }

  /** Whether an error says that the tool that was called does not exist. */
  public static boolean saysUnknownTool(CharSequence error) {
    boolean tool = false;
    boolean missing = false;
    int length = Math.min(error.length(), BEGINNING_CHARS);
    for (int at = 0; at < length; at++) {
      tool |= TOOL_WORDS.startsAt(error, at);
      missing |= MISSING.startsAt(error, at);
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
        && (EXIT_STATUS.startsAt(error, at) || speaksOnlyOfAnExit(error, at));
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
      boolean exits = EXITS.has(error, at, end);
      if (!exits && !WORDS_ABOUT_AN_EXIT.has(error, at, end)) {
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

  /** The same of an output that holds nothing but such a status. */
  public static boolean foundNothing(CharSequence output) {
    return ExitStatusLine.isAll(output) && foundNothing(output, "");
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
  static int exitStatus(CharSequence error) {
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
    int limit = Math.min(error.length(), LONGEST_NAME);
    while (end < limit && isPartOfName(error.charAt(end))) {
      name = error.charAt(end) == '.' || error.charAt(end) == '$' ? end + 1 : name;
      end++;
    }
    boolean named =
        Words.regionMatches(error, end, ": ") && endsLikeAnExceptionName(error, name, end);
    return named ? end + 2 : 0;
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
      char c = text.charAt(at);
      boolean unspaced = c >= 0x80 && Characters.isUnspaced(c);
      boolean letter = c < 0x80 ? Words.isAsciiLetter(c) : !unspaced && Character.isLetter(c);
      if (unspaced) {
        if (announcesFailure(text, at, FAILURE_WORDS.endBeyond(text, at, at), to)) {
          return true;
        }
      } else if (letter && !inWord) {
        int end = Words.endOfWord(text, at, to);
        if (mayAnnounce(text, at, end)
            && announcesFailure(text, at, isFailureWord(text, at, end) ? end : WordSet.NONE, to)) {
          return true;
        }
        at = end - 1;
      }
      inWord = letter || Words.isDigit(c);
    }
    return false;
  }

  /**
   * Whether a failure may be announced by the word here: nearly all words are told by their first
   * two letters that they do not.
   */
  private static boolean mayAnnounce(CharSequence text, int at, int end) {
    char second = end - at > 1 ? text.charAt(at + 1) : 0x80;
    return OF_FAILURES.mayBegin(text.charAt(at), second) || endsLikeAnExceptionName(text, at, end);
  }

  /**
   * @param end where the failure word ends that begins here; {@link WordSet#NONE} if none does
   */
  private static boolean announcesFailure(CharSequence text, int at, int end, int to) {
    if (FAILURE_PHRASES.startsAt(text, at)) {
      return true;
    }
    return end != WordSet.NONE
        && !isFileName(text, end)
        && !isOfCode(text, at, end)
        && !counts(text, at, end, to)
        && !isNegated(text, at)
        && !isNegatedBehind(text, end)
        && !isConditional(text, end)
        && !saysNothingFollows(text, end, to)
        && !(FAILURE_WORDS.has(text, at, end) && NumberMeaning.countsNone(text, at, end, to));
  }

  /**
   * Whether a status of one line counts failures and tells of none otherwise: {@code 152/480
   * frames, errors 1}, {@code 12 of 480 sent, 4 failed}. O(1).
   */
  public static boolean countsFailuresAlone(String text) {
    int to = text.length();
    while (to > 0 && text.charAt(to - 1) <= ' ') {
      to--;
    }
    if (to > LONGEST_STATUS) {
      return false;
    }
    boolean counts = false;
    for (int at = 0; at < to; at++) {
      if (text.charAt(at) == '\n') {
        return false;
      }
      int end = Words.endOfWord(text, at, to);
      if (end > at) {
        if (FAILURE_WORDS.has(text, at, end)) {
          if (!NumberMeaning.isCounted(text, at, end, to)) {
            return false;
          }
          counts = true;
        }
        at = end - 1;
      }
    }
    return counts;
  }

  /** {@code except ValueError:}, {@code throw new IOException(}: nothing was thrown. */
  private static boolean isOfCode(CharSequence text, int at, int end) {
    int start = at - 1;
    if (start < 1 || text.charAt(start) != ' ' || !endsLikeAnExceptionName(text, at, end)) {
      return false;
    }
    while (start > 0 && Characters.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    return KEYWORDS.has(text, start, at - 1);
  }

  /** {@code errors.py}: a full stop and a small letter follow at once. */
  private static boolean isFileName(CharSequence text, int end) {
    return end + 1 < text.length()
        && text.charAt(end) == '.'
        && text.charAt(end + 1) >= 'a'
        && text.charAt(end + 1) <= 'z';
  }

  /** {@code "failed": 2} among the members of a status: whether there are any is not said by it. */
  private static boolean counts(CharSequence text, int at, int end, int to) {
    if (at == 0 || text.charAt(at - 1) != '"' || end + 1 >= to || text.charAt(end) != '"') {
      return false;
    }
    char last = text.charAt(end - 1);
    int value = afterAnyOf(": ", text, end + 1, to);
    return (last == 's' || last == 'd')
        && value > end + 1
        && value < to
        && Words.isDigit(text.charAt(value));
  }

  private static boolean isFailureWord(CharSequence text, int at, int end) {
    return FAILURE_WORDS.has(text, at, end)
        || endsLikeAnExceptionName(text, at, end)
        || (UNCUT_FAILURE_WORDS.has(text, at, end) && !isCut(text, end));
  }

  /** Only an end of a long text is read, or its beginning: a word may go on beyond it. */
  private static boolean isCut(CharSequence text, int end) {
    return end < text.length() && Character.isLetter(text.charAt(end));
  }

  /** As Japanese has it: {@code エラーはありません}. */
  private static boolean isNegatedBehind(CharSequence text, int end) {
    return NEGATIONS_AFTER.startsAt(text, end);
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
    boolean ofShell = SHELLS.startsAt(text, 0);
    for (int at = 0; at < length; at++) {
      if (!OF_ABSENCES.mayBeginAt(text, at)) {
        continue;
      }
      if (COMMAND_NOT_FOUND.startsAt(text, at) || (ofShell && NOT_FOUND.startsAt(text, at))) {
        return false;
      }
      if (ABSENCES_IN_WORDS.standsAt(text, at) || ABSENCES.startsAt(text, at)) {
        return !saysUnknownTool(text);
      }
    }
    return false;
  }

  /**
   * {@code 0 errors}, {@code no failures}, {@code 0 type errors}, {@code 0 of 480 failed}; and what
   * may happen only: {@code if delivery failed}.
   */
  private static boolean isNegated(CharSequence text, int at) {
    int start = at;
    for (int word = 0; word < WORDS_UNDER_A_CONDITION; word++) {
      int end = start;
      while (end > 0 && text.charAt(end - 1) == ' ') {
        end--;
      }
      start = end;
      while (start > 0 && Characters.isLetterOrDigit(text.charAt(start - 1))) {
        start--;
      }
      if (start == end) {
        return false;
      }
      if (CONDITIONS.isIn(text, start, end)
          || (word < WORDS_UNDER_A_NEGATION
              && NEGATIONS.isIn(text, nearby(text, start, end), end))) {
        return true;
      }
      // Another number counts the failures itself: "0 passed 3 failed".
      if (Words.isDigit(text.charAt(start))) {
        return NumberMeaning.isOfNone(text, start, at);
      }
    }
    return false;
  }

  /** A sentence without blanks is not negated as a whole. */
  private static int nearby(CharSequence text, int start, int end) {
    boolean unspaced = Characters.isUnspaced(text.charAt(end - 1));
    return unspaced ? Math.max(start, end - LONGEST_UNSPACED_NEGATION) : start;
  }

  /** {@code Errors, if any, ...}, {@code failures will be reported}. */
  private static boolean isConditional(CharSequence text, int end) {
    return CONDITIONS_AFTER.startsAt(text, end);
  }

  /** {@code "error": null}, {@code "error_message":""}, {@code failures=0}, {@code errors: -}. */
  private static boolean saysNothingFollows(CharSequence text, int end, int to) {
    int at = end;
    while (at < to && (Characters.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    at = afterAnyOf("\"'\\ ", text, at, to);
    int value = afterAnyOf(":=： ", text, at, to);
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
    for (int end = NOTHING.endBeyond(text, at, at);
        end != WordSet.NONE;
        end = NOTHING.endBeyond(text, at, end)) {
      if (!(end < to && isPartOfWord(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfWord(char c) {
    return Characters.isLetterOrDigit(c) && !Characters.isUnspaced(c);
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
