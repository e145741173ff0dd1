package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.DigestList;

/**
 * The words of a failure, and which of them the call itself brought: what is left without these is
 * the same for each guess at a name, a port or a path, and differs when the next missing dependency
 * is another one.
 *
 * <p>A word is a run of letters, small and capital ones alike; where a script has no blanks, each
 * two letters in a row. Numbers are no words, except that one which counts failures ({@code 12
 * failed}) makes one with what it counts. Marked by {@link #HEADLINE} are the words of the first
 * and the last line, where failures are named; by {@link #COUNT} those that count; by {@link #OWN}
 * those that stand in the call, too. These are kept, because another call with the same failure may
 * not hold them; and the names of its arguments are, of which the failure says nothing, marked by
 * {@link #GIVEN}: what an earlier failure asked for may be among them. A usual program that a shell
 * does not have makes a word more, though the call brought it: who looks for the next one does
 * something else, and who calls prose does not.
 *
 * <p>Of a long text head and tail are read. Thread-safe. O(text read + arguments read); allocates
 * eight to sixteen bytes for each character of the arguments, at most four KiB.
 */
public final class FailureWords {

  /** The most digests that a list gets. */
  public static final int CAPACITY = 52;

  /** Marks a word of the first or the last line. */
  public static final int HEADLINE = 1 << 30;

  /** Marks a number with what it counts. */
  public static final int COUNT = 1 << 31;

  /** Marks a word that the call itself brought. */
  public static final int OWN = 1 << 29;

  /** Marks a word of the name of an argument, of which the failure says nothing. */
  public static final int GIVEN = OWN | HEADLINE;

  /** In place of a number or an id that the call asked about. */
  public static final int ECHO = OWN - 1;

  /**
   * The tool is there for failures, as {@code next_failed_job} is, or a dead letter queue is read.
   */
  public static final int ASKED = OWN | (OWN - 2);

  /** The arguments name a failure, as those of {@code grep ERROR} do. */
  public static final int NAMED = OWN | (OWN - 4);

  private static final int DIGITS_OF_A_NAME = 4;
  private static final int DIGITS_OF_AN_ID = 9;
  private static final int SHORTEST_HEX_ID = 6;
  private static final int SHORTEST_RANDOM_ID = 7;
  private static final int CHANGES_OF_AN_ID = 3;
  private static final int HEAD_CHARS = 800;
  private static final int TAIL_CHARS = 800;
  private static final int HEADLINE_CHARS = 200;
  private static final int HEAD_WORDS = 24;
  private static final int MOST_WORDS = 40;
  private static final int ARGUMENTS_CHARS = 4_000;
  private static final int LEAST_ROOM = 1 << 3;
  private static final int MOST_OWN_WORDS = 1 << 9;

  /** Of the words of a failure. */
  private static final int MOST_WORDS_OF_THE_CALL = 12;

  private static final WordSet COUNTED = new WordSet(Vocabulary.COUNTED_THINGS);

  private static final WordSet PROGRAMS = new WordSet(Vocabulary.USUAL_PROGRAMS);

  /** Where what has failed is kept. */
  private static final WordSet KEPT = new WordSet(Vocabulary.STORES_OF_WHAT_FAILED);

  /** Tells a program that is missing from the same word in a text. */
  private static final int MISSING = 0x0B5E55ED;

  /**
   * The call's own words: open addressing, 0 where there is none; a power of two, and at most half
   * full.
   */
  private final int[] own;

  private int ownWords;
  private int wordsOfTheCall;
  private boolean namesFailure;
  private boolean namesStore;
  private int firstLineEnd;
  private int lastLineStart;

  /** Of a call with so many characters, of which few make a word each. */
  private FailureWords(int charactersOfTheCall) {
    int words = Math.min(MOST_OWN_WORDS, charactersOfTheCall);
    own = new int[Math.max(LEAST_ROOM, Integer.highestOneBit(2 * words - 1) << 1)];
  }

