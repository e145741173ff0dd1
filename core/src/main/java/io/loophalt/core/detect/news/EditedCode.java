package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.FailureWords;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The words of what was edited since a check failed, as a compiler quotes them with its next error:
 * the message is the failure, and the code that the run has just written is not. There is one from
 * the first check on that fails.
 *
 * <p>The steps of one turn are taken in whatever order. Not thread-safe; constant bounds.
 */
final class EditedCode {

  private static final int MOST_WORDS = 96;

  /** Edits since a check failed last, or before it, if there were none since. */
  private final DigestList words = new DigestList(MOST_WORDS);

  /** A check has failed since these edits. */
  private boolean checked;

  // Of the turn at hand.
  private final DigestList wordsNow = new DigestList(MOST_WORDS);
  private boolean checkedNow;

  /** A failure less the code; not part of the state that is saved. */
  private final DigestList marked = new DigestList(FailureWords.CAPACITY);

  /** Takes an edit of the turn at hand. */
  void readEdit(Step step) {
    FailureWords.readCode(step.argumentsText(), wordsNow);
  }

  /** A check of the turn at hand has failed. */
  void readFailure() {
    checkedNow = true;
  }

  /**
   * The words of a failure, of which those that were edited before it are marked as the call's own,
   * but for those of the lines that name it; the list is good until this is asked again. Who has
   * written much may have written any word.
   */
  DigestList markedIn(DigestList failure) {
    if (words.size() == 0 || words.isCut()) {
      return failure;
    }
    marked.clear();
    for (int i = 0; i < failure.size(); i++) {
      int word = failure.get(i);
      int own = word | FailureWords.OWN;
      boolean named = (word & (FailureWords.HEADLINE | FailureWords.COUNT)) != 0;
      boolean quoted = !named && words.contains(own & ~FailureWords.OWN);
      marked.add(quoted ? own : word);
    }
    if (failure.isCut()) {
      marked.markCut();
    }
    return marked;
  }

  /** The turn is over. */
  void endTurn() {
    checked |= checkedNow;
    if (wordsNow.size() > 0 || wordsNow.isCut()) {
      if (checked) {
        words.clear();
        checked = false;
      }
      for (int i = 0; i < wordsNow.size(); i++) {
        if (!words.contains(wordsNow.get(i))) {
          words.add(wordsNow.get(i));
        }
      }
      if (wordsNow.isCut()) {
        words.markCut();
      }
      words.sort();
    }
    wordsNow.clear();
    checkedNow = false;
  }

  void save(DataOutput out) throws IOException {
    out.writeByte(
        (checked ? 1 : 0)
            | (checkedNow ? 2 : 0)
            | (words.isCut() ? 4 : 0)
            | (wordsNow.isCut() ? 8 : 0));
    ShortDigests.write(out, words);
    ShortDigests.write(out, wordsNow);
  }

  /** Takes what was saved, where there was nothing. */
  void restore(DataInput in) throws IOException {
    int flags = in.readByte();
    ShortDigests.read(in, words, MOST_WORDS);
    ShortDigests.read(in, wordsNow, MOST_WORDS);
    checked = (flags & 1) != 0;
    checkedNow = (flags & 2) != 0;
    if ((flags & 4) != 0) {
      words.markCut();
    }
    if ((flags & 8) != 0) {
      wordsNow.markCut();
    }
  }
}
