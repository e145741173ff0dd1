package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.DigestList;

/**
 * Digests what a call asks about, value by value and word by word, so that one thing more of a
 * batch can be told from the same question in other words.
 *
 * <p>A value of JSON without white space, such as an id, a name or a number, is marked as {@link
 * #SINGLE}, as {@link #SEARCHED} if it is a word to search for, and as {@link #AMOUNT} if it is a
 * number; a text counts by its words, of which letters and digits alone count, so that quotes and
 * {@code ../} make no other word. Left out are request ids, counters of attempts, also in a text,
 * the time of asking, places in a listing and the comments of a command. Thread-safe; one pass,
 * O(first {@value #CHARS} characters), allocates nothing.
 */
public final class AskedValues {

  /** The most digests that a list gets. */
  public static final int CAPACITY = 32;

  /** Marks a value that is no text. */
  public static final int SINGLE = 1 << 30;

  /**
   * Marks a value that is a word to search for: another one is the same question in other words.
   */
  public static final int SEARCHED = 1 << 29;

  /**
   * Marks a word of a text of which other words may say the same: of what is searched for, of a
   * command, of a list in a plan, of a note that names nothing beside its text.
   */
  public static final int REPHRASED = 1 << 31;

  /**
   * Marks a number that is no id, a yes or no, what is set to something ({@code --size=3}) and the
   * name of a setting: alone it names no thing, as another volume is none.
   */
  public static final int AMOUNT = 1 << 28;

  /**
   * Marks a word of a text that is so long that it seldom stands in all texts of a language, as
   * {@code the} does: it tells what the text is about.
   */
  public static final int LONG = 1 << 27;

  /**
   * Marks a number in code beside a name that stands in it twice: it is no {@link #SINGLE} value.
   */
  private static final int NUMBER_IN_CODE = AMOUNT | SEARCHED;

  /** Marks a word of a name of a few words, such as a person's: it is no {@link #SINGLE} value. */
  private static final int OF_A_NAME = SEARCHED;

  private static final int CHARS = 1_000;
  private static final int MULTIPLIER = 0x9E3779B1;

  // What stands under the first name in the order of the alphabet, and under the last.
  private static final int FIRST = 0x85EBCA6B;
  private static final int LAST = 0xC2B2AE35;

  private static final int LONGEST_SINGLE = 100;
  private static final int DIGITS_OF_SECONDS = 10;
  private static final int DIGITS_OF_A_RANDOM_FRACTION = 4;
  private static final int LONGEST_ORDINAL = 2;

  /** Two letters may be repeated in a name, as in {@code co.uk} and {@code a-a}. */
  private static final int SHORTEST_PART = 3;

  /** Of a script without blanks. */
  private static final int SHORTEST_SENTENCE = 8;

  private static final int MOST_WORDS_OF_A_NAME = 4;
  private static final int LEAST_DIGITS_OF_A_NUMBER = 3;

  /** {@code 30s}, {@code 20px}. */
  private static final int LONGEST_UNIT = 2;

  /** What a span of time begins with, in {@code now-15m}. */
  private static final String NOW = "now";

  private static final String[] YES_OR_NO = {"true", "false", "null"};
  private static final int LETTERS_OF_A_LONG_WORD = 6;

