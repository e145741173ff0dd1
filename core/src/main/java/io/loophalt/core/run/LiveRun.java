package io.loophalt.core.run;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.run.RunRegistry.OpenedFor;
import io.loophalt.core.run.RunRegistry.Place;
import io.loophalt.core.run.Tombstones.Tombstone;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run with what the live agent knows beside it. */
public final class LiveRun {
  private static final int MOST_LISTENERS = 8;
  private static final int STATES_REMEMBERED = 32;
  private static final String[] NO_ALIASES = {};

  final Run run;
  private final RunRegistry registry;
  final Place place;
  final @Nullable LiveRun parent;
  final int depth;
  final boolean named;
  private final long startNanos;
  final AtomicLong lastUsedNanos;

  /** Guards what is written seldom; held for a moment. */
  final Object lock = new Object();

  volatile String[] aliases = NO_ALIASES;
  volatile boolean closed;
  volatile boolean dropped;

  /** What is left of it for others since it was dropped and halted; null if nothing is. */
  volatile @Nullable Tombstone tombstone;

  /** What was left of the run that this one goes on halted for; null for most. */
  volatile @Nullable Tombstone revivedFrom;

  volatile String[] aliasesWhenDropped = NO_ALIASES;
  private volatile long state;
  private @Nullable LongRing states;
  private volatile @Nullable String pendingMessage;
  private volatile @Nullable WeakReference<ClassLoader> toolLoader;
  volatile List<Consumer<String>> listeners = List.of();
  private volatile boolean claimed;
  volatile int streams;
  volatile boolean streamed;
  volatile boolean goesOn;
  volatile boolean endsBySilence;
  volatile @Nullable WeakReference<Thread> thread;
  private volatile boolean endsWithAnswer;
  private volatile boolean answered;
  private volatile boolean whole;
  volatile boolean ofTrace;
  volatile @Nullable StackTraceElement openedAt;

  /** When it had been used last when it was looked at last. */
  long usedWhenLookedAt;

  /** All that others may ask is known by now: they find the run as soon as it is registered. */
  LiveRun(
      Run run,
      RunRegistry registry,
      Place place,
      @Nullable LiveRun parent,
      boolean named,
      OpenedFor openedFor,
      long nowNanos) {
    this.run = run;
    this.registry = registry;
    this.place = place;
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.named = named;
    this.startNanos = nowNanos;
    this.lastUsedNanos = new AtomicLong(nowNanos);
    this.usedWhenLookedAt = nowNanos - 1;
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

  /** Is told, without any lock, when a call of the run was answered by a halt. */
  void halted() {
    if (dropped && tombstone == null) {
      registry.halted(this);
    }
  }

  /** Says that parts of the run that a framework tells apart are runs of their own below it. */
  public void becomeWhole() {
    whole = true;
  }

  /** Whether parts of the run are runs of their own below it. */
  public boolean isWhole() {
    return whole;
  }

  /**
   * Whether the run is over. One that was halted when it had to make room for others is not:
   * whoever still has it is refused.
   */
  public boolean isClosed() {
    return closed && !(dropped && run.haltReason() != null);
  }

  /** Notes where the application opened the run, for when it is never closed. */
  public void openedAt(@Nullable StackTraceElement place) {
    openedAt = place;
  }

  /** Where the application opened the run, if that was noted. */
  public @Nullable StackTraceElement openedAt() {
    return openedAt;
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
   * Whether most likely nobody uses the run any more: it was that of a thread that is gone, or of a
   * trace and has answered.
   */
  boolean isOrphan() {
    if (ofTrace) {
      return answered && !isStreaming();
    }
    WeakReference<Thread> reference = thread;
    Thread owner = reference == null ? null : reference.get();
    return reference != null && (owner == null || !owner.isAlive()) && !isStreaming();
  }

  /** Notes that the run, and so those around it, are in use. Others may see it a little later. */
  public void touch(long nanos) {
    if (run.isAsleep()) {
      registry.makeRoom(nanos);
    }
    for (LiveRun live = this; live != null; live = live.parent) {
      live.lastUsedNanos.setRelease(nanos);
    }
  }

  /**
   * Says that nobody drew the run's boundary: it is over with an answer of the model that asks for
   * no tool. Else a thread that asks a model one question after the other would look like an agent
   * that only talks.
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
    synchronized (lock) {
      LongRing before = states;
      if (before == null) {
        before = new LongRing(STATES_REMEMBERED);
        states = before;
      }
      boolean first = before.size() == 0;
      boolean known = before.contains(digest);
      if (!known) {
        before.add(digest);
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
    synchronized (lock) {
      if (closed || listeners.contains(listener)) {
        return;
      }
      List<Consumer<String>> more = new ArrayList<>(listeners);
      if (more.size() == MOST_LISTENERS) {
        more.remove(0);
      }
      more.add((Consumer<String>) listener);
      listeners = List.copyOf(more);
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
    synchronized (lock) {
      pendingMessage = message;
    }
  }

  /**
   * Takes the text that waits for the model, or null. Of several threads one gets it, and what is
   * left meanwhile waits for the next.
   */
  public @Nullable String takeMessage() {
    if (pendingMessage == null) {
      return null;
    }
    synchronized (lock) {
      String message = pendingMessage;
      pendingMessage = null;
      return message;
    }
  }

  /** Gives back a text that was taken and has not gone anywhere, unless a later one waits now. */
  public void returnMessage(String message) {
    synchronized (lock) {
      pendingMessage = pendingMessage == null ? message : pendingMessage;
    }
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
    return streams > 0;
  }

  /** True for one caller, which then has to close the run. */
  public boolean claim() {
    synchronized (lock) {
      boolean first = !claimed;
      claimed = true;
      return first;
    }
  }

  void addStreams(int more) {
    synchronized (lock) {
      streams += more;
    }
  }

  boolean hasAlias(String id) {
    for (String alias : aliases) {
      if (alias.equals(id)) {
        return true;
      }
    }
    return false;
  }

  void addAlias(String id) {
    synchronized (lock) {
      if (!hasAlias(id)) {
        String[] more = Arrays.copyOf(aliases, aliases.length + 1);
        more[aliases.length] = id;
        aliases = more;
      }
    }
  }

  void dropAlias(String id) {
    synchronized (lock) {
      List<String> left = new ArrayList<>(Arrays.asList(aliases));
      left.remove(id);
      aliases = left.toArray(NO_ALIASES);
    }
  }
}
