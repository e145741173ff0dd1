package io.loophalt.core.text;

import io.loophalt.core.fingerprint.TextDigest;

/**
 * Digests what a call asks for, without what says only which request it is or where in a listing it
 * looks: request ids, nonces, the time of asking, page numbers, offsets, cursors.
 *
 * <p>These are known by their names ({@code "page": 3}, {@code offset=40}, {@code "request_id":
 * "..."}), because a number or an id under any other name is what the call is about: forty articles
 * looked up by number are forty questions, forty pages beyond the end are one. A time of asking has
 * seconds that nobody chooses. The words count as a bag, so key order, white space and the order of
 * list elements make no difference. Thread-safe; a single pass that allocates nothing.
 */
public final class ArgumentShape {

  private static final WordSet CURSORS = new WordSet(Vocabulary.MEMBERS_WITH_A_CURSOR);
  private static final WordSet PLACES = new WordSet(Vocabulary.ARGUMENTS_WITH_A_PLACE);
  private static final WordSet MARKS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_MARK);
  private static final WordSet REQUEST = new WordSet(Vocabulary.ARGUMENTS_WITH_A_REQUEST);
  private static final WordSet ID = new WordSet(Vocabulary.ARGUMENTS_WITH_AN_ID);
  private static final WordSet CLOCKS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_TIME);
  private static final WordSet COUNTERS = new WordSet(Vocabulary.ARGUMENTS_WITH_THE_TIME_OF_ASKING);

  /** Epoch seconds of 2001 and later have ten digits, epoch milliseconds thirteen. */
  private static final int DIGITS_OF_AN_EPOCH = 10;

  private static final int DIGITS_OF_A_DATE = 10;
  private static final int SHORTEST_WORD_ASKED = 3;

  /** A {@link #question} has so many bits for words, the lowest. */
  public static final int WORD_BITS = 48;

  /** Beyond it is content, not what a call is about. */
  private static final int CHARS_ASKED = 2_000;

  private static final int LONGEST_NAME_OF_A_THING = 64;

  /**
   * What the name of an argument says, which is the same for each call.
   *
   * @param place whether it says where in a listing the call looks
   * @param mark whether it says which request it is
   * @param time whether its value may be the time of asking
   * @param bag its {@link #bagOf bag}
   */
  public record Name(boolean place, boolean mark, boolean time, long bag) {

    /** Reads a name. */
    public static Name of(String name) {
      int length = name.length();
      return new Name(
          isPlace(name, 0, length),
          isMark(name, 0, length),
          CLOCKS.has(name, startOfLastWord(name, 0, length), length),
          bagOf(name));
    }
  }

  private ArgumentShape() {}

  /** The digest of a tool's name and of what its arguments as text ask for. */
  public static long of(String tool, CharSequence arguments) {
    return of(tool, bagOf(arguments));
  }

  /** The digest of a tool's name and a sum of {@link #bagOf bags}. */
  public static long of(String tool, long bag) {
    return TextDigest.combine(TextDigest.of(tool), bag);
  }

  /** Whether an argument of this name says where in a listing the call looks. */
  public static boolean isPlace(String name) {
    return isPlace(name, 0, name.length());
  }

  /** Whether an argument of this name says which request it is. */
  public static boolean isMark(String name) {
    return isMark(name, 0, name.length());
  }

  /** Whether a text under this name is the time of asking. */
  public static boolean isTimeOfAsking(String name, CharSequence value) {
    return isTimeOfAsking(name, 0, name.length(), value, 0, value.length());
  }

  /**
   * What a text asks for; bags are put together by adding them. A text of more than 16,384
   * characters asks for what it is, letter by letter.
   */
  public static long bagOf(CharSequence arguments) {
    if (TextEnds.isLong(arguments)) {
      return TextDigest.of(arguments);
    }
    long bag = 0;
    long marks = 0;
    long word = Words.EMPTY;
    boolean asks = false;
    int length = arguments.length();
    int at = 0;
    while (at < length) {
      char c = arguments.charAt(at);
      if (isSeparator(c)) {
        bag += word == Words.EMPTY ? 0 : Words.finish(word);
        word = Words.EMPTY;
        at++;
      } else if (isStartOfName(arguments, at)) {
        int end = endOfName(arguments, at);
        word = Words.mix(word, arguments, at, end);
        int value = startOfValue(arguments, end);
        int valueEnd = value > end ? endOfValue(arguments, value) : value;
        boolean place = valueEnd > value && isPlace(arguments, at, end);
        boolean mark =
            valueEnd > value
                && !place
                && (isMark(arguments, at, end)
                    || isTimeOfAsking(arguments, at, end, arguments, value, valueEnd));
        marks += mark ? Words.finish(Words.mix(word, arguments, value, valueEnd)) : 0;
        asks |= value == end;
        at = place || mark ? valueEnd : end;
      } else {
        word = Words.mix(word, Words.lower(c));
        asks = true;
        at++;
      }
    }
    bag += word == Words.EMPTY ? 0 : Words.finish(word);
    // A request id beside nothing else is what the call is about.
    return asks ? bag : bag + marks;
  }

  /**
   * The words of the free text among the arguments, where a person or a model asks in its own
   * words, as a small set; 0 if no argument is free text, and for more than 16,384 characters,
   * which are no question. Compare with {@link #asksNothingNew}.
   */
  public static long question(CharSequence arguments) {
    if (TextEnds.isLong(arguments)) {
      return 0;
    }
    long words = 0;
    long order = Words.EMPTY;
    int length = arguments.length();
    boolean json = length > 0 && (arguments.charAt(0) == '{' || arguments.charAt(0) == '[');
    int at = 0;
    while (at < length) {
      int from = json ? after('"', arguments, at) : at;
      int to = json ? endOfString(arguments, from) : length;
      if (isFreeText(arguments, from, to)) {
        words |= wordsOf(arguments, from, to);
        order = Words.mix(order, arguments, from, to);
      }
      at = to + 1;
    }
    return words == 0 ? 0 : words | (Words.finish(order) << WORD_BITS);
  }

  /**
   * Whether a question has no word that was not asked before, and is not letter by letter the
   * latest.
   *
   * @param question from {@link #question}
   * @param asked the questions asked before, combined by or
   * @param latest the one before this
   */
  public static boolean asksNothingNew(long question, long asked, long latest) {
    long words = question & ((1L << WORD_BITS) - 1);
    return words != 0 && (words & ~asked) == 0 && question != latest;
  }

  /**
   * Whether a piece of a text is what the arguments ask about: it stands in them under a name that
   * says neither which request it is nor where in a listing it looks.
   *
   * @param inCommands whether it may stand in a command, free text or code; else only in a value
   *     without white space, as ids and names are
   */
  static boolean asksAbout(String arguments, String text, int from, int to, boolean inCommands) {
    int last = Math.min(arguments.length(), CHARS_ASKED) - (to - from);
    char first = text.charAt(from);
    for (int at = arguments.indexOf(first);
        at >= 0 && at <= last;
        at = arguments.indexOf(first, at + 1)) {
      if ((at == 0 || !Character.isLetterOrDigit(arguments.charAt(at - 1)))
          && matches(arguments, at, text, from, to)
          && isAskedAbout(arguments, at, at + to - from, inCommands)) {
        return true;
      }
    }
    return false;
  }

  /** As much of the arguments as {@link #asksAbout} looks at. */
  static String asked(String arguments) {
    int looked = CHARS_ASKED + LONGEST_NAME_OF_A_THING + 1;
    return arguments.length() <= looked ? arguments : arguments.substring(0, looked);
  }

  private static boolean matches(String arguments, int at, String text, int from, int to) {
    int end = at + to - from;
    return (end == arguments.length() || !Character.isLetterOrDigit(arguments.charAt(end)))
        && arguments.regionMatches(at, text, from, to - from);
  }

  private static boolean isAskedAbout(
      CharSequence arguments, int from, int to, boolean inCommands) {
    // Each number of a message may be found in each line of a file: no further than it takes.
    int farthest = inCommands ? 0 : to - LONGEST_NAME_OF_A_THING - 1;
    int start = from;
    while (start > farthest && start > 0 && !isBeforeValue(arguments.charAt(start - 1))) {
      start--;
    }
    int tooLong = start + LONGEST_NAME_OF_A_THING + 1;
    if (!inCommands && !isNameOfAThing(arguments, start, endOfValue(arguments, to, tooLong))) {
      return false;
    }
    int nameEnd = start;
    while (nameEnd > 0 && "\":".indexOf(arguments.charAt(nameEnd - 1)) >= 0) {
      nameEnd--;
    }
    int name = nameEnd;
    while (name > 0 && isNamePart(arguments.charAt(name - 1))) {
      name--;
    }
    return !isPlace(arguments, name, nameEnd) && !isMark(arguments, name, nameEnd);
  }

  private static boolean isBeforeValue(char c) {
    return "\",}]{[:".indexOf(c) >= 0;
  }

  private static boolean isNameOfAThing(CharSequence arguments, int from, int to) {
    for (int at = from; at < to; at++) {
      if (Character.isWhitespace(arguments.charAt(at))) {
        return false;
      }
    }
    return to - from <= LONGEST_NAME_OF_A_THING;
  }

  private static boolean isFreeText(CharSequence text, int from, int to) {
    boolean letter = false;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      if (c == ' ' && letter && at + 1 < to) {
        return true;
      }
      letter |= Character.isLetter(c);
    }
    return false;
  }

  private static long wordsOf(CharSequence text, int from, int to) {
    long words = 0;
    int at = from;
    while (at < to) {
      int end = at;
      long word = Words.EMPTY;
      while (end < to && Character.isLetter(text.charAt(end))) {
        word = Words.mix(word, Character.toLowerCase(text.charAt(end)));
        end++;
      }
      if (end - at > SHORTEST_WORD_ASKED) {
        words |= 1L << Long.remainderUnsigned(Words.finish(word), WORD_BITS);
      }
      at = end + 1;
    }
    return words;
  }

  private static int after(char c, CharSequence text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != c) {
      at++;
    }
    return Math.min(at + 1, text.length());
  }

  private static int endOfString(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, text.length());
  }

  /** Whether this name is that of a place in a listing from which a next call may go on. */
  static boolean isCursor(CharSequence name, int from, int to) {
    return anyWordIn(name, from, to, CURSORS);
  }

  /**
   * Whether a call may go on from some place in a listing. One with a text of more than 16,384
   * characters may.
   */
  public static boolean asksFromAPlace(CharSequence arguments) {
    int length = arguments.length();
    return TextEnds.isLong(arguments)
        || anyWordIn(arguments, 0, length, PLACES)
        || anyWordIn(arguments, 0, length, CURSORS);
  }

  /** An id, as {@code page_id}, is that of a thing. */
  private static boolean isPlace(CharSequence text, int from, int to) {
    return anyWordIn(text, from, to, PLACES)
        && (isCursor(text, from, to) || !ID.has(text, startOfLastWord(text, from, to), to));
  }

  /** Whether the last word of a name says that its value is an id. */
  static boolean isId(String name) {
    return ID.has(name, startOfLastWord(name, 0, name.length()), name.length());
  }

  static boolean isMark(CharSequence text, int from, int to) {
    return anyWordIn(text, from, to, MARKS)
        || (anyWordIn(text, from, to, REQUEST) && anyWordIn(text, from, to, ID));
  }

  /**
   * A date with a time whose seconds are not a whole minute, or an epoch number; under a name that
   * says no more than that it is a time, any number.
   */
  static boolean isTimeOfAsking(
      CharSequence names, int from, int to, CharSequence text, int valueFrom, int valueTo) {
    int name = startOfLastWord(names, from, to);
    if (!CLOCKS.has(names, name, to)) {
      return false;
    }
    int end = valueFrom;
    while (end < valueTo && Words.isDigit(text.charAt(end))) {
      end++;
    }
    if (end == valueTo) {
      boolean counter = name == from && COUNTERS.has(names, name, to);
      return counter || end - valueFrom >= DIGITS_OF_AN_EPOCH;
    }
    // 2026-04-01T09:00:12
    int seconds = valueFrom + DIGITS_OF_A_DATE + 7;
    return seconds + 1 < valueTo
        && TimestampScanner.date(text, valueFrom) == valueFrom + DIGITS_OF_A_DATE
        && TimestampScanner.clock(text, valueFrom + DIGITS_OF_A_DATE + 1) > seconds
        && text.charAt(seconds - 1) == ':'
        && (text.charAt(seconds) != '0' || text.charAt(seconds + 1) != '0');
  }

  private static int startOfLastWord(CharSequence names, int from, int to) {
    int word = to;
    while (word > from && Character.isLetter(names.charAt(word - 1))) {
      word--;
      if (Character.isUpperCase(names.charAt(word))) {
        break;
      }
    }
    return word;
  }

  /** Names are split at case changes and at what is not a letter. */
  static boolean anyWordIn(CharSequence text, int from, int to, WordSet words) {
    int at = from;
    while (at < to) {
      int end = at;
      while (end < to
          && Character.isLetter(text.charAt(end))
          && (end == at
              || !Character.isUpperCase(text.charAt(end))
              || Character.isUpperCase(text.charAt(end - 1)))) {
        end++;
      }
      if (end > at && words.has(text, at, end)) {
        return true;
      }
      at = Math.max(end, at + 1);
    }
    return false;
  }

  private static boolean isStartOfName(CharSequence text, int at) {
    return Words.isAsciiLetter(text.charAt(at)) && (at == 0 || !isNamePart(text.charAt(at - 1)));
  }

  private static int endOfName(CharSequence text, int at) {
    int end = at;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isNamePart(char c) {
    return Words.isAsciiLetter(c) || Words.isDigit(c) || c == '_' || c == '-';
  }

  /** Where the value begins if {@code :} or {@code =} follows the name, else its end. */
  private static int startOfValue(CharSequence text, int end) {
    int at = end;
    boolean assigned = false;
    while (at < text.length() && "\"\\ :=".indexOf(text.charAt(at)) >= 0) {
      assigned |= text.charAt(at) == ':' || text.charAt(at) == '=';
      at++;
    }
    return assigned ? at : end;
  }

  private static int endOfValue(CharSequence text, int from) {
    return endOfValue(text, from, text.length());
  }

  /** As the other, but no further than a limit. */
  private static int endOfValue(CharSequence text, int from, int limit) {
    int end = Math.min(limit, text.length());
    int at = from;
    while (at < end && "\"\\,}]{[&\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static boolean isSeparator(char c) {
    return switch (c) {
      case '{', '}', '[', ']', '"', ',', ':' -> true;
      default -> Character.isWhitespace(c);
    };
  }
}
