package io.loophalt.store;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.SavedRun.Header;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunSharing.Shared;
import io.loophalt.runtime.steering.MayWait;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One run of this process that is judged in others, too: each call is judged by the state that is
 * in the store, while no other process judges one, and puts back what came of it.
 *
 * <p>Thread-safe. The calls of this process take turns before one of them asks the store. What was
 * judged without it is put there when it is back, unless others have come further meanwhile.
 */
final class SharedRun implements Shared {

  /** For how long nobody else judges if this process is killed in the middle of a call. */
  private static final long LEASE_MILLIS = 1_000;

  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  private final RedisLink link;
  private final StoredNames names;
  private final LiveRun live;
  private final JoinPolicy joins;
  private final byte[] key;
  private final byte[] self;
  private final ReentrantLock turn = new ReentrantLock();

  // Guarded by the turn.

  /** In which this process is; 0 before it has asked. */
  private long generation;

  /** The state in the store on which that of this process stands. */
  private byte[] base = StoredNames.NONE;

  /** Whether it has judged something since that is not in the store. */
  private volatile boolean ahead;

  /** Whether this process judges for itself: the run is over, or its state unreadable. */
  private boolean alone;

  private boolean overElsewhere;

  SharedRun(RedisLink link, StoredNames names, LiveRun live, JoinPolicy joins) {
    this.link = link;
    this.names = names;
    this.live = live;
    this.joins = joins;
    this.key = names.keyOf(live.run().id());
    this.self = names.another();
  }

  @Override
  public boolean enter() {
    if (!takeTurn()) {
      return true;
    }
    try {
      if (acquire()) {
        release();
      }
      return !overElsewhere;
    } finally {
      turn.unlock();
    }
  }

  @Override
  public boolean begin() {
    if (!takeTurn()) {
      ahead = true;
      return false;
    }
    boolean shared = false;
    try {
      shared = acquire();
      return shared;
    } finally {
      if (!shared) {
        ahead = true;
        turn.unlock();
      }
    }
  }

  @Override
  public void end() {
    try {
      byte[] next = names.another();
      ahead = !put(next);
      if (!ahead) {
        base = next;
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void over() {
    if (takeTurn()) {
      try {
        if (generation > 0 && !alone) {
          link.ask(
              Script.END,
              System.nanoTime() + link.timeoutNanos(),
              new byte[][] {key, names.number(generation), gap()});
        }
        alone = true;
      } finally {
        turn.unlock();
      }
    }
  }

  /** Whether this thread may ask the store now, after the others of this process. */
  private boolean takeTurn() {
    if (!link.isThere() || !MayWait.is(Thread.currentThread())) {
      return false;
    }
    try {
      return turn.tryLock(link.timeoutNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether the store lets this process judge, which then has the state that is there. */
  private boolean acquire() {
    if (alone) {
      return false;
    }
    long deadline = System.nanoTime() + link.timeoutNanos();
    byte[] lease = names.number(LEASE_MILLIS);
    long pause = SHORTEST_PAUSE_NANOS;
    while (true) {
      Object answer =
          link.ask(Script.ACQUIRE, deadline, new byte[][] {key, self, lease, base, gap()});
      if (answer == null) {
        return false;
      }
      StoredRun stored = StoredRun.of(answer);
      if (stored != null) {
        return goOnFrom(stored);
      }
      if (System.nanoTime() + pause - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private boolean goOnFrom(StoredRun stored) {
    boolean first = generation == 0;
    if (!first && stored.generation() > generation) {
      overElsewhere = true;
      judgeAlone();
      return false;
    }
    generation = stored.generation(); // A smaller one where the store has lost its data.
    byte[] state = stored.state();
    if (state == null) {
      if (first && generation > 1 && live.isRevived()) {
        live.run().resetHere(); // It was, and has ended, since this process knew of it last.
      }
      return true;
    }
    if (!first && isFurtherThan(stored)) {
      return true;
    }
    try {
      SavedRun.goOn(live.run(), state);
      live.beganMillisAgo(stored.ageMillis());
      base = stored.id();
      ahead = false;
      return true;
    } catch (IOException unreadable) {
      judgeAlone();
      names.tellUnreadable(live.run().task(), unreadable);
      return false;
    }
  }

  /**
   * Whether the store lacks what this process has judged: while it was away, or because what was
   * put there last never reached it. A halt of that time stays.
   */
  private boolean isFurtherThan(StoredRun stored) {
    boolean halted = live.run().isHalted();
    if (ahead && halted != stored.isHalted()) {
      return halted;
    }
    return happened(live.run()) > stored.happened();
  }

  private void judgeAlone() {
    alone = true;
    release();
  }

  private void release() {
    link.tell(Script.RELEASE, new byte[][] {key, self});
  }

  private boolean put(byte[] next) {
    Run run = live.run();
    byte[] state = SavedRun.save(run, new Header(live.millisAt(System.nanoTime()), 0));
    return link.tell(
        Script.PUT,
        new byte[][] {
          key,
          self,
          names.number(generation),
          next,
          state,
          names.number(happened(run)),
          names.number(run.isHalted() ? 1 : 0),
          gap()
        });
  }

  private static long happened(Run run) {
    return run.usage().steps() + run.usage().turns();
  }

  private byte[] gap() {
    return names.number(joins.gap(live.run().task()).toMillis());
  }
}
