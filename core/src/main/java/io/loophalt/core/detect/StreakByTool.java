package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * For each of the latest {@value #TOOLS} tools, in how many turns running all its calls gave the
 * same digest.
 *
 * <p>Other tools' calls in between neither count nor end a streak. Not thread-safe. O({@value
 * #TOOLS}) per step, allocates nothing; 24 bytes a tool.
 */
public final class StreakByTool {

  private static final int TOOLS = 8;

  private final long[] tools = new long[TOOLS];
  private final long[] digests = new long[TOOLS];
  private final int[] lengths = new int[TOOLS];
  private int size;
  private int next;

  /** Whether a tool was forgotten while it had a streak: nobody was told of its end. */
  private boolean streakForgotten;

  /**
   * Adds what one tool gave in a turn.
   *
   * @param digest what must be equal; {@link Step#ABSENT} ends the tool's streak
   * @return the length of the tool's streak
   */
  public int add(long tool, long digest) {
    int at = indexOf(tool);
    if (at < 0) {
      if (digest == Step.ABSENT) {
        return 0;
      }
      at = next;
      next = (next + 1) % TOOLS;
      streakForgotten |= at < size && lengths[at] > 0;
      size = Math.max(size, at + 1);
      tools[at] = tool;
      lengths[at] = 0;
    }
    if (digest == Step.ABSENT) {
      lengths[at] = 0;
    } else {
      lengths[at] = lengths[at] > 0 && digests[at] == digest ? lengths[at] + 1 : 1;
    }
    digests[at] = digest;
    return lengths[at];
  }

  private int indexOf(long tool) {
    for (int i = 0; i < size; i++) {
      if (tools[i] == tool) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether no tool has a streak, nor had one when it was forgotten. A tool that failed when it was
   * called last, however long ago, has one.
   */
  public boolean hasNone() {
    if (streakForgotten) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (lengths[i] > 0) {
        return false;
      }
    }
    return true;
  }

  public void clear() {
    size = 0;
    next = 0;
    streakForgotten = false;
  }

  public void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    SmallNumbers.write(out, next);
    out.writeBoolean(streakForgotten);
    for (int i = 0; i < size; i++) {
      out.writeLong(tools[i]);
      out.writeLong(digests[i]);
      SmallNumbers.write(out, lengths[i]);
    }
  }

  public void restore(DataInput in) throws IOException {
    size = SmallNumbers.readInt(in);
    next = SmallNumbers.readInt(in);
    streakForgotten = in.readBoolean();
    for (int i = 0; i < size; i++) {
      tools[i] = in.readLong();
      digests[i] = in.readLong();
      lengths[i] = SmallNumbers.readInt(in);
    }
  }
}
