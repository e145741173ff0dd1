package io.loophalt.runtime.runs;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunKeeper;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.Tombstones.Tombstone;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens runs by the configuration in force: new ones, those that go on halted for an earlier one of
 * their id, and those with which a conversation begins anew. Thread-safe.
 */
final class RunOpener {

  private final RunEvents events;
  private final Function<DetectorPolicy, Detector> detectors;
  private final @Nullable LoopMemory memory;

  /** What holds for runs from now on. */
  private volatile TaskPlans plans;

  private final AtomicLong numbers = new AtomicLong();
  private final RunIds ids;
  private final KeptHalts halts;
  private final RunEnds ends;
  private final AwakeRuns awake;

  /** Null where no other process takes part in joined runs. */
  private volatile @Nullable RunSharing sharing;

  RunOpener(
      AgentPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      @Nullable LoopMemory memory,
      RunEvents events,
      RunIds ids,
      KeptHalts halts,
      RunEnds ends,
      AwakeRuns awake) {
    this.events = events;
    this.detectors = detectors;
    this.memory = memory;
    this.ids = ids;
    this.halts = halts;
    this.ends = ends;
    this.awake = awake;
    this.plans = new TaskPlans(policy, detectors, memory, null, events.clock());
  }

  /** What holds now. */
  TaskPlans plans() {
    return plans;
  }

  /** What keeps joined runs the same in other processes; null if nothing does. */
  @Nullable RunSharing sharing() {
    return sharing;
  }

  /** From now on joined runs are shared with other processes. */
  void shareBy(RunSharing shared) {
    sharing = shared;
  }

  /** From now on another configuration holds, for the runs that there are, too. */
  synchronized void follow(AgentPolicy next) {
    TaskPlans changed = new TaskPlans(next, detectors, memory, plans, events.clock());
    plans = changed;
    for (LiveRun live : ids.all()) {
      follow(live.run(), changed);
    }
  }

  private static void follow(Run run, TaskPlans changed) {
    run.follow(changed.of(run.task()));
  }

  /** A run that is found from now on may have been begun by what held before. */
  private void catchUp(Run run, TaskPlans begunBy) {
    TaskPlans current = plans;
    if (current != begunBy) {
      follow(run, current);
    }
  }

  /** A run that goes on halted for one of this id; null if none was halted. */
  @Nullable LiveRun revive(String id, boolean joined) {
    return revive(id, null, joined, null, null);
  }

  private @Nullable LiveRun revive(
      String id,
      @Nullable String task,
      boolean joined,
      @Nullable LiveRun parent,
      RunSharing.@Nullable Place place) {
    if (halts.isEmpty()) {
      return null;
    }
    HaltKey key = joined ? HaltKey.ofJoined(id) : HaltKey.ofId(id);
    Tombstone left = halts.find(key);
    if (left == null) {
      return null;
    }
    long now = halts.now();
    ends.dropIdlest(now);
    TaskPlans before = plans;
    LiveRun revived =
        create(
            id,
            task == null ? left.task() : task,
            parent,
            /* named= */ true,
            joined
                ? RunBoundary.ofAll()
                : left.ofTrace() ? RunBoundary.ofTrace() : RunBoundary.ofCaller(),
            place,
            now);
    staysHalted(revived, left);
    if (!joined) {
      revived.boundary().awaitAdoption();
    }
    LiveRun raced = ids.add(revived);
    if (raced != null) {
      return raced;
    }
    catchUp(revived.run(), before);
    if (halts.find(key) == null) {
      revived.run().reset(); // as the one that was halted has been meanwhile
    }
    return revived;
  }

  private static void staysHalted(LiveRun revived, Tombstone left) {
    revived.remains().reviveFrom(left);
    revived.run().stayHalted(left.reason(revived.run().id()));
  }

