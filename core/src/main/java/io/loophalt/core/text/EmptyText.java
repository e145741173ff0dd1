package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import java.util.Locale;

/**
 * Reads from a result whether a look found nothing, or a command had nothing to say: {@code []},
 * {@code {"hits": []}}, {@code null}, {@code (0 rows)}, {@code (no output)}, {@code No results
 * found}; and whether a check says that all is well.
 *
 * <p>Thread-safe; allocates nothing; reads short results only.
 */
public final class EmptyText {

  /** Characters of an outcome that is read for what it says as a whole. */
  public static final int LONGEST = 300;

  private static final int LONGEST_BARE = 40;

  private static final int LONGEST_WORD = 12;

  private static final WordSet NOTHING_FOUND = new WordSet(Vocabulary.WORDS_FOR_AN_EMPTY_OUTCOME);
  private static final WordSet NOTHING = new WordSet(Vocabulary.WORDS_FOR_NOTHING);
  private static final WordSet WELL = new WordSet(Vocabulary.WORDS_OF_SUCCESS);
  private static final WordSet FAILURES = new WordSet(Vocabulary.FAILURE_WORDS);
  private static final WordSet NEGATIONS = new WordSet(Vocabulary.NEGATIONS_OF_SUCCESS);
  private static final WordSet DENIALS = new WordSet(Vocabulary.VALUES_OF_NO_SUCCESS);
  private static final WordSet TAGS = new WordSet(Vocabulary.COMMAND_TAGS);
  private static final WordSet TIME_UNITS = new WordSet(Vocabulary.UNITS_OF_TIME);
  private static final WordSet DURATIONS = new WordSet(Vocabulary.MEMBERS_WITH_A_DURATION);
  private static final WordSet COUNTED = new WordSet(Vocabulary.WHAT_A_CHECK_COUNTS);
  private static final WordSet WHOLES = new WordSet(Vocabulary.WORDS_FOR_A_WHOLE);
  private static final WordSet REFUSALS = new WordSet(Vocabulary.BEGINNINGS_OF_A_REFUSAL);
  private static final WordSet REASONS_OF_REFUSALS = new WordSet(Vocabulary.PHRASES_OF_A_REFUSAL);
  private static final WordSet SUCCESSES = new WordSet(Vocabulary.MEMBERS_OF_SUCCESS);
  private static final WordSet STATUSES = new WordSet(Vocabulary.MEMBERS_WITH_A_STATUS_OF_HTTP);
  private static final WordSet UNCHANGED = new WordSet(Vocabulary.WORDS_FOR_NO_CHANGE);
  private static final WordSet CHANGES = new WordSet(Vocabulary.MEMBERS_OF_A_CHANGE);
  private static final Beginnings OF_UNCHANGED = new Beginnings(UNCHANGED);
  private static final int FIRST_STATUS_OF_FAILURE = 400;
  private static final int LAST_STATUS_OF_FAILURE = 599;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final int WORDS_UNDER_A_NEGATION = 2;
  private static final int MOST_DIGITS = 9;
  static final Beginnings OF_NOTHING_FOUND = new Beginnings(NOTHING_FOUND);
  static final Beginnings OF_REFUSALS = new Beginnings(REASONS_OF_REFUSALS);
  private static final Beginnings OF_WELL = new Beginnings(WELL);

  /** Members of a refusal that say why, as in {@code {"code": 403, "message": …}}. */
  private static final String[] REASONS = {
    "message\"", "error\"", "errors\"", "reason\"", "detail\"", "msg\""
  };

  private static final WordSet HITS = new WordSet(Vocabulary.MEMBERS_WITH_HITS);
  private static final WordSet SEARCHES = new WordSet(Vocabulary.ARGUMENTS_WITH_A_SEARCH);

  /** More say something. */
  private static final int WORDS_OF_A_STATUS = 3;

  private static final int LETTERS_OF_A_STEM = 4;

  private EmptyText() {}

