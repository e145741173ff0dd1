package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.runtime.runs.RunSharing.Shared;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.steering.MayWait;
import io.loophalt.store.RedisLink.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One run of this process that is judged in others, too: each call is judged by the state that is
 * in the store, while no other process judges one, and puts back what came of it.
 *
 * <p>Thread-safe. The calls of this process take turns before one of them asks the store. What was
 * judged without it is put there a little later, or when it is back, unless others have come
 * further meanwhile.
 */
final class SharedRun implements Shared {

  /** The run as this process has it. */
  interface Member {

    Run run();

    /** How long it has been going on. */
    long millis();

    /** It began so long ago, in another process. */
    void beganMillisAgo(long millis);

    /** Whether it goes on halted for an earlier one of its id that this process remembers. */
    boolean isRevived();

    /** Whether this process has ended or dropped it. */
    boolean isOver();

    /** After so much silence it is over. */
    Duration gap();
  }

  private final RedisLink link;
  private final StoredNames names;
  private final LateEntries late;
  private final Member member;

  /** Of the run around this one, in which all that happens here counts, too; null for most. */
  private final @Nullable SharedRun outer;

  private final RunCommands commands;
  private final Lease lease;
  private final ReentrantLock turn = new ReentrantLock();

  // Guarded by the turn.

  /** In which this process is; null before it has asked. */
  private @Nullable Generation generation;

  /** The state in the store on which that of this process stands. */
  private byte[] base = StoredNames.NONE;

  /** How much had happened in that state. */
  private long hadHappened;

  /** Whether the run was halted in that state. */
  private boolean wasHalted;

  /** Whether its times are to be those of this process, because the generation there is another. */
  private boolean takesOver;

  /** Whether this process judges for itself, because the run is over. */
  private boolean alone;

  private volatile boolean overElsewhere;

  /** Whether what is in the store was of no use here when it was looked at last. */
  private volatile boolean unreadable;

  /** Whether it has judged something since that is not in the store. */
  private volatile boolean ahead;

  /** Whether its end is still to be told. */
  private volatile boolean endIsToBeTold;

  SharedRun(
      RedisLink link,
      StoredNames names,
      LateEntries late,
      Member member,
      @Nullable SharedRun outer) {
    this.link = link;
    this.names = names;
    this.late = late;
    this.member = member;
    this.outer = outer;
    this.commands = new RunCommands(names, member);
    this.lease = new Lease(link, names, commands);
  }

  @Override
  public boolean enter() {
    long deadline = link.deadlineNanos();
    if (!takeTurn(deadline)) {
      late.add(this);
      return !overElsewhere;
    }
    try {
      acquire(deadline);
      return !overElsewhere;
    } finally {
      leave();
    }
  }

  /** Of a run inside another one that one is first, so that no two wait for each other. */
  @Override
  public boolean begin() {
    SharedRun around = outer;
    boolean outside = around != null && around.begin();
    boolean ended = false;
    try {
      boolean here = beginHere();
      ended = true;
      return here || outside;
    } finally {
      if (!ended && outside && around != null) {
        around.end();
      }
    }
  }

  private boolean beginHere() {
    long deadline = link.deadlineNanos();
    boolean shared = false;
    if (takeTurn(deadline)) {
      try {
        shared = acquire(deadline);
      } finally {
        if (!shared) {
          leave();
        }
      }
    }
    if (!shared) {
      ahead = true;
      late.oneMoreAlone();
      if (!unreadable) {
        late.add(this);
      }
    }
    return shared;
  }

  /** Whatever has happened, nobody waits for this call. */
  private void leave() {
    if (lease.isHeld()) {
      lease.release();
    }
    turn.unlock();
  }

  @Override
  public void end() {
    if (turn.isHeldByCurrentThread()) {
      endHere();
    }
    SharedRun around = outer;
    if (around != null && around.turn.isHeldByCurrentThread()) {
      around.end();
    }
  }

  private void endHere() {
    try {
      put();
    } finally {
      leave();
    }
    if (ahead) {
      late.add(this);
    }
  }

  @Override
  public void over() {
    endIsToBeTold = true;
    long deadline = link.deadlineNanos();
    if (takeTurn(deadline)) {
      try {
        tellEnd(deadline);
      } finally {
        turn.unlock();
      }
    }
    if (endIsToBeTold) {
      late.add(this);
    }
  }

  /**
   * Puts into the store what was judged without it, and learns what others have.
   *
   * @return false if it is to be done again, because the store was away or another process judges
   */
  boolean catchUp() {
    turn.lock();
    try {
      long deadline = link.deadlineNanos();
      if (endIsToBeTold) {
        tellEnd(deadline);
        return !endIsToBeTold;
      }
      if (alone || member.isOver()) {
        return true;
      }
      if (!acquire(deadline)) {
        return alone || unreadable;
      }
      if (ahead || hasChanged()) {
        put();
      }
      return true;
    } finally {
      leave();
    }
  }

