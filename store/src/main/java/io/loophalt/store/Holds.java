package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.RedisLink.Answer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs in which nobody else judges since they were joined here, because mostly a call follows at
 * once, and need not ask then. Where none does, a thread of the agent's lets the others go on.
 *
 * <p>Thread-safe.
 */
final class Holds {

  /** This part of the time for which others wait is kept from them. */
  private static final int PART_OF_TIMEOUT = 10;

  private static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(RunScripts.LEASE_MILLIS);

  private final RedisLink link;
  private final long heldNanos;

  /** In the order in which they are to be let go. */
  private final BlockingQueue<Held> all = new LinkedBlockingQueue<>();

  /** Null until there is something. Guarded by this object. */
  private @Nullable Thread lettingGo;

  /** Nothing is held. */
  Holds(RedisLink link) {
    this.link = link;
    this.heldNanos = Math.min(link.timeoutNanos() / PART_OF_TIMEOUT, LEASE_NANOS / 4);
  }

  /** For how long. */
  long nanos() {
    return heldNanos;
  }

  /**
   * The store has said that this process alone may judge.
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

  private synchronized void letGoInTime() {
    if (lettingGo == null) {
      lettingGo = OwnThread.of(this::letGo, "loophalt-store-holds");
      lettingGo.start();
    }
  }

  /** Nothing is held any more, or it is over after a moment by itself. */
  synchronized void close() {
    if (lettingGo != null) {
      lettingGo.interrupt();
    }
  }

  private void letGo() {
    try {
      while (true) {
        Held held = all.take();
        if (held.isFree.get()) {
          TimeUnit.NANOSECONDS.sleep(held.untilNanos - System.nanoTime());
        }
        if (held.isFree.getAndSet(false) && held.isYoungerThan(LEASE_NANOS)) {
          tell(held);
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Held held) {
    byte[][] nothing =
        RunScripts.putting(held.keys, held.name, Collections.nCopies(held.keys.size(), null));
    Answer answer = link.ask(RunScripts.PUT, held.keys.size(), link.deadlineNanos(), nothing);
    if (answer != null) {
      link.giveBack(answer.connection());
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

    /**
     * A call is judged now that need not ask for it.
     *
     * @return false if it must: another one has taken it, or others may go on
     */
    boolean take() {
      return isYoungerThan(LEASE_NANOS / 2) && isFree.getAndSet(false);
    }

    /** Nobody is held up by it any more: this process has asked for the same once more. */
    void isOver() {
      isFree.set(false);
    }

    private boolean isYoungerThan(long nanos) {
      return System.nanoTime() - askedNanos < nanos;
    }
  }
}
