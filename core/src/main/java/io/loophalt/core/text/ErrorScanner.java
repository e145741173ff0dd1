package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.isBlank;
import static io.loophalt.core.fingerprint.Characters.isDigit;
import static io.loophalt.core.fingerprint.Characters.isHex;
import static io.loophalt.core.fingerprint.Characters.isLineEnd;
import static io.loophalt.core.fingerprint.Characters.isPath;
import static io.loophalt.core.fingerprint.Characters.isWord;

import io.loophalt.core.fingerprint.NormalizedSink;
import io.loophalt.core.fingerprint.TerminalCodes;

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

  /** Digits in a word are part of a name ({@code utf8}, {@code TS2304}), more make it an id. */
  private static final int MAX_NAME_DIGITS = 5;

  private final CharSequence text;
  private final int length;
  private final VariableTokenScanner lookahead;
  private final NormalizedSink sink;
  private final StringBuilder line = new StringBuilder();

  private int position;

  /** Up to where the run of path characters reaches that has been checked for being a path. */
  private int checkedUntil;

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
    this.lookahead = new VariableTokenScanner(this.text);
    this.sink = sink;
  }

  void scan() {
    while (position < length) {
      char c = text.charAt(position);
      if (isBlank(c)) {
        blank(c);
      } else if (isPath(c) && position >= checkedUntil) {
        enterPathRun();
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
  private void enterPathRun() {
    checkedUntil = PathScanner.end(text, position);
    if (inUrl || followsPlaceholder() || isMoment()) {
      return;
    }
    if (text.charAt(position) == '/' && PathScanner.isBehindMethod(line, line.length())) {
      inUrl = true;
      return;
    }
    leaveDirectories(PathScanner.at(text, position));
  }

  private void leaveDirectories(PathScanner path) {
    if (path.nameStart() == position) {
      return;
    }
    if (path.isDirectory()) {
      writePendingBlank();
      line.append('/');
    }
    position = path.nameStart();
    checkedUntil = PathScanner.end(text, position);
  }

  /** Of dates only those that begin with a digit can hold separators. */
  private boolean isMoment() {
    return isDigit(text.charAt(position))
        && (TimestampScanner.dateTime(text, position) != TimestampScanner.NONE
            || TimestampScanner.date(text, position) != TimestampScanner.NONE);
  }

  private void punctuation(char c) {
    switch (c) {
      case ':' -> colon();
      case '\\' -> {
        if (PathScanner.isLineEscape(text, position)) {
          copy();
        }
        copy();
      }
      case '<' -> {
        inUrl &= Placeholder.startsAt(text, position);
        copy();
      }
      case '>' -> {
        copy();
        inUrl &= Placeholder.endsAt(line, line.length());
      }
      case '"', '\'', '`' -> {
        inUrl = false;
        copy();
        leaveDirectories(PathScanner.quoted(text, position, c));
      }
      case '(', ')', '[', ']', '{', '}' -> {
        inUrl = false;
        copy();
      }
      default -> copy();
    }
  }

  private void colon() {
    boolean url = isAt(position + 1, '/') && isAt(position + 2, '/') && followsScheme();
    copy();
    if (url) {
      inUrl = true;
    }
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
    Word word = Word.at(text, position, lookahead);
    int uuidEnd = isHex(first) ? lookahead.uuid(position) : VariableTokenScanner.NONE;
    int hexEnd = first == '0' ? lookahead.hexLiteral(position) : VariableTokenScanner.NONE;
    int durationEnd = first == 'P' ? lookahead.isoDuration(position) : VariableTokenScanner.NONE;
    int identityEnd = followsObject() ? lookahead.identity(position) : VariableTokenScanner.NONE;
    if (identityEnd != VariableTokenScanner.NONE) {
      replace(Placeholder.ID, identityEnd);
    } else if (uuidEnd != VariableTokenScanner.NONE) {
      replace(Placeholder.UUID, uuidEnd);
    } else if (durationEnd != VariableTokenScanner.NONE) {
      replace(Placeholder.DURATION, durationEnd);
    } else if (hexEnd != VariableTokenScanner.NONE) {
      replace(Placeholder.HEX, hexEnd);
    } else if (replaceMoment()) {
      return;
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

  /** {@code Foo@}, {@code [Lfoo;@}, {@code Foo$$Lambda/0x1f@}. */
  private boolean followsObject() {
    int at = line.length() - 1;
    if (blankPending || at < 1 || line.charAt(at) != '@') {
      return false;
    }
    char before = line.charAt(at - 1);
    return isWord(before) || before == ';' || before == ']' || Placeholder.endsAt(line, at);
  }

  private boolean isGeneratedId(Word word) {
    int size = word.end() - position;
    boolean hexId =
        size >= MIN_HEX_ID && word.allHex() && word.digits() >= 2 && word.digits() < size;
    boolean mixedId = size >= MIN_MIXED_ID && word.switches() >= MIN_MIXED_ID_SWITCHES;
    boolean numberedId = word.longestDigits() > MAX_NAME_DIGITS && !isDigit(text.charAt(position));
    return hexId || mixedId || numberedId;
  }

  private boolean replaceMoment() {
    int timeEnd = TimestampScanner.dateTime(text, position);
    if (timeEnd == TimestampScanner.NONE && !followsColon()) {
      timeEnd = TimestampScanner.clock(text, position);
    }
    int dateEnd =
        timeEnd == TimestampScanner.NONE
            ? TimestampScanner.date(text, position)
            : TimestampScanner.NONE;
    if (timeEnd != TimestampScanner.NONE) {
      replace(Placeholder.TIME, timeEnd);
    } else if (dateEnd != TimestampScanner.NONE) {
      replace(Placeholder.DATE, dateEnd);
    }
    return timeEnd != TimestampScanner.NONE || dateEnd != TimestampScanner.NONE;
  }

  private void numeric() {
    int numberEnd = lookahead.number(position);
    int durationEnd = lookahead.durationAfterNumber(numberEnd);
    if (durationEnd != VariableTokenScanner.NONE) {
      replace(Placeholder.DURATION, durationEnd);
    } else {
      replace(Placeholder.NUMBER, numberEnd);
    }
  }

  private boolean followsColon() {
    return !blankPending && !line.isEmpty() && line.charAt(line.length() - 1) == ':';
  }

  private boolean followsPlaceholder() {
    return !blankPending && Placeholder.endsAt(line, line.length());
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
