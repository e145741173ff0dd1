package io.loophalt.store;

import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * The way to the server: connections in use and waiting, and whether it is there.
 *
 * <p>A call of the application waits for an answer until its deadline and no longer. After three
 * failures in a row it does not wait at all, until a thread of the agent's, which opens and closes
 * all connections, has reached the server again and was answered as fast as calls need it.
 * Thread-safe.
 */
final class RedisLink {

  /** What the server has answered, and the connection, which is to be given back. */
  record Answer(Object content, StoreConnection connection) {}

  private static final int FAILURES_UNTIL_AWAY = 3;

  /** So many calls of the application are answered at a time; others wait for their turn. */
  private static final int MOST_CONNECTIONS = 16;

  /** How long opening a connection may take, for which nobody waits. */
  private static final long OPENING_MILLIS = 2_000;

  private static final long PROBE_MILLIS = 500;

  /** Of a server that is there and away again and again. */
  private static final long LONGEST_PROBE_MILLIS = 16_000;

  /** A server that was there for as long is trusted again. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** A connection that is idle for longer is tried: what is in between may have forgotten it. */
  private static final long TRY_IDLE_MILLIS = 10_000;

  /** Who waits for a connection looks so often whether there will be one. */
  private static final long LOOK_NANOS = 5_000_000;

  private final StoreAddress address;
  private final Log log;
  private final long timeoutNanos;
  private final byte[][] probe;
  private final BlockingDeque<StoreConnection> idle = new LinkedBlockingDeque<>();
  private final Queue<StoreConnection> broken = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  /** Wakes the thread that opens and closes connections. */
  private final Semaphore wanted = new Semaphore(0);

  private final Thread keeper;

  private volatile boolean away = true;
  private volatile boolean closed;

  // Guarded by this.
  private boolean toldAway;
  private boolean toldThere;
  private long thereSinceNanos;
  private long probeAtNanos = System.nanoTime();
  private int relapses;

