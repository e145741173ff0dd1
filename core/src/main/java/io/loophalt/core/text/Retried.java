package io.loophalt.core.text;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.Characters;

/**
 * Digests what a call asks for where one of its arguments says that it is asked once more: {@code
 * "attempt": 3}, {@code ?retry=2}, something to get past a cache, and for a look also a nonce or
 * the time of asking.
 *
 * <p>Two calls with one digest ask for the same, whatever the counter says, so that more than a bag
 * of words is compared: each value under its name and at its place in a list. An attempt's number
 * says of any call that it is the same once more. A nonce says so of a look alone: of what changes
 * something it may name one thing more, as each of thirty equal vouchers has a key of its own. Ids
 * of requests may be what is looked for, and seeds, sequence numbers and rounds the work itself:
 * they are left as they are.
 *
 * <p>Thread-safe; one pass over arguments as JSON of at most {@value #CHARS} characters; allocates
 * nothing.
 */
public final class Retried {

  /** Nothing says that the call is made once more. */
  public static final int NOT = 0;

  /** The digest where a call says that it is made once more, and not what it asks for. */
  public static final int NOTHING = digestOf(0);

  private static final int CHARS = 1_000;
  private static final int SECONDS_OF_A_MINUTE = 60;
  private static final int DIGITS_OF_SECONDS = 10;
  private static final int DIGITS_OF_MILLIS = 13;
  private static final int MILLIS = 1_000;

  // What kind of call it is.
  private static final int WRITE = 0;
  private static final int LOOK = 1;
  private static final int WRITE_IN_VAIN = 2;

  // Of these is asked what they do, and not whether they are made once more.
  private static final int COMMAND = 3;
  private static final int COMMAND_OF_A_SHELL = 4;
  private static final int COMMAND_OR_TASK = 5;

  private static final WordSet ATTEMPTS = new WordSet(Vocabulary.ARGUMENTS_WITH_AN_ATTEMPT);
  private static final WordSet CACHE = new WordSet(Vocabulary.ARGUMENTS_PAST_A_CACHE);
  private static final WordSet LOOKS = new WordSet(Vocabulary.ARGUMENTS_OF_A_LOOK_MADE_AGAIN);
  private static final WordSet PATIENCE = new WordSet(Vocabulary.ARGUMENTS_WITH_A_PATIENCE);
  private static final WordSet ASKING = new WordSet(Vocabulary.ARGUMENTS_WITH_THE_TIME_OF_ASKING);
  private static final WordSet REQUEST =
      new WordSet(Vocabulary.ARGUMENTS_WITH_THE_TIME_OF_A_REQUEST);

