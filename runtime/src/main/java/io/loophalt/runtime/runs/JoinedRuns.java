package io.loophalt.runtime.runs;

import org.jspecify.annotations.Nullable;

/**
 * The runs of executions that many take part in, in this process and in others: each is begun by
 * the first who joins it, and is another one after a silence, or where another process has ended
 * it. Thread-safe.
 */
final class JoinedRuns {

  private final RunIds ids;
  private final RunEnds ends;
  private final RunOpener opener;

  JoinedRuns(RunIds ids, RunEnds ends, RunOpener opener) {
    this.ids = ids;
    this.ends = ends;
    this.opener = opener;
  }

  /** See {@link RunRegistry#join}. */
  LiveRun join(String task, String id, @Nullable LiveRun around, long nowNanos) {
    ends.closeSilent(opener.plans().policy(), nowNanos);
    String name = JoinedName.of(task, id);
    LiveRun before = null;
    while (true) {
      LiveRun live = ids.joined(name);
      if (live == null || ends.closeIfSilent(live, opener.plans().policy(), nowNanos)) {
        live = openJoined(task, name, parent(name, around), before, nowNanos);
      }
      live.touch(nowNanos);
      if (!live.isOver() && goesOnElsewhere(live)) {
        return live; // Else another thread has found it silent, or ended it, at this moment.
      }
      before = live;
    }
  }

  /** What a run is begun in. That is no part of an earlier one of its id, which may go on. */
  private static @Nullable LiveRun parent(String name, @Nullable LiveRun around) {
    LiveRun parent = around == null ? null : around.innermostJoined();
    for (LiveRun each = parent; each != null; each = each.parent()) {
      if (each.boundary().isJoined() && each.run().id().equals(name)) {
        LiveRun above = each.parent();
        parent = above == null ? null : above.innermostJoined();
      }
    }
    return parent;
  }

  private LiveRun openJoined(
      String task, String name, @Nullable LiveRun parent, @Nullable LiveRun before, long nowNanos) {
    RunSharing known = opener.sharing();
    RunSharing.Place place = known == null ? null : known.find(task, name, parent, before);
    LiveRun around = place == null ? parent : openAround(place, nowNanos);
    return opener.open(name, task, around, RunBoundary.ofAll(), null, place, nowNanos);
  }

  /** The innermost run around a place; one that has ended since is not opened for it. */
  private @Nullable LiveRun openAround(RunSharing.Place inner, long nowNanos) {
    LiveRun innermost = null;
    for (RunSharing.Place each : inner.around()) {
      LiveRun live = ids.joined(each.name());
      if (live == null || ends.closeIfSilent(live, opener.plans().policy(), nowNanos)) {
        live =
            opener.open(
                each.name(), each.task(), innermost, RunBoundary.ofAll(), null, each, nowNanos);
      }
      if (each.isOf(live)) {
        innermost = live;
      }
    }
    return innermost;
  }

  /** See {@link RunRegistry#mirror}. */
  LiveRun mirror(String name, String task, long nowNanos) {
    LiveRun live = ids.joined(name);
    return live != null
        ? live
        : opener.open(name, task, null, RunBoundary.ofAll(), null, null, nowNanos);
  }

  /** Whether no other process has ended the run, as far as this is known. */
  private boolean goesOnElsewhere(LiveRun live) {
    RunSharing.Shared shared = live.shared();
    boolean goesOn = shared == null || shared.enter();
    if (!goesOn) {
      ends.close(live);
    }
    for (LiveRun each = live.parent(); each != null; each = each.parent()) {
      RunSharing.Shared around = each.shared();
      if (around != null && around.isOver() && !each.isOver()) {
        ends.close(each); // What was begun in it goes on, and counts in no later one of its id.
      }
    }
    return goesOn;
  }
}