  /**
   * What is in the store is known here, too; nothing is asked or told.
   *
   * @return false if the run is over, because another process has ended it
   */
  boolean look(StoredRun stored) {
    turn.lock();
    try {
      if (!alone) {
        goOnFrom(stored);
      }
      return !overElsewhere;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Another process has halted the run, or lets it go on: what is in the store now is known here,
   * too.
   *
   * @param told what the other process says of it, which counts where the store does not answer;
   *     null if it is not known what was told
   */
  void hear(@Nullable StoredRun told) {
    turn.lock();
    try {
      if (alone || member.isOver()) {
        return;
      }
      StoredRun now = lease.look(base);
      StoredRun known = now == null ? told : now;
      if (known != null) {
        goOnFrom(known);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Whether what is in the store was of no use here when it was looked at last. */
  boolean isUnreadable() {
    return unreadable;
  }

  /** The state that this process has. */
  byte[] base() {
    turn.lock();
    try {
      return base;
    } finally {
      turn.unlock();
    }
  }

  private void tellEnd(long deadline) {
    if (generation == null && acquire(deadline)) {
      lease.release();
    }
    Generation known = generation;
    if (alone) {
      endIsToBeTold = false;
    } else if (known != null) {
      Answer answer = link.ask(Script.END, deadline, commands.end(known));
      if (answer != null) {
        link.giveBack(answer.connection());
        endIsToBeTold = false;
      }
    }
    alone |= !endIsToBeTold;
  }

  /** Whether this thread may ask the store now, after the others of this process. */
  private boolean takeTurn(long deadline) {
    // No thread of the agent's own holds anything up that so short a time would matter to.
    Thread thread = Thread.currentThread();
    if (!commands.isThere(link) || !(thread instanceof OwnThread || MayWait.is(thread))) {
      return false;
    }
    if (turn.tryLock()) {
      return true;
    }
    try {
      return turn.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether the store lets this process judge, which then has the state that is there. */
  private boolean acquire(long deadline) {
    if (alone) {
      return false;
    }
    Generation known = generation;
    if (known == null) {
      known = new Generation(1, names.another());
    }
    StoredRun stored = lease.acquire(deadline, base, known, generation == null);
    return stored != null && goOnFrom(stored);
  }

  private boolean goOnFrom(StoredRun stored) {
    Generation known = generation;
    takesOver = false;
    unreadable = false;
    if (known != null && !known.isSame(stored.generation())) {
      if (stored.generation().isLaterThan(known)) {
        overElsewhere = true;
        alone = true;
        return false;
      }
      // The server has lost the end of the one before, as in a failover.
      takesOver = true;
      ahead = true;
      return true;
    }
    generation = stored.generation();
    boolean first = known == null;
    byte[] state = stored.state();
    if (state == null) {
      if (first && stored.generation().number() > 1 && member.isRevived()) {
        member.run().resetHere(); // It was, and has ended, since this process knew of it last.
      }
      return true;
    }
    if (isFurtherThan(stored, first)) {
      return true;
    }
    try {
      SavedRun.goOn(member.run(), state);
      member.beganMillisAgo(stored.ageMillis());
      stands(stored.id(), stored.happened(), stored.isHalted());
      return true;
    } catch (IOException useless) {
      unreadable = true;
      names.tellUnreadable(member.run().task(), useless);
      return false;
    }
  }

  /**
   * Whether the store lacks what this process has judged: while it was away, or because what was
   * put there last never reached it. A halt of that time stays, and a reset of that time counts.
   */
  private boolean isFurtherThan(StoredRun stored, boolean first) {
    if (first && !(ahead && stored.generation().number() == 1)) {
      return false; // What it has judged by itself may be of a run that ended elsewhere.
    }
    boolean halted = member.run().isHalted();
    if (ahead && halted != stored.isHalted()) {
      return halted != (first ? member.isRevived() : wasHalted);
    }
    return RunCommands.happened(member.run()) > stored.happened();
  }

  /** Whether more was judged while the store was told, or asked, by a thread that did not wait. */
  private boolean hasChanged() {
    Run run = member.run();
    return RunCommands.happened(run) != hadHappened || run.isHalted() != wasHalted;
  }

  private void stands(byte[] on, long happened, boolean halted) {
    base = on;
    hadHappened = happened;
    wasHalted = halted;
    ahead = false;
  }

  private void put() {
    Generation known = generation;
    Run run = member.run();
    // First: what is judged meanwhile, on threads that do not wait, is then more than this.
    boolean halted = run.isHalted();
    long happened = RunCommands.happened(run);
    byte[] next = names.another();
    boolean isNews = halted != wasHalted || (halted && takesOver);
    if (known != null
        && lease.put(new RunCommands.Told(known, next, happened, halted, isNews, takesOver))) {
      stands(next, happened, halted);
    } else {
      ahead = true;
    }
  }
}
