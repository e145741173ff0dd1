package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.Contents;
import io.loophalt.core.fingerprint.DigestList;

/**
 * Digests the lines of a result one by one, so that it can be told which of them a run has seen.
 *
 * <p>Left out of a line is what says when or under which number it was written and not what: times
 * of the clock, durations, sizes in bytes, UUIDs, long hexadecimal numbers, random names, and
 * numbers of requests, sessions and processes. A round time ({@code 10:30}) and a date alone stay,
 * because appointments have them, and so does a line that would have nothing else to say. White
 * space is folded; lines without a letter or digit say nothing and are left out.
 *
 * <p>Of a long result the lines at its head and its tail are read, {@value #HEAD_LINES} and {@value
 * #TAIL_LINES} at most. Thread-safe; O(characters read), allocates nothing.
 */
public final class LineDigests {

  /** The most digests that a list gets. */
  public static final int CAPACITY = 96;

  private static final int TAIL_LINES = 32;
  private static final int HEAD_LINES = CAPACITY - TAIL_LINES;
  private static final int HEAD_CHARS = 6_000;
  private static final int TAIL_CHARS = 2_500;

  /** Fewer letters than this beside what varies: the line is about what varies. */
  private static final int LEAST_LETTERS = 6;

  private static final int SHORTEST_RANDOM_NAME = 8;
  private static final int LONGEST_TEMPORARY_NAME = 40;
  private static final int SHORTEST_HEX_ID = 7;

  /** Before the end of a file's name, as in {@code out_3fa9c1.csv}. */
  private static final int SHORTEST_OF_A_FILE = 6;

  private static final int LONG_HEX_ID = 12;
  private static final int CHANGES_OF_A_RANDOM_NAME = 3;
  private static final int DIGITS_OF_SECONDS = 10;
  private static final int LONGEST_MARK = 40;
  private static final int LONGEST_LINE_NUMBER = 6;
  private static final int LONGEST_PLACE = 3;

  /** A kernel tells more. */
  private static final int DIGITS_OF_A_FRACTION = 3;

  private static final int DIGITS_OF_MILLISECONDS = 13;
  private static final int LENGTH_OF_A_SHORT_TIME = 5;
  private static final int MINUTES_OF_A_ROUND_TIME = 5;
  private static final int LONGEST_BETWEEN = 4;
  private static final int DIGITS_OF_A_DATE = 6;
  private static final int NO_STAMP = -1;

  /** {@code 22:59:05.123456+01:00}; a date comes before a longer one. */
  private static final int LONGEST_CLOCK = 21;

  private static final WordSet NUMBERED = new WordSet(Vocabulary.NUMBERED_BY_CHANCE);
  private static final WordSet ID = new WordSet(Vocabulary.ARGUMENTS_WITH_AN_ID);

  /** In names of the members of an answer. */
  private static final WordSet ABOUT = new WordSet(Vocabulary.MEMBERS_ABOUT_THE_ANSWER);

  private static final Beginnings OF_NAMES = new Beginnings(NUMBERED, ID);

  private static final WordSet TIME_UNITS = new WordSet(Vocabulary.UNITS_OF_TIME);
  private static final WordSet SIZE_UNITS = new WordSet(Vocabulary.UNITS_OF_SIZE);

  /** In names of the members of an answer, of a call that was made before. */
  private static final WordSet ANSWERED_BY = new WordSet(Vocabulary.MEMBERS_ABOUT_WHO_ANSWERED);

  private static final WordSet COUNTS = new WordSet(Vocabulary.COUNTS_OF_ANSWERS);
  private static final WordSet WORK = new WordSet(Vocabulary.WORK_ON_AN_ANSWER);
  private static final WordSet TIME_OF_WORK = new WordSet(Vocabulary.TIME_OF_WORK_ON_AN_ANSWER);
  private static final WordSet SMALL_UNITS = new WordSet(Vocabulary.UNITS_BELOW_A_SECOND);

  /** Before what a browser's tool calls an element, as long as a page is not loaded anew. */
  private static final String REFERENCE = "[ref=";

  private static final char VARIES = '\uFFF0';

  // How a line is read.
  static final int WITHOUT_WHAT_VARIES = 0;
  static final int LETTER_BY_LETTER = 1;

  /** As the answer to a call that was made before: what no look tells may vary as well. */
  static final int ONCE_MORE = 2;

  /** Of a longer answer it is not told whether it is the same. */
  private static final int MOST_CHARS_OF_THE_SAME = 16_000;

  /** So much must be the same, in letters and digits, or what varies is what was asked for. */
  private static final int LEAST_OF_THE_SAME = 10;

  /** Where nothing varies but times: the call is not one that tells the time. */
  private static final int LEAST_BESIDE_TIMES = 2;

  /** Is set beside the count of what stays where more than times varies. */
  private static final int IDS_VARY = 1 << 30;

  private static final int LENGTH_OF_A_UUID = 36;
  private static final int SHORTEST_TOKEN = 12;
  private static final int SHORTEST_TOKEN_OF_LETTERS = 16;

