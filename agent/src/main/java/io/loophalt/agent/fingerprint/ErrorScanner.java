package io.loophalt.agent.fingerprint;

import static io.loophalt.agent.fingerprint.Characters.isAsciiLetter;
import static io.loophalt.agent.fingerprint.Characters.isBlank;
import static io.loophalt.agent.fingerprint.Characters.isDigit;
import static io.loophalt.agent.fingerprint.Characters.isHex;
import static io.loophalt.agent.fingerprint.Characters.isLineEnd;
import static io.loophalt.agent.fingerprint.Characters.isPath;
import static io.loophalt.agent.fingerprint.Characters.isSeparator;
import static io.loophalt.agent.fingerprint.Characters.isWord;

/**
 * Passes once over an error text and writes its normal form, for one text; not thread-safe.
 *
 * <p>The normal form must be its own normal form. Two rules see to that: what comes before a
 * position is judged by what was written for it, not by what was read; and once a placeholder
 * stands in a word, what follows it is judged as if it began there, as it will be next time.
 *
 * <p>Time is linear: a character is read by the path check of the run it belongs to, by the
 * classification of its word, by lookaheads over a fixed number of parts, and when it is written.
 */
final class ErrorScanner {

  /** A longer line is no stack frame; so much is held back until that is known. Characters. */
  private static final int MAX_FRAME = 1024;

  /** What the rules look back at: a placeholder, a drive letter, the name of a URL scheme. */
  private static final int LOOK_BACK = 32;

  /** A commit or container id is hex and at least as long as Git's short form. Characters. */
  private static final int MIN_HEX_ID = 7;

  /** A generated key is long and mixes letters and digits as no word does. Characters. */
  private static final int MIN_MIXED_ID = 16;

  private static final int MIN_MIXED_ID_SWITCHES = 4;

  /** Identity hash codes have at most 8 hex digits, native addresses 16. */
  private static final int MAX_IDENTITY = 16;

  /** Digits in a word are part of a name ({@code utf8}, {@code TS2304}), more make it an id. */
  private static final int MAX_NAME_DIGITS = 5;

  private final CharSequence text;
  private final int length;
  private final Lookahead lookahead;
  private final NormalizedSink sink;
  private final StringBuilder line = new StringBuilder();

  private int position;

  /** Up to where the run of path characters reaches that has been checked for being a path. */
  private int checkedUntil;

  /** Where the file name of a path ends that has separators after it, and where those end. */
  private int nameEnd = -1;

  private int trailingSeparatorsEnd;

  /** A blank was read after the last thing written. */
  private boolean blankPending;

  /** The position is inside a URL, whose slashes stay. */
  private boolean inUrl;

  /** Part of the line has gone to the sink already, because it is too long for a stack frame. */
  private boolean lineBegun;

  private boolean anyLineWritten;

  ErrorScanner(CharSequence text, NormalizedSink sink) {
    this.text = TerminalCodes.strip(text);
    this.length = this.text.length();
    this.lookahead = new Lookahead(this.text);
    this.sink = sink;
  }

  void scan() {
    while (position < length) {
      if (position == nameEnd) {
        position = trailingSeparatorsEnd;
        nameEnd = -1;
        continue;
      }
      char c = text.charAt(position);
      if (isBlank(c)) {
        blank(c);
      } else if (isPath(c) && position >= checkedUntil) {
        enterPathRun(false);
      } else if (isWord(c)) {
        word(c);
      } else {
        punctuation(c);
      }
      if (line.length() > MAX_FRAME + LOOK_BACK) {
        writeLine(line.length() - LOOK_BACK);
      }
    }
    endLine();
  }

  private void blank(char c) {
    inUrl = false;
    position++;
    if (isLineEnd(c)) {
      endLine();
    } else {
      blankPending = !line.isEmpty();
    }
  }

  /** Checks a whole run of path characters and, if it is a path, goes on at its file name. */
  private void enterPathRun(boolean afterDrive) {
    int end = position;
    while (end < length && isPath(text.charAt(end))) {
      end++;
    }
    checkedUntil = end;
    if (inUrl || (!afterDrive && followsPlaceholder())) {
      return;
    }
    PathRun run = PathRun.of(text, position, end);
    if (run.hasName() && (afterDrive || run.isPath())) {
      position = run.nameStart();
      if (run.nameEnd() < end) {
        nameEnd = run.nameEnd();
        trailingSeparatorsEnd = end;
      }
    }
  }

  private void punctuation(char c) {
    switch (c) {
      case ':' -> colon();
      case '<' -> {
        inUrl &= Placeholder.startsAt(text, position);
        copy();
      }
      case '>' -> {
        copy();
        inUrl &= Placeholder.endsWith(line);
      }
      case '"', '\'', '`', '(', ')', '[', ']', '{', '}' -> {
        inUrl = false;
        copy();
      }
      default -> copy();
    }
  }

  private void colon() {
    if (isDriveColon()) {
      line.setLength(line.length() - 1);
      position++;
      enterPathRun(true);
      return;
    }
    boolean url = isAt(position + 1, '/') && isAt(position + 2, '/') && followsScheme();
    copy();
    if (url) {
      inUrl = true;
    }
  }

