package io.loophalt.core.text;

/**
 * The first two letters of the words and phrases of some lists: nearly all text is told by its
 * letters that none of them begins there, without a look at any list.
 *
 * <p>Immutable. A look costs two comparisons and reads one number.
 */
final class Beginnings {

  /** Letters beyond it may begin anything. */
  private static final int ASCII = 0x80;

  /** For each first letter, which may follow it: bit {@code c & 31}. */
  private final int[] followers = new int[ASCII];

  Beginnings(WordSet... lists) {
    for (WordSet list : lists) {
      list.markBeginnings(followers);
    }
  }

  /** Whether an entry may begin here; false is certain. */
  boolean mayBeginAt(CharSequence text, int at) {
    return mayBegin(text.charAt(at), at + 1 < text.length() ? text.charAt(at + 1) : ASCII);
  }

  /**
   * Whether an entry may begin with these letters; false is certain.
   *
   * @param second {@code 0x80} if there is none
   */
  boolean mayBegin(char first, char second) {
    return first >= ASCII || second >= ASCII || (followers[first] & (1 << second)) != 0;
  }
}