  /**
   * Adds the words of a failure.
   *
   * @param error the error text, empty if the failure was told in a result
   * @param output the output, empty if the error says it all
   * @param arguments the call's arguments
   */
  public static void read(
      String tool, String error, String output, CharSequence arguments, DigestList into) {
    int asked = Math.min(arguments.length(), ARGUMENTS_CHARS);
    FailureWords words = new FailureWords(tool.length() + asked);
    words.noteOwn(tool, tool.length());
    boolean named = words.namesFailure;
    words.noteOwn(arguments, asked);
    if (named || words.namesStore) {
      words.addMark(ASKED, into);
    } else if (words.namesFailure) {
      words.addMark(NAMED, into);
    }
    words.readText(error, into);
    words.readText(output, into);
    words.addNamesOfArguments(arguments, asked, into);
  }

  /** The last ones first: what is asked for is often added behind what was there. */
  private void addNamesOfArguments(CharSequence arguments, int to, DigestList into) {
    for (int at = to - 1; at > 0 && wordsOfTheCall < MOST_WORDS_OF_THE_CALL; at--) {
      if (arguments.charAt(at) == ':' && arguments.charAt(at - 1) == '"') {
        int end = at - 1;
        at = end;
        while (at > 0 && arguments.charAt(at - 1) != '"') {
          at--;
        }
        addNames(arguments, at, end, into);
      }
    }
  }

  private void addNames(CharSequence arguments, int from, int to, DigestList into) {
    for (int at = from; at < to && wordsOfTheCall < MOST_WORDS_OF_THE_CALL; at++) {
      int end = endOfWord(arguments, at, to);
      if (end > at) {
        int word = digestOf(arguments, at, end);
        if (!into.contains(word | OWN, ~HEADLINE)) {
          into.add(word | GIVEN);
          wordsOfTheCall++;
        }
        at = nextAfter(arguments, at, end) - 1;
      }
    }
  }

  private void addMark(int mark, DigestList into) {
    into.add(mark);
    wordsOfTheCall++;
  }

  private void noteOwn(CharSequence text, int to) {
    int at = 0;
    while (at < to && ownWords < MOST_OWN_WORDS) {
      if (Words.isDigit(text.charAt(at))) {
        int endOfNumber = endOfDigits(text, at, to);
        note(numberOf(text, at, endOfNumber));
        at = endOfNumber;
        continue;
      }
      int end = endOfWord(text, at, to);
      if (end > at) {
        note(digestOf(text, at, end));
        namesFailure |= FailureText.FAILURE_WORDS.has(text, at, end);
        namesStore |= KEPT.has(text, at, end);
        at = nextAfter(text, at, end);
      } else {
        at++;
      }
    }
  }

  private void note(int word) {
    int at = word & (own.length - 1);
    while (own[at] != 0 && own[at] != word) {
      at = (at + 1) & (own.length - 1);
    }
    ownWords += own[at] == 0 ? 1 : 0;
    own[at] = word;
  }

  private boolean isOwn(int word) {
    int at = word & (own.length - 1);
    while (own[at] != 0) {
      if (own[at] == word) {
        return true;
      }
      at = (at + 1) & (own.length - 1);
    }
    return false;
  }

