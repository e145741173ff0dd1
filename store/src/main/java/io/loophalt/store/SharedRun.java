package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.runtime.runs.RunSharing.Shared;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.steering.MayWait;
import io.loophalt.store.RedisLink.Answer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

  private final RedisLink link;
  private final StoredNames names;
  private final LateEntries late;
  private final Member member;

  /** Of the run around this one, in which all that happens here counts, too; null for most. */
  private final @Nullable SharedRun outer;

  private final RunCommands commands;
  private final Lease lease;
  private final ReentrantLock turn = new ReentrantLock();

  /** How often this process has judged something alone. */
  private final AtomicLong judgedAlone = new AtomicLong();

  // Guarded by the turn.

  /** In which this process is; null before it has asked. */
  private @Nullable Generation generation;

  /** The state in the store on which that of this process stands. */
  private byte[] base = StoredNames.NONE;

  /** How often something was judged until that state, by whomever. */
  private long judgedUntil;

  /** How often this process had judged alone by then. */
  private long aloneUntil;

  /** Whether the run was halted in that state. */
  private boolean wasHalted;

  /** Whether its times are to be those of this process, because the generation there is another. */
  private boolean takesOver;

  /** Whether nothing was put there yet, and the run was joined here before the store was asked. */
  private boolean begins;

  /** Whether this process judges for itself, because the run is over. */
  private volatile boolean alone;

  private volatile boolean overElsewhere;

  /** Whether what is in the store was of no use here when it was looked at last. */
  private volatile boolean unreadable;

  /** Whether it has judged something since that is not in the store. */
  private volatile boolean ahead;

  /** How long it had been going on before this process knew of it. */
  private volatile long millisElsewhere;

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
    return shared;
  }

  @Override
  public void alone() {
    aloneHere();
    if (outer != null) {
      outer.alone();
    }
  }

  private void aloneHere() {
    judgedAlone.incrementAndGet();
    ahead = true;
    late.oneMoreAlone();
    if (!unreadable) {
      late.add(this);
    }
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
    } else {
      aloneHere();
    }
    if (outer != null) {
      outer.end();
    }
  }

  private void endHere() {
    try {
      put(1);
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
        put(0);
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

  /**
   * Another process has halted the run before it was joined here. Which generation that was, and
   * whether it is halted still, the store says when it is asked.
   */
  void beginHalted(StoredRun told) {
    turn.lock();
    try {
      byte[] state = told.state();
      if (state != null) {
        SavedRun.goOn(member.run(), state);
        wasHalted = true;
      }
    } catch (IOException useless) {
      names.tellUnreadable(member.run().task(), useless);
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
    if (!commands.isThere(link) || !mayWait(Thread.currentThread())) {
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

  /** No thread of the agent's own holds anything up that so short a time would matter to. */
  private static boolean mayWait(Thread thread) {
    return thread instanceof OwnThread || MayWait.is(thread);
  }

  @Override
  public boolean isForAnotherThread() {
    return commands.isThere(link) && !alone && !mayWait(Thread.currentThread());
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

  @Override
  @SuppressWarnings("ReferenceEquality") // one object for each run
  public long millisElsewhere(Run run) {
    return run == member.run() ? millisElsewhere : 0;
  }

  private boolean goOnFrom(StoredRun stored) {
    long answeredNanos = System.nanoTime(); // What follows takes its time the first time.
    Generation known = generation;
    takesOver = false;
    begins = stored.id().length == 0 && member.millis() > stored.ageMillis();
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
    try {
      if (!goOnUnlessFurther(stored, state, first)) {
        return true;
      }
      millisElsewhere = member.millisElsewhere(stored.ageMillis(), answeredNanos);
      return true;
    } catch (IOException useless) {
      unreadable = true;
      names.tellUnreadable(member.run().task(), useless);
      return false;
    }
  }

  /** What is judged meanwhile, on a thread that does not wait, is not lost. */
  private boolean goOnUnlessFurther(StoredRun stored, byte[] state, boolean first)
      throws IOException {
    Run run = member.run();
    long alone;
    long happened;
    boolean halted;
    do {
      alone = judgedAlone.get();
      happened = run.usage().steps() + run.usage().turns();
      halted = run.isHalted();
      if (isFurtherThan(stored, first, halted, judgedUntil + alone - aloneUntil)) {
        return false;
      }
    } while (!SavedRun.goOn(run, state, happened, halted));
    stands(stored.id(), stored.happened(), alone, stored.isHalted());
    return true;
  }

  /**
   * Whether the store lacks what this process has judged: while it was away, or because what was
   * put there last never reached it. A halt of that time stays, and a reset of that time counts.
   */
  private boolean isFurtherThan(StoredRun stored, boolean first, boolean halted, long judged) {
    if (first && !(ahead && stored.generation().number() == 1)) {
      return false; // What it has judged by itself may be of a run that ended elsewhere.
    }
    if (ahead && halted != stored.isHalted()) {
      return halted != (wasHalted || (first && member.isRevived()));
    }
    return judged > stored.happened();
  }

  /** Whether more was judged while the store was told, or asked, by a thread that did not wait. */
  private boolean hasChanged() {
    return judgedAlone.get() != aloneUntil || member.run().isHalted() != wasHalted;
  }

  private void stands(byte[] on, long judged, long alone, boolean halted) {
    base = on;
    judgedUntil = judged;
    aloneUntil = alone;
    wasHalted = halted;
    ahead = false;
  }

  /** With so many more judgements by all than this process has made alone. */
  private void put(int together) {
    Generation known = generation;
    // First: what is judged meanwhile, on threads that do not wait, is then more than this.
    long alone = judgedAlone.get();
    boolean halted = member.run().isHalted();
    long judged = judgedUntil + alone - aloneUntil + together;
    byte[] next = names.another();
    boolean isNews = halted != wasHalted || (halted && takesOver);
    if (known != null
        && lease.put(
            new RunCommands.Told(known, next, judged, halted, isNews, takesOver || begins))) {
      stands(next, judged, alone, halted);
    } else {
      ahead = true;
    }
  }
}
