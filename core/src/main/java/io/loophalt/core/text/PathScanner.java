package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.isAsciiLetter;
import static io.loophalt.core.fingerprint.Characters.isBlank;
import static io.loophalt.core.fingerprint.Characters.isLineEnd;
import static io.loophalt.core.fingerprint.Characters.isPath;
import static io.loophalt.core.fingerprint.Characters.isQuote;
import static io.loophalt.core.fingerprint.Characters.isSeparator;
import static io.loophalt.core.fingerprint.Characters.isWord;

/**
 * Says whether a path with directories begins at a position, and where its file name is.
 *
 * <p>A path that begins at a root ({@code /}, {@code ./}, {@code ~/}, {@code C:\}, {@code
 * \\server\share}, {@code file:/}) may hold brackets and {@code = , # & ; !} in its directories,
 * and blanks where quotes enclose it or where Windows is known to have them. Any other has two
 * separators, or one and a file name extension: {@code and/or}, {@code I/O} and {@code
 * application/json} are words.
 *
 * <p>A path with slashes ends at a backslash, and one with doubled backslashes at a single one:
 * texts in JSON hold line ends as {@code \n}.
 *
 * @param nameStart where the last part begins; the position itself if no path begins there
 * @param isDirectory whether it ends with a separator, so that it is nothing but directories
 */
record PathScanner(int nameStart, boolean isDirectory) {

  private static final int NONE = -1;

  /** A longer text in quotes is no path. Characters. */
  private static final int MAX_QUOTED = 300;

  private static final WordSet SCHEMES = new WordSet(Vocabulary.PATH_SCHEMES);
  private static final WordSet DIRECTORIES_WITH_BLANKS =
      new WordSet(Vocabulary.DIRECTORIES_WITH_BLANKS);
  private static final WordSet COMMANDS = new WordSet(Vocabulary.WORDS_FOR_A_COMMAND);
  private static final WordSet METHODS = new WordSet(Vocabulary.METHODS_OF_HTTP);

  /** What may stand between a method and the path that it asks for, and how much of it. */
  private static final String BETWEEN = " :\"'`";

  private static final int MAX_BETWEEN = 3;

  /** A longer word is no method. */
  private static final int LONGEST_METHOD = 8;

  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";

  /** Between two paths without directories in common, these separate them. */
  private static final String LISTING = ",;&";

  /** These may be in a directory's name but not at its end: {@code x=/y} has two names. */
  private static final String MARKS = LISTING + "=#";

  /** The path that begins here, where a run of path characters begins. */
  static PathScanner at(CharSequence text, int start) {
    if (isWordOnly(text, start)) {
      return new PathScanner(start, false);
    }
    int name = start;
    // What is left of one path may begin another: of "/x/c:/y" the drive "c".
    for (int next = afterDirectories(text, start); next > name; ) {
      name = next;
      next = isName(text, name) ? afterDirectories(text, name) : name;
    }
    return new PathScanner(name, name > start && !isName(text, name));
  }

  /** Most runs are words: neither a separator nor, after it, the colon of a drive or scheme. */
  private static boolean isWordOnly(CharSequence text, int start) {
    int end = start;
    while (end < text.length() && isPath(text.charAt(end))) {
      if (isSeparator(text.charAt(end))) {
        return false;
      }
      end++;
    }
    return !isAt(text, end, ':');
  }