  private static final WordSet KEYS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_KEY_OF_A_WRITE);
  private static final WordSet ON_COMMANDS =
      new WordSet(Vocabulary.ARGUMENTS_WITH_WORDS_ON_A_COMMAND);
  private static final WordSet COMMANDS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_COMMAND);

  private Retried() {}

  /**
   * The digest of what is asked for, {@link #NOT} if nothing says that it is asked once more.
   *
   * @param arguments as JSON
   * @param look whether the call only looks
   * @param inVain whether nothing came of a call that does more than look: then a key of its own,
   *     such as {@code "idempotency_key"}, says that it is made once more, and the digest is even
   */
  public static int of(CharSequence arguments, boolean look, boolean inVain) {
    int asked = of(arguments, look ? LOOK : WRITE);
    if (asked != NOT || !inVain) {
      return asked;
    }
    int again = of(arguments, WRITE_IN_VAIN);
    return again == NOT || (again & -2) != 0 ? again & -2 : 2;
  }

  /** Whether a digest is of a write of which nothing came. */
  public static boolean isWriteInVain(int digest) {
    return digest != NOT && (digest & 1) == 0;
  }

  /**
   * The digest of what is asked for, {@link #NOT} if nothing says that it is asked once more, or if
   * the arguments are no object of JSON or too long.
   *
   * @param arguments as JSON
   * @param look whether the call only looks
   */
  public static int of(CharSequence arguments, boolean look) {
    return of(arguments, look ? LOOK : WRITE);
  }

  /**
   * The digest of what a command does, whatever is said on it: of all arguments but a sentence that
   * stands beside a command, a program or a query, such as {@code "description"}. What holds a
   * number in it, as an id does, stays: it may say what the next command of a batch is for. {@link
   * #NOT} if there is none, or nothing that is a command for sure.
   *
   * @param arguments as JSON
   */
  public static int lessWords(String tool, CharSequence arguments) {
    if (!namesWordsOnACommand(arguments)) {
      return NOT;
    }
    boolean executes = ToolVerbs.executes(tool);
    boolean shell = ToolVerbs.isShell(tool) && !executes;
    if (!shell && ToolVerbs.effectOf(tool) == Effect.WRITE) {
      return NOT; // It may write down both.
    }
    if (executes) {
      return of(arguments, COMMAND_OR_TASK);
    }
    return of(arguments, shell ? COMMAND_OF_A_SHELL : COMMAND);
  }

  /** A glance at the names, of which most calls have none of these. */
  private static boolean namesWordsOnACommand(CharSequence arguments) {
    int length = Math.min(arguments.length(), TextEnds.LONGEST_READ_WHOLE);
    int at = 0;
    while (at < length) {
      if (arguments.charAt(at) == '"') {
        int end = endOfString(arguments, at + 1);
        if (isName(arguments, end + 1) && ON_COMMANDS.has(arguments, at + 1, end)) {
          return true;
        }
        at = end;
      }
      at++;
    }
    return false;
  }

  private static int of(CharSequence arguments, int kind) {
    int length = arguments.length();
    int longest = kind < COMMAND ? CHARS : TextEnds.LONGEST_READ_WHOLE;
    if (length == 0 || length > longest || arguments.charAt(0) != '{') {
      return NOT;
    }
    long asked = 0;
    boolean again = false;
    boolean known = kind < COMMAND;
    int name = 0;
    int nameEnd = 0;
    int place = 0;
    int at = 1;
    while (at < length) {
      char c = arguments.charAt(at);
      boolean text = c == '"';
      if (!text && (c <= ' ' || "{}[]:,".indexOf(c) >= 0)) {
        at++;
        continue;
      }
      int from = text ? at + 1 : at;
      int to = text ? endOfString(arguments, from) : endOfWord(arguments, from);
      at = text ? to + 1 : to;
      if (text && isName(arguments, at)) {
        name = from;
        nameEnd = to;
        place = 0;
      } else if (saysAgain(arguments, name, nameEnd, from, to, kind)) {
        again = true;
        asked += kind < COMMAND ? 0 : numbersIn(arguments, from, to);
      } else if (kind >= COMMAND || !isHow(arguments, name, nameEnd, from, to)) {
        again |= isAskedAgain(arguments, from, to, kind);
        known |= text && isCommand(arguments, name, nameEnd, from, to, kind);
        asked += digestOf(arguments, name, nameEnd, place, from, to, kind);
        place++;
      }
    }
    return again && known ? digestOf(asked) : NOT;
  }

  private static int digestOf(long asked) {
    return LineDigests.folded(Words.finish(asked)) | 1;
  }

  /**
   * Whether a text is what is executed: of a shell, what has the name of a command or reads like
   * one; of others what has and does. A tool that executes is given commands and tasks; of one with
   * another name {@code go home} is no program.
   */
  private static boolean isCommand(
      CharSequence text, int name, int nameEnd, int from, int to, int kind) {
    if (kind < COMMAND) {
      return false;
    }
    boolean named =
        ArgumentShape.anyWordIn(text, name, nameEnd, COMMANDS)
            || Words.regionMatches(text, name, "query\"")
            || (kind == COMMAND_OF_A_SHELL && Words.regionMatches(text, name, "q\""));
    return switch (kind) {
      case COMMAND_OF_A_SHELL -> named || ToolVerbs.isExecutable(text, from, to);
      case COMMAND_OR_TASK -> named && ToolVerbs.isExecutable(text, from, to);
      default -> named && ToolVerbs.hasMarkOfCode(text, from, to);
    };
  }

  /** Whether a text is a sentence, or some words, on the command beside which it stands. */
  private static boolean isOnACommand(CharSequence text, int name, int nameEnd, int from, int to) {
    boolean words = false;
    for (int at = from; at < to && !words; at++) {
      words = text.charAt(at) == ' ' || Characters.isUnspaced(text.charAt(at));
    }
    return words && ON_COMMANDS.has(text, name, nameEnd);
  }

  /** What is said by numbers, and by words with a number in them; 0 if nothing is. */
  private static long numbersIn(CharSequence text, int from, int to) {
    long numbers = 0;
    int at = from;
    while (at < to) {
      int end = at;
      boolean number = false;
      while (end < to && isInWord(text.charAt(end))) {
        number |= Words.isDigit(text.charAt(end));
        end++;
      }
      if (number && !NumberMeaning.countsAttempts(text, at, end)) {
        numbers = Words.finish(Words.mix(numbers, text, at, end));
      }
      at = Math.max(end, at + 1);
    }
    return numbers;
  }

  private static boolean isInWord(char c) {
    return Characters.isLetterOrDigit(c) && !Characters.isUnspaced(c);
  }

  /** Whether a value says no more than that the same is asked once more. */
  private static boolean saysAgain(
      CharSequence text, int name, int nameEnd, int from, int to, int kind) {
    if (kind >= COMMAND) {
      return isOnACommand(text, name, nameEnd, from, to);
    }
    return ArgumentShape.anyWordIn(text, name, nameEnd, ATTEMPTS)
        || ArgumentShape.anyWordIn(text, name, nameEnd, CACHE)
        || CACHE.has(text, name, nameEnd)
        || (kind == WRITE_IN_VAIN && ArgumentShape.anyWordIn(text, name, nameEnd, KEYS))
        || (kind == LOOK
            && (ArgumentShape.anyWordIn(text, name, nameEnd, LOOKS)
                || (ASKING.has(text, name, nameEnd) && isTimeOfItsOwn(text, from, to))));
  }

  /** Whether a value says when a call is made, or how patient it is, and not what it asks for. */
  private static boolean isHow(CharSequence text, int name, int nameEnd, int from, int to) {
    return PATIENCE.has(text, name, nameEnd)
        || (ArgumentShape.anyWordIn(text, name, nameEnd, REQUEST)
            && ArgumentShape.isTimeOfAsking(text, name, nameEnd, text, from, to));
  }

  /**
   * Seconds or milliseconds since 1970 that are no whole minute, or a date like that: who asks
   * about other times asks about round ones.
   */
  private static boolean isTimeOfItsOwn(CharSequence text, int from, int to) {
    long seconds = 0;
    for (int at = from; at < to; at++) {
      if (!Words.isDigit(text.charAt(at))) {
        return ArgumentShape.isTimeOfAsking("ts", 0, 2, text, from, to);
      }
      seconds = 10 * seconds + text.charAt(at) - '0';
    }
    seconds /= to - from >= DIGITS_OF_MILLIS ? MILLIS : 1;
    return to - from >= DIGITS_OF_SECONDS && seconds % SECONDS_OF_A_MINUTE != 0;
  }

  /** Whether an address in a text has a parameter that says that it is asked for once more. */
  private static boolean isAskedAgain(CharSequence text, int from, int to, int kind) {
    for (int at = from; at < to; at++) {
      if (endOfMark(text, at, to, kind) > at) {
        return true;
      }
    }
    return false;
  }

  /** Where a parameter of an address ends that says no more than that, else where it begins. */
  private static int endOfMark(CharSequence text, int at, int to, int kind) {
    if (kind >= COMMAND || !isBeforeParameter(text.charAt(at))) {
      return at;
    }
    int value = at + 1;
    while (value < to && isOfParameter(text.charAt(value)) && text.charAt(value) != '=') {
      value++;
    }
    if (value == to || text.charAt(value) != '=') {
      return at;
    }
    int end = value + 1;
    while (end < to && isOfParameter(text.charAt(end))) {
      end++;
    }
    return saysAgain(text, at + 1, value, value + 1, end, kind) ? end : at;
  }

  private static boolean isBeforeParameter(char c) {
    return c == '?' || c == '&';
  }

  private static boolean isOfParameter(char c) {
    return c > ' ' && "&?#\"'\\".indexOf(c) < 0;
  }

  private static long digestOf(
      CharSequence text, int name, int nameEnd, int place, int from, int to, int kind) {
    long state = Words.mix(Words.EMPTY, text, name, nameEnd);
    state = Words.mix(Words.mix(state, ':'), (char) place);
    int at = from;
    while (at < to) {
      int end = endOfMark(text, at, to, kind);
      if (end == at) {
        char c = text.charAt(at);
        state = Words.mix(state, kind < COMMAND && isBeforeParameter(c) ? '&' : c);
        end++;
      }
      at = end;
    }
    return Words.finish(state);
  }

  private static boolean isName(CharSequence text, int end) {
    int at = end;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length() && text.charAt(at) == ':';
  }

  private static int endOfString(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, text.length());
  }

  private static int endOfWord(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && " ,]}".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }
}
