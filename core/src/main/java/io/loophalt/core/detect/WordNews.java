package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Whether a text says anything that the texts before it have not said: by its words, in whatever
 * order. Numbers say nothing, for they count and tell the time, and so do words with digits in
 * them.
 *
 * <p>It does when at least one in {@value #FRACTION} of its words is new. Models that narrate what
 * they will do soon have no words left; whoever tells a story, or answers question after question,
 * never runs out. Of scripts without blanks two letters are a word. Reads the first {@value
 * #MOST_READ} words, and remembers the latest {@value #MOST} by 16 bits each. Not thread-safe.
 */
public final class WordNews {

  private static final int FRACTION = 20;
  private static final int MOST_READ = 256;
  private static final int MOST = 512;

  /** Mixes a hash, as in Fibonacci hashing. */
  private static final int MIX = 0x9E3779B9;

  private char[] known = {};
  private int size;
  private int next;

  /** Has read nothing yet. */
  public WordNews() {}

  /** Reads a text; whether there is news in it. A text without words has none. */
  public boolean read(CharSequence text) {
    int words = 0;
    int fresh = 0;
    int position = 0;
    while (position < text.length() && words < MOST_READ) {
      char c = text.charAt(position);
      if (!Characters.isWord(c)) {
        position++;
        continue;
      }
      int end = endOfWord(text, position);
      if (!hasDigit(text, position, end)) {
        words++;
        fresh += remember(hash(text, position, end)) ? 1 : 0;
      }
      position = Characters.isUnspaced(c) ? position + 1 : end;
    }
    return fresh > 0 && fresh * FRACTION >= words;
  }

  private static int endOfWord(CharSequence text, int start) {
    int end = start + 1;
    if (Characters.isUnspaced(text.charAt(start))) {
      boolean two = end < text.length() && Characters.isUnspaced(text.charAt(end));
      return two ? end + 1 : end;
    }
    while (end < text.length() && Characters.goesOnWithWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean hasDigit(CharSequence text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (Character.isDigit(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static char hash(CharSequence text, int start, int end) {
    int hash = end - start;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + Character.toLowerCase(text.charAt(i));
    }
    return (char) ((hash * MIX) >>> 16);
  }

  private boolean remember(char word) {
    for (int i = 0; i < size; i++) {
      if (known[i] == word) {
        return false;
      }
    }
    if (size == known.length && size < MOST) {
      known = Arrays.copyOf(known, Math.min(MOST, Math.max(32, 2 * size)));
    }
    known[next] = word;
    size = Math.max(size, next + 1);
    next = (next + 1) % MOST;
    return true;
  }

  /** Whether a word is known. */
  public boolean isAny() {
    return size > 0;
  }

  /** Forgets all words. */
  public void clear() {
    known = new char[0];
    size = 0;
    next = 0;
  }

  /** Writes the words; {@link #restore} reads them back. */
  public void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, size);
    SmallNumbers.writeUnsigned(out, next);
    for (int i = 0; i < size; i++) {
      out.writeChar(known[i]);
    }
  }

  /** Reads what {@link #save} wrote. */
  public void restore(DataInput in) throws IOException {
    size = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST);
    next = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST - 1);
    known = new char[size];
    for (int i = 0; i < size; i++) {
      known[i] = in.readChar();
    }
  }
}
