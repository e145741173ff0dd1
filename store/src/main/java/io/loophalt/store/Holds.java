package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import io.loophalt.store.link.StoreConnection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs in which nobody else judges since they were joined here, because mostly a call follows at
 * once, and need not ask then. Where none does, a thread of the agent's lets the others go on;
 * where mostly none does, nothing is held.
 *
 * <p>Thread-safe.
 */
final class Holds {

  /** This part of the time for which others wait is kept from them. */
  private static final int PART_OF_TIMEOUT = 10;

  private static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(RunScripts.LEASE_MILLIS);

  /** So many of the latest times count, as a branch predictor counts them. */
  private static final int MOST_PAYING = 8;

  private final RedisLink link;
  private final StoredNames names;
  private final long heldNanos;

  /** In the order in which they are to be let go. */
  private final BlockingQueue<Held> all = new LinkedBlockingQueue<>();

  /** How much oftener a call came at once of late than not; negative if less often. */
  private final AtomicInteger paying = new AtomicInteger();

  /** Null until there is something. Guarded by this object. */
  private @Nullable OwnThread lettingGo;

  /** Nothing is held. */
  Holds(RedisLink link, StoredNames names) {
    this.link = link;
    this.names = names;
    this.heldNanos = Math.min(link.timeoutNanos() / PART_OF_TIMEOUT, LEASE_NANOS / 4);
  }

  /** Whether who joins a run now is to hold it. */
  boolean pay() {
    return paying.get() >= 0;
  }

  /** For how long. */
  long nanos() {
    return heldNanos;
  }

  /** Somebody has joined a run, and so long after that a call came, or none had come yet. */
  void called(long afterNanos) {
    int more = afterNanos < heldNanos ? 1 : -1;
    paying.updateAndGet(so -> Math.max(-MOST_PAYING, Math.min(MOST_PAYING, so + more)));
  }

  /**
   * The store has said that this process alone may judge, or has not answered, and may have heard
   * that.
   *
   * @param name by which it was asked for
   * @param askedNanos when, by {@link System#nanoTime}
   */
  Held hold(byte[] name, List<byte[]> keys, long askedNanos) {
    Held held = new Held(name, keys, askedNanos, System.nanoTime() + heldNanos);
    all.add(held);
    letGoInTime();
    return held;
  }

  /** The same where it has said so on a connection, which is given back. */
  Held hold(byte[] name, List<byte[]> keys, long askedNanos, StoreConnection on) {
    Held held = hold(name, keys, askedNanos);
    if (on.isOfRunOnItsWay()) {
      letGo(held, on); // No other one leads there.
    } else {
      link.giveBack(on);
    }
    return held;
  }

  private synchronized void letGoInTime() {
    if (lettingGo == null) {
      lettingGo = OwnThread.started(this::letGoAll, "loophalt-store-holds");
    }
  }

  /** Nobody joins by this any more. */
  synchronized void close() {
    if (lettingGo != null) {
      lettingGo.end();
    }
  }

  private void letGoAll() {
    try {
      while (true) {
        Held held = all.take();
        if (held.isFree.get()) {
          TimeUnit.NANOSECONDS.sleep(held.untilNanos - System.nanoTime());
        }
        if (held.isFree.get()) {
          called(heldNanos);
          names.warnings().goingOn(() -> letGo(held));
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Others may judge, unless a call is judged by it already. */
  void letGo(Held held) {
    letGo(held, link.connection(held.keys.get(0), held.askedNanos));
  }

  /**
   * The same.
   *
   * @param on it is told on this connection, which is given back; null if there is none
   */
  private void letGo(Held held, @Nullable StoreConnection on) {
    if (!held.isFree.getAndSet(false) || !held.isYoungerThan(LEASE_NANOS)) {
      if (on != null) {
        link.giveBack(on);
      }
      return;
    }
    int runs = held.keys.size();
    List<@Nullable Judged> none = Collections.nCopies(runs, null);
    byte[][] nothing = RunScripts.putting(held.keys, held.name, none);
    if (on == null || !link.tell(on, RunScripts.PUT, runs, nothing, () -> {})) {
      Answer answer = link.ask(RunScripts.PUT, runs, link.deadlineNanos(), nothing);
      if (answer != null) {
        link.giveBack(answer.connection());
      }
    }
  }

  /** Some runs that are held together. */
  static final class Held {

    private final byte[] name;
    private final List<byte[]> keys;
    private final long askedNanos;
    private final long untilNanos;
    private final AtomicBoolean isFree = new AtomicBoolean(true);

    private Held(byte[] name, List<byte[]> keys, long askedNanos, long untilNanos) {
      this.name = name;
      this.keys = keys;
      this.askedNanos = askedNanos;
      this.untilNanos = untilNanos;
    }

    /** By which it was asked for. */
    byte[] name() {
      return name;
    }

    /** When it was asked for, by {@link System#nanoTime}. */
    long askedNanos() {
      return askedNanos;
    }

    /**
     * A call is judged now that need not ask for it.
     *
     * @return false if it must: another one has taken it, or others may go on
     */
    boolean take() {
      return isYoungerThan(LEASE_NANOS / 2) && isFree.getAndSet(false);
    }

    /** Whether a call that came now could take it. */
    boolean mayBeTaken() {
      return isYoungerThan(LEASE_NANOS / 2) && isFree.get();
    }

    private boolean isYoungerThan(long nanos) {
      return System.nanoTime() - askedNanos < nanos;
    }
  }
}