  /**
   * Whether the result is short and says that there is nothing.
   *
   * @param glance what {@link Glance} has seen of it
   */
  public static boolean saysNothing(String text, int glance) {
    int length = text.length();
    if (length > LONGEST) {
      return false;
    }
    int from = afterStamp(text);
    while (from < length && text.charAt(from) <= ' ') {
      from++;
    }
    while (length > from && text.charAt(length - 1) <= ' ') {
      length--;
    }
    length = beforeTimeTaken(text, from, length);
    if (from == length || (Glance.mayHoldExitStatus(glance) && ExitStatusLine.isAll(text))) {
      return true;
    }
    if (isJson(text.charAt(from))) {
      return isEmptyJson(text, from, length)
          || (holdsNoHit(text, from, length) && !WaitText.saysNotYet(text));
    }
    if (length - from <= LONGEST_WORD && NOTHING.has(text, from, length)) {
      return true;
    }
    return (Glance.maySayNothing(glance)
            && entryIn(NOTHING_FOUND, OF_NOTHING_FOUND, text, from, length) < length)
        || holdsHeadingsAlone(text, from, length)
        || isTableWithoutRows(text, from, length);
  }

  /** Where a last line begins that tells how long it took: {@code Time: 80.6 ms}. */
  private static int beforeTimeTaken(String text, int from, int to) {
    int line = text.lastIndexOf('\n', to - 1);
    int number = line + 1;
    while (number < to && !Words.isDigit(text.charAt(number))) {
      number++;
    }
    if (line < from || number == to) {
      return to;
    }
    int unit = Words.endOfNumber(text, number);
    unit = unit < to && text.charAt(unit) == ' ' ? unit + 1 : unit;
    int rest = Words.endOfWord(text, unit, to);
    if (!TIME_UNITS.has(text, unit, rest)) {
      return to;
    }
    while (rest < to && !Character.isLetter(text.charAt(rest))) {
      rest++;
    }
    int end = rest < to ? to : line;
    while (text.charAt(end - 1) <= ' ') {
      end--;
    }
    return end;
  }

  /** A line of names, and one below it that is ruled in columns. */
  private static boolean isTableWithoutRows(String text, int from, int to) {
    int line = text.lastIndexOf('\n', to - 1);
    if (line < from || text.indexOf('\n', from) < line) {
      return false;
    }
    int columns = 0;
    for (int at = line + 1; at < to; at++) {
      char c = text.charAt(at);
      if ("-=:|+ ".indexOf(c) < 0) {
        return false;
      }
      columns += "-=".indexOf(c) >= 0 && "-=".indexOf(text.charAt(at - 1)) < 0 ? 1 : 0;
    }
    return columns > 1;
  }

  /** Behind the time in brackets that a log puts before a line, and nothing else does. */
  private static int afterStamp(String text) {
    if (text.isEmpty() || text.charAt(0) != '[') {
      return 0;
    }
    int end = TimestampScanner.dateTime(text, 1);
    return end > 0 && end + 1 < text.length() && text.charAt(end) == ']' ? end + 1 : 0;
  }

