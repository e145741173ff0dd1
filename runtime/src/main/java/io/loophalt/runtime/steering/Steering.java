package io.loophalt.runtime.steering;

import io.loophalt.Effect;
import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.RunWaits;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.HaltWait;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.Usage;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.Pause;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a person has told all runs of this JVM. It is asked before each call of a tool or model;
 * while nothing is told, that is one volatile read.
 *
 * <p>Thread-safe.
 */
public final class Steering {

  private final Warnings warnings;
  private final RunEvents events;

  /** How often a halted run that waits looks whether the application itself has reset it. */
  private static final long LOOKS_EVERY = 500_000_000;

  private static final String FROZEN = "runs are frozen";
  private static final String HALTED = "a halted run is to wait for a person";

  /** How many calls wait, and how many halted runs. */
  private final AtomicInteger waiting = new AtomicInteger();

  private final AtomicInteger parked = new AtomicInteger();
  private volatile @Nullable Freeze freeze;
  private volatile Set<String> blocked = Set.of();
  private volatile boolean any;
  private volatile boolean ending;

  /**
   * Nothing is told.
   *
   * @param log is told once that a thread must not wait
   * @param events hear of runs that wait for a person
   */
  public Steering(Log log, RunEvents events) {
    this.warnings = new Warnings(log);
    this.events = events;
  }

  /** Whether something is told that the next call is to be asked about. */
  public boolean any() {
    return any;
  }

  /**
   * Holds every call from now on, in place of a freeze before.
   *
   * @param halts whether runs are halted at their next call instead of waiting
   * @param most how long at most; more than 0
   */
  public Freeze freeze(Freeze.Calls calls, boolean halts, Duration most) {
    Freeze begun = new Freeze(calls, halts, most, Clock.systemUTC().instant(), System.nanoTime());
    synchronized (this) {
      Freeze before = freeze;
      freeze = begun;
      any = true;
      if (before != null) {
        before.lift(); // who waits for it looks again, and waits for this one
      }
    }
    return begun;
  }

  /**
   * Lets all calls go on.
   *
   * @return whether they were held
   */
  public synchronized boolean unfreeze() {
    Freeze before = frozen();
    freeze = null;
    any = !blocked.isEmpty();
    if (before != null) {
      before.lift();
    }
    return before != null;
  }

  /** Lets the calls go on that this one holds; does nothing where another has taken its place. */
  public synchronized void lift(Freeze one) {
    if (freeze == one) {
      unfreeze();
    }
  }

  /** What holds calls now; null if nothing does. */
  public @Nullable Freeze frozen() {
    Freeze current = freeze;
    return current == null || current.isOver(System.nanoTime()) ? null : current;
  }

  /** As {@link #frozen}, but that the end of the JVM lifts nothing; what is over is forgotten. */
  private @Nullable Freeze atHand() {
    Freeze current = freeze;
    if (current == null || !current.isOver(System.nanoTime())) {
      return current;
    }
    if (ending && !current.isLate(System.nanoTime())) {
      return current;
    }
    synchronized (this) {
      if (freeze == current) {
        freeze = null;
        any = !blocked.isEmpty();
      }
      return freeze;
    }
  }

  /** How many calls wait now. */
  public int waiting() {
    return waiting.get();
  }

  /**
   * Refuses a tool from now on.
   *
   * @return whether it was not refused before
   */
  public synchronized boolean block(String tool) {
    Set<String> more = new TreeSet<>(blocked);
    boolean added = more.add(tool);
    blocked = Set.copyOf(more);
    any = true;
    return added;
  }

  /**
   * Refuses a tool no more.
   *
   * @return whether it was refused
   */
  public synchronized boolean unblock(String tool) {
    Set<String> fewer = new TreeSet<>(blocked);
    boolean removed = fewer.remove(tool);
    blocked = Set.copyOf(fewer);
    any = freeze != null || !blocked.isEmpty();
    return removed;
  }

  /** The tools that are refused. */
  public Set<String> blocked() {
    return blocked;
  }

  /** What the model is told in place of a tool's result; null if the tool is not refused. */
  public @Nullable String refusal(String tool) {
    return blocked.contains(tool)
        ? "The tool '"
            + PrintableText.name(tool)
            + "' was blocked by an operator and is not available now. Do not call it again; go on"
            + " without it, or say what you could not do."
        : null;
  }

