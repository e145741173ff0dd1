package io.loophalt.core.text;

import io.loophalt.core.fingerprint.DigestList;

/**
 * The lines of the texts that a call was given, so that those of its result can be told which only
 * give back what was said.
 *
 * <p>Not thread-safe. Reads the first {@value #CHARS} characters and keeps at most {@value #MOST}
 * lines; allocates, and is for the few calls that say that a task is done.
 */
public final class OwnLines {

  private static final int CHARS = 16_000;
  private static final int MOST = 256;
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;
  private static final int LONGEST_HEADER = 120;
  private static final int LONGEST_QUESTION = 2_000;

  private final DigestList own = new DigestList(MOST);

  /** Reads the lines of a call's arguments, JSON or plain text. */
  public OwnLines(String arguments) {
    String head = arguments.substring(0, Math.min(arguments.length(), CHARS));
    String texts = head.startsWith("{") || head.startsWith("[") ? textsOf(head) : head;
    int start = 0;
    int place = 1;
    while (start < texts.length()) {
      int end = texts.indexOf('\n', start);
      end = end < 0 ? texts.length() : end;
      int text = LineDigests.afterPlace(texts, start, end, place);
      place = text > start ? LineDigests.nextPlace(texts, start, place) : place;
      LineDigests.readLine(
          texts, start, text, end, LineDigests.WITHOUT_WHAT_VARIES, /* named= */ false, own);
      start = end + 1;
    }
  }

  /** What stands in the strings, with a line break in place of each quote around them. */
  private static String textsOf(String json) {
    StringBuilder texts = new StringBuilder(json.length());
    int at = 0;
    while (at < json.length()) {
      char c = json.charAt(at);
      if (c == '\\' && at + 1 < json.length()) {
        at = afterEscape(json, at + 1, texts);
      } else {
        texts.append(c == '"' ? '\n' : c);
        at++;
      }
    }
    return texts.toString();
  }

  private static int afterEscape(String json, int at, StringBuilder texts) {
    char escaped = json.charAt(at);
    int end = at + 1 + HEX_DIGITS;
    if (escaped == 'u' && end <= json.length()) {
      int unit = 0;
      for (int i = at + 1; i < end; i++) {
        unit = HEX * unit + Character.digit(json.charAt(i), HEX);
      }
      texts.append((char) unit);
      return end;
    }
    switch (escaped) {
      case 'n', 'r' -> texts.append('\n');
      case 't' -> texts.append('\t');
      default -> texts.append(escaped);
    }
    return at + 1;
  }

  /**
   * Whether the first line of a result is one of words that the call has chosen, as the header of a
   * table is ({@code select region, sum(total) revenue …}): another name is no other answer. O(line
   * times arguments), for short ones only.
   */
  public static boolean beginsWithOwnHeader(String result, String arguments) {
    int end = result.indexOf('\n');
    if (end < 0 || end > LONGEST_HEADER || arguments.length() > LONGEST_QUESTION) {
      return false;
    }
    boolean anyWord = false;
    int at = 0;
    while (at < end) {
      char c = result.charAt(at);
      if (Words.isDigit(c)) {
        return false;
      }
      if (!Character.isLetter(c)) {
        at++;
        continue;
      }
      int endOfName = at;
      while (endOfName < end
          && (Character.isLetterOrDigit(result.charAt(endOfName))
              || result.charAt(endOfName) == '_')) {
        endOfName++;
      }
      if (!holds(arguments, result, at, endOfName)) {
        return false;
      }
      anyWord = true;
      at = endOfName;
    }
    return anyWord;
  }

  private static boolean holds(String text, String words, int from, int to) {
    int length = to - from;
    for (int at = 0; at + length <= text.length(); at++) {
      if (text.regionMatches(true, at, words, from, length)) {
        return true;
      }
    }
    return false;
  }

  /** Leaves out of a list the lines that the call holds. */
  public void leaveOutOf(DigestList lines) {
    boolean cut = lines.isCut();
    int[] others = new int[lines.size()];
    int kept = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (!own.contains(lines.get(i))) {
        others[kept++] = lines.get(i);
      }
    }
    lines.clear();
    for (int i = 0; i < kept; i++) {
      lines.add(others[i]);
    }
    if (cut) {
      lines.markCut();
    }
  }
}
