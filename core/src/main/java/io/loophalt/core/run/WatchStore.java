package io.loophalt.core.run;

import io.loophalt.core.failure.CoreFailure;
import io.loophalt.core.state.Frozen;
import java.io.DataInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a run has watched and used: at hand while the run is awake, and small while it is
 * idle. A step that comes then finds it as it was.
 *
 * <p>Not thread-safe; guarded by the run's lock, but for what says otherwise. Putting it away costs
 * some ten microseconds, and taking it out again as much.
 */
final class WatchStore {

  /** By which it is watched, or was when it was put away. */
  private TaskPlan plan;

  /** What holds from the next time on that it is taken out again; null if what held before. */
  private @Nullable TaskPlan next;

  private final RunPosition position;
  private final Outbox outbox;
  private final RunKeeper keeper;

  /**
   * Null while the run is idle: who needs it wakes it. Whoever looks without the lock sees it a
   * little later.
   */
  @Nullable Watch watch;

  /** Stays at hand while children count in it, too; else null while the run is idle. */
  @Nullable Usage usage;

  private @Nullable Frozen frozen;
  private volatile boolean readsWords;
  private boolean isOver;

  /** Whether the run ended as an earlier one of the same id, and was found again halted. */
  private boolean endedBefore;

  private boolean countedAwake;

  /**
   * Awake, and nothing was watched.
   *
   * @param keeper is told when the run begins to count among those awake, and when no more
   */
  WatchStore(TaskPlan plan, RunPosition position, Outbox outbox, RunKeeper keeper) {
    this.plan = plan;
    this.position = position;
    this.outbox = outbox;
    this.keeper = keeper;
    Usage unused = newUsage();
    this.usage = unused;
    Watch begun = newWatch(unused);
    this.watch = begun;
    this.readsWords = begun.readsWords();
    count(true);
  }

  /** Who is told when the run begins to count among those awake. */
  RunKeeper keeper() {
    return keeper;
  }

  private Usage newUsage() {
    return new Usage(plan.limits(), plan.acts());
  }

  private Watch newWatch(Usage used) {
    return new Watch(plan, position, used, outbox);
  }

  /** Takes out again what is watched. */
  Watch wake() {
    Usage used;
    Watch woken;
    try {
      DataInput in = Objects.requireNonNull(frozen).read();
      Usage kept = restoredUsage(in);
      used = usage == null ? kept : usage;
      woken = newWatch(used);
      woken.restore(in);
      woken.restoreLastActions(in);
    } catch (IOException | RuntimeException unreadable) {
      // It would be so at every call to come: the run goes on with what was used, and no more.
      awakeWith(newWatch(used()));
      throw CoreFailure.of(unreadable);
    }
    usage = used;
    awakeWith(woken);
    TaskPlan other = next;
    if (other != null) {
      next = null;
      change(other);
    }
    return Objects.requireNonNull(watch);
  }

  private void awakeWith(Watch woken) {
    count(!isOver); // before it is awake: where a thread is stopped in between, it sleeps on
    watch = woken;
    frozen = null;
  }

  /** What was used. The lock is held, or that of a child, for whose sake it is not put away. */
  Usage used() {
    Usage known = usage;
    return known == null ? wakeUsage() : known;
  }

  /** Takes out again what was used. */
  Usage wakeUsage() {
    try {
      Usage known = restoredUsage(Objects.requireNonNull(frozen).read());
      TaskPlan other = next;
      known = other == null ? known : known.under(other.limits(), other.acts());
      usage = known;
      return known;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Usage restoredUsage(DataInput in) throws IOException {
    Usage restored = newUsage();
    restored.restore(in);
    return restored;
  }

  /** From now on another plan holds; what was watched stays as far as it can be judged by it. */
  void follow(TaskPlan other) {
    if (watch != null) {
      change(other);
      return;
    }
    next = other;
    Usage atHand = usage;
    usage = atHand == null ? null : atHand.under(other.limits(), other.acts());
  }

  private void change(TaskPlan other) {
    Watch before = Objects.requireNonNull(watch);
    boolean goesOn = plan.watchesLike(other);
    boolean acted = plan.acts();
    plan = other;
    Usage used = used().under(other.limits(), other.acts());
    Watch after = newWatch(used);
    Frozen.Output out = new Frozen.Output();
    try {
      if (goesOn) {
        before.save(out);
      }
      before.saveLastActions(out);
      DataInput in = out.freeze().read();
      if (goesOn) {
        after.restore(in);
        after.goesOnFrom(before, acted, other.acts());
      }
      after.restoreLastActions(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    usage = used;
    watch = after;
    readsWords = after.readsWords();
  }

  /** Nothing was watched or used. */
  void beginAnew() {
    if (watch == null) {
      frozen = null;
      count(!isOver);
    }
    TaskPlan other = next;
    if (other != null) {
      next = null;
      plan = other;
    }
    Usage before = usage;
    Usage used = newUsage();
    if (before != null && !before.isUnshared()) {
      used.shareWithChildren();
    }
    usage = used;
    Watch begun = newWatch(used);
    watch = begun;
    readsWords = begun.readsWords();
  }

  /** What is watched, to be looked at alone: it stays put away if it is. */
  Watch look() {
    Watch known = watch;
    if (known != null) {
      return known;
    }
    try {
      DataInput in = Objects.requireNonNull(frozen).read();
      Watch seen = newWatch(restoredUsage(in));
      seen.restore(in);
      seen.restoreLastActions(in);
      return seen;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** From now on children count in what was used, too, without the lock. */
  void shareWithChildren() {
    used().shareWithChildren();
  }

  /** The run is over, and counts among those awake no more. */
  void over() {
    isOver = true;
    count(false);
  }

  /** Whether the run is over. */
  boolean isOver() {
    return isOver;
  }

  /** The run is over as an earlier one of the same id. */
  void overBefore() {
    endedBefore = true;
    over();
  }

  /**
   * The run goes on if it is over as an earlier one of the same id.
   *
   * @return whether it is
   */
  boolean goesOnAfterAll() {
    boolean goesOn = endedBefore;
    if (goesOn) {
      endedBefore = false;
      isOver = false;
      count(watch != null);
    }
    return goesOn;
  }

  /** Whether a detector reads the words of every call's arguments. */
  boolean readsWords() {
    return readsWords;
  }

  private void count(boolean counts) {
    if (counts != countedAwake) {
      countedAwake = counts;
      if (counts) {
        keeper.awake();
      } else {
        keeper.atRest();
      }
    }
  }

  /** Whether a step is being judged; whoever asks without the lock sees it a little later. */
  boolean isJudgingStep() {
    Watch known = watch;
    return known != null && known.isJudgingStep();
  }

  /** Puts away what was watched and used. */
  void putAway() {
    Watch idle = watch;
    if (idle != null) {
      frozen = freeze(idle);
      watch = null;
      usage = used().isUnshared() ? null : usage;
    }
    count(false);
  }

  private Frozen freeze(Watch idle) {
    Frozen.Output out = new Frozen.Output();
    try {
      used().save(out);
      idle.save(out);
      idle.saveLastActions(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.freeze();
  }
}
