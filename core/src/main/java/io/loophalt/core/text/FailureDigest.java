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

  /** Messages name what was asked about at their beginning. */
  private static final int ECHO_CHARS = 400;

  private static final int LETTERS_OF_A_UUID = 8;
  private static final int DIGITS_OF_A_DAY = 2;
  private static final int DIGITS_OF_A_YEAR = 4;

  private static final char VARIES = '\uFFF0';
  private static final char NUMBER = '\uFFF1';

  /** Which letters may follow the first of a month's or a day's name. */
  private static final int[] BEGINNINGS_OF_DATES = TimestampScanner.beginningsOfNames();

  private final String text;

  /** The text, and a 0 behind it: an array is read in half the time. */
  private final char[] chars;

  private final int length;
  private final String arguments;
  private final boolean dropNumbers;
  private final VariableTokenScanner lookahead;

  private long digest = Words.EMPTY;
  private int at;

  /** Up to where the run of path characters reaches that has been checked for being a path. */
  private int checkedUntil;

  /** The position is inside a URL, whose slashes stay. */
  private boolean inUrl;

  private FailureDigest(String text, String arguments, boolean dropNumbers) {
    this.text = text;
    this.length = text.length();
    this.chars = new char[length + 1];
    text.getChars(0, length, chars, 0);
    this.arguments = arguments;
    this.dropNumbers = dropNumbers;
    this.lookahead = new VariableTokenScanner(text);
  }

  /**
   * The digest of a failure's text. A {@linkplain TextEnds long one} is read at its ends; what is
   * between them counts letter by letter, of a message of more than a million characters only by
   * its length.
   *
   * @param arguments the call's arguments, as compact JSON or plain text
   * @param dropNumbers whether numbers of no known kind are left out as well
   */
  static long of(CharSequence text, CharSequence arguments, boolean dropNumbers) {
    String all = text.toString();
    String asked = ArgumentShape.asked(arguments.toString());
    if (!TextEnds.isLong(all)) {
      return new FailureDigest(all, asked, dropNumbers).read();
    }
    TextEnds ends = TextEnds.of(all);
    long head = new FailureDigest(ends.head(all), asked, dropNumbers).read();
    long tail = new FailureDigest(ends.tail(all), asked, dropNumbers).read();
    return dropNumbers && all.length() > TextEnds.LONGEST_DIGESTED_MESSAGE
        ? TextEnds.digestWithLength(all, head, tail)
        : ends.digest(all, head, tail);
  }

  private long read() {
    while (at < length) {
      char c = chars[at];
      if (Characters.isWhitespace(c)) {
        inUrl = false;
        whitespace();
      } else if (!takesPlainRun(c) && !leavesDirectories(c)) {
        if (isTokenStart(c)) {
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
    while (Characters.isWhitespace(chars[end])) {
      end++;
    }
    digest = at == 0 || end == length ? digest : Words.mix(digest, ' ');
    at = end;
  }

  /**
   * Takes the words in ASCII with which a run of path characters begins, if the run is no path and
   * nothing in these words can vary: what nearly all of every text is. Does what the longer way
   * does.
   */
  private boolean takesPlainRun(char first) {
    if (at < checkedUntil || inUrl || !Words.isAsciiLetter(first) || !isTokenStart(first)) {
      return false;
    }
    long mixed = digest;
    int plain = at;
    int end = at;
    while (true) {
      int word = end;
      if (isAfterAt(word) || mayBeginDate(word)) {
        break;
      }
      long withWord = mixed;
      char c = chars[end];
      while (Words.isAsciiLetter(c)) {
        withWord = Words.mix(withWord, c);
        end++;
        c = chars[end];
      }
      if (!isPlainBehind(c, end - word)) {
        break;
      }
      // Between words: none of it is asked for anything.
      while (Characters.isMarkInName(c)) {
        withWord = Words.mix(withWord, c);
        end++;
        c = chars[end];
      }
      mixed = withWord;
      plain = end;
      if (!Words.isAsciiLetter(c)) {
        break;
      }
    }
    while (Characters.isPathButNoSeparator(chars[end])) {
      end++;
    }
    if (Characters.isSeparator(chars[end]) || PathScanner.mayLead(text, at, end)) {
      return false;
    }
    checkedUntil = end;
    digest = mixed;
    boolean taken = plain > at;
    at = plain;
    return taken;
  }

  private boolean isAfterAt(int place) {
    return place > 0 && chars[place - 1] == '@';
  }

  private boolean mayBeginDate(int place) {
    char next = chars[place + 1];
    return next < 0x80
        && (BEGINNINGS_OF_DATES[chars[place]] & (1 << next)) != 0
        && TimestampScanner.mayBeginDate(text, place);
  }

  /** Whether a word of so many letters in ASCII ends before this, and cannot be part of an id. */
  private static boolean isPlainBehind(char next, int letters) {
    boolean goesOn = next >= 0x80 || Words.isDigit(next);
    return !goesOn && !(next == '-' && letters == LETTERS_OF_A_UUID);
  }

  private void punctuation(char c) {
    take(PathScanner.isLineEscape(text, at) ? at + 2 : at + 1);
    if (Characters.isQuote(c)) {
      inUrl = false;
      leave(PathScanner.quoted(text, at, c));
    } else if (c == ':' && at > 1 && Characters.isWord(text.charAt(at - 2))) {
      inUrl |= Words.regionMatches(text, at, "//");
    } else if (inUrl) {
      inUrl = "()[]{}<>".indexOf(c) < 0;
    }
  }

  /** Goes on at the file name, if a path with directories begins here. */
  private boolean leavesDirectories(char c) {
    if (at < checkedUntil || !Characters.isPath(c)) {
      return false;
    }
    int end = at;
    while (Characters.isPathButNoSeparator(chars[end])) {
      end++;
    }
    if (end > at && !Characters.isSeparator(chars[end]) && !PathScanner.mayLead(text, at, end)) {
      checkedUntil = end;
      return false;
    }
    checkedUntil = PathScanner.end(text, at);
    if (inUrl || (Words.isDigit(c) && endOfMoment() > at)) {
      return false;
    }
    if (c == '/' && PathScanner.isBehindMethod(text, at)) {
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
    if (at >= ECHO_CHARS) {
      return;
    }
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
    if (takesPlainWord(c)) {
      return;
    }
    int varying = mayVary(c) ? endOfVarying() : endOfNumbered();
    if (varying > at) {
      takeIf(asksAbout(at, varying, true), VARIES, varying);
    } else if (Words.isDigit(c)) {
      number(Words.endOfNumber(text, at));
    } else {
      take(Math.max(at + 1, Words.endOfWord(text, at, text.length())));
    }
  }

  /** Takes the word in ASCII that begins here, if nothing of it can vary. */
  private boolean takesPlainWord(char first) {
    if (!Words.isAsciiLetter(first) || isAfterAt(at) || mayBeginDate(at)) {
      return false;
    }
    int end = at;
    while (Words.isAsciiLetter(chars[end])) {
      end++;
    }
    boolean plain = isPlainBehind(chars[end], end - at);
    if (plain) {
      take(end);
    }
    return plain;
  }

  /**
   * Whether the token may be more than a number: of most numbers how long they are and what stands
   * behind them says that they are no moment, id or address.
   */
  private boolean mayVary(char first) {
    if (!Words.isDigit(first) || isAfterAt(at)) {
      return true;
    }
    int end = at + 1;
    while (Words.isDigit(chars[end])) {
      end++;
    }
    int digits = end - at;
    char behind = chars[end];
    return switch (behind) {
      case '-' -> digits <= DIGITS_OF_A_YEAR || digits == LETTERS_OF_A_UUID;
      case '/' -> digits <= DIGITS_OF_A_YEAR;
      case '_' -> digits == LETTERS_OF_A_UUID;
      case '.' ->
          digits <= DIGITS_OF_A_YEAR && (Words.isDigit(chars[end + 1]) || chars[end + 1] == ' ');
      case ':' -> digits <= DIGITS_OF_A_DAY;
      case ' ' -> digits <= DIGITS_OF_A_DAY && Character.isLetter(chars[end + 1]);
      default -> behind >= 0x80 || Words.isAsciiLetter(behind);
    };
  }

  private void number(int end) {
    if (NumberMeaning.isPlace(text, at, end)
        || NumberMeaning.isDuration(text, end)
        || NumberMeaning.countsAttempts(text, at, end)) {
      takeIf(false, NUMBER, end);
    } else if (NumberMeaning.isEpoch(text, at)
        || NumberMeaning.isProcessOfLog(text, end)
        || NumberMeaning.isThreadOfLog(text, at)) {
      takeIf(asksAbout(at, end, true), VARIES, end);
    } else {
      boolean stays =
          !dropNumbers || NumberMeaning.countsSomething(text, end) || asksAbout(at, end, false);
      takeIf(stays, NUMBER, end);
    }
  }

  private void take(int end) {
    long mixed = digest;
    for (int i = at; i < end; i++) {
      mixed = Words.mix(mixed, chars[i]);
    }
    digest = mixed;
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

  private boolean isTokenStart(char c) {
    if (!Characters.isLetterOrDigit(c)) {
      return false;
    }
    char before = at == 0 ? ' ' : chars[at - 1];
    return !Characters.isLetterOrDigit(before)
        || (Characters.isUnspaced(before) && !Characters.isUnspaced(c))
        || (at > 1 && PathScanner.isLineEscape(text, at - 2));
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
    return end > at ? end : endOfNumbered();
  }

  /** Where the token ends if it has digits and its name says which occurrence it is. */
  private int endOfNumbered() {
    int end = at;
    boolean digits = false;
    while (Characters.isLetterOrDigit(chars[end])) {
      digits |= Words.isDigit(chars[end]);
      end++;
    }
    return digits && NumberMeaning.isNumbered(text, at) ? end : at;
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
}
