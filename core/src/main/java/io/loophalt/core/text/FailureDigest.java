package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;

/**
 * Digests the text of a failure so that the same failure gives the same digest.
 *
 * <p>Left out is what changes from one occurrence to the next: UUIDs, hexadecimal numbers and ids,
 * network addresses, dates, clock times, durations, line and column numbers, directories, the
 * amount of white space; what is numbered by its name, such as attempts, requests and sessions
 * ({@code attempt 3}, {@code pid 4711}, {@code 2 tries left}); and process and thread in lines of a
 * log ({@code ERROR 4711 --- [nio-8080-exec-7]}).
 *
 * <p>Two things stay. Numbers that count failures ({@code 12 failed}, {@code 3 errors}), because a
 * number that shrinks is progress. And whatever the call asked about: that order 1001 has been
 * shipped already and that order 1002 has are two answers, as they would be of customers with
 * names.
 *
 * <p>What varies is recognised as the {@link ErrorScanner} does it, by {@link
 * VariableTokenScanner}, {@link Moment} and {@link PathScanner}; but nothing is written, so a text
 * has no normal form to keep, and numbers are judged by what they count. For one text, in a single
 * pass; not thread-safe.
 */
final class FailureDigest {

  private static final WordSet COUNTED = new WordSet(Vocabulary.COUNTED_THINGS);
  private static final WordSet TIME_UNITS = new WordSet(Vocabulary.UNITS_OF_TIME);

  private static final WordSet SIZE_UNITS = new WordSet(Vocabulary.UNITS_OF_SIZE);

  /** A number after one of these says only which occurrence it is. */
  private static final WordSet NUMBERED = new WordSet(Vocabulary.NUMBERED_THINGS);

  private static final WordSet ATTEMPT = new WordSet(Vocabulary.ATTEMPT);
  private static final WordSet ATTEMPTS = new WordSet(Vocabulary.ATTEMPTS);
  private static final WordSet LEFT = new WordSet(Vocabulary.WORDS_FOR_LEFT);
  private static final WordSet NUMBER_WORDS = new WordSet(Vocabulary.WORDS_FOR_NUMBER);
  private static final WordSet LINE = new WordSet(Vocabulary.WORDS_FOR_A_LINE);
  private static final WordSet BEHIND_A_LINE = new WordSet(Vocabulary.BEHIND_THE_NUMBER_OF_A_LINE);
  private static final int LONGEST_WORD_FOR_A_LINE = 20;
  private static final String BETWEEN_NAME_AND_NUMBER = " _-:=#.\"'([";
  private static final int LONGEST_BETWEEN = 4;
  private static final int LONGEST_PATH = 300;
  private static final int LONGEST_THREAD = 60;

  /** Words in the names of a pool's threads; items that are tried have other names. */
  private static final WordSet POOL_THREADS = new WordSet(Vocabulary.NAMES_OF_POOL_THREADS);

  /** Messages name what was asked about at their beginning. */
  private static final int ECHO_CHARS = 400;

  private static final int DIGITS_OF_SECONDS = 10;
  private static final int DIGITS_OF_MILLISECONDS = 13;

  private static final char VARIES = '\uFFF0';
  private static final char NUMBER = '\uFFF1';

  private final CharSequence text;
  private final CharSequence arguments;
  private final boolean dropNumbers;
  private final VariableTokenScanner lookahead;

  private long digest = Words.EMPTY;
  private int at;

  /** Up to where the run of path characters reaches that has been checked for being a path. */
  private int checkedUntil;

  /** The position is inside a URL, whose slashes stay. */
  private boolean inUrl;

  private FailureDigest(CharSequence text, CharSequence arguments, boolean dropNumbers) {
    this.text = text;
    this.arguments = arguments;
    this.dropNumbers = dropNumbers;
    this.lookahead = new VariableTokenScanner(text);
  }

  /**
   * The digest of a failure's text.
   *
   * @param arguments the call's arguments, as compact JSON or plain text
   * @param dropNumbers whether numbers of no known kind are left out as well
   */
  static long of(CharSequence text, CharSequence arguments, boolean dropNumbers) {
    return new FailureDigest(text, arguments, dropNumbers).read();
  }

