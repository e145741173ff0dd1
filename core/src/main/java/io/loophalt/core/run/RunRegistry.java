package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.policy.AgentPolicy;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Tombstones.Tombstone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The live runs by id. Bounded: beyond the number that may be kept, the runs idle longest are
 * dropped, those of threads that are gone before all others, a tenth at a time so that the cost of
 * looking for them is spread; of a halted one with an id a {@link Tombstones tombstone} stays, and
 * it is found halted.
 *
 * <p>Runs that are not used are put to {@linkplain Run#sleep sleep}, and all beyond the number that
 * may be awake: whoever opens a run, or uses one that sleeps, looks at a few others in turn. One
 * that was used since it was looked at last is passed over once.
 *
 * <p>Thread-safe; finding a run takes no lock.
 */
public final class RunRegistry {

  /** What a run was opened for, which decides how it ends. */
  enum OpenedFor {
    /** For whoever opens it, and closes it. */
    CALLER,
    /** For the calling thread, which is in no other run. */
    THREAD,
    /** For a trace, on whatever threads. */
    TRACE
  }

  /**
   * The place of a run among those awake, as soon as it is taken: each time that the run has woken.
   * A run that is over leaves it empty.
   */
  static final class Place implements Run.Keeper {
    private final Queue<Place> awake;
    volatile @Nullable LiveRun live;
    private volatile @Nullable LiveRun owner;

    Place(Queue<Place> awake) {
      this.awake = awake;
    }

    @Override
    public void awake() {
      awake.add(this);
    }

    @Override
    public void halted() {
      LiveRun mine = owner;
      if (mine != null) {
        mine.halted();
      }
    }
  }

  /** Runs opened deeper than this inside others are runs beside the one above them. */
  private static final int DEEPEST = 64;

  /** In place of the time of the latest sweep: the registry has no clock of its own. */
  private static final long NEVER = Long.MIN_VALUE;

  /** A run that was not used for so long is put to sleep. */
  private static final long REST_NANOS = 10_000_000_000L;

  /** At how many runs is looked at once. */
  private static final int LOOKS = 4;

  /** At how many if too many are awake; those in the second half are put to sleep, used or not. */
  private static final int MOST_LOOKS = 64;

  private final AgentPolicy policy;
  private final RunBounds bounds;
  private final Function<DetectorPolicy, Detector> detectors;
  private final RunEvents events;
  private final TaskPlan plan;
  private final Map<String, TaskPlan> plans = new HashMap<>();
  private final Map<String, LiveRun> runs = new ConcurrentHashMap<>();
  private final Map<String, LiveRun> byAlias = new ConcurrentHashMap<>();
  private final Tombstones tombstones;
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong lastSweepNanos = new AtomicLong(NEVER);
  private final Object dropping = new Object();
  private final AtomicInteger awake = new AtomicInteger();

  /** The runs awake, those first at which nobody has looked for longest. */
  private final Queue<Place> inTurn = new ConcurrentLinkedQueue<>();

  private volatile @Nullable LiveRun neverClosed;

  /** Starts empty, and keeps as many runs as the policy says. */
  public RunRegistry(
      AgentPolicy policy, Function<DetectorPolicy, Detector> detectors, RunEvents events) {
    this(policy, RunBounds.of(policy.maxRuns(), Long.MAX_VALUE), detectors, events);
  }

  /** Starts empty. */
  public RunRegistry(
      AgentPolicy policy,
      RunBounds bounds,
      Function<DetectorPolicy, Detector> detectors,
      RunEvents events) {
    this.policy = policy;
    this.bounds = bounds;
    this.detectors = detectors;
    this.events = events;
    this.tombstones = new Tombstones(bounds.tombstones());
    this.plan = new TaskPlan(policy.defaults());
    for (Map.Entry<String, TaskPolicy> each : policy.tasks().entrySet()) {
      plans.put(each.getKey(), new TaskPlan(each.getValue()));
    }
  }

  /** The configuration in force. */
  public AgentPolicy policy() {
    return policy;
  }

  /** The run with this id or alias, or null. */
  public @Nullable LiveRun find(String id) {
    LiveRun live = runs.get(id);
    live = live != null ? live : byAlias.get(id);
    return live != null ? live : revive(id);
  }

  /** The run with this id or alias, halted as it was when it was dropped; null if none was. */
  private @Nullable LiveRun revive(String anyId) {
    Tombstone left = tombstones.find(anyId);
    if (left == null) {
      return null;
    }
    LiveRun revived =
        create(
            left.id(),
            left.task(),
            null,
            /* named= */ true,
            left.ofTrace() ? OpenedFor.TRACE : OpenedFor.CALLER,
            left.droppedNanos());
    revived.revivedFrom = left;
    revived.run.stayHalted(left.reason());
    LiveRun raced = runs.putIfAbsent(left.id(), revived);
    if (raced != null) {
      return raced;
    }
    for (String alias : left.aliases()) {
      alias(alias, revived);
    }
    tombstones.remove(left);
    return revived;
  }

  /**
   * Opens a run.
   *
   * @param id unique among live runs, or null to have one made
   * @param parent the run inside which it is opened
   * @return the new run, or the live one with that id
   */
  public LiveRun open(@Nullable String id, String task, @Nullable LiveRun parent, long nowNanos) {
    return open(id, task, parent, OpenedFor.CALLER, nowNanos);
  }

  private LiveRun open(
      @Nullable String id,
      String task,
      @Nullable LiveRun parent,
      OpenedFor openedFor,
      long nowNanos) {
    LiveRun known = id == null ? null : runs.get(id);
    if (known != null) {
      return known;
    }
    if (runs.size() >= bounds.runs()) {
      dropIdle(nowNanos);
    }
    makeRoom(nowNanos);
    known = id == null ? null : revive(id);
    if (known != null) {
      return known;
    }
    LiveRun around = parent != null && parent.depth >= DEEPEST ? parent.parent : parent;
    while (true) {
      String key = id != null ? id : "run-" + numbers.incrementAndGet();
      LiveRun opened = create(key, task, around, id != null, openedFor, nowNanos);
      opened.run().tellOpened();
      LiveRun raced = runs.putIfAbsent(key, opened);
      if (raced == null) {
        Tombstone since = id == null ? null : tombstones.find(id);
        if (since != null) {
          // A run of this id was dropped after it was looked for, and stays halted in this one.
          opened.revivedFrom = since;
          opened.run().stayHalted(since.reason());
          tombstones.remove(since);
        }
        opened.run().deliver();
        return opened;
      }
      opened.place.live = null;
      opened.run().discard();
      if (id != null) {
        return raced;
      }
      // The application has given the made-up id to a run of its own.
    }
  }

  /**
   * Opens the run of the calling thread, which is in no other. Such runs end by silence: those that
   * were silent for the idle gap are closed here. Where the thread is gone, as one that was made
   * for a single task, a tenth of it is enough; others may still work on what the thread began.
   */
  public LiveRun openForThread(String task, long nowNanos) {
    closeSilent(nowNanos);
    return open(null, task, null, OpenedFor.THREAD, nowNanos);
  }

  /**
   * Opens the run of a trace, whose end nobody tells: it ends by silence, too.
   *
   * @return the new run, or the live one that another thread has opened for the trace
   */
  public LiveRun openForTrace(String trace, String task, long nowNanos) {
    closeSilent(nowNanos);
    return open(trace, task, null, OpenedFor.TRACE, nowNanos);
  }

  private void closeSilent(long nowNanos) {
    long gap = policy.idleGap().toNanos();
    long gapOfOrphans = gap / 10;
    long last = lastSweepNanos.get();
    boolean due = last == NEVER || nowNanos - last > gapOfOrphans;
    if (due && lastSweepNanos.compareAndSet(last, nowNanos)) {
      for (LiveRun live : runs.values()) {
        if (live.endsBySilence && live.isSilent(nowNanos, live.isOrphan() ? gapOfOrphans : gap)) {
          close(live);
        }
      }
    }
  }

  private LiveRun create(
      String id,
      String task,
      @Nullable LiveRun parent,
      boolean named,
      OpenedFor openedFor,
      long nowNanos) {
    TaskPlan own = plans.get(task);
    Place place = new Place(inTurn);
    LiveRun created =
        new LiveRun(
            new Run(
                id,
                task,
                own == null ? plan : own,
                detectors,
                policy.mode(),
                parent == null ? null : parent.run(),
                parent == null ? 0 : parent.millisAt(nowNanos),
                awake,
                place,
                events),
            this,
            place,
            parent,
            named,
            openedFor,
            nowNanos);
    place.live = created;
    place.owner = created;
    return created;
  }

  /**
   * Lets further ids lead to a run, such as a framework's own, until it is closed. A later run
   * takes the alias of an earlier one; the id of a live run stays its own.
   */
  public void alias(String id, LiveRun live) {
    byAlias.put(id, live);
    live.addAlias(id); // behind it: what closes the run, or takes back the alias, misses none
    if (live.closed) {
      removeAlias(id, live);
    }
  }

  /** Takes an alias back. */
  public void removeAlias(String id, LiveRun live) {
    live.dropAlias(id);
    byAlias.remove(id, live);
  }

  /**
   * Lets the trace in which a thread asks a model lead to the thread's own run, instead of the one
   * in which it asked before.
   *
   * @return false if the run has become that of a trace and is the thread's own no more
   */
  public boolean leadTo(LiveRun own, @Nullable String before, @Nullable String trace) {
    synchronized (own.lock) {
      if (own.ofTrace) {
        return false;
      }
      if (before != null && !before.equals(trace)) {
        removeAlias(before, own);
      }
      if (trace != null) {
        alias(trace, own);
      }
      return true;
    }
  }

  /**
   * Makes the run to which a trace leads that of the trace, on whatever threads it is worked for.
   *
   * @return false if the trace does not lead to it any more
   */
  public boolean takeForTrace(String trace, LiveRun live) {
    if (live.ofTrace) {
      return true;
    }
    synchronized (live.lock) {
      if (!live.hasAlias(trace) && !live.run().id().equals(trace)) {
        return false;
      }
      live.ofTrace = true;
      live.thread = null;
      return true;
    }
  }

  /**
   * The method that opened the run has returned, but the run goes on: until its last streamed
   * answer is there, or, if that never comes, until it is silent for the idle gap.
   */
  public void goesOn(LiveRun live) {
    live.endsBySilence = true;
    live.goesOn = true;
    closeAfterStreams(live);
  }

  /**
   * The run for one more subscriber of what a method has returned: the one in which the method was
   * called for the first, unless that is over by then; for others a new one of the same task. One
   * that was halted is not begun anew, and one that others have yet to close is shared.
   */
  public LiveRun forSubscriber(LiveRun latest, long nowNanos) {
    if (latest.run().haltReason() != null || (!latest.goesOn && !latest.closed)) {
      return latest;
    }
    boolean first = latest.claim();
    boolean silent = nowNanos - latest.lastUsedNanos.get() > policy.idleGap().toNanos();
    if (first && !latest.closed && !silent) {
      return latest;
    }
    if (first) {
      close(latest);
    }
    LiveRun opened = open(null, latest.run().task(), latest.parent, nowNanos);
    opened.claim();
    goesOn(opened);
    return opened;
  }

  /** Ends a run that goes on, because nobody waits for it any more. */
  public void abandon(LiveRun live) {
    if (live.goesOn) {
      close(live);
    }
  }

  /** An answer is to be streamed; {@link #streamEnded} follows when all that came of it is done. */
  public void streamBegan(LiveRun live) {
    live.addStreams(1);
    live.streamed = true; // behind the count: who sees it does not take this stream for over
  }

  /** A streamed answer is there and was worked on, or has failed. */
  public void streamEnded(LiveRun live) {
    live.addStreams(-1);
    closeAfterStreams(live);
  }

  private void closeAfterStreams(LiveRun live) {
    if (live.goesOn && live.streamed && live.streams == 0) {
      close(live);
    }
  }

  /** Ends a run. Does nothing the second time. */
  public void close(LiveRun live) {
    end(live);
    if (live.dropped) {
      forgetHaltOf(live); // who closes it now means that it is over
    }
  }

  private void end(LiveRun live) {
    live.closed = true;
    live.place.live = null;
    runs.remove(live.run().id(), live);
    for (String alias : live.aliases) {
      removeAlias(alias, live);
    }
    synchronized (live.lock) {
      live.listeners = List.of();
    }
    live.run().end();
  }

  /** Lifts a halt and forgets all repetition seen so far; see {@link Run#reset}. */
  public void reset(LiveRun live) {
    live.run().reset();
    live.takeMessage();
    if (live.dropped) {
      forgetHaltOf(live);
    }
  }

  private void forgetHaltOf(LiveRun live) {
    live.dropped = false;
    Tombstone left = live.tombstone;
    if (left != null) {
      tombstones.remove(left);
      LiveRun revived = runs.get(live.run().id());
      if (revived != null && left.equals(revived.revivedFrom)) {
        close(revived);
      }
    }
  }

  /**
   * Leaves of a run that was dropped what keeps it halted, once it is: whoever is still in it may
   * bring that about later.
   */
  private void leaveTombstone(LiveRun live, long nowNanos) {
    synchronized (live.lock) {
      StopReason reason = live.run().haltReason();
      String[] aliases = live.aliasesWhenDropped;
      if (reason == null || live.tombstone != null || (!live.named && aliases.length == 0)) {
        return;
      }
      Run run = live.run();
      Tombstone left =
          new Tombstone(run.id(), run.task(), reason, List.of(aliases), live.ofTrace, nowNanos);
      live.tombstone = left;
      tombstones.add(left);
    }
  }

  /** Is told by a run that was just halted, without any lock. */
  void halted(LiveRun live) {
    if (live.dropped) {
      leaveTombstone(live, live.lastUsedNanos.get());
    }
  }

  /** The live runs; a copy. */
  public List<LiveRun> all() {
    return new ArrayList<>(runs.values());
  }

  private void dropIdle(long nowNanos) {
    for (LiveRun live : takeIdlest(nowNanos)) {
      drop(live, nowNanos);
    }
  }

  /** Those to drop, which is done without the lock: it may take a moment. */
  private List<LiveRun> takeIdlest(long nowNanos) {
    List<LiveRun> idlest = new ArrayList<>();
    synchronized (dropping) {
      if (runs.size() < bounds.runs()) {
        return idlest;
      }
      // Sorted by a copy of the times, which go on changing.
      List<Idle> byIdleness = new ArrayList<>();
      for (LiveRun live : runs.values()) {
        byIdleness.add(new Idle(live, live.isOrphan(), nowNanos - live.lastUsedNanos.get()));
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
  private void drop(LiveRun live, long nowNanos) {
    Run run = live.run();
    live.aliasesWhenDropped = live.aliases;
    live.dropped = true; // before it is asked whether it is halted, as it asks the other way round
    leaveTombstone(live, nowNanos);
    if (live.closed) {
      forgetHaltOf(live); // on another thread, which has not seen that it was dropped
    }
    end(live);
    run.sleep();
    if (live.openedAt != null) {
      neverClosed = live;
    }
  }

  /** What is left of runs that were dropped halted. */
  Tombstones tombstones() {
    return tombstones;
  }

  /**
   * A run that was dropped and not closed by then, of which is known where it was opened; null if
   * there is none. Once.
   */
  public @Nullable LiveRun takeNeverClosed() {
    LiveRun live = neverClosed;
    if (live != null) {
      neverClosed = null;
    }
    return live;
  }

  /** Looks at a few of the runs awake in turn, or at more if they are too many. */
  void makeRoom(long nowNanos) {
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      boolean tooMany = awake.get() >= bounds.awake();
      if (!tooMany && looks >= LOOKS) {
        return;
      }
      Place next = inTurn.poll();
      if (next == null) {
        return;
      }
      LiveRun live = next.live;
      if (live != null && !hasMadeRoom(live, tooMany, looks >= MOST_LOOKS / 2, nowNanos)) {
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
    if (tooMany && live.isOrphan() && (live.ofTrace || live.aliases.length == 0)) {
      close(live);
      return true;
    }
    long used = live.lastUsedNanos.get();
    boolean unused = used == live.usedWhenLookedAt;
    live.usedWhenLookedAt = used;
    boolean rests = nowNanos - used > REST_NANOS || (tooMany && (unused || usedOrNot));
    return rests && live.run().sleep();
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