  /** A longer one is a picture, or a file. */
  private static final int LONGEST_TOKEN = 256;

  private static final int SHORTEST_SUFFIX = 4;
  private static final int LONGEST_SUFFIX = 6;
  private static final int SHORTEST_PROCESS = 3;

  private LineDigests() {}

  /**
   * Adds the digest of each line.
   *
   * @param exactly whether what varies is what was asked for, and stays
   * @param cursors whether places in objects are read from which a next call may go on, such as
   *     {@code "nextPageToken"}: they are news only to a call that goes on from one
   * @return whether such a place was left out
   */
  public static boolean read(String text, boolean exactly, boolean cursors, DigestList into) {
    int how = exactly ? LETTER_BY_LETTER : WITHOUT_WHAT_VARIES;
    boolean leftOut = false;
    int length = text.length();
    boolean isLong = length > HEAD_CHARS + TAIL_CHARS;
    int headEnd = isLong ? HEAD_CHARS : length;
    int at = 0;
    int place = 1;
    while (at < headEnd && into.size() < HEAD_LINES) {
      int end = text.indexOf('\n', at);
      end = end < 0 || end > headEnd ? headEnd : end;
      if (ObjectMembers.areIn(text, at, end)) {
        leftOut |= ObjectMembers.read(text, at, end, how, cursors, HEAD_LINES, into);
      } else {
        int start = exactly ? at : afterPlace(text, at, end, place);
        place = start > at ? nextPlace(text, at, place) : place;
        readLine(text, at, start, end, how, false, into);
      }
      at = end + 1;
    }
    if (at >= length) {
      return leftOut;
    }
    int tail = startOfTail(text, Math.max(at, length - TAIL_CHARS));
    if (tail > at) {
      into.markCut();
    }
    while (tail < length) {
      int end = text.indexOf('\n', tail);
      end = end < 0 ? length : end;
      readLine(text, tail, end, how, into);
      tail = end + 1;
    }
    return leftOut;
  }

