package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.policy.AgentPolicy;
import io.loophalt.core.policy.DetectorPolicy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The live runs by id. Bounded: beyond the configured number, the runs idle longest are dropped,
 * those of threads that are gone before all others, a tenth at a time so that the cost of looking
 * for them is spread.
 *
 * <p>Thread-safe; finding a run takes no lock.
 */
public final class RunRegistry {

  /** What a run was opened for, which decides how it ends. */
  private enum OpenedFor {
    /** For whoever opens it, and closes it. */
    CALLER,
    /** For the calling thread, which is in no other run. */
    THREAD,
    /** For a trace, on whatever threads. */
    TRACE
  }

  /** A run with what the live agent knows beside it. */
  public static final class LiveRun {
    private static final int MOST_LISTENERS = 8;
    private static final int STATES_REMEMBERED = 32;

    private final Run run;
    private final @Nullable LiveRun parent;
    private final long startNanos;
    private final Set<String> aliases = ConcurrentHashMap.newKeySet(1);
    private volatile boolean closed;
    private final AtomicLong lastUsedNanos;
    private volatile long state;
    private final LongRing states = new LongRing(STATES_REMEMBERED);
    private final AtomicReference<@Nullable String> pendingMessage = new AtomicReference<>();
    private volatile @Nullable WeakReference<ClassLoader> toolLoader;
    private final CopyOnWriteArrayList<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final AtomicInteger streams = new AtomicInteger();
    private volatile boolean streamed;
    private volatile boolean goesOn;
    private volatile boolean endsBySilence;
    private volatile @Nullable WeakReference<Thread> thread;
    private volatile boolean endsWithAnswer;
    private volatile boolean answered;
    private volatile boolean whole;
    private volatile boolean ofTrace;

    /** All that others may ask is known by now: they find the run as soon as it is registered. */
    private LiveRun(Run run, @Nullable LiveRun parent, OpenedFor openedFor, long nowNanos) {
      this.run = run;
      this.parent = parent;
      this.startNanos = nowNanos;
      this.lastUsedNanos = new AtomicLong(nowNanos);
      this.endsBySilence = openedFor != OpenedFor.CALLER;
      this.endsWithAnswer = openedFor != OpenedFor.CALLER;
      this.ofTrace = openedFor == OpenedFor.TRACE;
      this.thread =
          openedFor == OpenedFor.THREAD ? new WeakReference<>(Thread.currentThread()) : null;
    }

    /** The run. */
    public Run run() {
      return run;
    }

    /** Says that parts of the run that a framework tells apart are runs of their own below it. */
    public void becomeWhole() {
      whole = true;
    }

    /** Whether parts of the run are runs of their own below it. */
    public boolean isWhole() {
      return whole;
    }

    /** Whether the run is over. */
    public boolean isClosed() {
      return closed;
    }

    /** Milliseconds since the run began. */
    public long millisAt(long nanos) {
      return (nanos - startNanos) / 1_000_000;
    }

    /** Notes that the run is carried to other threads, which may use it when its own is gone. */
    public void carried() {
      thread = null;
    }

    /** Whether the run is that of a trace. */
    public boolean isOfTrace() {
      return ofTrace;
    }

    /** Whether the run was not used for longer than some time. */
    public boolean isSilent(long nowNanos, long gapNanos) {
      return nowNanos - lastUsedNanos.get() > gapNanos;
    }

    /**
     * Whether most likely nobody uses the run any more: it was that of a thread that is gone, or of
     * a trace and has answered.
     */
    private boolean isOrphan() {
      if (ofTrace) {
        return answered && !isStreaming();
      }
      WeakReference<Thread> reference = thread;
      Thread owner = reference == null ? null : reference.get();
      return reference != null && (owner == null || !owner.isAlive()) && !isStreaming();
    }

    /** Notes that the run, and so those around it, are in use. Others may see it a little later. */
    public void touch(long nanos) {
      for (LiveRun live = this; live != null; live = live.parent) {
        live.lastUsedNanos.setRelease(nanos);
      }
    }