  /**
   * Opens a run.
   *
   * @param id unique among live runs of its kind, or null to have one made
   * @param parent the run inside which it is opened
   * @param conversation what tells the conversation apart of which it is a part; null for none
   * @param place where it is in other processes; null if nothing is known of that
   * @return the new run, or the live one with that id
   */
  LiveRun open(
      @Nullable String id,
      String task,
      @Nullable LiveRun parent,
      RunBoundary boundary,
      @Nullable HaltKey conversation,
      RunSharing.@Nullable Place place,
      long nowNanos) {
    boolean joined = boundary.isJoined();
    LiveRun known = id == null ? null : joined ? ids.joined(id) : ids.own(id);
    if (known != null) {
      return known;
    }
    ends.dropIdlest(nowNanos);
    awake.makeRoom(nowNanos);
    LiveRun around = parent == null ? null : parent.aroundAnother();
    known = id == null ? null : revive(id, task, joined, joined ? around : null, place);
    if (known != null) {
      return known;
    }
    while (true) {
      String key = id != null ? id : "run-" + numbers.incrementAndGet();
      TaskPlans before = plans;
      LiveRun opened = create(key, task, around, id != null, boundary, place, nowNanos);
      Tombstone left = conversation == null ? null : halts.find(conversation);
      if (conversation != null) {
        opened.remains().becomeConversation(conversation);
      }
      if (left == null) {
        opened.run().tellOpened();
      } else {
        staysHalted(opened, left);
      }
      LiveRun raced = ids.add(opened);
      if (raced == null) {
        catchUp(opened.run(), before);
        Tombstone since =
            id == null || halts.isEmpty()
                ? null
                : halts.find(joined ? HaltKey.ofJoined(id) : HaltKey.ofId(id));
        if (since != null) {
          // A halted run of this id was over after it was looked for, and stays halted in this one.
          staysHalted(opened, since);
        }
        opened.run().deliver();
        return opened;
      }
      opened.isOverNow();
      opened.run().discard();
      if (id != null) {
        return raced;
      }
      // The application has given the made-up id to a run of its own.
    }
  }

  private LiveRun create(
      String id,
      String task,
      @Nullable LiveRun parent,
      boolean named,
      RunBoundary boundary,
      RunSharing.@Nullable Place place,
      long nowNanos) {
    AwakeRuns.Place own = new AwakeRuns.Place(awake);
    long beganMillis = parent == null ? 0 : parent.ageMillisAt(nowNanos);
    LiveRun created =
        new LiveRun(begin(id, task, parent, beganMillis, own), parent, named, boundary, nowNanos);
    own.take(created);
    RunSharing known = boundary.isJoined() ? sharing : null;
    if (known != null) {
      created.shareBy(place == null ? known.share(created) : place.share(created));
    }
    return created;
  }

  private Run begin(
      String id, String task, @Nullable LiveRun parent, long beganMillis, AwakeRuns.Place place) {
    return new Run(
        id, task, plans.of(task), parent == null ? null : parent.run(), beganMillis, place, events);
  }

  /** See {@link RunRegistry#aside}. */
  Run aside(String id, String task) {
    return new Run(id, task, plans.of(task), null, 0, RunKeeper.NOBODY, RunEvents.NONE);
  }

  /** A conversation goes on with another run, of which nothing that was before counts. */
  void beginAnew(LiveRun live, long nowNanos) {
    Run before = live.run();
    AwakeRuns.Place place = new AwakeRuns.Place(awake);
    TaskPlans known = plans;
    LiveRun parent = live.parent();
    Run next =
        begin(
            before.id(),
            before.task(),
            parent,
            parent == null ? 0 : parent.ageMillisAt(nowNanos),
            place);
    place.take(live);
    if (!live.beginAnew(before, next, nowNanos)) {
      next.discard(); // another thread has heard it, too
      return;
    }
    catchUp(next, known);
    halts.lift(live);
    live.goesOnByDecision();
    before.end();
    next.tellOpened();
    next.deliver();
  }
}
