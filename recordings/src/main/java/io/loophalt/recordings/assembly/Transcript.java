package io.loophalt.recordings.assembly;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a model is sent is the whole conversation in one text, as agents send it that know
 * no messages: it begins as the text before, and the last answer stands in it once more, or has
 * stood in it as in a transcript already where earlier turns are left out. A text that names the
 * answers it allows, or shows them in examples, is none. White space is left out, and of an answer
 * the thoughts. Holds digests alone. Not thread-safe; linear in the text, of which the last {@value
 * #MOST_CHARS} characters are searched.
 */
final class Transcript {

  /** A shorter answer, such as {@code yes}, stands in any text. */
  private static final int SHORTEST = 12;

  /** Of an answer's end, and of a text's beginning: so much tells it from others. */
  private static final int LONGEST = 64;

  private static final int MOST_CHARS = 1 << 16;

  private int beginning;
  private long beginningDigest;
  private int timesHeld;
  private boolean grown;

  /**
   * Whether a text is a transcript that holds the answer to the one before.
   *
   * @return what stands behind the answer, without white space; null if it is none
   */
  @Nullable String behind(String sent, String answer) {
    String end = end(answer);
    String plain = end.isEmpty() || beginning == 0 ? "" : tail(sent);
    int at = end.isEmpty() ? -1 : plain.lastIndexOf(end);
    grown =
        at >= 0
            && digest(begin(sent, beginning)) == beginningDigest
            && (grown || times(end, plain) > timesHeld);
    return grown ? plain.substring(at + end.length()) : null;
  }

  /**
   * A text was answered.
   *
   * @param sent null if nobody said anything, or that is not recorded
   */
  void answered(@Nullable String sent, String answer) {
    String begin = sent == null ? "" : begin(sent, LONGEST);
    String end = end(answer);
    beginning = begin.length();
    beginningDigest = digest(begin);
    timesHeld = sent == null || end.isEmpty() ? 0 : times(end, tail(sent));
    grown &= beginning > 0;
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, beginning);
    out.writeLong(beginningDigest);
    SmallNumbers.writeUnsigned(out, timesHeld);
    out.writeBoolean(grown);
  }

  void restore(DataInput in) throws IOException {
    beginning = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), LONGEST);
    beginningDigest = in.readLong();
    timesHeld = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST_CHARS);
    grown = in.readBoolean();
  }

  private static long digest(String text) {
    return text.isEmpty() ? 0 : TextDigest.of(text);
  }

  /** How an answer ends; empty if it is too short to be told from others. */
  private static String end(String answer) {
    String plain = tail(answer.substring(endOfThoughts(answer)));
    return plain.length() < SHORTEST ? "" : plain.substring(Math.max(0, plain.length() - LONGEST));
  }

  private static int endOfThoughts(String answer) {
    int end = 0;
    for (String close : new String[] {"</think>", "</thinking>"}) {
      int at = answer.lastIndexOf(close);
      end = at < 0 ? end : Math.max(end, at + close.length());
    }
    return end;
  }

  private static String begin(String text, int length) {
    StringBuilder plain = new StringBuilder(length);
    for (int i = 0; i < text.length() && plain.length() < length; i++) {
      if (!Characters.isBlank(text.charAt(i))) {
        plain.append(text.charAt(i));
      }
    }
    return plain.toString();
  }

  private static String tail(String text) {
    String end = text.substring(Math.max(0, text.length() - MOST_CHARS));
    return begin(end, end.length());
  }

  private static int times(String end, String plain) {
    int times = 0;
    for (int at = plain.indexOf(end); at >= 0; at = plain.indexOf(end, at + 1)) {
      times++;
    }
    return times;
  }
}