    /**
     * Says that nobody drew the run's boundary: it is over with an answer of the model that asks
     * for no tool. Else a thread that asks a model one question after the other would look like an
     * agent that only talks.
     */
    public LiveRun endingWithAnswer() {
      endsWithAnswer = true;
      return this;
    }

    /** Notes that the model has answered and asks for no tool. */
    public void answered() {
      answered = endsWithAnswer && run.haltReason() == null;
    }

    /** Whether the next call belongs to another run. */
    public boolean hasAnswered() {
      return answered;
    }

    /** Digest of the state the application reported last; absent if none. */
    public long state() {
      return state;
    }

    /**
     * Notes a reported state.
     *
     * @return whether it is progress: a change to a state in which the run has not been before, as
     *     far as it remembers {@value #STATES_REMEMBERED}
     */
    public boolean state(long digest) {
      synchronized (states) {
        boolean first = states.size() == 0;
        boolean known = states.contains(digest);
        if (!known) {
          states.add(digest);
        }
        state = digest;
        return !first && !known;
      }
    }

    /**
     * Notes who wants to be told of escalations; of too many, the oldest is forgotten. When the run
     * is over all are: threads remember it, and live longer than an application that is taken out.
     */
    @SuppressWarnings("unchecked") // the facade takes only consumers of texts
    public void listen(Consumer<?> listener) {
      synchronized (listeners) {
        if (closed) {
          return;
        }
        if (listeners.size() == MOST_LISTENERS) {
          listeners.remove(0);
        }
        listeners.addIfAbsent((Consumer<String>) listener);
      }
    }

    /** Who wants to be told of escalations of this run, those of the runs around it included. */
    public List<Consumer<String>> listeners() {
      if (parent == null) {
        return listeners;
      }
      List<Consumer<String>> all = new ArrayList<>(listeners);
      all.addAll(parent.listeners());
      return all;
    }

    /** Leaves a text for the model, to go with the next tool result. A later one replaces it. */
    public void leaveMessage(String message) {
      pendingMessage.set(message);
    }

    /**
     * Takes the text that waits for the model, or null. Of several threads one gets it, and what is
     * left meanwhile waits for the next.
     */
    public @Nullable String takeMessage() {
      return pendingMessage.get() == null ? null : pendingMessage.getAndSet(null);
    }

    /** Gives back a text that was taken and has not gone anywhere, unless a later one waits now. */
    public void returnMessage(String message) {
      pendingMessage.compareAndSet(null, message);
    }

    /**
     * The loader of the application's tool classes, in which its own exception type is looked for;
     * null if unknown.
     */
    public @Nullable ClassLoader toolLoader() {
      WeakReference<ClassLoader> reference = toolLoader;
      return reference == null ? null : reference.get();
    }

    /** Notes the loader of a tool class. */
    public void toolLoader(@Nullable ClassLoader loader) {
      if (loader != null && toolLoader() != loader) {
        toolLoader = new WeakReference<>(loader);
      }
    }

    /** Whether answers are being streamed, or worked on. */
    public boolean isStreaming() {
      return streams.get() > 0;
    }

    /** True for one caller, which then has to close the run. */
    public boolean claim() {
      return claimed.compareAndSet(false, true);
    }
  }

  private final AgentPolicy policy;
  private final Function<DetectorPolicy, Detector> detectors;
  private final RunObserver observer;
  private final Map<String, LiveRun> runs = new ConcurrentHashMap<>();
  private final Map<String, LiveRun> byAlias = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong lastSweepNanos = new AtomicLong(System.nanoTime());
  private final ReentrantLock dropping = new ReentrantLock();

  /** Starts empty. */
  public RunRegistry(
      AgentPolicy policy, Function<DetectorPolicy, Detector> detectors, RunObserver observer) {
    this.policy = policy;
    this.detectors = detectors;
    this.observer = observer;
  }

  /** The configuration in force. */
  public AgentPolicy policy() {
    return policy;
  }