  private long read() {
    int length = text.length();
    while (at < length) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        inUrl = false;
        whitespace();
      } else if (!leavesDirectories(c)) {
        if (isTokenStart()) {
          token(c);
        } else {
          punctuation(c);
        }
      }
    }
    return Words.finish(digest);
  }

  private void whitespace() {
    int end = at + 1;
    while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    digest = at == 0 || end == text.length() ? digest : Words.mix(digest, ' ');
    at = end;
  }

  private void punctuation(char c) {
    boolean escape = PathScanner.isLineEscape(text, at);
    take(escape ? at + 2 : at + 1);
    if (Characters.isQuote(c)) {
      inUrl = false;
      leave(PathScanner.quoted(text, at, c));
    } else if (c == ':' && at > 1 && Characters.isWord(text.charAt(at - 2))) {
      inUrl |= Words.regionMatches(text, at, "//");
    } else {
      inUrl &= "()[]{}<>".indexOf(c) < 0;
    }
  }

  /** Goes on at the file name, if a path with directories begins here. */
  private boolean leavesDirectories(char c) {
    if (!Characters.isPath(c) || at < checkedUntil) {
      return false;
    }
    checkedUntil = PathScanner.end(text, at);
    if (inUrl || (Words.isDigit(c) && endOfMoment() > at)) {
      return false;
    }
    if (c == '/' && HttpMethod.endsBefore(text, at)) {
      inUrl = true;
      return false;
    }
    return leave(PathScanner.at(text, at));
  }

  private boolean leave(PathScanner path) {
    int name = path.nameStart();
    if (name == at) {
      return false;
    }
    mixDirectoriesAskedAbout(name);
    digest = path.isDirectory() ? Words.mix(digest, '/') : digest;
    at = name;
    checkedUntil = PathScanner.end(text, at);
    return true;
  }

  /** A call that asked about {@code a/config.py} was told something else than one about b's. */
  private void mixDirectoriesAskedAbout(int name) {
    int start = at;
    for (int i = at; i < name; i++) {
      if (Characters.isSeparator(text.charAt(i))) {
        if (i > start && asksAbout(start, i, true)) {
          digest = Words.mix(digest, text, start, i);
        }
        start = i + 1;
      }
    }
  }

  private void token(char c) {
    int varying = endOfVarying();
    if (varying > at) {
      takeIf(asksAbout(at, varying, true), VARIES, varying);
    } else if (Words.isDigit(c)) {
      number(Words.endOfNumber(text, at));
    } else {
      take(Math.max(at + 1, Words.endOfWord(text, at, text.length())));
    }
  }

  private void number(int end) {
    if (isPlace(text, at)
        || BEHIND_A_LINE.startsAt(text, afterSpace(text, end))
        || isDuration(text, end)
        || countsAttempts(text, at, end)) {
      takeIf(false, NUMBER, end);
    } else if (isEpoch(text, at) || isProcessOfLog(text, end) || isThreadOfLog(text, at)) {
      takeIf(asksAbout(at, end, true), VARIES, end);
    } else {
      boolean stays = !dropNumbers || countsSomething(text, end) || asksAbout(at, end, false);
      takeIf(stays, NUMBER, end);
    }
  }

  private void take(int end) {
    digest = Words.mix(digest, text, at, end);
    at = end;
  }

  private void takeIf(boolean stays, char otherwise, int end) {
    digest = stays ? Words.mix(digest, text, at, end) : Words.mix(digest, otherwise);
    at = end;
  }

  /**
   * Whether the call asked about what stands here.
   *
   * @param inCommands whether it may have done so in a command: of a plain number in a message that
   *     says little, since messages of exceptions quote code and values of it
   */
  private boolean asksAbout(int from, int to, boolean inCommands) {
    return from < ECHO_CHARS && ArgumentShape.asksAbout(arguments, text, from, to, inCommands);
  }

  private boolean isTokenStart() {
    return Character.isLetterOrDigit(text.charAt(at))
        && (at == 0
            || !Character.isLetterOrDigit(text.charAt(at - 1))
            || (Characters.isUnspaced(text.charAt(at - 1))
                && !Characters.isUnspaced(text.charAt(at)))
            || (at > 1 && PathScanner.isLineEscape(text, at - 2)));
  }

  private int endOfVarying() {
    int object = Math.max(lookahead.uuid(at), followsObject() ? lookahead.identity(at) : at);
    if (object > at) {
      return object;
    }
    int moment = endOfMoment();
    if (moment > at) {
      return moment;
    }
    int end = Words.endOfId(text, at);
    if (end > at) {
      return end;
    }
    end = at;
    boolean digits = false;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      digits |= Words.isDigit(text.charAt(end));
      end++;
    }
    return digits && isNumberedBy(NUMBERED, text, at) ? end : at;
  }

  /** {@code Foo@}, {@code [Lfoo;@}. */
  private boolean followsObject() {
    if (at < 2 || text.charAt(at - 1) != '@') {
      return false;
    }
    char before = text.charAt(at - 2);
    return Characters.isWord(before) || before == ';' || before == ']';
  }

  private int endOfMoment() {
    int end = TimestampScanner.dateTime(text, at);
    end = end == TimestampScanner.NONE ? TimestampScanner.date(text, at) : end;
    return end == TimestampScanner.NONE ? Math.max(at, TimestampScanner.anyClock(text, at)) : end;
  }

  /** {@code attempt 3}, {@code try #3}, {@code 3 attempts left}, {@code 3 more tries}. */
  private static boolean countsAttempts(CharSequence text, int at, int end) {
    if (isNumberedBy(ATTEMPT, text, at)) {
      return true;
    }
    int next = afterSpace(text, end);
    int endOfNext = Words.endOfWord(text, next, text.length());
    if (next > end && LEFT.has(text, next, endOfNext)) {
      next = afterSpace(text, endOfNext);
      endOfNext = Words.endOfWord(text, next, text.length());
    }
    return next > end && ATTEMPTS.has(text, next, endOfNext);
  }

  private static int afterSpace(CharSequence text, int at) {
    return at < text.length() && text.charAt(at) == ' ' ? at + 1 : at;
  }

  /** {@code request 17}, {@code session_id=17}, {@code [pid: 17}, {@code attempt no. 17}. */
  private static boolean isNumberedBy(WordSet names, CharSequence text, int at) {
    int end = endOfNameBefore(text, at);
    int start = startOfWord(text, end);
    if (start == end) {
      return false;
    }
    if (names.endsIn(text, start, end)) {
      return true;
    }
    if (!NUMBER_WORDS.has(text, start, end)) {
      return false;
    }
    int endBefore = endOfNameBefore(text, start);
    return names.endsIn(text, startOfWord(text, endBefore), endBefore);
  }

  private static int endOfNameBefore(CharSequence text, int at) {
    int end = at;
    while (end > 0
        && at - end < LONGEST_BETWEEN
        && BETWEEN_NAME_AND_NUMBER.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static int startOfWord(CharSequence text, int end) {
    int start = end;
    while (start > 0 && Character.isLetter(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean followsWordForALine(CharSequence text, int at) {
    boolean blank = at > 0 && text.charAt(at - 1) == ' ';
    int end = blank ? at - 1 : at;
    if (end == 0 || !(blank || Characters.isUnspaced(text.charAt(end - 1)))) {
      return false;
    }
    int start = end;
    while (start > 0
        && end - start <= LONGEST_WORD_FOR_A_LINE
        && Character.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    return LINE.endsIn(text, start, end);
  }

  /** A line or column: {@code line 12}, {@code name.ext:12:3}, {@code [12,3]} after a file. */
  private static boolean isPlace(CharSequence text, int at) {
    if (followsWordForALine(text, at)) {
      return true;
    }
    if (at < 2 || text.charAt(at - 1) != ':') {
      return false;
    }
    // The word before the colon must look like a file, or {"failed":12} would lose its number.
    boolean dotted = false;
    int start = at - 2;
    int farthest = Math.max(0, at - LONGEST_PATH);
    while (start >= farthest
        && (Character.isLetterOrDigit(text.charAt(start))
            || "._-/:".indexOf(text.charAt(start)) >= 0)) {
      dotted |= text.charAt(start) == '.';
      start--;
    }
    return dotted;
  }

  /** Seconds or milliseconds since 1970, of this century's first decades; not a size in bytes. */
  private static boolean isEpoch(CharSequence text, int at) {
    int end = at;
    while (end < text.length()
        && end - at <= DIGITS_OF_MILLISECONDS
        && Words.isDigit(text.charAt(end))) {
      end++;
    }
    int digits = end - at;
    return (digits == DIGITS_OF_SECONDS || digits == DIGITS_OF_MILLISECONDS)
        && text.charAt(at) == '1'
        && text.charAt(at + 1) >= '5'
        && !isFollowedBy(SIZE_UNITS, text, end);
  }

  /** The process in Spring Boot's log lines: {@code ERROR 4711 --- [main]}. */
  private static boolean isProcessOfLog(CharSequence text, int end) {
    return Words.regionMatches(text, end, " --- [");
  }

  /** Which thread of a pool wrote the line: {@code [nio-8080-exec-7]}, {@code [worker-3]}. */
  private static boolean isThreadOfLog(CharSequence text, int at) {
    if (at < 2 || text.charAt(at - 1) != '-' || !Character.isLetter(text.charAt(at - 2))) {
      return false;
    }
    int start = at - 1;
    while (start > 0 && at - start < LONGEST_THREAD && isPartOfThread(text.charAt(start))) {
      start--;
    }
    int end = at;
    while (end < text.length() && end - at < LONGEST_THREAD && isPartOfThread(text.charAt(end))) {
      end++;
    }
    return text.charAt(start) == '['
        && (start == 0 || Character.isWhitespace(text.charAt(start - 1)))
        && Words.regionMatches(text, end, "] ")
        && POOL_THREADS.isAnywhereIn(text.subSequence(start, end));
  }

  private static boolean isPartOfThread(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
  }

  private static boolean isDuration(CharSequence text, int end) {
    return isFollowedBy(TIME_UNITS, text, end);
  }

  private static boolean isFollowedBy(WordSet units, CharSequence text, int end) {
    int at = afterSpace(text, end);
    int length = text.length();
    return at < length && units.has(text, at, Words.endOfWord(text, at, length));
  }

  private static boolean countsSomething(CharSequence text, int end) {
    int length = text.length();
    if (end < length && text.charAt(end) == '%') {
      return true;
    }
    int at = end;
    while (at < length && text.charAt(at) == ' ') {
      at++;
    }
    return at < length
        && (at > end || Characters.isUnspaced(text.charAt(at)))
        && COUNTED.has(text, at, Words.endOfWord(text, at, length));
  }
}
