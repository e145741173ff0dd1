package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Whether a turn that changes something also shows that what was changed before it was in vain, as
 * one that sets a value and reads it back. Then it is worth what both would be, one after the
 * other.
 *
 * <p>The steps of one turn are taken in whatever order. Not thread-safe; allocates nothing.
 */
final class SameTurn {

  private boolean anyChange;
  private int worthOfChange;

  private boolean anyLook;
  private boolean lookInVain;
  private int worthOfLook;

  // Good while there is any look. Written only where they differ, see Step.begin.
  private Worth reason = Worth.NEUTRAL;
  private String tool = "";

  /**
   * Takes a step of the turn at hand.
   *
   * @param debt what it is worth, in hundredths
   * @param again whether the call was made before
   */
  void take(Step step, Worth why, int debt, boolean again) {
    if (step.changes() || (why == Worth.DONE && !step.looksOnly())) {
      worthOfChange = anyChange ? Math.min(worthOfChange, debt) : debt;
      anyChange = true;
      return;
    }
    boolean inVain = again && showsTheSame(why);
    if (anyLook && (debt > worthOfLook || (debt == worthOfLook && !isBefore(step, why, inVain)))) {
      return;
    }
    anyLook = true;
    worthOfLook = debt;
    lookInVain = inVain;
    if (reason != why) {
      reason = why;
    }
    if (!step.tool().equals(tool)) {
      tool = step.tool();
    }
  }

  /** Whether something was changed since or not: a change more is no reason to halt sooner. */
  private static boolean showsTheSame(Worth why) {
    return why.isFruitless()
        || why.isFailureAsBefore()
        || why == Worth.AGAIN
        || why == Worth.REPETITION;
  }

  /** Of steps that are worth the same one counts, whichever ended first. */
  private boolean isBefore(Step step, Worth why, boolean inVain) {
    int order = step.tool().compareTo(tool);
    return inVain == lookInVain
        ? order < 0 || (order == 0 && why.compareTo(reason) < 0)
        : lookInVain;
  }

  /** Whether something was changed, of which nothing is known yet, and a look shows the same. */
  boolean isInVain() {
    return anyChange
        && lookInVain
        && worthOfChange >= Worth.ATTEMPT.debt
        && worthOfChange <= Worth.ITEM.debt;
  }

  /** In hundredths, where it {@link #isInVain}. */
  int worth() {
    return worthOfChange + worthOfLook;
  }

  /** What the look has shown. */
  Worth reason() {
    return reason;
  }

  /** The tool that was looked with. */
  String tool() {
    return tool;
  }

  /** Whether there is anything to be saved. */
  boolean isAny() {
    return anyChange || anyLook;
  }

  void clear() {
    anyChange = false;
    anyLook = false;
    lookInVain = false;
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, (anyChange ? 1 : 0) | (anyLook ? 2 : 0) | (lookInVain ? 4 : 0));
    if (anyChange) {
      SmallNumbers.write(out, worthOfChange);
    }
    if (anyLook) {
      SmallNumbers.write(out, worthOfLook);
      out.writeUTF(reason.name());
      out.writeUTF(tool);
    }
  }

  /** Takes what was saved, where there was nothing. */
  void restore(DataInput in) throws IOException {
    int flags = SmallNumbers.readInt(in);
    anyChange = (flags & 1) != 0;
    anyLook = (flags & 2) != 0;
    lookInVain = (flags & 4) != 0;
    if (anyChange) {
      worthOfChange = SmallNumbers.readInt(in);
    }
    if (anyLook) {
      worthOfLook = SmallNumbers.readInt(in);
      reason = Worth.restored(in);
      tool = in.readUTF();
    }
  }
}
