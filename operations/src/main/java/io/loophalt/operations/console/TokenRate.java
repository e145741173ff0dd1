package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many tokens a run has used in the last five minutes, by slots of ten seconds. Not
 * thread-safe; 150 bytes for a run that uses some.
 */
final class TokenRate {

  /** Milliseconds of a slot; the page knows it, too. */
  static final long SLOT = 10_000;

  static final int SLOTS = 30;

  private long total;
  private long slot;
  private int @Nullable [] used;

  /**
   * Begins to look.
   *
   * @param total tokens that are no news
   */
  TokenRate(long total) {
    this.total = total;
  }

  /** The run has used so many tokens by now. */
  void at(long tokens, long nowMillis) {
    long more = tokens - total;
    total = tokens;
    if (more <= 0) {
      return; // A conversation that has begun anew has used fewer.
    }
    int[] known = used;
    if (known == null) {
      known = new int[SLOTS];
      used = known;
      slot = nowMillis / SLOT;
    }
    moveTo(known, nowMillis / SLOT);
    known[SLOTS - 1] = (int) Math.min(Integer.MAX_VALUE, known[SLOTS - 1] + more);
  }

  private void moveTo(int[] known, long now) {
    int by = (int) Math.min(SLOTS, Math.max(0, now - slot));
    System.arraycopy(known, by, known, 0, SLOTS - by);
    Arrays.fill(known, SLOTS - by, SLOTS, 0);
    slot = Math.max(slot, now);
  }

  /**
   * The number of the latest slot, counted since 1970, and what was used in those up to it, the
   * latest last; nothing if nothing was.
   */
  void write(ArrayNode out) {
    int[] known = used;
    if (known == null) {
      return;
    }
    int first = 0;
    while (first < SLOTS && known[first] == 0) {
      first++;
    }
    if (first < SLOTS) {
      out.add(slot);
      for (int i = first; i < SLOTS; i++) {
        out.add(known[i]);
      }
    }
  }
}
