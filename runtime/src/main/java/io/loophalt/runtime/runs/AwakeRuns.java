package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunKeeper;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Puts runs that are not used to {@linkplain Run#sleep sleep}, and all beyond the number that may
 * be awake: whoever opens a run, or uses one that sleeps, looks at a few others in turn. One that
 * was used since it was looked at last is passed over once. Thread-safe.
 */
final class AwakeRuns {

  /** A run that was not used for so long is put to sleep. */
  private static final long REST_NANOS = 10_000_000_000L;

  /** At how many runs is looked at once. */
  private static final int LOOKS = 4;

  /** At how many if too many are awake; those in the second half are put to sleep, used or not. */
  private static final int MOST_LOOKS = 64;

  private final RunEnds ends;
  private final KeptHalts halts;
  private final int most;
  private final AtomicInteger awake = new AtomicInteger();

  /** The runs awake, those first at which nobody has looked for longest. */
  private final Queue<Place> inTurn = new ConcurrentLinkedQueue<>();

  AwakeRuns(RunEnds ends, KeptHalts halts, int most) {
    this.ends = ends;
    this.halts = halts;
    this.most = most;
  }

  /**
   * The place of a run among those awake, as soon as it is taken: each time that the run has woken.
   */
  static final class Place implements RunKeeper {
    private final AwakeRuns among;
    private volatile @Nullable LiveRun owner;

    Place(AwakeRuns among) {
      this.among = among;
    }

    void take(LiveRun live) {
      owner = live;
    }

    @Override
    public void awake() {
      among.awake.incrementAndGet();
      among.inTurn.add(this);
    }

    @Override
    public void atRest() {
      among.awake.decrementAndGet();
    }

    @Override
    public void makeRoom(long nowNanos) {
      among.makeRoom(nowNanos);
    }

    @Override
    public void halted() {
      LiveRun mine = owner;
      if (mine != null) {
        among.halts.leaveIfHalted(mine);
        StopReason reason = mine.run().isHalted() ? mine.run().haltReason() : null;
        if (reason != null) {
          mine.haltedFor(reason);
        }
      }
    }
  }

  /** Looks at a few of the runs awake in turn, or at more if they are too many. */
  void makeRoom(long nowNanos) {
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      boolean tooMany = awake.get() >= most;
      if (!tooMany && looks >= LOOKS) {
        return;
      }
      Place next = inTurn.poll();
      if (next == null) {
        return;
      }
      LiveRun live = next.owner;
      if (live != null
          && !live.isOver()
          && !hasMadeRoom(live, tooMany, looks >= MOST_LOOKS / 2, nowNanos)) {
        inTurn.add(next);
      }
    }
  }

  /**
   * Whether a run sleeps or is over now.
   *
   * @param usedOrNot whether to put it to sleep even if it was used since it was looked at last
   */
  private boolean hasMadeRoom(LiveRun live, boolean tooMany, boolean usedOrNot, long nowNanos) {
    if (tooMany
        && live.boundary().isOrphan()
        && (live.boundary().isOfTrace() || live.aliases().length == 0)) {
      ends.close(live);
      return true;
    }
    boolean unused = live.wasUnusedSinceLookedAt();
    boolean rests = live.isSilent(nowNanos, REST_NANOS) || (tooMany && (unused || usedOrNot));
    return rests && live.run().sleep();
  }
}