  private static final WordSet SEARCHES = new WordSet(Vocabulary.ARGUMENTS_WITH_A_SEARCH);
  private static final WordSet QUESTIONS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_QUESTION);
  private static final WordSet COMMANDS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_COMMAND);
  private static final WordSet SETTINGS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_SETTING);
  private static final WordSet COUNTERS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_COUNTER);

  private AskedValues() {}

  /**
   * Adds the values and words of a call's arguments, as JSON or plain text.
   *
   * @param prose whether texts are told to somebody: their numbers say what they are about, and a
   *     sentence without blanks is one
   * @param worksOnPlaces whether a place, such as the page of a book, is what the call is about
   * @return what tells one set of single values from another, whatever their order; 0 if there are
   *     none. Amounts that have changed places are others: {@code {"x": 3, "y": 0}} and {@code
   *     {"x": 0, "y": 3}}; the same ones under other names are not, which may be guessed.
   */
  public static int read(
      CharSequence arguments, boolean prose, boolean worksOnPlaces, DigestList into) {
    int length = Math.min(arguments.length(), CHARS);
    boolean json = length > 0 && (arguments.charAt(0) == '{' || arguments.charAt(0) == '[');
    if (!json) {
      readText(arguments, 0, length, false, prose, into);
      markAsRephrased(into, 0);
      return singlesOf(into);
    }
    String firstName = "";
    String lastName = "";
    int underFirst = 0;
    int underLast = 0;
    boolean named = false;
    String name = "";
    int lists = arguments.charAt(0) == '[' ? 1 : 0;
    int names = 0;
    int at = 1;
    while (at < length) {
      char c = arguments.charAt(at);
      if (c == '"') {
        int end = endOfString(arguments, at, length);
        int after = end + 1;
        while (after < length && arguments.charAt(after) == ' ') {
          after++;
        }
        if (after < length && arguments.charAt(after) == ':') {
          name = arguments.subSequence(at + 1, end).toString();
          named = isLeftOut(name, worksOnPlaces);
        } else {
          boolean left = named || isTimeOfAsking(name, arguments, at + 1, end);
          int known = into.size();
          names++;
          readString(arguments, at + 1, end, left, isSearch(name), prose, worksOnPlaces, into);
          if (mayBeRephrased(name) || (prose && lists > 0)) {
            markAsRephrased(into, known);
          } else if (!prose && isNameInWords(arguments, at + 1, end)) {
            markAsOfAName(into, known);
          }
          if (isSetting(name)) {
            markAsAmounts(into, known);
          } else if (ArgumentShape.isId(name)) {
            markAsNames(into, known);
          }
          named = false;
        }
        at = end + 1;
      } else if (Character.isLetterOrDigit(c) || c == '-') {
        int end = at + 1;
        while (end < length && ",]}".indexOf(arguments.charAt(end)) < 0) {
          end++;
        }
        boolean id = ArgumentShape.isId(name);
        names += id ? 1 : 0;
        if (!named && !isTime(arguments, at, end) && !isTimeOfAsking(name, arguments, at, end)) {
          int digest = digestOf(arguments, at, end) | SINGLE;
          into.add(id && !isSetting(name) ? digest & ~AMOUNT : digest);
          if ((digest & AMOUNT) != 0 && !id) {
            int first = firstName.isEmpty() ? -1 : name.compareTo(firstName);
            int last = lastName.isEmpty() ? 1 : name.compareTo(lastName);
            firstName = first < 0 ? name : firstName;
            lastName = last > 0 ? name : lastName;
            underFirst = first < 0 ? digest : first == 0 ? underFirst + digest : underFirst;
            underLast = last > 0 ? digest : last == 0 ? underLast + digest : underLast;
          }
        }
        named = false;
        at = end;
      } else {
        lists += c == '[' ? 1 : c == ']' ? -1 : 0;
        at++;
      }
    }
    if (prose && names <= 1) {
      markAsRephrased(into, 0);
    }
    int places = firstName.equals(lastName) ? 0 : FIRST * underFirst + LAST * underLast;
    return singlesOf(into) + places;
  }

  /** What tells one set of single values from another, whatever their order and their names. */
  public static int singlesOf(DigestList values) {
    int bag = 0;
    for (int i = 0; i < values.size(); i++) {
      bag += (values.get(i) & SINGLE) != 0 ? (values.get(i) & ~AMOUNT) * MULTIPLIER : 0;
    }
    return bag;
  }

  /** Whether a single word is searched for. */
  public static boolean searchForAWord(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if ((values.get(i) & (SINGLE | SEARCHED)) == (SINGLE | SEARCHED)) {
        return true;
      }
    }
    return false;
  }

  /** Whether any of them is a word of a name of a few words: {@code Anna Weber}. */
  public static boolean holdANameInWords(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if ((values.get(i) & (SINGLE | NUMBER_IN_CODE)) == OF_A_NAME) {
        return true;
      }
    }
    return false;
  }

  /** Whether any of them is marked as {@link #REPHRASED}. */
  public static boolean mayBeRephrased(DigestList values) {
    for (int i = 0; i < values.size(); i++) {
      if ((values.get(i) & REPHRASED) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call's texts hold neither a letter nor a digit, as {@code {"query": ": ["}} does:
   * nothing is asked for. Arguments without a text, or with a number, say something else, and so do
   * folders and patterns of files that need neither: {@code .}, {@code /}, {@code ../..}, {@code
   * **}{@code /*}.
   */
  public static boolean areBlank(CharSequence arguments) {
    int length = arguments.length();
    boolean json = length > 0 && (arguments.charAt(0) == '{' || arguments.charAt(0) == '[');
    boolean anything = false;
    int at = json ? 1 : 0;
    while (at < length) {
      char c = arguments.charAt(at);
      if (json && c == '"') {
        int end = endOfString(arguments, at, length);
        boolean name = end + 1 < length && arguments.charAt(end + 1) == ':';
        if (!name
            && (holdsLetterOrDigit(arguments, at + 1, end) || isFolder(arguments, at + 1, end))) {
          return false;
        }
        anything |= !name && end > at + 1;
        at = end + 1;
      } else if (json ? Words.isDigit(c) : Character.isLetterOrDigit(c)) {
        return false;
      } else {
        anything |= !json && c > ' ';
        at++;
      }
    }
    return anything;
  }

  private static boolean isFolder(CharSequence text, int from, int to) {
    int at = from + (from < to && text.charAt(from) == '/' ? 1 : 0);
    while (at < to) {
      int end = at;
      while (end < to && text.charAt(end) != '/') {
        end++;
      }
      if (!isPartOfFolder(text, at, end)) {
        return false;
      }
      at = end + 1;
    }
    return from < to;
  }

  /** The folder itself, the one above, a home, or any file. */
  private static boolean isPartOfFolder(CharSequence text, int from, int to) {
    return switch (to - from) {
      case 1 -> ".~*".indexOf(text.charAt(from)) >= 0;
      case 2 -> text.charAt(from) == text.charAt(from + 1) && ".*".indexOf(text.charAt(from)) >= 0;
      case 3 -> Words.regionMatches(text, from, "*.*");
      default -> false;
    };
  }

  private static boolean holdsLetterOrDigit(CharSequence text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text.charAt(at) == '\\' && at + 1 < to && "nrt".indexOf(text.charAt(at + 1)) >= 0) {
        at++;
      } else if (Character.isLetterOrDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many values are not among others.
   *
   * @param ofTexts whether words of texts count alone
   */
  public static int othersThan(DigestList known, DigestList values, boolean ofTexts) {
    return othersThan(known, values, ofTexts, /* ofThings= */ false);
  }

  /**
   * The same.
   *
   * @param ofTexts whether words of texts count alone
   * @param ofThings whether numbers in code are left out
   */
  public static int othersThan(
      DigestList known, DigestList values, boolean ofTexts, boolean ofThings) {
    int others = 0;
    for (int i = 0; i < values.size(); i++) {
      int value = values.get(i);
      boolean inCode = (value & (SINGLE | NUMBER_IN_CODE)) == NUMBER_IN_CODE;
      boolean counts = !(ofTexts && (value & SINGLE) != 0) && !(ofThings && inCode);
      others += counts && !isIn(known, value) ? 1 : 0;
    }
    return others;
  }

  /** Whether a value is among others, as an amount or as a name. */
  public static boolean isIn(DigestList values, int value) {
    return values.contains(value, ~AMOUNT);
  }

  private static void readString(
      CharSequence arguments,
      int from,
      int to,
      boolean named,
      boolean search,
      boolean prose,
      boolean worksOnPlaces,
      DigestList into) {
    if (isObject(arguments, from, to)) {
      if (!named) {
        readObject(arguments, from, to, worksOnPlaces, into);
      }
      return;
    }
    if (search && isWord(arguments, from, to)) {
      into.add(digestOf(arguments, from, to) | SINGLE | SEARCHED);
      return;
    }
    boolean text = to - from > LONGEST_SINGLE;
    int unspaced = 0;
    for (int at = from; at < to && !text; at++) {
      unspaced += prose && Characters.isUnspaced(arguments.charAt(at)) ? 1 : 0;
      text = arguments.charAt(at) <= ' ' || unspaced >= SHORTEST_SENTENCE;
    }
    if (text || !named) {
      readText(arguments, from, to, !text, prose, into);
    }
  }

  /** Whether a string of JSON holds an object or an array of its own, as a body often does. */
  private static boolean isObject(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && "{[ ".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at > from && text.charAt(from) != ' ' && isInnerQuote(text, at, to);
  }

  private static boolean isInnerQuote(CharSequence text, int at, int to) {
    return at + 1 < to && text.charAt(at) == '\\' && text.charAt(at + 1) == '"';
  }

  /** The values of an object within a string: its quotes are written with a backslash. */
  private static void readObject(
      CharSequence text, int from, int to, boolean worksOnPlaces, DigestList into) {
    String name = "";
    int at = from;
    while (at < to) {
      if (isInnerQuote(text, at, to)) {
        int start = at + 2;
        int end = endOfInnerString(text, start, to);
        int after = Math.min(to, end + 2);
        while (after < to && text.charAt(after) == ' ') {
          after++;
        }
        if (after < to && text.charAt(after) == ':') {
          name = text.subSequence(start, end).toString();
        } else {
          boolean left = isLeftOut(name, worksOnPlaces) || isTimeOfAsking(name, text, start, end);
          int known = into.size();
          readString(text, start, end, left, isSearch(name), false, worksOnPlaces, into);
          if (mayBeRephrased(name)) {
            markAsRephrased(into, known);
          }
          name = "";
        }
        at = Math.min(to, end + 2);
      } else if (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-') {
        int end = at + 1;
        while (end < to && ",]} ".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        if (!isLeftOut(name, worksOnPlaces)
            && !isTime(text, at, end)
            && !isTimeOfAsking(name, text, at, end)) {
          into.add(digestOf(text, at, end) | SINGLE);
        }
        name = "";
        at = end;
      } else {
        at++;
      }
    }
  }

  private static int endOfInnerString(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && !isInnerQuote(text, at, to)) {
      boolean escapes = Words.regionMatches(text, at, "\\\\");
      at += escapes ? 2 : 1;
      if (escapes && at < to) {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
    }
    return Math.min(at, to);
  }

  private static void readText(
      CharSequence arguments, int from, int to, boolean single, boolean prose, DigestList into) {
    int known = into.size();
    int at = from;
    while (at < to) {
      if (arguments.charAt(at) <= ' ') {
        at++;
        continue;
      }
      if (at > from && isComment(arguments, at, to)) {
        at = endOfLine(arguments, at, to);
        continue;
      }
      int end = at;
      while (end < to && arguments.charAt(end) > ' ') {
        end++;
      }
      boolean taken = !single && !prose && readNames(arguments, from, to, at, end, known, into);
      int digest = taken || countsAttempts(arguments, at, end) ? 0 : digestOf(arguments, at, end);
      if (digest != 0) {
        boolean value =
            single || (prose && (isNumber(arguments, at, end) || isFile(arguments, at, end)));
        into.add(digest | (value ? SINGLE : isLong(arguments, at, end) ? LONG : 0));
      }
      at = end;
    }
  }

  /**
   * Reads a word of a command by its parts if a name in quotes is one that stands in quotes again:
   * {@code df['age'].hist(bins=30); plt.title('age')} is about {@code age}, with an amount.
   *
   * @return whether there is such a name
   */
  private static boolean readNames(
      CharSequence text, int from, int to, int start, int end, int known, DigestList into) {
    long rest = Words.EMPTY;
    boolean any = false;
    int at = start;
    while (at < end) {
      int name = endOfName(text, at, end);
      if (name > at && isQuotedAgain(text, from, to, at, name)) {
        any = true;
        at = name;
      } else {
        at = Math.max(at + 1, name);
      }
    }
    if (!any) {
      return false;
    }
    at = start;
    while (at < end) {
      int name = endOfName(text, at, end);
      boolean apart =
          name > at && (isQuotedAgain(text, from, to, at, name) || Words.isDigit(text.charAt(at)));
      if (apart) {
        int digest = digestOf(text, at, name);
        digest |= (digest & AMOUNT) != 0 ? NUMBER_IN_CODE : 0;
        if (digest != 0 && !isBehind(into, known, digest)) {
          into.add(digest);
        }
      } else {
        for (int i = at; i < name; i++) {
          rest = Words.mix(rest, Characters.fold(text.charAt(i)));
        }
      }
      at = Math.max(at + 1, name);
    }
    if (rest != Words.EMPTY) {
      into.add((LineDigests.folded(rest) & (LONG - 1)) | 1);
    }
    return true;
  }

  /** Whether the text has had it: what other arguments hold may come before it or after. */
  private static boolean isBehind(DigestList values, int known, int value) {
    for (int i = known; i < values.size(); i++) {
      if (values.get(i) == value) {
        return true;
      }
    }
    return false;
  }

  /** Where the letters, digits and marks of a name end that begins here. */
  private static int endOfName(CharSequence text, int from, int to) {
    int at = from;
    while (at < to
        && (Character.isLetterOrDigit(text.charAt(at)) || "_-.".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return at;
  }

  private static boolean isQuotedAgain(CharSequence text, int from, int to, int name, int end) {
    if (!isQuoted(text, from, to, name, end)) {
      return false;
    }
    int length = end - name;
    for (int at = from + 1; at + length < to; at++) {
      if (at != name && isQuoted(text, from, to, at, at + length)) {
        int i = 0;
        while (i < length && text.charAt(at + i) == text.charAt(name + i)) {
          i++;
        }
        if (i == length) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Also in JSON, where there is a backslash before each quote. What has a point behind the quote
   * is another name of a table.
   */
  private static boolean isQuoted(CharSequence text, int from, int to, int name, int end) {
    return name > from
        && end < to
        && "'\"`".indexOf(text.charAt(name - 1)) >= 0
        && "'\"`\\".indexOf(text.charAt(end)) >= 0
        && !Words.regionMatches(text, text.charAt(end) == '\\' ? end + 2 : end + 1, ".");
  }

  /** Of three digits or more, with what stands around it, as {@code (3310),}. */
  private static boolean isNumber(CharSequence text, int from, int to) {
    int digits = 0;
    for (int at = from; at < to; at++) {
      digits += Words.isDigit(text.charAt(at)) ? 1 : 0;
    }
    return digits >= LEAST_DIGITS_OF_A_NUMBER;
  }

  /** {@code src/app.py}, {@code chapter5_pt.md,}: two letters and more around a point. */
  private static boolean isFile(CharSequence text, int from, int to) {
    for (int at = from + 2; at + 2 < to; at++) {
      if (text.charAt(at) == '.'
          && Words.isAsciiLetter(text.charAt(at + 1))
          && Characters.isLetterOrDigit(text.charAt(at + 2))
          && Characters.isLetterOrDigit(text.charAt(at - 1))
          && Characters.isLetterOrDigit(text.charAt(at - 2))) {
        return true;
      }
    }
    return false;
  }

  /** Of so many letters, before a mark as in {@code ?ts=17}. */
  private static boolean isLong(CharSequence text, int from, int to) {
    int letters = 0;
    for (int at = from; at < to && text.charAt(at) != '='; at++) {
      letters += Character.isLetter(text.charAt(at)) ? 1 : 0;
    }
    return letters >= LETTERS_OF_A_LONG_WORD;
  }

  /** {@code attempt 3}, {@code try #3 of 10}, {@code the 3rd attempt}. */
  private static boolean countsAttempts(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && "#([".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    int end = at;
    while (end < to && Words.isDigit(text.charAt(end))) {
      end++;
    }
    if (end == at) {
      return false;
    }
    int behind = end;
    while (behind < to && Words.isAsciiLetter(text.charAt(behind))) {
      behind++; // as of an ordinal
    }
    return behind - end <= LONGEST_ORDINAL && NumberMeaning.countsAttempts(text, at, behind);
  }

  /** A shell leaves out what follows, such as {@code # try 7}. */
  private static boolean isComment(CharSequence text, int at, int to) {
    return text.charAt(at) == '#' && at + 1 < to && text.charAt(at + 1) == ' ';
  }

  /** Of plain text, or of a text in JSON. */
  private static int endOfLine(CharSequence text, int from, int to) {
    int at = from;
    while (at < to
        && text.charAt(at) != '\n'
        && !(text.charAt(at) == '\\' && at + 1 < to && text.charAt(at + 1) == 'n')) {
      at++;
    }
    return at;
  }

  /**
   * Of letters and digits, without values behind a mark ({@code ?ts=17}) and what is repeated more
   * than once ({@code /users/users/users}); 0 if there are none.
   */
  private static int digestOf(CharSequence text, int from, int to) {
    long state = Words.EMPTY;
    long beforeName = state;
    int name = from;
    int at = from;
    while (at < to) {
      int repeated = endOfRepeatedPart(text, from, at, to);
      if (repeated > at) {
        at = repeated;
        continue;
      }
      char c = text.charAt(at);
      if (c == '=' && (isMark(text, name, at) || isRandomFraction(text, at + 1, to))) {
        state = beforeName;
        while (at < to && text.charAt(at) != '&' && text.charAt(at) != ';') {
          at++;
        }
        continue;
      }
      if (Character.isLetterOrDigit(c)) {
        state = Words.mix(state, Characters.fold(c));
      } else if (c != '_' && c != '-') {
        name = at + 1;
        beforeName = state;
      }
      at++;
    }
    if (state == Words.EMPTY) {
      return 0;
    }
    int digest = (LineDigests.folded(state) & (LONG - 1)) | 1;
    return isAmount(text, from, to) ? digest | AMOUNT : digest;
  }

  /**
   * Where a part ends that begins here and comes for the third time in a row or later; else here. A
   * folder in one of its own name, as {@code shop/shop}, is another.
   */
  private static int endOfRepeatedPart(CharSequence text, int from, int at, int to) {
    if (at == from
        || !Character.isLetter(text.charAt(at))
        || !isBetweenParts(text.charAt(at - 1))) {
      return at;
    }
    int end = at;
    while (end < to && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    int length = end - at;
    int first = at - 2 * (length + 1);
    boolean whole = first == from || (first > from && isBetweenParts(text.charAt(first - 1)));
    if (length < SHORTEST_PART || !whole) {
      return at;
    }
    for (int i = at - 1; i < end; i++) {
      char c = text.charAt(i);
      boolean known = i < at || text.charAt(i - 2 * (length + 1)) == c;
      if (!known || text.charAt(i - length - 1) != c) {
        return at;
      }
    }
    return end;
  }

  private static boolean isBetweenParts(char c) {
    return "/\\-_.".indexOf(c) >= 0;
  }

  /**
   * {@code 12}, {@code -0.5}, {@code 30s}, {@code now-2h}, {@code true}, {@code --size=3}, {@code
   * -v}.
   */
  private static boolean isAmount(CharSequence text, int from, int to) {
    int set = from;
    while (set < to && text.charAt(set) != '=') {
      set++;
    }
    boolean option =
        text.charAt(from) == '-' && from + 1 < to && !Words.isDigit(text.charAt(from + 1));
    if (set < to) {
      return !(option && holds(text, set, to, '/')); // The folder that it is about is a thing.
    }
    if (option) {
      return true;
    }
    for (String each : YES_OR_NO) {
      if (to - from == each.length() && Words.regionMatches(text, from, each)) {
        return true;
      }
    }
    int sign = from + (Words.regionMatches(text, from, NOW) ? NOW.length() : 0);
    int at = sign + (sign < to && "+-".indexOf(text.charAt(sign)) >= 0 ? 1 : 0);
    int digits = 0;
    int points = 0;
    while (at < to && (Words.isDigit(text.charAt(at)) || ".,".indexOf(text.charAt(at)) >= 0)) {
      digits += Words.isDigit(text.charAt(at)) ? 1 : 0;
      points += text.charAt(at) == '.' ? 1 : 0;
      at++;
    }
    int unit = at;
    while (at < to && (Words.isAsciiLetter(text.charAt(at)) || text.charAt(at) == '%')) {
      at++;
    }
    return at == to && digits > 0 && points <= 1 && at - unit <= LONGEST_UNIT;
  }

  private static boolean holds(CharSequence text, int from, int to, char c) {
    int at = from;
    while (at < to && text.charAt(at) != c) {
      at++;
    }
    return at < to;
  }

  /** What {@code Math.random()} gives, as {@code ?r=0.61827}. */
  private static boolean isRandomFraction(CharSequence text, int from, int to) {
    int at = from;
    if (at + 2 > to || text.charAt(at) != '0' || text.charAt(at + 1) != '.') {
      return false;
    }
    at += 2;
    while (at < to && Words.isDigit(text.charAt(at))) {
      at++;
    }
    return at - from - 2 >= DIGITS_OF_A_RANDOM_FRACTION && (at == to || text.charAt(at) == '&');
  }

  private static boolean isSearch(String name) {
    return SEARCHES.has(name, 0, name.length());
  }

  private static boolean mayBeRephrased(String name) {
    return isSearch(name)
        || COMMANDS.has(name, 0, name.length())
        || QUESTIONS.has(name, 0, name.length());
  }

  /** The words of texts behind so many values. */
  private static void markAsRephrased(DigestList values, int from) {
    for (int i = from; i < values.size(); i++) {
      if ((values.get(i) & SINGLE) == 0) {
        values.set(i, values.get(i) | REPHRASED);
      }
    }
  }

  private static void markAsOfAName(DigestList values, int from) {
    for (int i = from; i < values.size(); i++) {
      values.set(i, (values.get(i) & ~AMOUNT) | OF_A_NAME);
    }
  }

  /**
   * {@code Anna Weber}, {@code Galaxy 5}: a few words with a capital each, as nobody writes what he
   * looks for, and maybe a number behind them.
   */
  private static boolean isNameInWords(CharSequence text, int from, int to) {
    int words = 0;
    boolean number = false;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      if (at == from || text.charAt(at - 1) == ' ') {
        boolean capital = Character.isUpperCase(c) && !number;
        number = !capital && words > 0 && Words.isDigit(c);
        if (!capital && !number) {
          return false;
        }
        words++;
      } else if (c != ' ' && !(number ? Words.isDigit(c) : isPartOfName(c))) {
        return false;
      }
    }
    return words > 1 && words <= MOST_WORDS_OF_A_NAME;
  }

  private static boolean isPartOfName(char c) {
    return Character.isLetter(c) || ".'-".indexOf(c) >= 0;
  }

  private static boolean isSetting(String name) {
    return SETTINGS.has(name, 0, name.length());
  }

  /** What an option is called, or a key on a keyboard, is no thing that is changed. */
  private static void markAsAmounts(DigestList values, int from) {
    for (int i = from; i < values.size(); i++) {
      values.set(i, values.get(i) | AMOUNT);
    }
  }

  /** A number that is an id names a thing. */
  private static void markAsNames(DigestList values, int from) {
    for (int i = from; i < values.size(); i++) {
      values.set(i, values.get(i) & ~AMOUNT);
    }
  }

  private static boolean isWord(CharSequence text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (!Character.isLetter(text.charAt(at))) {
        return false;
      }
    }
    return from < to;
  }

  private static boolean isMark(CharSequence text, int from, int to) {
    return from < to
        && isLeftOut(text.subSequence(from, to).toString(), /* worksOnPlaces= */ false);
  }

  private static boolean isLeftOut(String name, boolean worksOnPlaces) {
    return ArgumentShape.isMark(name)
        || (!worksOnPlaces && ArgumentShape.isPlace(name))
        || COUNTERS.has(name, 0, name.length());
  }

  private static boolean isTimeOfAsking(String name, CharSequence text, int from, int to) {
    return !name.isEmpty() && ArgumentShape.isTimeOfAsking(name, text.subSequence(from, to));
  }

  /** Seconds or milliseconds since 1970. */
  private static boolean isTime(CharSequence text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (!Words.isDigit(text.charAt(at))) {
        return false;
      }
    }
    return to - from >= DIGITS_OF_SECONDS && text.charAt(from) == '1';
  }

  private static int endOfString(CharSequence text, int quote, int to) {
    int at = quote + 1;
    while (at < to && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, to);
  }
}
