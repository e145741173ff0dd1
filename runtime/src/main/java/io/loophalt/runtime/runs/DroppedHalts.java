package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.runs.Tombstones.Tombstone;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps halted what was dropped to make room: of a halted run with an id a {@link Tombstones
 * tombstone} stays until somebody resets or closes the run. Thread-safe.
 */
final class DroppedHalts {

  private final RunIds ids;
  private final Tombstones tombstones;

  /** Keeps no more than so many. */
  DroppedHalts(RunIds ids, int most) {
    this.ids = ids;
    this.tombstones = new Tombstones(most);
  }

  /** What is left of the run with this id or alias, or null. */
  @Nullable Tombstone find(String anyId) {
    return tombstones.find(anyId);
  }

  /** Another run goes on for what was left. */
  void taken(Tombstone left) {
    tombstones.remove(left);
  }

  /**
   * A run is dropped, and may be halted.
   *
   * @return false if another thread has dropped it, or is about to
   */
  boolean dropped(LiveRun live, long nowNanos) {
    // Before it is asked whether it is halted, as it asks the other way.
    boolean first = live.beginsToBeDropped();
    if (first) {
      leave(live, nowNanos);
    }
    return first;
  }

  /**
   * A call of a run was answered by a halt: whoever is still in a dropped one may bring it about.
   */
  void halted(LiveRun live) {
    if (live.isDropped() && live.tombstone() == null) {
      leave(live, live.lastUsedNanos());
    }
  }

  private void leave(LiveRun live, long nowNanos) {
    synchronized (live) {
      Run run = live.run();
      StopReason reason = run.haltReason();
      List<String> aliases = live.aliasesWhenDropped();
      if (reason == null || live.tombstone() != null || (!live.isNamed() && aliases.isEmpty())) {
        return;
      }
      Tombstone left =
          new Tombstone(run.id(), run.task(), reason, aliases, live.isOfTrace(), nowNanos);
      live.leaves(left);
      tombstones.add(left);
    }
  }

  /**
   * A dropped run is reset, or closed by whoever opened it: it stays halted for nobody.
   *
   * @return the run that went on halted for it and is to be closed, too; or null
   */
  @Nullable LiveRun forget(LiveRun live) {
    live.isNoMoreDropped();
    Tombstone left = live.tombstone();
    if (left == null) {
      return null;
    }
    tombstones.remove(left);
    LiveRun revived = ids.own(live.run().id());
    return revived != null && revived.isRevivedFrom(left) ? revived : null;
  }

  /** All that is left. */
  Tombstones tombstones() {
    return tombstones;
  }
}