  private void readText(String text, DigestList into) {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) <= ' ') {
      length--;
    }
    if (length == 0) {
      return;
    }
    int start = 0;
    while (text.charAt(start) <= ' ') {
      start++;
    }
    int lineEnd = text.indexOf('\n', start);
    firstLineEnd = Math.min(start + HEADLINE_CHARS, lineEnd < 0 ? length : lineEnd);
    lastLineStart = Math.max(length - HEADLINE_CHARS, text.lastIndexOf('\n', length - 1) + 1);
    addMissingProgram(text, start, Math.min(length, start + HEAD_CHARS), into);
    if (length - start <= HEAD_CHARS + TAIL_CHARS) {
      readPart(text, start, length, into, MOST_WORDS);
    } else {
      readPart(text, start, start + HEAD_CHARS, into, HEAD_WORDS);
      readPart(text, length - TAIL_CHARS, length, into, MOST_WORDS);
    }
    // What is named at the end is worth more than what stands in the middle.
    if (into.size() - wordsOfTheCall >= MOST_WORDS) {
      into.markCut();
    }
  }

  /** {@code bash: line 1: dig: command not found}, {@code zsh: command not found: dig}. */
  private static void addMissingProgram(String text, int from, int to, DigestList into) {
    boolean ofShell = FailureText.SHELLS.startsAt(text, from);
    for (int colon = text.indexOf(": ", from);
        colon >= 0 && colon < to;
        colon = text.indexOf(": ", colon + 1)) {
      int at = colon + 2;
      int end = FailureText.COMMAND_NOT_FOUND.endOfWordAt(text, at);
      if (end < 0 && ofShell) {
        end = FailureText.NOT_FOUND.endOfWordAt(text, at);
      }
      if (end < 0) {
        continue;
      }
      boolean named = text.startsWith(": ", end);
      int start = named ? end + 2 : startOfName(text, from, colon);
      int endOfName = named ? PROGRAMS.endOfWordAt(text, start) : colon;
      if (PROGRAMS.has(text, start, endOfName)) {
        add((digestOf(text, start, endOfName) ^ MISSING) & (OWN - 1), into);
        return;
      }
    }
  }

  private static int startOfName(String text, int from, int end) {
    int start = end;
    while (start > from && text.charAt(start - 1) > ' ') {
      start--;
    }
    return start;
  }

  private void readPart(String text, int from, int to, DigestList into, int most) {
    int at = from;
    while (at < to && into.size() - wordsOfTheCall < most) {
      char c = text.charAt(at);
      int endOfId = endOfRandom(text, at, from, to);
      if (endOfId > at) {
        at = endOfId;
        continue;
      }
      if (Words.isDigit(c)) {
        at = afterNumber(text, at, to, into);
        continue;
      }
      int end = endOfWord(text, at, to);
      if (end == at) {
        at++;
        continue;
      }
      int word = digestOf(text, at, end);
      if (!isPartOfRandom(text, at, end, from, to)) {
        boolean named = at < firstLineEnd || at >= lastLineStart;
        addWord(named ? word | HEADLINE : word, isOwn(word), into);
      }
      at = nextAfter(text, at, end);
    }
  }

  private void addWord(int word, boolean ofTheCall, DigestList into) {
    if (!ofTheCall) {
      add(word, into);
    } else if (wordsOfTheCall < MOST_WORDS_OF_THE_CALL) {
      int size = into.size();
      add((word & ~HEADLINE) | OWN, into);
      wordsOfTheCall += into.size() - size;
    }
  }

  private static void add(int word, DigestList into) {
    if (!into.contains(word) && !into.contains(word | HEADLINE)) {
      into.add(word);
    }
  }

  private static int endOfDigits(CharSequence text, int at, int to) {
    int end = at;
    while (end < to && Words.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int numberOf(CharSequence text, int from, int to) {
    int number = 7;
    for (int i = from; i < to; i++) {
      number = 31 * number + text.charAt(i);
    }
    return number | COUNT;
  }

  /**
   * A number that counts failures makes a word, and so does one that the call asked about; of
   * others nothing is kept.
   */
  private int afterNumber(String text, int at, int to, DigestList into) {
    int end = endOfDigits(text, at, to);
    int number = numberOf(text, at, end);
    if (end - at > 1 && isOwn(number)) {
      add(ECHO, into);
    }
    int unit = end;
    while (unit < to && text.charAt(unit) == ' ') {
      unit++;
    }
    int endOfUnit = Words.endOfWord(text, unit, to);
    if (endOfUnit > unit
        && COUNTED.has(text, unit, endOfUnit)
        && !isPartOfMore(text, at)
        && end - at < DIGITS_OF_AN_ID
        && (end - at < DIGITS_OF_A_NAME || !followsWord(text, at))) {
      add((digestOf(text, unit, endOfUnit) * 31 + number) | COUNT, into);
    }
    return end;
  }

  /** {@code 09:01:52 ERROR}: the seconds count nothing. */
  private static boolean isPartOfMore(String text, int at) {
    return at > 0 && ":.-/".indexOf(text.charAt(at - 1)) >= 0;
  }

  /** {@code port 5432 failed}: the number names what failed. */
  private static boolean followsWord(String text, int at) {
    return at > 1 && text.charAt(at - 1) == ' ' && Character.isLetter(text.charAt(at - 2));
  }

  /**
   * Where an id ends that begins here, with letters and digits or large and small letters in quick
   * change; the position itself where none does.
   */
  private static int endOfRandom(String text, int at, int from, int to) {
    if (at > from && Characters.isLetterOrDigit(text.charAt(at - 1))) {
      return at;
    }
    int end = at;
    int digits = 0;
    int changes = 0;
    int humps = 0;
    while (end < to && isLetterOrDigit(text.charAt(end))) {
      char c = text.charAt(end);
      boolean digit = Words.isDigit(c);
      digits += digit ? 1 : 0;
      if (end > at) {
        char before = text.charAt(end - 1);
        changes += digit != Words.isDigit(before) ? 1 : 0;
        humps += c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z' ? 1 : 0;
      }
      end++;
    }
    boolean random =
        end - at >= SHORTEST_RANDOM_ID
            && digits > 0
            && (changes >= CHANGES_OF_AN_ID || (changes > 1 && humps > 1));
    return random ? end : at;
  }

  /** Letters next to digits, or few in a row: a part of an id. */
  private static boolean isPartOfRandom(String text, int at, int end, int from, int to) {
    if (Characters.isUnspaced(text.charAt(at))) {
      return false;
    }
    boolean afterDigit = at > from && Words.isDigit(text.charAt(at - 1));
    boolean beforeDigit = end < to && Words.isDigit(text.charAt(end));
    return afterDigit
        || end - at < 2
        || (beforeDigit && (end - at < 3 || isHexadecimal(text, at, to)));
  }

  /** {@code ccc79315}: no word, though it begins like one. */
  private static boolean isHexadecimal(String text, int from, int to) {
    int at = from;
    while (at < to && Character.isLetterOrDigit(text.charAt(at))) {
      if (!Words.isHexDigit(text.charAt(at))) {
        return false;
      }
      at++;
    }
    return at - from >= SHORTEST_HEX_ID;
  }

  private static int endOfWord(CharSequence text, int at, int to) {
    char first = text.charAt(at);
    if (Characters.isUnspaced(first)) {
      return at + 1 < to && Characters.isUnspaced(text.charAt(at + 1)) ? at + 2 : at + 1;
    }
    int end = at;
    while (end < to && isLetter(text.charAt(end)) && !startsNewWord(text, at, end)) {
      end++;
    }
    return end;
  }

  private static boolean isLetterOrDigit(char c) {
    return Words.isAsciiLetter(c) || Words.isDigit(c);
  }

  private static boolean isLetter(char c) {
    return c < 0x80 ? Words.isAsciiLetter(c) : Character.isLetter(c) && !Characters.isUnspaced(c);
  }

  /** {@code userName} is two words, {@code HTTPError} one. */
  private static boolean startsNewWord(CharSequence text, int start, int at) {
    return at > start
        && Character.isUpperCase(text.charAt(at))
        && Character.isLowerCase(text.charAt(at - 1));
  }

  /** Letters without blanks between them are read two by two, each with the next. */
  private static int nextAfter(CharSequence text, int at, int end) {
    return Characters.isUnspaced(text.charAt(at)) ? at + 1 : end;
  }

  private static int digestOf(CharSequence text, int from, int to) {
    long state = Words.EMPTY;
    for (int i = from; i < to; i++) {
      state = Words.mix(state, Characters.fold(text.charAt(i)));
    }
    int digest = LineDigests.folded(state) & (OWN - 1);
    return digest == 0 ? 1 : digest;
  }
}
