package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.runs.Tombstones.Tombstone;
import io.loophalt.runtime.safety.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps halted what is over: of a halted run with an id a {@link Tombstones tombstone} stays,
 * whether it was closed, was silent or had to make room, until somebody resets it. A retry, a
 * message that is delivered again and a restart begin under the same id. Thread-safe.
 */
final class KeptHalts {

  /** Of more tasks the names are not kept; whoever opens a run says which it is. */
  private static final int MOST_TASKS = 256;

  private static final int MOST_CHARACTERS = 200;

  private final Map<String, String> tasks = new ConcurrentHashMap<>();
  private final RunIds ids;
  private final Tombstones tombstones;
  private final @Nullable LongSupplier clock;
  private volatile @Nullable Warnings warnings;

  /**
   * Starts empty.
   *
   * @param most keeps no more than so many
   * @param lifeNanos keeps each for so long
   * @param clock nanoseconds that never go back; null for the JVM's
   */
  KeptHalts(RunIds ids, int most, long lifeNanos, @Nullable LongSupplier clock) {
    this.ids = ids;
    this.clock = clock;
    this.tombstones = new Tombstones(most, lifeNanos, now());
  }

  /** The time by which halts are kept, in nanoseconds. */
  long now() {
    LongSupplier known = clock;
    return known == null ? System.nanoTime() : known.getAsLong();
  }

  /** Where it is said that a run is not kept halted any more because there are too many others. */
  void warnBy(Warnings told) {
    warnings = told;
  }

  /** Whether nothing is kept halted. */
  boolean isEmpty() {
    return tombstones.isEmpty();
  }

  /** What is left of a run, or null. */
  @Nullable Tombstone find(HaltKey key) {
    return tombstones.find(key, now());
  }

  /**
   * A run may be over and halted, which is noticed by whoever ends it and by whoever is in it, in
   * either order. Does nothing the second time.
   */
  void leaveIfHalted(LiveRun live) {
    Run run = live.run();
    StopReason reason = live.isOver() ? run.haltReason() : null;
    // A run inside a halted one is halted as long as that one is, and needs nothing of its own.
    if (reason == null || !reason.runId().equals(run.id())) {
      return;
    }
    if (reason.detector().startsWith(Budget.RULE)) {
      return; // The next run of the id is halted, too, for as long as the budget is spent.
    }
    if (!live.remains().leavesHalt()) {
      return;
    }
    List<HaltKey> keys = keysOf(live);
    if (keys.isEmpty()) {
      return;
    }
    long origin = originOf(live);
    Tombstone left =
        tombstones.of(
            reason.kind(),
            kept(run.task()),
            origin,
            live.remains().words(),
            live.boundary().isOfTrace(),
            now());
    for (HaltKey key : keys) {
      if (tombstones.add(key, left)) {
        tellForgotten();
      }
    }
    if (run.haltReason() == null) {
      // It was reset meanwhile, when nothing was left of it yet.
      tombstones.removeAllOf(origin);
    }
  }

  /** The same text for equal names, so that tasks of tombstones take no room of their own. */
  private String kept(String task) {
    String known = tasks.get(task);
    if (known != null) {
      return known;
    }
    if (tasks.size() >= MOST_TASKS || task.length() > MOST_CHARACTERS) {
      return "";
    }
    tasks.put(task, task);
    return task;
  }

  private void tellForgotten() {
    Warnings told = warnings;
    if (told != null) {
      told.once(
          "forgotten halts",
          "so many runs were halted and are over that the oldest of them are not kept halted any"
              + " more: what begins under their ids again is a new run. A shorter 'halted-for' keeps"
              + " fewer");
    }
  }

  /** A run was reset: nothing stays halted for it, under whatever id. */
  void lift(LiveRun live) {
    live.remains().leavesHaltAgain();
    if (isEmpty()) {
      return;
    }
    for (HaltKey key : keysOf(live)) {
      tombstones.remove(key);
    }
    liftAllOf(originOf(live), live);
  }

  /** Another process has reset a joined run: nothing stays halted for it here, either. */
  void liftJoined(String id) {
    Tombstone left = isEmpty() ? null : find(HaltKey.ofJoined(id));
    if (left != null) {
      liftAllOf(left.origin(), ids.joined(id));
    }
  }

  /** The run itself is reset by who calls this. */
  private void liftAllOf(long origin, @Nullable LiveRun live) {
    tombstones.removeAllOf(origin);
    for (LiveRun each : ids.all()) {
      Tombstone revivedFrom = each == live ? null : each.revivedFrom();
      if (revivedFrom != null && revivedFrom.origin() == origin) {
        each.run().reset();
      }
    }
  }

  private static long originOf(LiveRun live) {
    Tombstone revivedFrom = live.revivedFrom();
    if (revivedFrom != null) {
      return revivedFrom.origin();
    }
    String id = live.run().id();
    return (live.boundary().isJoined() ? HaltKey.ofJoined(id) : HaltKey.ofId(id)).low();
  }

  private static List<HaltKey> keysOf(LiveRun live) {
    List<HaltKey> keys = new ArrayList<>();
    HaltKey conversation = live.remains().conversation();
    if (conversation != null) {
      keys.add(conversation);
    }
    if (live.boundary().isJoined()) {
      keys.add(HaltKey.ofJoined(live.run().id()));
    } else if (live.isNamed()) {
      keys.add(HaltKey.ofId(live.run().id()));
    }
    for (String alias : live.aliasesAtEnd()) {
      keys.add(HaltKey.ofId(alias));
    }
    return keys;
  }

  /** All that is left. */
  Tombstones tombstones() {
    return tombstones;
  }
}