  /** The run with this id or alias, or null. */
  public @Nullable LiveRun find(String id) {
    LiveRun live = runs.get(id);
    return live != null ? live : byAlias.get(id);
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
    if (runs.size() >= policy.maxRuns()) {
      dropIdle(nowNanos);
    }
    while (true) {
      String key = id != null ? id : "run-" + numbers.incrementAndGet();
      LiveRun opened = create(key, task, parent, openedFor, nowNanos);
      LiveRun raced = runs.putIfAbsent(key, opened);
      if (raced == null) {
        return opened;
      }
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
    if (nowNanos - last > gapOfOrphans && lastSweepNanos.compareAndSet(last, nowNanos)) {
      for (LiveRun live : runs.values()) {
        if (live.endsBySilence && live.isSilent(nowNanos, live.isOrphan() ? gapOfOrphans : gap)) {
          close(live);
        }
      }
    }
  }

  private LiveRun create(
      String id, String task, @Nullable LiveRun parent, OpenedFor openedFor, long nowNanos) {
    return new LiveRun(
        new Run(
            id,
            task,
            policy.forTask(task),
            detectors,
            policy.mode(),
            parent == null ? null : parent.run(),
            parent == null ? 0 : parent.millisAt(nowNanos),
            observer),
        parent,
        openedFor,
        nowNanos);
  }

  /**
   * Lets further ids lead to a run, such as a framework's own, until it is closed. A later run
   * takes the alias of an earlier one; the id of a live run stays its own.
   */
  public void alias(String id, LiveRun live) {
    byAlias.put(id, live);
    live.aliases.add(id); // behind it: what closes the run, or takes back the alias, misses none
    if (live.closed) {
      removeAlias(id, live);
    }
  }

  /** Takes an alias back. */
  public void removeAlias(String id, LiveRun live) {
    live.aliases.remove(id);
    byAlias.remove(id, live);
  }

  /**
   * Lets the trace in which a thread asks a model lead to the thread's own run, instead of the one
   * in which it asked before.
   *
   * @return false if the run has become that of a trace and is the thread's own no more
   */
  public boolean leadTo(LiveRun own, @Nullable String before, @Nullable String trace) {
    synchronized (own.aliases) {
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
    synchronized (live.aliases) {
      if (!live.aliases.contains(trace) && !live.run().id().equals(trace)) {
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
    live.streams.incrementAndGet();
    live.streamed = true; // behind the count: who sees it does not take this stream for over
  }

  /** A streamed answer is there and was worked on, or has failed. */
  public void streamEnded(LiveRun live) {
    live.streams.decrementAndGet();
    closeAfterStreams(live);
  }

  private void closeAfterStreams(LiveRun live) {
    if (live.goesOn && live.streamed && live.streams.get() == 0) {
      close(live);
    }
  }

  /** Ends a run. Does nothing the second time. */
  public void close(LiveRun live) {
    live.closed = true;
    runs.remove(live.run().id(), live);
    for (String alias : live.aliases) {
      removeAlias(alias, live);
    }
    synchronized (live.listeners) {
      live.listeners.clear();
    }
    live.run().end();
  }

  /** The live runs; a copy. */
  public List<LiveRun> all() {
    return new ArrayList<>(runs.values());
  }

  private void dropIdle(long nowNanos) {
    dropping.lock();
    try {
      if (runs.size() < policy.maxRuns()) {
        return;
      }
      // Sorted by a copy of the times, which go on changing.
      List<Idle> byIdleness = new ArrayList<>();
      for (LiveRun live : runs.values()) {
        byIdleness.add(new Idle(live, live.isOrphan(), nowNanos - live.lastUsedNanos.get()));
      }
      byIdleness.sort(null);
      int surplus = Math.max(1, byIdleness.size() / 10);
      for (Idle each : byIdleness.subList(0, Math.min(surplus, byIdleness.size()))) {
        close(each.live());
      }
    } finally {
      dropping.unlock();
    }
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