  /**
   * Whether a method of HTTP stands before this place, perhaps with a blank, colon or quote in
   * between: a path there names what was asked of a server, not where a file is.
   */
  static boolean isBehindMethod(CharSequence text, int place) {
    int end = place;
    while (end > 0 && place - end < MAX_BETWEEN && BETWEEN.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int start = end;
    while (start > 0 && end - start <= LONGEST_METHOD && isWord(text.charAt(start - 1))) {
      start--;
    }
    return METHODS.has(text, start, end);
  }

  /** Whether a run without a separator may be the drive or scheme of a path that follows it. */
  static boolean mayLead(CharSequence text, int start, int end) {
    return isAt(text, end, ':') && (isDrive(text, start) || SCHEMES.startsAt(text, start));
  }

  /**
   * The path that begins here, after a quote, if it holds a blank and the same quote ends it.
   *
   * <p>It is a command if a blank stands before an option or another path in it, or the word for a
   * command before it: {@code Command '/bin/git pull a/b' failed}.
   */
  static PathScanner quoted(CharSequence text, int start, char quote) {
    PathScanner none = new PathScanner(start, false);
    int root = rootEnd(text, start);
    int name = start;
    boolean blank = false;
    boolean word = false;
    int end = root == NONE ? start : Math.min(text.length(), start + MAX_QUOTED);
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c == quote) {
        boolean path = blank && word && !followsCommand(text, start - 1);
        return path ? new PathScanner(name, name == i) : none;
      }
      boolean escapes = c == '\\' && isAt(text, i + 1, quote) && isAt(text, start - 2, '\\');
      if (isBlank(c)) {
        blank = true;
        if (isLineEnd(c) || name == i || !isWordOrBlankAt(text, i + 1)) {
          return none;
        }
      } else if (isQuote(c) || c == '<' || c == '>' || (c == ':' && i >= root)) {
        return none;
      } else if (isSeparator(c) && !escapes) {
        name = i + 1;
      }
      word |= isWord(c);
    }
    return none;
  }

  private static boolean followsCommand(CharSequence text, int quote) {
    int end = quote;
    while (end > 0
        && (isBlank(text.charAt(end - 1)) || ":=\"'`\\(".indexOf(text.charAt(end - 1)) >= 0)) {
      end--;
    }
    return COMMANDS.endsAt(text, end);
  }

  /**
   * Where the run of path characters from here ends. An escaped line end or tab ends it, and is a
   * run of its own.
   */
  static int end(CharSequence text, int start) {
    if (isLineEscape(text, start)) {
      return start + 2;
    }
    int end = start;
    while (end < text.length() && isPath(text.charAt(end)) && !isLineEscape(text, end)) {
      end++;
    }
    return end;
  }

  /** {@code \\n}, as JSON writes the end of a line. */
  static boolean isLineEscape(CharSequence text, int at) {
    return isAt(text, at, '\\')
        && at + 1 < text.length()
        && "nrt".indexOf(text.charAt(at + 1)) >= 0
        && (at == 0 || text.charAt(at - 1) != '\\');
  }

  /** Where the name after the directories begins, {@link #NONE} if there are none. */
  private static int afterDirectories(CharSequence text, int start) {
    int root = rootEnd(text, start);
    if (root == NONE) {
      return afterRelative(text, start);
    }
    return afterRooted(text, start, root, text.charAt(start) == '\\' ? start : root);
  }

  /** Where the first separator after a root stands, the root itself may be one. */
  private static int rootEnd(CharSequence text, int start) {
    int scheme = schemesEnd(text, start);
    if (scheme > start) {
      int last = scheme;
      while (isAt(text, last + 1, '/')) {
        last++;
      }
      return isDrive(text, last + 1) ? last + 3 : scheme;
    }
    if (isDrive(text, start)) {
      return start + 2;
    }
    if (isAt(text, start, '\\')) {
      int verbatim = verbatimEnd(text, start);
      if (verbatim > start) {
        return isDrive(text, verbatim) ? verbatim + 2 : verbatim - 1;
      }
      return isShare(text, start) ? start : NONE;
    }
    int root = start;
    if (isAt(text, start, '~')) {
      root = start + 1;
    } else if (isAt(text, start, '.')) {
      root = isAt(text, start + 1, '.') ? start + 2 : start + 1;
    }
    boolean rooted =
        isAt(text, root, '/')
            || (root > start && isAt(text, root, '\\') && !isLineEscape(text, root));
    return rooted ? root : NONE;
  }

  /** {@code file:}, {@code jar:file:} before a slash. */
  private static int schemesEnd(CharSequence text, int start) {
    int end = start;
    int next = oneSchemeEnd(text, end);
    while (next > end) {
      end = next;
      next = oneSchemeEnd(text, end);
    }
    return isAt(text, end, '/') ? end : start;
  }

  private static int oneSchemeEnd(CharSequence text, int start) {
    int end = SCHEMES.endBeyond(text, start, start);
    return end == WordSet.NONE ? start : end;
  }

  private static boolean isDrive(CharSequence text, int start) {
    boolean drive =
        start + 2 < text.length()
            && isAsciiLetter(text.charAt(start))
            && isAt(text, start + 1, ':')
            && isSeparator(text.charAt(start + 2));
    return drive && !(isAt(text, start + 2, '/') && isAt(text, start + 3, '/'));
  }

  /** {@code \\?\} before a path that Windows takes as it is; doubled in JSON. */
  private static int verbatimEnd(CharSequence text, int start) {
    int marks = backslashesEnd(text, start);
    int end = backslashesEnd(text, marks + 1);
    return isAt(text, marks, '?') && marks - start >= 2 && end > marks + 1 ? end : start;
  }

  /** {@code \\server\share}, or that with every backslash doubled. */
  private static boolean isShare(CharSequence text, int start) {
    int server = backslashesEnd(text, start);
    int width = (server - start) / 2;
    int end = server;
    while (end < text.length() && isPath(text.charAt(end)) && text.charAt(end) != '\\') {
      end++;
    }
    int share = backslashesEnd(text, end);
    return (width == 1 || width == 2)
        && server - start == 2 * width
        && isWordAt(text, server)
        && share - end == width
        && isWordAt(text, share);
  }

  /** The position after the last separator, if anything from a position on is a word. */
  private static int afterRooted(CharSequence text, int start, int root, int wordsFrom) {
    boolean slashesOnly = text.charAt(root) == '/';
    int width = backslashesEnd(text, root) - root;
    boolean doubled = root == start ? width > 2 : width > 1;
    int name = separatorsEnd(text, root, slashesOnly, doubled);
    if (isBracketOrMark(text, name)) {
      return NONE;
    }
    int end = directoryEnd(text, name, slashesOnly, doubled);
    while (end != NONE) {
      int next = separatorsEnd(text, end, slashesOnly, doubled);
      end = directoryEnd(text, next, slashesOnly, doubled);
      if (end == NONE && isBracketOrMark(text, next)) {
        // What comes next is no directory now, but may be one when a path in it has become a name.
        break;
      }
      name = next;
    }
    for (int i = wordsFrom; i < name || isName(text, i); i++) {
      if (isWord(text.charAt(i))) {
        return name;
      }
    }
    return NONE;
  }

  private static int separatorsEnd(
      CharSequence text, int start, boolean slashesOnly, boolean doubled) {
    int end = start;
    while (isSeparatorAt(text, end, slashesOnly, doubled)) {
      end += doubled && text.charAt(end) == '\\' ? 2 : 1;
    }
    return end;
  }

  private static boolean isSeparatorAt(
      CharSequence text, int at, boolean slashesOnly, boolean doubled) {
    if (slashesOnly || !isAt(text, at, '\\')) {
      return isAt(text, at, '/');
    }
    return !doubled || isAt(text, at + 1, '\\');
  }

  /** Where the directory that begins here ends before a separator, or {@link #NONE}. */
  private static int directoryEnd(
      CharSequence text, int start, boolean slashesOnly, boolean doubled) {
    if (!slashesOnly) {
      for (int end = DIRECTORIES_WITH_BLANKS.endBeyond(text, start, start);
          end != WordSet.NONE;
          end = DIRECTORIES_WITH_BLANKS.endBeyond(text, start, end)) {
        if (isAt(text, end, '\\')) {
          return end;
        }
      }
    }
    int open = 0;
    boolean extension = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isWord(c)) {
        continue;
      }
      if (c == '/' || c == '\\') {
        boolean separator = isSeparatorAt(text, i, slashesOnly, doubled);
        boolean whole = open == 0 && (i == start || MARKS.indexOf(text.charAt(i - 1)) < 0);
        return separator && whole ? i : NONE;
      }
      extension |= c == '.' && i + 1 < text.length() && isAsciiLetter(text.charAt(i + 1));
      open += OPENING.indexOf(c) >= 0 ? 1 : 0;
      open -= CLOSING.indexOf(c) >= 0 ? 1 : 0;
      boolean lists = LISTING.indexOf(c) >= 0 && extension;
      if (open < 0 || lists || !(isPath(c) || c == '!' || isBracketOrMark(text, i))) {
        return NONE;
      }
    }
    return NONE;
  }

  private static boolean isBracketOrMark(CharSequence text, int at) {
    return at < text.length()
        && (OPENING.indexOf(text.charAt(at)) >= 0
            || CLOSING.indexOf(text.charAt(at)) >= 0
            || MARKS.indexOf(text.charAt(at)) >= 0);
  }

  private static int afterRelative(CharSequence text, int start) {
    int end = end(text, start);
    int firstSeparator = start;
    while (firstSeparator < end && !isSeparator(text.charAt(firstSeparator))) {
      firstSeparator++;
    }
    if (firstSeparator == start || firstSeparator == end) {
      return NONE;
    }
    if (text.charAt(firstSeparator) == '/') {
      int slashes = firstSeparator;
      while (slashes < end && text.charAt(slashes) != '\\') {
        slashes++;
      }
      end = slashes;
    }
    int nameEnd = end;
    while (isSeparator(text.charAt(nameEnd - 1))) {
      nameEnd--;
    }
    int name = start;
    int separators = 0;
    boolean extension = false;
    boolean word = false;
    for (int i = start; i < nameEnd; i++) {
      char c = text.charAt(i);
      word |= isWord(c);
      if (isSeparator(c)) {
        separators += isSeparator(text.charAt(i - 1)) ? 0 : 1;
        name = i + 1;
        extension = false;
      }
      extension |= c == '.' && i + 1 < nameEnd && isAsciiLetter(text.charAt(i + 1));
    }
    boolean path = word && (separators >= 2 || (separators == 1 && extension));
    if (!path) {
      return NONE;
    }
    int afterSeparators = nameEnd < end ? afterRooted(text, start, nameEnd, start) : name;
    return afterSeparators == NONE ? name : afterSeparators;
  }

  private static int backslashesEnd(CharSequence text, int start) {
    int end = start;
    while (isAt(text, end, '\\')) {
      end++;
    }
    return end;
  }

  private static boolean isName(CharSequence text, int at) {
    return at < text.length() && isPath(text.charAt(at)) && !isSeparator(text.charAt(at));
  }

  private static boolean isWordOrBlankAt(CharSequence text, int position) {
    return isWordAt(text, position) || (position < text.length() && isBlank(text.charAt(position)));
  }

  private static boolean isWordAt(CharSequence text, int position) {
    return position < text.length() && isWord(text.charAt(position));
  }

  private static boolean isAt(CharSequence text, int position, char expected) {
    return position >= 0 && position < text.length() && text.charAt(position) == expected;
  }
}
