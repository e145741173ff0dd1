package io.loophalt.runtime.runs;

import io.loophalt.runtime.policy.AgentPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ends runs: those that somebody closes, those that are silent, and to make room the ones idle
 * longest. Thread-safe.
 */
final class RunEnds {

  /** In place of the time of the latest sweep: there is no clock. */
  private static final long NEVER = Long.MIN_VALUE;

  private final RunIds ids;
  private final KeptHalts halts;
  private final int mostRuns;
  private final AtomicLong lastSweepNanos = new AtomicLong(NEVER);
  private final Object dropping = new Object();
  private volatile @Nullable LiveRun neverClosed;

  RunEnds(RunIds ids, KeptHalts halts, int mostRuns) {
    this.ids = ids;
    this.halts = halts;
    this.mostRuns = mostRuns;
  }

  int mostRuns() {
    return mostRuns;
  }

  /** Ends a run that was over when it was used last. Does nothing the second time. */
  void close(LiveRun live) {
    live.isNoMoreDropped();
    end(live, /* isNow= */ false);
  }

  /** Ends a run that has gone on until now. Does nothing the second time. */
  void closeNow(LiveRun live) {
    live.isNoMoreDropped();
    end(live, /* isNow= */ true);
  }

  private void end(LiveRun live, boolean isNow) {
    live.isOverNow();
    halts.leaveIfHalted(live); // before it is found no more, so that nobody finds it not halted
    ids.remove(live);
    live.forgetListeners();
    if (isNow) {
      live.run().lasts(live.millisAt(System.nanoTime()));
    }
    live.run().end();
    if (live.boundary().isDrawnByRequests()) {
      // The answers by which a request would find it are remembered for a while, and it with them.
      live.run().sleep();
    }
  }

  /**
   * Ends the runs that end by silence and were silent for the gap; a tenth of it for orphans, and
   * the gap of its own for each that is joined.
   */
  void closeSilent(AgentPolicy policy, long nowNanos) {
    long gap = policy.idleGap().toNanos();
    long gapOfOrphans = gap / 10;
    long last = lastSweepNanos.get();
    boolean due = last == NEVER || nowNanos - last > gapOfOrphans;
    if (due && lastSweepNanos.compareAndSet(last, nowNanos)) {
      for (LiveRun live : ids.live()) {
        if (live.boundary().endsBySilence()
            && live.isSilent(nowNanos, live.boundary().isOrphan() ? gapOfOrphans : gap)) {
          close(live);
        }
      }
      for (LiveRun live : ids.joined()) {
        closeIfSilent(live, policy, nowNanos);
      }
    }
  }

  /** Ends a joined run that was silent for the gap of its task; returns whether it is over. */
  boolean closeIfSilent(LiveRun joined, AgentPolicy policy, long nowNanos) {
    long gap = policy.joins().gap(joined.run().task()).toNanos();
    boolean silent = joined.isSilent(nowNanos, gap);
    if (silent) {
      close(joined);
    }
    return silent;
  }

  /** Makes room for another run, if there is none. */
  void dropIdlest(long nowNanos) {
    if (ids.size() >= mostRuns) {
      for (LiveRun live : takeIdlest(nowNanos)) {
        drop(live);
      }
    }
  }

  /** Those to drop, which is done without the lock: it may take a moment. */
  private List<LiveRun> takeIdlest(long nowNanos) {
    List<LiveRun> idlest = new ArrayList<>();
    synchronized (dropping) {
      if (ids.size() < mostRuns) {
        return idlest;
      }
      // Sorted by a copy of the times, which go on changing.
      List<Idle> byIdleness = new ArrayList<>();
      for (LiveRun live : ids.all()) {
        if (live.isWaiting()) {
          continue;
        }
        byIdleness.add(new Idle(live, live.boundary().isOrphan(), nowNanos - live.lastUsedNanos()));
      }
      byIdleness.sort(null);
      int surplus = Math.max(1, byIdleness.size() / 10);
      for (Idle each : byIdleness.subList(0, Math.min(surplus, byIdleness.size()))) {
        idlest.add(each.live());
      }
    }
    return idlest;
  }

  /** Ends a run to make room for others, though whoever opened it may still be in it. */
  void drop(LiveRun live) {
    if (!live.beginsToBeDropped()) {
      return;
    }
    end(live, /* isNow= */ false);
    live.run().sleep();
    if (live.openedAt() != null) {
      neverClosed = live;
    }
  }

  /** See {@link RunRegistry#takeNeverClosed}. */
  @Nullable LiveRun takeNeverClosed() {
    LiveRun live = neverClosed;
    if (live != null) {
      neverClosed = null;
    }
    return live;
  }

  /**
   * A run and how long it has not been used; those of threads that are gone first, then the idlest.
   */
  private record Idle(LiveRun live, boolean orphan, long nanos) implements Comparable<Idle> {
    @Override
    public int compareTo(Idle other) {
      return orphan == other.orphan ? Long.compare(other.nanos, nanos) : orphan ? -1 : 1;
    }
  }
}
