package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.ObjectMembers;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Tells a patient repetition, which waits for something, from an idle one.
 *
 * <p>A call with the same outcome as last time is patient when the time that the outcome asked for
 * ({@code Retry-After}) has passed, when the gaps between attempts grow by half or more (or, having
 * grown, stay) and have never shrunk, as the pauses of a model at work do, when they grow so on the
 * whole though jittered, unless a text rejects the edit or other calls are in the gaps, when a call
 * that does not write gives a short status such as {@code PENDING}, when the call does nothing but
 * sleep, or when the run has slept in a turn between and has made nothing but looks; or has paused,
 * for longer than models think, where the answer is short and none of a failure. An asked time that
 * was not kept makes it idle, whatever else. Where {@linkplain #readWords words are read}, an
 * answer after a pause may differ in times and the like: what is watched tells when it was seen;
 * and a failure may say that what is asked {@linkplain Step#saysNotUp is not up}.
 *
 * <p>Remembers the latest {@value #CALLS} distinct calls; which of those of one turn are the latest
 * does not depend on which ended first. Not thread-safe. O({@value #CALLS}) per step plus, for a
 * repeated outcome, the first few hundred characters of its text; allocates nothing.
 */
public final class Patience {

  /** As many as the steps in which a repetition is looked for: polls of many jobs in turn. */
  private static final int CALLS = 20;

  private static final int NEVER = -1;

  // What is saved, in one byte: the first alone was saved before there were the others.
  private static final int USED = 1;
  private static final int SLEEPER = 1 << 1;
  private static final int TRIER = 1 << 2;
  private static final int PAUSER = 1 << 3;
  private static final int WATCHER = 1 << 4;
  private static final int RESTER = 1 << 5;

  /** Who begins a call so long after all others have ended has waited for something. */
  private static final int PAUSE_MILLIS = 45_000;

  /** The calls in a ring, filled from its beginning, in the order of {@link #isOlder}. */
  private final Attempts[] calls = new Attempts[CALLS];

  /** Which calls they are: side by side, because each step looks through all of them. */
  private final long[] actions = new long[CALLS];

  private int newest = CALLS - 1;
  private int size;

  /** See {@link #readWords}; not part of the state that is saved. */
  private boolean readsWords;

  /** Whether some call has waited since the latest budget was granted. */
  private boolean used;

  // The turns that did so last: the latest may be the one at hand, whose calls know of none.
  private int slept = NEVER;
  private int sleptBefore = NEVER;
  private int tried = NEVER;
  private int triedBefore = NEVER;

  /** The latest turn that began with a pause. */
  private int paused = NEVER;

  /** Remembers nothing. */
  Patience() {
    for (int i = 0; i < CALLS; i++) {
      calls[i] = new Attempts();
    }
  }

  /**
   * From now on an answer after a pause may differ in times and the like, and no gaps grow that
   * other calls are in. To be said before the first step.
   */
  void readWords() {
    readsWords = true;
  }

  /**
   * Notes a step.
   *
   * @param outcome what must be equal for a repetition
   * @return how many patient repetitions this call has had with this outcome, the step included; 0
   *     if the step is not one
   */
  int note(Step step, long outcome) {
    int at = indexOf(step.action());
    notePause(step);
    boolean differs = at >= 0 && calls[at].outcome() != outcome;
    if (at >= 0 && (!differs || isTheSameAfterAPause(step, calls[at]))) {
      int turn = calls[at].turn();
      boolean slept = hasWaitedSince(turn, step.turn());
      boolean waited = slept || hasPausedSince(turn, step);
      boolean directly = !readsWords || slept || calls[newest].turn() == turn;
      boolean rested =
          readsWords
              && ((waited && !step.changes()) || step.sleeps())
              && step.failure() == Step.ABSENT
              && step.endMillis() - calls[at].endMillis() >= PAUSE_MILLIS;
      calls[at].repeat(step, outcome, waited && !step.changes(), directly, rested);
      used |= calls[at].patientOnes() > 0;
    } else {
      if (at < 0) {
        newest = next(newest);
        size = Math.min(CALLS, size + 1);
        at = newest;
        calls[at].steadyIs(0);
      }
      calls[at].begin(step, outcome);
    }
    Attempts attempts = calls[at];
    putInOrder(at);
    if (step.sleeps() && step.isShort() && step.turn() != slept) {
      sleptBefore = slept;
      slept = step.turn();
    } else if (!step.looksOnly() && !step.sleeps() && step.turn() != tried) {
      triedBefore = tried;
      tried = step.turn();
    }
    return attempts.patientOnes();
  }

  /**
   * Whether an answer that differs is the same but for times and the like, and the run has paused
   * before it. Who has slept waits by other rules.
   */
  private boolean isTheSameAfterAPause(Step step, Attempts before) {
    boolean same = before.readSteady(readsWords && step.isShort() ? step.steady() : 0);
    int turn = before.turn();
    return same
        && (step.sleeps() || hasPausedSince(turn, step))
        && !hasWaitedSince(turn, step.turn());
  }

  private boolean hasWaitedSince(int turn, int now) {
    return (now == slept ? sleptBefore : slept) > turn
        && (now == tried ? triedBefore : tried) <= turn;
  }

  private void notePause(Step step) {
    int turn = step.turn();
    int turnBefore = NEVER;
    long end = 0;
    // They are in the order of their turns.
    for (int i = 0, at = newest; i < size; i++, at = before(at)) {
      int its = calls[at].turn();
      if (its < turnBefore) {
        break;
      }
      if (its < turn) {
        turnBefore = its;
        end = Math.max(end, calls[at].endMillis());
      }
    }
    // A recording may not tell when a call began, and has it begin where the one before ended.
    long begun = step.startMillis() > end ? step.startMillis() : step.endMillis();
    if (turnBefore == turn - 1 && turnBefore != NEVER && begun - end >= PAUSE_MILLIS) {
      paused = turn;
    }
  }

  /**
   * Whether the run has paused since a turn, and made nothing but looks; of a call that may be more
   * than one, nothing else at all.
   */
  private boolean hasPausedSince(int turn, Step step) {
    int now = step.turn();
    return paused > turn
        && isStateOfWhatIsAwaited(step)
        && ToolVerbs.known(step.effect(), step.tool()) != Effect.WRITE
        && (now == tried ? triedBefore : tried) <= turn
        && (step.looksOnly() || step.reads() || calls[newest].turn() == turn);
  }

  /** What has failed because it is not up yet may be up after the next pause. */
  private boolean isStateOfWhatIsAwaited(Step step) {
    return step.failure() == Step.ABSENT
        ? step.isShort() || (readsWords && ObjectMembers.anyWaits(step.board()))
        : readsWords && step.saysNotUp();
  }

  private int indexOf(long action) {
    for (int i = 0; i < size; i++) {
      if (actions[i] == action) {
        return i;
      }
    }
    return -1;
  }

  /** Puts a call that was made once more, or for the first time, where it belongs. */
  private void putInOrder(int changed) {
    Attempts attempts = calls[changed];
    int at = changed;
    for (; at != newest; at = next(at)) {
      put(at, calls[next(at)]);
    }
    // Only what ends late, or in company, does not belong there.
    for (; at != oldest() && isOlder(attempts, calls[before(at)]); at = before(at)) {
      put(at, calls[before(at)]);
    }
    put(at, attempts);
  }

  private void put(int at, Attempts attempts) {
    if (calls[at] != attempts) { // mostly it is: no barrier, see Step.begin
      calls[at] = attempts;
    }
    actions[at] = attempts.action();
  }

  /**
   * By the turns that made them last; in one turn by anything but the order in which they ended.
   */
  private static boolean isOlder(Attempts one, Attempts other) {
    return one.turn() < other.turn()
        || (one.turn() == other.turn() && one.action() < other.action());
  }

  private int oldest() {
    return size < CALLS ? 0 : next(newest);
  }

  private static int next(int at) {
    return at + 1 == CALLS ? 0 : at + 1;
  }

  private static int before(int at) {
    return at == 0 ? CALLS - 1 : at - 1;
  }

  /** Whether some call has waited since the latest budget was granted. */
  boolean isUsed() {
    return used;
  }

  /** Something else made progress meanwhile: the counts start anew. */
  void grantNewBudget() {
    for (int i = 0; i < size; i++) {
      calls[i].grantNewBudget();
    }
    used = false;
  }

  void clear() {
    newest = CALLS - 1;
    size = 0;
    used = false;
    slept = NEVER;
    sleptBefore = NEVER;
    tried = NEVER;
    triedBefore = NEVER;
    paused = NEVER;
  }

  /** Writes the calls, the newest as the last. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    for (int i = 0, at = oldest(); i < size; i++, at = next(at)) {
      calls[at].save(out);
    }
    boolean sleeper = slept != NEVER;
    boolean trier = tried != NEVER;
    boolean pauser = paused != NEVER;
    boolean watcher = false;
    boolean rester = false;
    for (int i = 0; i < size; i++) {
      watcher |= calls[i].steady() != 0;
      rester |= calls[i].rested() != 0;
    }
    out.writeByte(
        (used ? USED : 0)
            | (sleeper ? SLEEPER : 0)
            | (trier ? TRIER : 0)
            | (pauser ? PAUSER : 0)
            | (watcher ? WATCHER : 0)
            | (rester ? RESTER : 0));
    if (sleeper) {
      SmallNumbers.write(out, slept);
      SmallNumbers.write(out, sleptBefore);
    }
    if (trier) {
      SmallNumbers.write(out, tried);
      SmallNumbers.write(out, triedBefore);
    }
    if (pauser) {
      SmallNumbers.write(out, paused);
    }
    for (int i = 0, at = oldest(); watcher && i < size; i++, at = next(at)) {
      ShortDigests.write(out, calls[at].steady());
    }
    for (int i = 0, at = oldest(); rester && i < size; i++, at = next(at)) {
      SmallNumbers.write(out, calls[at].rested());
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    size = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      calls[i].restore(in);
      put(i, calls[i]);
    }
    newest = size == 0 ? CALLS - 1 : size - 1;
    int flags = in.readByte();
    used = (flags & USED) != 0;
    if ((flags & SLEEPER) != 0) {
      slept = SmallNumbers.readInt(in);
      sleptBefore = SmallNumbers.readInt(in);
    }
    if ((flags & TRIER) != 0) {
      tried = SmallNumbers.readInt(in);
      triedBefore = SmallNumbers.readInt(in);
    }
    if ((flags & PAUSER) != 0) {
      paused = SmallNumbers.readInt(in);
    }
    for (int i = 0; (flags & WATCHER) != 0 && i < size; i++) {
      calls[i].steadyIs(ShortDigests.read(in));
    }
    for (int i = 0; (flags & RESTER) != 0 && i < size; i++) {
      calls[i].restedIs(SmallNumbers.readInt(in));
    }
  }
}