  /**
   * Opens it; the server may be there later.
   *
   * @param probe with what {@link Script#ACQUIRE} tries whether it takes data
   */
  RedisLink(StorePolicy policy, byte[][] probe, Log log) {
    this.address = new StoreAddress(policy, (int) OPENING_MILLIS);
    this.log = log;
    this.timeoutNanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), policy.timeout().toNanos());
    this.probe = probe;
    this.keeper = OwnThread.of(this::keepConnections, "loophalt-store");
    keeper.start();
  }

  /** Nobody asks it any more; connections are closed a moment later. */
  void close() {
    closed = true;
    away = true;
    keeper.interrupt();
  }

  /** Whether the server was there when it was asked last. */
  boolean isThere() {
    return !away;
  }

  /** Waits until the server is there. */
  synchronized void awaitThere() throws InterruptedException {
    while (away) {
      wait();
    }
  }

  /** Waits until the server is there, and so long at most; returns whether it is. */
  synchronized boolean awaitThere(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    for (long left = most.toMillis(); away && left > 0; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return !away;
  }

  /** Until when a call of the application that begins now may wait in all. */
  long deadlineNanos() {
    return System.nanoTime() + timeoutNanos;
  }

  /**
   * What the server answers; null if it does not in time. A connection that turns out to be closed
   * is of the past, and another one is asked.
   */
  @Nullable Answer ask(Script script, long deadlineNanos, byte[][] keyAndArguments) {
    return ask(each -> each.ask(script, deadlineNanos, keyAndArguments), deadlineNanos);
  }

  /** The same of a command. */
  @Nullable Answer ask(CommandArguments command, long deadlineNanos) {
    return ask(each -> each.ask(command, deadlineNanos), deadlineNanos);
  }

  private @Nullable Answer ask(Function<StoreConnection, Object> question, long deadlineNanos) {
    while (!away) {
      StoreConnection connection = take(deadlineNanos);
      if (connection == null) {
        return null;
      }
      try {
        Answer answer = new Answer(question.apply(connection), connection);
        failures.set(0);
        return answer;
      } catch (RuntimeException failed) {
        drop(connection, failed);
        if (!StoreProblem.isOfConnection(failed)) {
          return null;
        }
      }
    }
    return null;
  }

  /** Who has asked needs the connection no more. */
  void giveBack(StoreConnection connection) {
    idle.addFirst(connection);
  }

  /**
   * Tells the server what nobody waits for, and gives the connection back.
   *
   * @return false if that is known not to have reached it
   */
  boolean tell(StoreConnection connection, Script script, byte[][] keyAndArguments) {
    try {
      connection.tell(script, keyAndArguments);
      giveBack(connection);
      return true;
    } catch (RuntimeException failed) {
      drop(connection, failed);
      return false;
    }
  }

  private @Nullable StoreConnection take(long deadlineNanos) {
    StoreConnection connection = idle.pollFirst();
    if (connection != null) {
      return connection;
    }
    wanted.release();
    try {
      for (long left = deadlineNanos - System.nanoTime();
          connection == null && left > 0 && !away;
          left = deadlineNanos - System.nanoTime()) {
        connection = idle.pollFirst(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return null;
    }
    if (connection == null) {
      failed("no connection in time");
    }
    return connection;
  }

  /** A connection is of no use any more. Closing it may take time. */
  void drop(StoreConnection connection, RuntimeException problem) {
    connection.isDroppedNow();
    broken.add(connection);
    failed(StoreProblem.said(problem));
  }

  private void failed(String problem) {
    if (failures.incrementAndGet() >= FAILURES_UNTIL_AWAY) {
      becomeAway(problem);
    }
  }

  private synchronized void becomeAway(String problem) {
    long now = System.nanoTime();
    if (!away) {
      relapses += now - thereSinceNanos < STEADY_NANOS ? 1 : 0;
      probeAtNanos = relapses > 1 ? now + TimeUnit.MILLISECONDS.toNanos(probeMillis()) : now;
    }
    away = true;
    wanted.release();
    if (!toldAway) {
      toldAway = true;
      log.warn(
          "the store at "
              + address.place()
              + " is away ("
              + problem
              + "): each JVM judges what it sees itself, until it is back");
    }
  }

  private synchronized void isBack() {
    long now = System.nanoTime();
    failures.set(0);
    away = false;
    thereSinceNanos = now;
    notifyAll();
    if (toldAway || !toldThere) {
      log.info("the store at " + address.place() + (toldThere ? " is back" : " is there"));
    }
    toldAway = false;
    toldThere = true;
  }

  /** How long to wait before the server is looked for again. */
  private synchronized long probeMillis() {
    return Math.min(PROBE_MILLIS << Math.min(relapses, 10), LONGEST_PROBE_MILLIS);
  }

  /** How long to wait before a server is looked for that is away again and again. */
  private synchronized long millisUntilProbe() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(probeAtNanos - System.nanoTime()));
  }

  private synchronized void trustAgain() {
    if (relapses > 0 && System.nanoTime() - thereSinceNanos >= STEADY_NANOS) {
      relapses = 0;
    }
  }

  private void keepConnections() {
    while (!closed) {
      try {
        if (away) {
          closeAll();
          TimeUnit.MILLISECONDS.sleep(millisUntilProbe());
          probe();
          wanted.drainPermits(); // What failed meanwhile is no reason to look at once again.
        } else {
          closeBroken();
          if (idle.isEmpty() && open.get() < MOST_CONNECTIONS) {
            idle.addLast(opened());
          }
          trustAgain();
        }
        if (!wanted.tryAcquire(away ? probeMillis() : TRY_IDLE_MILLIS, TimeUnit.MILLISECONDS)) {
          tryIdle();
        }
        wanted.drainPermits();
      } catch (RuntimeException unreachable) {
        failed(StoreProblem.said(unreachable));
      } catch (InterruptedException end) {
        break;
      }
    }
    closeAll();
  }

  private void closeBroken() {
    for (StoreConnection each = broken.poll(); each != null; each = broken.poll()) {
      close(each);
    }
  }

  /** All that were open before may lead to a server that is no more. */
  private void closeAll() {
    closeBroken();
    for (StoreConnection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      each.isDroppedNow();
      close(each);
    }
  }

  private void close(StoreConnection connection) {
    open.decrementAndGet();
    try {
      connection.close();
    } catch (RuntimeException alreadyBroken) {
      // It is gone either way.
    }
  }

  private void probe() {
    StoreConnection first = null;
    try {
      first = opened();
      // As a call does it: a server that takes no data, as one that is out of memory, is away. The
      // first time it may have to learn the script; then it must be as fast as calls need it.
      first.ask(Script.ACQUIRE, System.nanoTime() + openingNanos(), probe);
      first.ask(Script.ACQUIRE, deadlineNanos(), probe);
      idle.addLast(first);
      isBack();
    } catch (RuntimeException unreachable) {
      if (first != null) {
        close(first);
      }
      becomeAway(StoreProblem.said(unreachable));
    }
  }

  /** Those that were not used for long, which are the last ones. */
  private void tryIdle() {
    long tooLong = TimeUnit.MILLISECONDS.toNanos(TRY_IDLE_MILLIS) / 2;
    for (int left = idle.size(); left > 0; left--) {
      StoreConnection last = idle.pollLast();
      if (last == null) {
        return;
      }
      if (System.nanoTime() - last.usedNanos() < tooLong) {
        idle.addLast(last);
        return;
      }
      try {
        last.ask(new CommandArguments(Command.PING), System.nanoTime() + openingNanos());
        idle.addFirst(last);
      } catch (RuntimeException gone) {
        last.isDroppedNow();
        close(last);
      }
    }
  }

  private StoreConnection opened() {
    StoreConnection connection = address.connect();
    open.incrementAndGet();
    return connection;
  }

  private static long openingNanos() {
    return TimeUnit.MILLISECONDS.toNanos(OPENING_MILLIS);
  }
}