  /**
   * Lets a call wait for a person, who resumes its halted run or halts it for good.
   *
   * @param caller the run of the call
   * @param halted the same run, or the one around it that is halted
   * @return whether it goes on; false if the wait is over without that, was over before, or this
   *     thread must not wait
   */
  public boolean awaitPerson(LiveRun caller, LiveRun halted, HaltWait wait) {
    Pause pause = halted.pause();
    if (ending || pause.isRefused() || !mayWait(HALTED)) {
      return false;
    }
    if (!canWait(HALTED)) {
      pause.refuseUnlessOthersWait();
      return false;
    }
    boolean first = pause.beginsToPark();
    try {
      if (first && parked.incrementAndGet() > wait.maxParked()) {
        pause.refuse();
        return false;
      }
      long deadline = System.nanoTime() + wait.most().toNanos();
      return waits(
          caller,
          HALTED,
          () -> {
            if (Thread.interrupted()) {
              throw new InterruptedException(); // before anybody is told
            }
            if (pause.isToBeTold()) {
              tell(halted, wait.most());
            }
            return decided(halted, deadline);
          });
    } finally {
      if (pause.endsToPark()) {
        parked.decrementAndGet();
      }
    }
  }

  private void tell(LiveRun halted, Duration most) {
    Run run = halted.run();
    StopReason reason = run.haltReason();
    if (reason != null) {
      Instant now = events.clock().instant();
      events.sink().publish(new RunWaits(now, run.id(), run.task(), reason, now.plus(most)));
    }
  }

  private boolean decided(LiveRun halted, long deadline) throws InterruptedException {
    Pause pause = halted.pause();
    while (halted.run().haltReason() != null && !pause.isRefused() && !ending) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        pause.refuse();
      } else {
        pause.awaitDecision(Math.min(left, LOOKS_EVERY));
      }
    }
    return halted.run().haltReason() == null;
  }

  /** Something that is waited for; whether the call then goes on. */
  private interface Awaited {
    boolean await() throws InterruptedException;
  }

  /** Whether this thread is none of those that are known not to. */
  private boolean mayWait(String what) {
    boolean may = MayWait.is(Thread.currentThread());
    if (!may) {
      warn(what);
    }
    return may;
  }

  /**
   * Whether nobody refuses this thread, as BlockHound does, which knows threads by their names. It
   * is made to wait for the shortest time that there is, before anybody is told that it waits. No
   * latch is awaited for so short a time: that one would not park.
   */
  private boolean canWait(String what) {
    try {
      LockSupport.parkNanos(this, 1);
      return true;
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused);
      warn(what);
      return false;
    }
  }

  private void warn(String what) {
    warnings.once(
        what,
        what
            + ", but "
            + PrintableText.name(Thread.currentThread().getName())
            + " is a thread that must not wait: its call is halted at once, and so are those of"
            + " others like it");
  }

  /**
   * Lets this thread wait, which it may and can, in time that counts for no run; false if it waits
   * no more.
   */
  private boolean waits(LiveRun live, String what, Awaited awaited) {
    waiting.incrementAndGet();
    long began = System.nanoTime();
    live.beginsToWait(began);
    try {
      return awaited.await();
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused);
      warn(what); // It was not refused a moment before.
      return false;
    } finally {
      long ended = System.nanoTime();
      live.endsToWait(ended);
      waiting.decrementAndGet();
      InvocationStack.current().hasWaited(ended - began);
    }
  }

  /** The JVM ends: nobody waits any more, and who would have to is stopped. */
  public void endWaiting() {
    ending = true;
    Freeze current = freeze;
    if (current != null) {
      current.lift();
    }
  }

  /**
   * Holds a call for as long as its run is frozen. The time counts for no ceiling and for no
   * silence.
   *
   * @param effect what the call may change; null of a model call
   * @return null if the call may go on; else why it must be stopped, this once
   */
  public @Nullable StopReason admit(LiveRun live, @Nullable Effect effect) {
    for (Freeze current = atHand(); current != null; current = atHand()) {
      boolean holds =
          current.calls() == Freeze.Calls.ALL || (effect != null && effect != Effect.READ);
      if (!holds || live.run().haltReason() != null) {
        return null; // What is halted needs no waiting: its next call throws.
      }
      if (current.halts()) {
        live.run().halt(Kind.OPERATOR, "an operator froze and halted all runs");
        return null;
      }
      if (ending || !hold(current, live)) {
        return reason(live, current);
      }
    }
    return null;
  }

  /** Whether calls are held now. */
  boolean isFrozen() {
    return atHand() != null;
  }

  /** False if the thread must not wait, or was told to wait no more. */
  private boolean hold(Freeze current, LiveRun live) {
    if (!mayWait(FROZEN) || !canWait(FROZEN)) {
      return false;
    }
    return waits(
        live,
        FROZEN,
        () -> {
          current.await();
          return !ending;
        });
  }

  /** Not sticky: the run goes on when the freeze is over. */
  private static StopReason reason(LiveRun live, Freeze current) {
    Usage used = live.run().usage();
    return new StopReason(
        Kind.OPERATOR,
        "frozen by an operator until " + current.until() + ", and this call cannot wait",
        live.run().task(),
        live.run().id(),
        "operator",
        1,
        used.steps(),
        used.turns(),
        used.inputTokens(),
        used.outputTokens(),
        live.run().lastActions(),
        true);
  }
}
