package io.loophalt.presets;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds text that says the same again and again: a piece of 50 characters that occurs 10 times, on
 * average at most 250 characters apart, with at most 5 different texts from one occurrence to the
 * next.
 *
 * <p>Mark-up that repeats by nature (code, tables, lists, headings, quotes, dividers) starts the
 * tracking again. As observed in gemini-cli, a finding does not move the position on, so the next
 * text finds it again, and a text of more than 5000 characters is cut before it is looked at.
 *
 * <p>Not thread-safe. A character costs one lookup in {@link PieceIndex}; the state is the latest
 * 5000 characters and, in memory, that index.
 */
final class ChantingText {

  private static final int MAX_TEXT = 5000;
  private static final int OCCURRENCES = 10;
  private static final int MAX_SPAN = (OCCURRENCES - 1) * 250;
  private static final int MAX_DIFFERENT_GAPS = 5;

  private final StringBuilder text = new StringBuilder();
  private final PieceIndex index = new PieceIndex();
  private final int[] occurrences = new int[OCCURRENCES];

  // Positions count the characters since the last clearing and may wrap around: only differences
  // of positions that are close to each other are looked at.
  private int textStart;
  private int position;

  private boolean inCodeBlock;

  /** Adds a text of the model and says whether it chants. An empty text is none. */
  boolean add(String content) {
    if (content.isEmpty()) {
      return false;
    }
    int fences = Markup.codeFences(content);
    boolean divider = Markup.isDivider(content);
    if (fences > 0 || divider || Markup.startsBlock(content)) {
      clear();
    }
    boolean wasInCodeBlock = inCodeBlock;
    inCodeBlock ^= (fences & 1) == 1;
    if (wasInCodeBlock || inCodeBlock || divider) {
      return false;
    }
    append(content);
    return findsChant();
  }

  private void append(String content) {
    int excess = text.length() + content.length() - MAX_TEXT;
    if (excess > 0) {
      text.delete(0, excess);
      textStart += excess;
      if (position - textStart < 0) {
        position = textStart;
      }
    }
    text.append(content, Math.max(0, content.length() - MAX_TEXT), content.length());
  }

  private boolean findsChant() {
    while (position - textStart + PieceIndex.PIECE <= text.length()) {
      if (isChant(index.add(text, textStart, position, MAX_SPAN, occurrences))) {
        return true;
      }
      position++;
    }
    return false;
  }

  private boolean isChant(int found) {
    if (found < OCCURRENCES) {
      return false;
    }
    Set<String> gaps = new HashSet<>();
    for (int i = 1; i < OCCURRENCES; i++) {
      gaps.add(text.substring(occurrences[i] - textStart, occurrences[i - 1] - textStart));
    }
    return gaps.size() <= MAX_DIFFERENT_GAPS;
  }

  /** Forgets the text, but not whether a code block is open. */
  void clear() {
    text.setLength(0);
    index.clear();
    textStart = 0;
    position = 0;
  }

  /** Forgets everything. */
  void reset() {
    clear();
    inCodeBlock = false;
  }

  void save(DataOutput out) throws IOException {
    out.writeUTF(text.toString());
    out.writeInt(position - textStart);
    out.writeBoolean(inCodeBlock);
    index.save(textStart, out);
  }

  void restore(DataInput in) throws IOException {
    clear();
    text.append(in.readUTF());
    position = in.readInt();
    inCodeBlock = in.readBoolean();
    index.restore(text, in);
  }
}