  /** Whether a drive letter has just been written and a named path follows. */
  private boolean isDriveColon() {
    int letter = line.length() - 1;
    if (inUrl || blankPending || letter < 0 || !isAsciiLetter(line.charAt(letter))) {
      return false;
    }
    if (letter > 0 && isPath(line.charAt(letter - 1))) {
      return false;
    }
    int next = position + 1;
    if (next >= length || !isSeparator(text.charAt(next))) {
      return false;
    }
    if (isAt(next, '/') && isAt(next + 1, '/')) {
      return false;
    }
    if (letter > 0 && line.charAt(letter - 1) == '>' && placeholderEndsBefore(letter)) {
      return false;
    }
    return hasWordInRun(next);
  }

  private boolean placeholderEndsBefore(int letter) {
    char driveLetter = line.charAt(letter);
    line.setLength(letter);
    boolean found = Placeholder.endsWith(line);
    line.append(driveLetter);
    return found;
  }

  private boolean hasWordInRun(int start) {
    for (int i = start; i < length && isPath(text.charAt(i)); i++) {
      if (isWord(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a scheme has just been written; {@code file:} leads to a path instead. */
  private boolean followsScheme() {
    int last = line.length() - 1;
    if (blankPending || last < 0 || !isWord(line.charAt(last))) {
      return false;
    }
    int start = last - 3;
    boolean file =
        start >= 0
            && line.indexOf("file", start) == start
            && (start == 0 || !isWord(line.charAt(start - 1)));
    return !file;
  }

  private void word(char first) {
    Word word = Word.at(text, position);
    int uuidEnd = isHex(first) ? lookahead.uuid(position) : Lookahead.NONE;
    int durationEnd = first == 'P' ? lookahead.isoDuration(position) : Lookahead.NONE;
    if (isIdentity(word)) {
      replace(Placeholder.ID, word.end());
    } else if (uuidEnd != Lookahead.NONE) {
      replace(Placeholder.UUID, uuidEnd);
    } else if (durationEnd != Lookahead.NONE) {
      replace(Placeholder.DURATION, durationEnd);
    } else if (word.hexLiteral()) {
      replace(Placeholder.HEX, word.end());
    } else if (isGeneratedId(word)) {
      replace(Placeholder.ID, word.end());
    } else if (isDigit(first)) {
      numeric();
    } else {
      writePendingBlank();
      line.append(text, position, word.end());
      position = word.end();
    }
  }

  /** {@code Foo@1a2b3c}, but not the host of {@code me@cafe.org}. */
  private boolean isIdentity(Word word) {
    int at = line.length() - 1;
    if (blankPending || at < 1 || line.charAt(at) != '@' || !word.allLowerHex()) {
      return false;
    }
    char before = line.charAt(at - 1);
    if (!isWord(before) && before != ';' && before != ']') {
      return false;
    }
    boolean host = word.digits() == 0 && isAt(word.end(), '.');
    return word.end() - position <= MAX_IDENTITY && !host;
  }

  private boolean isGeneratedId(Word word) {
    int size = word.end() - position;
    boolean hexId =
        size >= MIN_HEX_ID && word.allHex() && word.digits() >= 2 && word.digits() < size;
    boolean mixedId = size >= MIN_MIXED_ID && word.switches() >= MIN_MIXED_ID_SWITCHES;
    boolean numberedId = word.longestDigits() > MAX_NAME_DIGITS && !isDigit(text.charAt(position));
    return hexId || mixedId || numberedId;
  }

  private void numeric() {
    int dateEnd = lookahead.date(position);
    if (dateEnd != Lookahead.NONE) {
      int timeEnd = lookahead.timeOfDate(dateEnd);
      if (timeEnd == Lookahead.NONE) {
        replace(Placeholder.DATE, dateEnd);
      } else {
        replace(Placeholder.TIME, timeEnd);
      }
      return;
    }
    int timeEnd = followsColon() ? Lookahead.NONE : lookahead.time(position);
    if (timeEnd != Lookahead.NONE) {
      replace(Placeholder.TIME, timeEnd);
      return;
    }
    int numberEnd = lookahead.number(position);
    int durationEnd = lookahead.durationAfterNumber(numberEnd);
    if (durationEnd != Lookahead.NONE) {
      replace(Placeholder.DURATION, durationEnd);
    } else {
      replace(Placeholder.NUMBER, numberEnd);
    }
  }

  private boolean followsColon() {
    return !blankPending && !line.isEmpty() && line.charAt(line.length() - 1) == ':';
  }

  private boolean followsPlaceholder() {
    return !blankPending && Placeholder.endsWith(line);
  }

  private boolean isAt(int index, char expected) {
    return index < length && text.charAt(index) == expected;
  }

  private void replace(Placeholder placeholder, int end) {
    writePendingBlank();
    line.append(placeholder.text());
    position = end;
  }

  private void copy() {
    writePendingBlank();
    line.append(text.charAt(position));
    position++;
  }

  private void writePendingBlank() {
    if (blankPending) {
      line.append(' ');
      blankPending = false;
    }
  }

  private void endLine() {
    boolean frame = line.length() <= MAX_FRAME && StackFrame.matches(line);
    if (lineBegun || !(line.isEmpty() || frame)) {
      writeLine(line.length());
    }
    line.setLength(0);
    lineBegun = false;
    blankPending = false;
  }

  private void writeLine(int end) {
    if (!lineBegun && anyLineWritten) {
      line.insert(0, '\n');
      sink.accept(line, 0, end + 1);
      line.delete(0, end + 1);
    } else {
      sink.accept(line, 0, end);
      line.delete(0, end);
    }
    lineBegun = true;
    anyLineWritten = true;
  }
}