  /** {@code a:} and {@code b:} in lines of their own, with nothing below them. */
  private static boolean holdsHeadingsAlone(String text, int from, int to) {
    if (text.charAt(to - 1) != ':') {
      return false;
    }
    for (int at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
      int end = at;
      while (end > from && text.charAt(end - 1) <= ' ') {
        end--;
      }
      if (text.charAt(end - 1) != ':') {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the result is a short object of which a member is null or false: {@code {"invoice":
   * null, "status": "PENDING_APPROVAL"}}.
   */
  public static boolean leavesOut(String text) {
    int length = text.length();
    if (length == 0 || length > LONGEST || text.charAt(0) != '{') {
      return false;
    }
    for (int at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
      int value = at + 1;
      while (value < length && text.charAt(value) == ' ') {
        value++;
      }
      if (at > 1
          && text.charAt(at - 1) == '"'
          && !namesAFailure(text, at - 1)
          && (Words.regionMatches(text, value, "null")
              || Words.regionMatches(text, value, "false"))) {
        return true;
      }
    }
    return false;
  }

  /** {@code "error": null}. */
  private static boolean namesAFailure(String text, int end) {
    int start = end;
    while (start > 0 && Character.isLetter(text.charAt(start - 1))) {
      start--;
    }
    return FAILURES.isIn(text, start, end);
  }

  /** Whether the result is short and says that all is well. */
  public static boolean saysWell(String text) {
    int length = text.length();
    if (isCommandTag(text)) {
      return true;
    }
    int at = length <= LONGEST ? entryIn(WELL, OF_WELL, text, 0, length) : length;
    while (at < length && (isNegated(text, at) || isDenied(text, at))) {
      at = entryIn(WELL, OF_WELL, text, at + 1, length);
    }
    return at < length && !(text.charAt(0) == '{' ? countsMore(text) : isPartOf(text, at));
  }

  /**
   * What databases answer to a statement as a whole: {@code CREATE TABLE}, {@code UPDATE 12},
   * {@code INSERT 0 5}. {@code UPDATE 0} has found nothing to do.
   */
  private static boolean isCommandTag(String text) {
    int at = text.length() <= LONGEST_BARE ? TAGS.endOfWordAt(text, 0) : WordSet.NONE;
    if (at == WordSet.NONE) {
      return false;
    }
    int rows = -1;
    while (at < text.length() && text.charAt(at) == ' ') {
      rows = numberAt(text, at + 1);
      at++;
      while (at < text.length() && Words.isDigit(text.charAt(at))) {
        at++;
      }
    }
    return rows != 0 && text.substring(at).isBlank();
  }

  /** {@code {"passed": 4, "failed": 9}}, {@code {"passed": 4, "total": 13}}: not all is well. */
  private static boolean countsMore(String text) {
    int passed = -1;
    int whole = -1;
    for (int at = text.indexOf("\":"); at >= 0; at = text.indexOf("\":", at + 1)) {
      int value = at + 2;
      while (value < text.length() && text.charAt(value) == ' ') {
        value++;
      }
      int number = numberAt(text, value);
      int name = number < 0 ? at : text.lastIndexOf('"', at - 1) + 1;
      if (number > 0 && FAILURES.has(text, name, at)) {
        return true;
      }
      passed = COUNTED.has(text, name, at) ? number : passed;
      whole = WHOLES.has(text, name, at) ? number : whole;
    }
    return passed >= 0 && whole > passed;
  }

  /** {@code 4 of 13 passed}, {@code 4/13 passed}, {@code passed 4/13}. */
  private static boolean isPartOf(String text, int at) {
    int end = at;
    while (end < text.length() && Characters.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    if (!COUNTED.has(text, at, end)) {
      return false;
    }
    int behind = end;
    while (behind < text.length() && ": ".indexOf(text.charAt(behind)) >= 0) {
      behind++;
    }
    if (numberAt(text, behind) >= 0) {
      return isLessThanItsWhole(text, behind);
    }
    int whole = startOfNumber(text, beforeBlanks(text, at));
    int word = beforeBlanks(text, whole);
    while (word > 0
        && (text.charAt(word - 1) == '/' || Words.isAsciiLetter(text.charAt(word - 1)))) {
      word--;
    }
    return isLessThanItsWhole(text, startOfNumber(text, beforeBlanks(text, word)));
  }

  /** {@code 4/13}, {@code 4 of 13}. */
  private static boolean isLessThanItsWhole(String text, int from) {
    int part = numberAt(text, from);
    int at = afterNumber(text, from, text.length());
    int end = at;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    boolean slash = end == at && at < text.length() && text.charAt(at) == '/';
    if (part < 0 || !(slash || WHOLES.has(text, at, end))) {
      return false;
    }
    int whole = slash ? at + 1 : end;
    while (whole < text.length() && text.charAt(whole) == ' ') {
      whole++;
    }
    return numberAt(text, whole) > part;
  }

  private static int beforeBlanks(String text, int end) {
    int at = end;
    while (at > 0 && text.charAt(at - 1) == ' ') {
      at--;
    }
    return at;
  }

  private static int startOfNumber(String text, int end) {
    int at = end;
    while (at > 0 && Words.isDigit(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  /** The whole number that begins here; -1 if none does. */
  private static int numberAt(String text, int from) {
    int number = -1;
    for (int at = from; at < Math.min(text.length(), from + MOST_DIGITS); at++) {
      if (!Words.isDigit(text.charAt(at))) {
        break;
      }
      number = Math.max(0, number) * 10 + (text.charAt(at) - '0');
    }
    return number;
  }

  /**
   * Whether the result is short and says that what was asked for is refused, or went wrong, in a
   * form in which {@link FailureText} sees no failure: {@code REJECTED: no such key}, {@code 552
   * 5.3.4 Message too big}, {@code {"success": 0}}, {@code {"status": 403, …}}. What is not there
   * (404, 410) is an answer; and what a tool is named after is what it does, as {@code
   * reject_invoice} answers {@code Rejected: 4711}.
   */
  public static boolean refuses(String text, String tool) {
    int length = text.length();
    if (length == 0 || length > LONGEST) {
      return false;
    }
    if (text.charAt(0) == '{') {
      return refusesByStatus(text);
    }
    int end = REFUSALS.endOfWordAt(text, 0);
    return (end != WordSet.NONE && endsBeforeColon(text, end) && !isNamedAfter(text, 0, end, tool))
        || isReplyOfSmtp(text);
  }

  /** {@code Rejected: }, {@code Refusé : }, {@code Rejeição 539: }. */
  private static boolean endsBeforeColon(String text, int end) {
    int at = end;
    while (at < text.length() && (text.charAt(at) == ' ' || Words.isDigit(text.charAt(at)))) {
      at++;
    }
    return at < text.length() && ":\uFF1A".indexOf(text.charAt(at)) >= 0;
  }

  /** {@code 552 5.3.4 }: RFC 3463, in which both numbers begin with the class of the refusal. */
  private static boolean isReplyOfSmtp(String text) {
    char kind = text.charAt(0);
    int at = 4;
    if ((kind != '4' && kind != '5')
        || numberAt(text, 0) / 100 != kind - '0'
        || !Words.regionMatches(text, at, kind + ".")
        || " -".indexOf(text.charAt(at - 1)) < 0) {
      return false;
    }
    int subject = at + 2;
    int detail = text.indexOf('.', subject) + 1;
    return detail > subject + 1 && numberAt(text, subject) >= 0 && numberAt(text, detail) >= 0;
  }

  /**
   * Whether the result is a short line that says why something is refused, as {@code insufficient
   * funds}: not in a list, nor beside a success. See {@link #namesReason}.
   */
  public static boolean tellsWhyRefused(String text, String tool) {
    int length = text.length();
    int at = length > LONGEST ? length : startOfReason(text);
    return at < length
        && text.indexOf('\n') < 0
        && text.indexOf('[') < 0
        && !isNamedAfter(text, at, endOfReason(text, at), tool)
        && !isNegated(text, at)
        && !saysWell(text);
  }

  /**
   * Whether arguments hold the reason of a result that {@link #tellsWhyRefused}: it echoes them.
   */
  public static boolean namesReason(String arguments, String text) {
    int at = startOfReason(text);
    return arguments.contains(text.substring(at, endOfReason(text, at)));
  }

  private static int startOfReason(String text) {
    return entryIn(REASONS_OF_REFUSALS, OF_REFUSALS, text, 0, text.length());
  }

  private static int endOfReason(String text, int at) {
    return REASONS_OF_REFUSALS.endBeyond(text, at, at);
  }

  /** Whether a tool has a part of a word in its name: {@code sperren}, {@code ist gesperrt}. */
  private static boolean isNamedAfter(String text, int from, int to, String tool) {
    String name = tool.toLowerCase(Locale.ROOT);
    String words = text.substring(from, to).toLowerCase(Locale.ROOT);
    int part = Characters.isUnspaced(text.charAt(from)) ? 2 : LETTERS_OF_A_STEM;
    for (int at = 0; at + part <= words.length(); at++) {
      if (name.contains(words.substring(at, at + part))) {
        return true;
      }
    }
    return false;
  }

  private static boolean refusesByStatus(String text) {
    int length = text.length();
    int name = text.indexOf('"') + 1;
    int end = name > 0 ? text.indexOf("\":", name) : -1;
    if (end < 0) {
      return false;
    }
    int value = end + 2;
    while (value < length && text.charAt(value) == ' ') {
      value++;
    }
    int number = numberAt(text, value);
    int after = value;
    while (after < length && Words.isDigit(text.charAt(after))) {
      after++;
    }
    boolean whole = after < length && ",}".indexOf(text.charAt(after)) >= 0;
    if (number == 0) {
      // {"ok": 0, "pending": 12} counts.
      return whole && SUCCESSES.has(text, name, end) && !holdsADigit(text, after);
    }
    return whole
        && number >= FIRST_STATUS_OF_FAILURE
        && number <= LAST_STATUS_OF_FAILURE
        && number != NOT_FOUND
        && number != GONE
        && STATUSES.has(text, name, end)
        && (!text.startsWith("code\"", name) || explains(text, after));
  }

  /**
   * Whether the result may be one that {@link #refuses}; false is certain.
   *
   * @param glance what {@link Glance} has seen of it
   */
  public static boolean mayRefuse(int glance) {
    return Glance.mayRefuse(glance);
  }

  /**
   * Whether another member says why. {@code code} alone is as often a number of the thing: of an
   * area, a course, a customs tariff.
   */
  private static boolean explains(String text, int from) {
    for (String each : REASONS) {
      if (text.indexOf(each, from) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean holdsADigit(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (Words.isDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the result is short and says that nothing was changed: {@code {"changed": false}},
   * {@code already closed}.
   */
  public static boolean saysUnchanged(String text) {
    int length = text.length();
    if (length == 0 || length > LONGEST) {
      return false;
    }
    for (int at = text.indexOf("\":"); at >= 0; at = text.indexOf("\":", at + 1)) {
      int value = at + 2;
      while (value < length && text.charAt(value) == ' ') {
        value++;
      }
      if (Words.regionMatches(text, value, "false")
          && CHANGES.has(text, text.lastIndexOf('"', at - 1) + 1, at)) {
        return true;
      }
    }
    return entryIn(UNCHANGED, OF_UNCHANGED, text, 0, length) < length;
  }

  /** Whether a result that says that all is well has neither a number nor many words. */
  public static boolean isBare(String text) {
    boolean bare = text.length() <= LONGEST_BARE;
    for (int at = 0; bare && at < text.length(); at++) {
      bare = !Character.isDigit(text.charAt(at));
    }
    return bare;
  }

  /** Whether the result is short and says that something was not done: {@code not created}. */
  public static boolean deniesWell(String text) {
    int length = text.length();
    return length <= LONGEST && entryIn(WELL, OF_WELL, text, 0, length) < length && !saysWell(text);
  }

  /** {@code "created": false}, {@code moved: 0}: a member that says whether, or how many. */
  private static boolean isDenied(String text, int at) {
    int length = text.length();
    int value = at;
    while (value < length && Characters.isLetterOrDigit(text.charAt(value))) {
      value++;
    }
    if (FAILURES.isIn(text, at, value)) {
      return false;
    }
    value += value < length && text.charAt(value) == '"' ? 1 : 0;
    if (value >= length || text.charAt(value) != ':') {
      return false;
    }
    do {
      value++;
    } while (value < length && text.charAt(value) == ' ');
    int end = value;
    while (end < length && Characters.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return DENIALS.isIn(text, value, end);
  }

  private static boolean isNegated(String text, int at) {
    int start = at;
    for (int word = 0; word < WORDS_UNDER_A_NEGATION && start > 0; word++) {
      int end = start;
      while (end > 0 && text.charAt(end - 1) == ' ') {
        end--;
      }
      start = end;
      while (start > 0
          && (Characters.isLetterOrDigit(text.charAt(start - 1))
              || text.charAt(start - 1) == '\'')) {
        start--;
      }
      if (NEGATIONS.isIn(text, start, end)) {
        return true;
      }
    }
    return false;
  }

  /** Where the first of the entries stands; the end if there is none. */
  private static int entryIn(WordSet words, Beginnings beginnings, String text, int from, int to) {
    boolean inWord = from > 0 && Characters.isLetterOrDigit(text.charAt(from - 1));
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      boolean starts = !inWord || (Characters.isUnspaced(c) && !Words.isDigit(text.charAt(at - 1)));
      if (starts && beginnings.mayBeginAt(text, at) && words.standsAt(text, at)) {
        return at;
      }
      inWord = Characters.isLetterOrDigit(c);
    }
    return to;
  }

  private static boolean isJson(char c) {
    return c == '[' || c == '{';
  }

  /**
   * JSON of which each value is empty, null, false or zero; and there is a value that says so. How
   * long something took says nothing beside it; alone it may be what was asked for.
   */
  private static boolean isEmptyJson(String text, int from, int to) {
    boolean anyValue = false;
    int at = from;
    while (at < to) {
      char c = text.charAt(at);
      if (c == '"') {
        int end = endOfString(text, at, to);
        int after = end + 1;
        while (after < to && text.charAt(after) <= ' ') {
          after++;
        }
        if (after >= to || text.charAt(after) != ':') {
          if (end > at + 1) {
            return false;
          }
          anyValue = true;
        } else if (isDuration(text, at + 1, end)) {
          at = afterNumber(text, after + 1, to);
          continue;
        }
        at = end + 1;
      } else if (Character.isLetterOrDigit(c)) {
        int end = at;
        while (end < to && Character.isLetterOrDigit(text.charAt(end))) {
          end++;
        }
        if (!NOTHING.has(text, at, end)) {
          return false;
        }
        anyValue = true;
        at = end;
      } else {
        anyValue |= closesAtOnce(text, at);
        at++;
      }
    }
    return anyValue;
  }

  /**
   * An object with an empty array of hits, {@code {"status": "success", "result": [], "stats":
   * {"bytes": 78392891}}}: whatever else it counts in an object of its own, nothing was found. No
   * number but one of time may stand beside or around the array, no other array may hold anything,
   * nor may a text of more than a few words stand beside it but for what was asked, nor a place
   * from which the next page is read.
   */
  private static boolean holdsNoHit(String text, int from, int to) {
    int depth = 0;
    int depthOfHits = 0;
    int depthOfNumber = Integer.MAX_VALUE;
    int name = from;
    int endOfName = from;
    int at = from;
    while (at < to && text.charAt(from) == '{') {
      char c = text.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c >= '1' && c <= '9' && !isDuration(text, name, endOfName)) {
        depthOfNumber = Math.min(depthOfNumber, depth);
        at = afterNumber(text, at, to);
        continue;
      }
      if (c == '"') {
        int end = endOfString(text, at, to);
        int after = afterBlanks(text, end + 1, to);
        if (after < to && text.charAt(after) == ':') {
          name = at + 1;
          endOfName = end;
        } else if ((wordsIn(text, at, end) > WORDS_OF_A_STATUS
                && !SEARCHES.has(text, name, endOfName))
            || (end > at + 1 && ArgumentShape.isCursor(text, name, endOfName))) {
          return false;
        }
        at = end;
      } else if (c == '[') {
        at = afterBlanks(text, at + 1, to);
        if (at >= to || text.charAt(at) != ']') {
          return false;
        }
        depthOfHits = HITS.has(text, name, endOfName) ? Math.max(depth, depthOfHits) : depthOfHits;
      }
      at++;
    }
    return depthOfHits > 0 && depthOfNumber > depthOfHits;
  }

  private static int wordsIn(String text, int from, int to) {
    int words = 1;
    for (int at = from; at < to; at++) {
      words += text.charAt(at) == ' ' ? 1 : 0;
    }
    return words;
  }

  private static int afterBlanks(String text, int from, int to) {
    int at = from;
    while (at < to && text.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }

  /** {@code []}, {@code { }}: an array or an object with nothing in it ends here. */
  private static boolean closesAtOnce(String text, int at) {
    char c = text.charAt(at);
    if (c != ']' && c != '}') {
      return false;
    }
    int before = at - 1;
    while (before > 0 && text.charAt(before) <= ' ') {
      before--;
    }
    return before >= 0 && isJson(text.charAt(before));
  }

  /** {@code "took_ms": 17} says nothing of what was found. */
  private static boolean isDuration(String text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (DURATIONS.standsAt(text, at)) {
        return true;
      }
    }
    return false;
  }

  private static int afterNumber(String text, int from, int to) {
    int at = from;
    while (at < to && (Words.isDigit(text.charAt(at)) || " .".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return at;
  }

  private static int endOfString(String text, int quote, int to) {
    int at = quote + 1;
    while (at < to && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, to - 1);
  }
}
