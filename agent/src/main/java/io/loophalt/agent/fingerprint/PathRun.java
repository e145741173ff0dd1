package io.loophalt.agent.fingerprint;

import static io.loophalt.agent.fingerprint.Characters.isAsciiLetter;
import static io.loophalt.agent.fingerprint.Characters.isSeparator;
import static io.loophalt.agent.fingerprint.Characters.isWord;

/**
 * Says whether a run of path characters is a path with directories, and where its file name is.
 *
 * <p>Words such as {@code and/or}, {@code I/O} and {@code application/json} are none: a relative
 * path has two separators, or one and a file name extension. Text that starts with a backslash is
 * an escape sequence unless it is {@code \\server\share}.
 *
 * @param hasName whether there is anything but punctuation
 * @param isPath whether it is a path with directories
 * @param nameStart where the last part begins
 * @param nameEnd where the last part ends; only separators follow it
 */
record PathRun(boolean hasName, boolean isPath, int nameStart, int nameEnd) {

  static PathRun of(CharSequence text, int start, int end) {
    int nameEnd = end;
    while (nameEnd > start && isSeparator(text.charAt(nameEnd - 1))) {
      nameEnd--;
    }
    int nameStart = nameEnd;
    boolean extension = false;
    while (nameStart > start && !isSeparator(text.charAt(nameStart - 1))) {
      nameStart--;
      extension |=
          text.charAt(nameStart) == '.'
              && nameStart + 1 < nameEnd
              && isAsciiLetter(text.charAt(nameStart + 1));
    }
    boolean hasName = false;
    int separators = 0;
    for (int i = start; i < nameEnd; i++) {
      hasName |= isWord(text.charAt(i));
      boolean separator = isSeparator(text.charAt(i));
      separators += separator && (i == start || !isSeparator(text.charAt(i - 1))) ? 1 : 0;
    }
    boolean path =
        text.charAt(start) == '\\'
            ? isShare(text, start, nameEnd)
            : isRooted(text, start) || separators >= 2 || (separators == 1 && extension);
    return new PathRun(hasName, path, nameStart, nameEnd);
  }

  /** {@code /x}, {@code ./x}, {@code ../x}, {@code ~/x}. */
  private static boolean isRooted(CharSequence text, int start) {
    int slash = start;
    if (isAt(text, start, '~')) {
      slash = start + 1;
    } else if (isAt(text, start, '.')) {
      slash = isAt(text, start + 1, '.') ? start + 2 : start + 1;
    }
    return isAt(text, slash, '/') || (slash > start && isAt(text, slash, '\\'));
  }

  private static boolean isShare(CharSequence text, int start, int end) {
    if (!isAt(text, start + 1, '\\') || start + 2 >= end || !isWord(text.charAt(start + 2))) {
      return false;
    }
    for (int i = start + 3; i + 1 < end; i++) {
      if (text.charAt(i) == '\\') {
        return isWord(text.charAt(i + 1));
      }
    }
    return false;
  }

  private static boolean isAt(CharSequence text, int position, char expected) {
    return position < text.length() && text.charAt(position) == expected;
  }
}