  /**
   * What a call that was made before is answered without what may vary in such an answer: all that
   * {@link #read} leaves out, also where a line has nothing else to say, and UUIDs, tokens and
   * hexadecimal numbers under whatever name, which of many machines has answered, and how long it
   * has worked. Numbers and words stay.
   *
   * @param room is used for that, with place for {@value #CAPACITY} digests
   * @return 0 if the text is longer than 16,000 characters or 95 lines, or says little beside what
   *     varies
   */
  public static int ofTheSame(String text, DigestList room) {
    room.clear();
    if (text.length() > MOST_CHARS_OF_THE_SAME) {
      return 0;
    }
    room.add(0); // how much stays
    int length = text.length();
    int at = 0;
    while (at < length) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? length : end;
      if (ObjectMembers.areIn(text, at, end)) {
        ObjectMembers.read(text, at, end, ONCE_MORE, /* cursors= */ true, CAPACITY, room);
      } else {
        readLine(text, at, end, ONCE_MORE, room);
      }
      at = end + 1;
    }
    int stays = room.get(0) & ~IDS_VARY;
    boolean tells = stays >= (stays == room.get(0) ? LEAST_BESIDE_TIMES : LEAST_OF_THE_SAME);
    if (room.isFull() || !tells) {
      return 0;
    }
    long state = Words.EMPTY;
    for (int i = 1; i < room.size(); i++) {
      state = Words.mix(Words.mix(state, (char) room.get(i)), (char) (room.get(i) >>> 16));
    }
    return folded(state) | 1;
  }

  /** Whether {@link #ofTheSame} has left out more than times. */
  public static boolean anIdVaries(DigestList room) {
    return (room.get(0) & IDS_VARY) != 0;
  }

  /**
   * Adds the number or id of what a tool has handed out, by the word that its name ends with: of
   * what {@code claim_request} answers the {@code requestId}, which says elsewhere no more than
   * which request it was that was answered. Nothing if there is none.
   */
  public static void readIdOf(String tool, String text, DigestList into) {
    int end = tool.length();
    while (end > 0 && !Words.isAsciiLetter(tool.charAt(end - 1))) {
      end--;
    }
    int start = end;
    while (start > 0
        && Words.isAsciiLetter(tool.charAt(start - 1))
        && !(start < end && Character.isUpperCase(tool.charAt(start)))) {
      start--;
    }
    if (start == 0) {
      return; // A verb alone.
    }
    int length = Math.min(text.length(), HEAD_CHARS);
    for (int at = 0; at + end - start < length; at++) {
      if (text.regionMatches(/* ignoreCase= */ true, at, tool, start, end - start)
          && (at == 0 || !Words.isAsciiLetter(text.charAt(at - 1)))) {
        int id = startOfId(text, at + end - start, length);
        int endOfId = id;
        boolean digits = false;
        while (endOfId < length
            && (isAlphanumeric(text.charAt(endOfId)) || isJoin(text, endOfId))) {
          digits |= Words.isDigit(text.charAt(endOfId));
          endOfId++;
        }
        if (digits) {
          into.add(folded(Words.mix(Words.EMPTY, text, id, endOfId)));
          return;
        }
      }
    }
  }

  /** Behind the rest of a name, as {@code Id":"}. */
  private static int startOfId(String text, int from, int to) {
    int at = from;
    while (at < to && isBetweenNameAndNumber(text.charAt(at))) {
      at++;
    }
    int end = Words.endOfWord(text, at, to);
    if (!ID.has(text, at, end)) {
      return at;
    }
    while (end < to && isBetweenNameAndNumber(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int startOfTail(String text, int from) {
    int start = text.length();
    for (int line = 0; line < TAIL_LINES && start > from; line++) {
      start = text.lastIndexOf('\n', start - 2) + 1;
      if (start <= 1) {
        return from;
      }
    }
    return Math.max(start, from);
  }

  static void readLine(String text, int from, int to, int how, DigestList into) {
    readLine(text, from, to, how, false, into);
  }

  /**
   * @param named whether the line says something also where nearly all of it varies
   */
  static void readLine(String text, int from, int to, int how, boolean named, DigestList into) {
    readLine(text, from, from, to, how, named, into);
  }

  /**
   * @param behind where it begins behind its place in a list; {@code from} if it has none
   */
  static void readLine(
      String text, int from, int behind, int to, int how, boolean named, DigestList into) {
    boolean exactly = how == LETTER_BY_LETTER;
    boolean again = how == ONCE_MORE;
    long digest = Words.EMPTY;
    int letters = 0;
    int stays = 0;
    int last = -1;
    boolean varies = false;
    boolean varyingIds = false;
    boolean anything = false;
    int beforeStamp = NO_STAMP; // What stays of a time at the beginning, as of a date before it.
    // A line that begins in the middle of another may stand in a string that has begun before it.
    boolean quoted = from > 0 && text.charAt(from - 1) != '\n';
    int at = behind > from ? behind : afterLineNumber(text, from, to);
    while (at < to) {
      char c = text.charAt(at);
      if (c <= ' ') {
        at++;
        if (anything && at < to && text.charAt(at) > ' ') {
          digest = Words.mix(digest, ' ');
        }
        continue;
      }
      int token = again && (c == '+' || c == '/') ? endOfToken(text, at, to) : at;
      if (token > at) {
        digest = Words.mix(digest, VARIES);
        anything = true;
        at = token;
        continue;
      }
      if (!isAlphanumeric(c)) {
        digest = Words.mix(digest, c);
        quoted |= c == '"';
        if (c >= 0x80 && Character.isLetter(c)) {
          letters += Characters.isUnspaced(c) ? 2 : 1;
          stays += 2; // a word has two of them or so
          anything = true;
        }
        at++;
        continue;
      }
      anything = true;
      int start = at;
      long before = digest;
      int digits = 0;
      do {
        digest = Words.mix(digest, c);
        digits += c <= '9' ? 1 : 0;
        at++;
        c = at < to ? text.charAt(at) : 0;
      } while (isAlphanumeric(c));
      int end = again ? endOfUnchosen(text, start, at, to, last) : start;
      if (end == start && !exactly && digits > 0) {
        end = endOfVarying(text, start, at, to, digits, quoted, again);
      } else if (end == start && !exactly && quoted && text.charAt(start - 1) == '"') {
        end = endOfMark(text, start, to, again);
      }
      if (end > start) {
        // An id is not what a look is for, but the time in a short line may be.
        boolean time = holdsColon(text, start, end);
        varies |= !again || time;
        varyingIds |= !time;
        if (time && last < 0 && letters == 0 && isStamp(text, start, end, stays)) {
          beforeStamp = stays;
        }
        last = end;
        digest = Words.mix(before, VARIES);
        at = Math.max(at, end);
      } else {
        letters += at - start - digits;
        stays += at - start;
      }
    }
    if (anything) {
      boolean stamped = beforeStamp != NO_STAMP && stays > beforeStamp;
      boolean onlyWhen = again && stays == 0; // The other lines may say something.
      boolean whole = varies && !named && !stamped && !onlyWhen && letters < LEAST_LETTERS;
      into.add(folded(whole ? wholeLine(text, from, to) : digest));
      if (again) {
        into.set(0, (into.get(0) + stays) | (varyingIds ? IDS_VARY : 0));
      }
    }
  }

  /** Whether a time has its date with it, or stands in brackets, as before a line of a log. */
  private static boolean isStamp(String text, int start, int end, int digitsBefore) {
    boolean bracket = start > 0 && "[(<".indexOf(text.charAt(start - 1)) >= 0;
    return bracket || digitsBefore >= DIGITS_OF_A_DATE || end - start > LONGEST_CLOCK;
  }

  private static boolean holdsColon(String text, int from, int to) {
    int colon = text.indexOf(':', from);
    return colon >= 0 && colon < to;
  }

  /**
   * Where a value ends that no person has chosen and that begins with a word, in the answer to a
   * call that was made before; the word's start if this is none: a UUID, a token of letters and
   * digits in quick change, a hexadecimal number, what follows one in a host's name, a process.
   *
   * @param last where the value before it ended that varies
   */
  static int endOfUnchosen(String text, int start, int end, int limit, int last) {
    if (end - start >= Contents.SHORTEST_CHECKSUM && Contents.isChecksum(text, start, end)) {
      return start;
    }
    if (isUuid(text, start, limit)) {
      return start + LENGTH_OF_A_UUID;
    }
    int token = Contents.isData(text, start) ? start : endOfToken(text, start, limit);
    if (token > start) {
      return token;
    }
    boolean suffix =
        last == start - 1
            && last > 0
            && text.charAt(last) == '-'
            && end - start >= SHORTEST_SUFFIX
            && end - start <= LONGEST_SUFFIX;
    return suffix || isHexId(text, start, end) || isProcess(text, start, end) ? end : start;
  }

  private static boolean isUuid(String text, int start, int limit) {
    if (limit - start < LENGTH_OF_A_UUID || text.charAt(start + 8) != '-') {
      return false;
    }
    for (int i = 0; i < LENGTH_OF_A_UUID; i++) {
      char c = text.charAt(start + i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : !Words.isHexDigit(c)) {
        return false;
      }
    }
    return true;
  }

  /** Base64 and the like: small letters, capital letters and digits, in quick change. */
  private static int endOfToken(String text, int start, int limit) {
    int kinds = 0;
    int changes = 0;
    int before = 0;
    int slashes = 0;
    int end = start;
    while (end < limit && end - start <= LONGEST_TOKEN) {
      char c = text.charAt(end);
      int kind = kindIn(c);
      if (kind == 0 && "+/-_".indexOf(c) < 0) {
        break;
      }
      slashes += c == '/' ? 1 : 0;
      changes += kind != 0 && before != 0 && kind != before ? 1 : 0;
      before = kind == 0 ? before : kind;
      kinds |= kind;
      end++;
    }
    int length = end - start;
    boolean inAPath = start > 0 && "+/-_".indexOf(text.charAt(start - 1)) >= 0;
    boolean random =
        (kinds == 7 || (kinds == 3 && length >= SHORTEST_TOKEN_OF_LETTERS))
            && length >= SHORTEST_TOKEN
            && length <= LONGEST_TOKEN
            && 5 * changes >= 2 * length
            && 10 * slashes <= (inAPath ? 0 : length);
    while (random && end < limit && text.charAt(end) == '=') {
      end++;
    }
    return random ? end : start;
  }

  /** A bit for each of them; 0 for what is neither a letter nor a digit. */
  private static int kindIn(char c) {
    if (!isAlphanumeric(c)) {
      return 0;
    }
    return c >= 'a' ? 1 : c >= 'A' ? 2 : 4;
  }

  private static boolean isHexId(String text, int start, int end) {
    boolean digit = false;
    boolean letter = false;
    for (int at = start; at < end; at++) {
      char c = text.charAt(at);
      if (!Words.isHexDigit(c)) {
        return false;
      }
      digit |= Words.isDigit(c);
      letter |= !Words.isDigit(c);
    }
    return digit && letter && end - start >= SHORTEST_HEX_ID;
  }

  /** {@code worker[4711]: }. */
  private static boolean isProcess(String text, int start, int end) {
    if (end - start < SHORTEST_PROCESS
        || start < 2
        || text.charAt(start - 1) != '['
        || !Character.isLetter(text.charAt(start - 2))
        || !text.startsWith("]:", end)) {
      return false;
    }
    int at = start;
    while (at < end && Words.isDigit(text.charAt(at))) {
      at++;
    }
    return at == end;
  }

  /**
   * Behind the number that {@code cat -n}, {@code grep -n} and tools that show a file put before a
   * line; where it is a number of anything else, the line's beginning.
   */
  private static int afterLineNumber(String text, int from, int to) {
    int at = afterSeconds(text, from, to);
    if (at > from) {
      return at;
    }
    while (at < to && text.charAt(at) == ' ') {
      at++;
    }
    int number = at;
    while (at < to && at - number < LONGEST_LINE_NUMBER && Words.isDigit(text.charAt(at))) {
      at++;
    }
    if (at == number || at + 1 >= to) {
      return from;
    }
    char next = text.charAt(at);
    boolean numbered =
        next == '\u2192'
            || ((next == ':' || next == '-') && !Words.isDigit(text.charAt(at + 1)))
            || (next == '\t' && isInSequence(text, number, at, to));
    return numbered && holdsText(text, at + 1, to) ? at + 1 : from;
  }

  /**
   * Behind the seconds since its beginning that a build or a kernel puts before a line, as {@code
   * #5 0.222 } and {@code [ 1.402918] }; the line's beginning if there are none.
   */
  static int afterSeconds(String text, int from, int to) {
    int at = from;
    boolean kernel = at < to && text.charAt(at) == '[';
    if (!kernel && (at >= to || text.charAt(at) != '#')) {
      return from;
    }
    at = kernel ? at + 1 : afterDigits(text, at + 1, to);
    int blanks = at;
    while (at < to && text.charAt(at) == ' ') {
      at++;
    }
    int point = afterDigits(text, at, to);
    int end = point < to && text.charAt(point) == '.' ? afterDigits(text, point + 1, to) : point;
    int fraction = kernel ? DIGITS_OF_A_FRACTION : 1;
    boolean seconds = point > at && end - point > fraction && end < to;
    return seconds && text.charAt(end) == (kernel ? ']' : ' ') && (kernel || at > blanks)
        ? end + 1
        : from;
  }

  private static int afterDigits(String text, int from, int to) {
    int at = from;
    while (at < to && Words.isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /**
   * Behind the place that a line has in a list whose lines are counted from one on, as {@code 2. },
   * {@code 2) } and {@code [2] }; the line's beginning if it has neither that place nor the first.
   * The same hit of a search is none the newer that it comes first.
   */
  static int afterPlace(String text, int from, int to, int place) {
    int at = from;
    while (at < to && text.charAt(at) == ' ') {
      at++;
    }
    boolean bracket = at < to && text.charAt(at) == '[';
    int number = bracket ? at + 1 : at;
    at = number;
    while (at < to && at - number < LONGEST_PLACE && Words.isDigit(text.charAt(at))) {
      at++;
    }
    return at > number
            && at + 2 < to
            && (bracket ? text.charAt(at) == ']' : ".)".indexOf(text.charAt(at)) >= 0)
            && text.charAt(at + 1) == ' '
            && (numberAt(text, number, at) == place || numberAt(text, number, at) == 1)
            && holdsText(text, at + 2, to)
        ? at + 2
        : from;
  }

  /** The place behind that of a line which has the given one, or the first. */
  static int nextPlace(String text, int from, int place) {
    int at = from;
    while (!Words.isDigit(text.charAt(at))) {
      at++;
    }
    return text.charAt(at) == '1' && !Words.isDigit(text.charAt(at + 1)) ? 2 : place + 1;
  }

  /** Whether the next line, or the one before, has the next number. */
  private static boolean isInSequence(String text, int number, int end, int endOfLine) {
    int own = numberAt(text, number, end);
    int after = numberOfLine(text, endOfLine + 1);
    if (after == own + 1) {
      return true;
    }
    int before = number;
    while (before > 0 && text.charAt(before - 1) == ' ') {
      before--;
    }
    return before > 0 && numberOfLine(text, text.lastIndexOf('\n', before - 2) + 1) == own - 1;
  }

  /** The number before a tab, -1 if there is none. */
  private static int numberOfLine(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    int number = at;
    while (at < text.length()
        && at - number < LONGEST_LINE_NUMBER
        && Words.isDigit(text.charAt(at))) {
      at++;
    }
    boolean numbered = at > number && at < text.length() && text.charAt(at) == '\t';
    return numbered ? numberAt(text, number, at) : -1;
  }

  private static int numberAt(String text, int from, int to) {
    int number = 0;
    for (int at = from; at < to; at++) {
      number = 10 * number + text.charAt(at) - '0';
    }
    return number;
  }

  private static boolean holdsText(String text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (Character.isLetter(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** What a line says letter by letter, but for its white space. */
  private static long wholeLine(String text, int from, int to) {
    long whole = Words.EMPTY;
    boolean anything = false;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      if (c > ' ') {
        whole = Words.mix(whole, c);
        anything |= isAlphanumeric(c) || (c >= 0x80 && Character.isLetter(c));
      } else if (anything && at + 1 < to && text.charAt(at + 1) > ' ') {
        whole = Words.mix(whole, ' ');
      }
    }
    return whole;
  }

  /** Thirty-two bits of a mixing state. */
  static int folded(long state) {
    long spread = Words.finish(state);
    return (int) (spread ^ (spread >>> 32));
  }

  private static boolean isAlphanumeric(char c) {
    return c <= 'z' && (c >= 'a' || (c >= '0' && (c <= '9' || (c >= 'A' && c <= 'Z'))));
  }

  /**
   * Where the part ends that varies and begins with this word, or the word's start.
   *
   * @param quoted whether it may stand in a string
   */
  private static int endOfVarying(
      String text, int start, int end, int limit, int digits, boolean quoted, boolean again) {
    int length = end - start;
    if (digits == length) {
      return endOfVaryingNumber(text, start, end, limit, quoted, again);
    }
    if (start > 0 && text.charAt(start - 1) == '=' && text.startsWith(REFERENCE, start - 5)) {
      return end;
    }
    if (Words.isDigit(text.charAt(start))) {
      int unit = start;
      while (Words.isDigit(text.charAt(unit))) {
        unit++;
      }
      int moment = endOfTime(text, start, limit);
      if (moment > end) {
        return moment;
      }
      if (isUnit(text, start, unit, end) || NumberMeaning.isSpan(text, start, end)) {
        return end;
      }
    }
    if (isRandom(text, start, end, digits) || isNumbered(text, start)) {
      return Math.max(end, quoted ? endOfMark(text, start, limit, again) : end);
    }
    return quoted ? endOfMark(text, start, limit, again) : start;
  }

  private static int endOfVaryingNumber(
      String text, int start, int end, int limit, boolean quoted, boolean again) {
    char next = end < limit ? text.charAt(end) : 0;
    if (next == ':' || next == '-' || next == '/' || next == '.') {
      int moment = endOfTime(text, start, limit);
      if (moment > start) {
        return moment;
      }
    }
    int digits = end - start;
    if ((digits == DIGITS_OF_SECONDS || digits == DIGITS_OF_MILLISECONDS)
        && text.charAt(start) == '1'
        && text.charAt(start + 1) >= '5') {
      return end;
    }
    if (isPartOfNumber(text, start)) {
      return start;
    }
    if (NumberMeaning.isPlaceInAFile(text, start, end)) {
      return end;
    }
    int number = end;
    while (number + 1 < limit
        && (text.charAt(number) == '.' || text.charAt(number) == ',')
        && Words.isDigit(text.charAt(number + 1))) {
      number++;
      while (number < limit && Words.isDigit(text.charAt(number))) {
        number++;
      }
    }
    int unit = number < limit && text.charAt(number) == ' ' ? number + 1 : number;
    int endOfUnit = Words.endOfWord(text, unit, limit);
    if (isUnit(text, start, unit, endOfUnit)) {
      return endOfUnit;
    }
    if (isMeasuredTime(text, start, number)) {
      return endOfRange(text, number, limit);
    }
    if (isNumbered(text, start)
        || (quoted && isAboutTheAnswer(text, start, again))
        || isPrintedAboutTheAnswer(text, start, again)
        || (again && countsAnswers(text, start))) {
      return number;
    }
    return quoted ? endOfMark(text, start, limit, again) : start;
  }

  /** {@code time=0.31}: it has a fraction, or it is one that somebody has set. */
  static boolean isMeasuredTime(String text, int start, int end) {
    if (!Words.regionMatches(text, start - 5, "time=")
        || (start > 5 && isOfName(text.charAt(start - 6)))) {
      return false;
    }
    int point = start;
    while (point < end && text.charAt(point) != '.') {
      point++;
    }
    return point < end;
  }

  /** {@code 0.016..41247.118}, as databases tell how long a part of a query took. */
  private static int endOfRange(String text, int end, int limit) {
    int at = end + 2;
    if (!text.startsWith("..", end) || at >= limit || !Words.isDigit(text.charAt(at))) {
      return end;
    }
    return Math.min(limit, Words.endOfNumber(text, at));
  }

  /** The digits behind a point belong to the number before it. */
  private static boolean isPartOfNumber(String text, int start) {
    return start > 1 && text.charAt(start - 1) == '.' && Words.isDigit(text.charAt(start - 2));
  }

  /** A time of the clock that nobody has chosen, with or without a date. */
  private static int endOfTime(String text, int start, int limit) {
    int end = TimestampScanner.dateTime(text, start);
    if (end == TimestampScanner.NONE) {
      end = TimestampScanner.clock(text, start);
    }
    if (end == TimestampScanner.NONE && isTimeOfAFile(text, start, limit)) {
      return start + LENGTH_OF_A_SHORT_TIME;
    }
    return end == TimestampScanner.NONE || end > limit || isRound(text, start, end) ? start : end;
  }

  /** {@code Nov 28 09:11}, as in a listing of files. */
  private static boolean isTimeOfAFile(String text, int start, int limit) {
    int day = start - 1;
    while (day > 0 && Words.isDigit(text.charAt(day - 1))) {
      day--;
    }
    int month = day - 1;
    while (month > 0 && text.charAt(month) == ' ') {
      month--;
    }
    return start + LENGTH_OF_A_SHORT_TIME <= limit
        && text.charAt(start + 2) == ':'
        && Words.isDigit(text.charAt(start + 3))
        && Words.isDigit(text.charAt(start + 4))
        && day < start - 1
        && month >= 2
        && Character.isUpperCase(text.charAt(month - 2))
        && Character.isLowerCase(text.charAt(month - 1))
        && Character.isLowerCase(text.charAt(month))
        && text.charAt(start - 1) == ' ';
  }

  private static boolean isRound(String text, int start, int end) {
    int colon = start;
    while (colon < end && text.charAt(colon) != ':') {
      colon++;
    }
    if (colon + 2 >= end
        || !Words.isDigit(text.charAt(colon + 1))
        || !Words.isDigit(text.charAt(colon + 2))) {
      return false;
    }
    int minutes = 10 * (text.charAt(colon + 1) - '0') + text.charAt(colon + 2) - '0';
    boolean noSeconds =
        colon + 5 >= end
            || text.charAt(colon + 3) != ':'
            || (text.charAt(colon + 4) == '0' && text.charAt(colon + 5) == '0');
    return minutes % MINUTES_OF_A_ROUND_TIME == 0 && noSeconds;
  }

  /**
   * The unit of a size, or of a time that was measured: thirty seconds are what somebody waits for,
   * 0.31 seconds and 310 ms are what it happened to take.
   */
  static boolean isUnit(String text, int number, int from, int to) {
    if (from == to) {
      return false;
    }
    if (isSize(text, from, to)) {
      return true;
    }
    if (SMALL_UNITS.has(text, from, to)) {
      return true;
    }
    boolean fraction = false;
    for (int at = number; at < from; at++) {
      fraction |= text.charAt(at) == '.' || text.charAt(at) == ',';
    }
    return (fraction || isTakenToMeasure(text, number, from, to)) && TIME_UNITS.has(text, from, to);
  }

  /** {@code - 29s - loss: nan}: in a line that measures something it is how long that took. */
  private static boolean isTakenToMeasure(String text, int number, int from, int to) {
    boolean seconds =
        to - from == 1 && text.charAt(from) == 's' && Words.isDigit(text.charAt(from - 1));
    int name = number;
    while (name > 0 && text.charAt(name - 1) == ' ') {
      name--;
    }
    if (!seconds || name == number || name == 0 || ":=".indexOf(text.charAt(name - 1)) >= 0) {
      return false;
    }
    for (int at = to; at < text.length() && text.charAt(at) != '\n'; at++) {
      char c = text.charAt(at);
      boolean value = c == ':' || c == '=';
      int after = value && text.startsWith(" ", at + 1) ? at + 2 : at + 1;
      if (value && (isFraction(text, after) || Words.regionMatches(text, after, "nan"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFraction(String text, int from) {
    int at = from;
    while (at < text.length() && Words.isDigit(text.charAt(at))) {
      at++;
    }
    return at > from && text.startsWith(".", at);
  }

  /** {@code B}, {@code kB}, {@code MiB}, {@code bytes}; a letter alone ({@code 4K}) is none. */
  static boolean isSize(String text, int from, int to) {
    if (SIZE_UNITS.has(text, from, to)) {
      return true;
    }
    int last = to - 1;
    return last > from
        && to - from <= 3
        && Words.lower(text.charAt(last)) == 'b'
        && "kmgt".indexOf(Words.lower(text.charAt(from))) >= 0
        && (to - from == 2 || text.charAt(from + 1) == 'i');
  }

  /** A name that no person has given: hexadecimal, or letters and digits in quick change. */
  private static boolean isRandom(String text, int start, int end, int digits) {
    int length = end - start;
    if (length >= Contents.SHORTEST_CHECKSUM && Contents.isChecksum(text, start, end)) {
      return false;
    }
    boolean fileName =
        length >= SHORTEST_OF_A_FILE
            && end + 1 < text.length()
            && text.charAt(end) == '.'
            && Character.isLetter(text.charAt(end + 1));
    if (length < SHORTEST_HEX_ID && !fileName) {
      return isTemporary(text, start);
    }
    boolean hex = true;
    int changes = 0;
    for (int at = start; at < end; at++) {
      char c = text.charAt(at);
      hex &= Words.isHexDigit(c);
      if (at > start && Words.isDigit(c) != Words.isDigit(text.charAt(at - 1))) {
        changes++;
      }
    }
    return (hex && (changes > (fileName ? 0 : 1) || length >= LONG_HEX_ID))
        || ((fileName || length >= SHORTEST_RANDOM_NAME)
            && digits > 1
            && changes >= CHANGES_OF_A_RANDOM_NAME)
        || isTemporary(text, start);
  }

  /** {@code tmp3fa9}, {@code /tmp/build_3fa9}. */
  private static boolean isTemporary(String text, int start) {
    if (Words.regionMatches(text, start, "tmp")) {
      return true;
    }
    int folder = start;
    int farthest = Math.max(0, start - LONGEST_TEMPORARY_NAME);
    while (folder > farthest
        && (isAlphanumeric(text.charAt(folder - 1))
            || "-_.".indexOf(text.charAt(folder - 1)) >= 0)) {
      folder--;
    }
    return Words.regionMatches(text, folder - 5, "/tmp/")
        || Words.regionMatches(text, folder - 6, "\\temp\\");
  }

  /** {@code request 17}, {@code session_id=17}, {@code [pid: 17}. */
  private static boolean isNumbered(String text, int at) {
    int end = endOfNameBefore(text, at);
    int start = end;
    boolean ascii = true;
    while (start > 0 && Characters.isLetter(text.charAt(start - 1))) {
      start--;
      ascii &= text.charAt(start) < 0x80;
    }
    // A script without blanks has its words also in the middle of letters.
    if (start == end || (ascii && !OF_NAMES.mayBeginAt(text, start))) {
      return false;
    }
    if (ascii ? NUMBERED.has(text, start, end) : NUMBERED.endsIn(text, start, end)) {
      return true;
    }
    if (!ID.has(text, start, end)) {
      return false;
    }
    int endBefore = endOfNameBefore(text, start);
    return NUMBERED.endsIn(text, startOfWord(text, endBefore), endBefore);
  }

  /** A number of a JSON member that says how the answer was made: {@code "tookMs":12}. */
  private static boolean isAboutTheAnswer(String text, int at, boolean again) {
    int colon = at - 1;
    while (colon > 0 && text.charAt(colon) == ' ') {
      colon--;
    }
    if (colon < 2 || text.charAt(colon) != ':' || text.charAt(colon - 1) != '"') {
      return false;
    }
    int start = colon - 1;
    while (start > 0 && colon - start < LONGEST_MARK && text.charAt(start - 1) != '"') {
      start--;
    }
    return saysHow(text, start, colon - 1, again);
  }

  /** The same as Java prints a map or a record: {@code {text=a, tookMs=12}}. */
  private static boolean isPrintedAboutTheAnswer(String text, int at, boolean again) {
    int end = at - 1;
    if (end < 1 || text.charAt(end) != '=') {
      return false;
    }
    int start = end;
    while (start > 0 && end - start < LONGEST_MARK && isOfName(text.charAt(start - 1))) {
      start--;
    }
    boolean isMember =
        start > 0
            && ("{[(".indexOf(text.charAt(start - 1)) >= 0 || text.startsWith(", ", start - 2));
    return isMember && saysHow(text, start, end, again);
  }

  private static boolean saysHow(String text, int start, int end, boolean again) {
    return ArgumentShape.isMark(text, start, end)
        || ArgumentShape.anyWordIn(text, start, end, ABOUT)
        || (again
            && (ArgumentShape.anyWordIn(text, start, end, ANSWERED_BY)
                || (ArgumentShape.anyWordIn(text, start, end, WORK)
                    && ArgumentShape.anyWordIn(text, start, end, TIME_OF_WORK))));
  }

  /** {@code x-ratelimit-remaining: 4990}, {@code "rev":17}, the id of a request in JSON-RPC. */
  private static boolean countsAnswers(String text, int at) {
    int end = endOfNameBefore(text, at);
    int start = end;
    while (start > 0 && end - start < LONGEST_MARK && isOfName(text.charAt(start - 1))) {
      start--;
    }
    boolean id = end - start == 2 && ID.has(text, start, end);
    return ArgumentShape.anyWordIn(text, start, end, COUNTS)
        || (id && isNear(text, "\"jsonrpc\"", start - LONGEST_MARK, end + LONGEST_MARK));
  }

  private static boolean isOfName(char c) {
    return isAlphanumeric(c) || c == '-' || c == '_';
  }

  private static boolean isNear(String text, String word, int from, int to) {
    for (int at = Math.max(0, from); at < to; at++) {
      if (text.startsWith(word, at)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where the string of a JSON member ends that says which request it was, as {@code
   * "request_id":"rq_5Xk2"}; the word's start if this is none.
   */
  private static int endOfMark(String text, int start, int limit, boolean again) {
    if (!isValueOfMark(text, start, again)) {
      return start;
    }
    int end = start;
    while (end < limit && (isAlphanumeric(text.charAt(end)) || isJoin(text, end))) {
      end++;
    }
    return end;
  }

  private static boolean isValueOfMark(String text, int at, boolean again) {
    int quote = at;
    int farthest = Math.max(0, at - LONGEST_MARK);
    while (quote > farthest
        && (isAlphanumeric(text.charAt(quote - 1)) || isJoin(text, quote - 1))) {
      quote--;
    }
    if (quote < 2 || text.charAt(quote - 1) != '"') {
      return false;
    }
    int colon = quote - 2;
    while (colon > 0 && text.charAt(colon) == ' ') {
      colon--;
    }
    if (text.charAt(colon) != ':' || colon == 0 || text.charAt(colon - 1) != '"') {
      return false;
    }
    int end = colon - 1;
    int start = end;
    while (start > 0 && end - start < LONGEST_MARK && text.charAt(start - 1) != '"') {
      start--;
    }
    return ArgumentShape.isMark(text, start, end)
        || ArgumentShape.anyWordIn(text, start, end, ABOUT)
        || (again && ArgumentShape.anyWordIn(text, start, end, ANSWERED_BY));
  }

  private static boolean isJoin(String text, int at) {
    char c = text.charAt(at);
    return c == '_' || c == '-' || c == '.';
  }

  private static int endOfNameBefore(String text, int at) {
    int end = at;
    while (end > 0 && at - end < LONGEST_BETWEEN && isBetweenNameAndNumber(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  /** A switch, because this is asked of nearly every number that a result holds. */
  private static boolean isBetweenNameAndNumber(char c) {
    return switch (c) {
      case ' ', '_', '-', ':', '=', '#', '.', '"', '\'', '(', '[' -> true;
      default -> false;
    };
  }

  static int startOfWord(String text, int end) {
    int start = end;
    while (start > 0 && Characters.isLetter(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }
}
