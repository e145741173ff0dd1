package io.loophalt.store.link;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.safety.Warnings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * The way to one server: connections in use and waiting, and whether it is there.
 *
 * <p>A call of the application waits for an answer until its deadline and no longer. After three
 * failures in a row it does not wait at all, until a thread of the agent's, which opens and closes
 * all connections, has reached the server again and was answered as fast as calls need it.
 * Thread-safe.
 */
public final class ServerLink implements StoreConnection.Owner {

  /** Where the server is, and how it is tried. */
  interface Door {

    /**
     * A connection on which the server takes commands.
     *
     * @throws RuntimeException if it cannot be reached
     */
    StoreConnection open();

    /** Where that is, for a person. */
    String place();

    /** With what it is tried. */
    Trial trial();

    /** It is there for the first time: what takes long the first time is done now. */
    void rehearse();

    /** Whether it may send who asks on to another server. */
    boolean isOfCluster();

    /** It is there now, or away. */
    void changed();
  }

  /** What the server has answered, and the connection, which is to be given back. */
  public record Asked(Object content, StoreConnection connection) {}

  /** So many calls of the application are answered at a time; others wait for their turn. */
  private static final int MOST_CONNECTIONS = 16;

  /** So many are open before they are needed: who wants one then has to wait for it. */
  private static final int SPARE_CONNECTIONS = 2;

  /** Of as many a node of a cluster has not all. */
  private static final int KEYS_TO_TRY = 12;

  /** A connection that is idle for longer is tried: what is in between may have forgotten it. */
  private static final long TRY_IDLE_MILLIS = 10_000;

  /** Who waits for a connection looks so often whether there will be one. */
  private static final long LOOK_NANOS = 5_000_000;

  private final Door door;
  private final Log log;
  private final long timeoutNanos;
  private final BlockingDeque<StoreConnection> idle = new LinkedBlockingDeque<>();
  private final Queue<StoreConnection> broken = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();

  /** Wakes the thread that opens and closes connections. */
  private final Semaphore wanted = new Semaphore(0);

  private final OwnThread keeper;

  private final Presence presence;

  /** Whether it is known of the server whether it is there. */
  private volatile boolean tried;

  private volatile boolean closed;

  /** On which the server tells what nobody has asked for; null while there is none. */
  private volatile @Nullable StoreConnection listening;

  /** Of the thread that opens connections. */
  private boolean toldUnknownHistory;

  /**
   * Asks nobody until it is {@linkplain #start started}.
   *
   * @param timeoutNanos as fast as that it has to answer, to be there
   */
  ServerLink(Door door, long timeoutNanos, Log log) {
    this.door = door;
    this.log = log;
    this.presence = new Presence(log);
    this.timeoutNanos = timeoutNanos;
    this.keeper = OwnThread.of(this::keepConnections, "loophalt-store");
  }

  /** Begins to look for the server, which may be there later. */
  synchronized void start() {
    if (keeper.getState() == Thread.State.NEW) {
      keeper.start();
    }
  }

  /** Nobody asks it any more; connections are closed a moment later. */
  void close() {
    closed = true;
    keeper.end();
  }

  /** Whether the first try to reach the server has ended, however it did. */
  boolean isTried() {
    return tried;
  }

  /** Whether the server was there when it was asked last. */
  boolean isThere() {
    return !closed && !presence.isAway();
  }

  /** Why the first of some that is away is so, for a person; empty if none is known to be. */
  static String problemOf(List<ServerLink> servers) {
    for (ServerLink each : servers) {
      if (!each.isThere() && !each.presence.problem().isEmpty()) {
        return each.presence.problem();
      }
    }
    return "";
  }

  /**
   * What the server answers; null if it does not in time. A connection that turns out to be closed
   * is of the past, and another one is asked. That a thread was interrupted is for the application,
   * and stays so: a virtual one would close each connection on which it waits.
   *
   * @throws JedisRedirectionException if another server of a cluster is to be asked
   */
  public @Nullable Asked ask(Function<StoreConnection, Object> question, long deadlineNanos) {
    boolean interrupted = Thread.interrupted();
    try {
      while (isThere()) {
        StoreConnection connection = take(deadlineNanos);
        interrupted |= Thread.interrupted();
        if (connection == null) {
          return null;
        }
        try {
          Asked answer = new Asked(question.apply(connection), connection);
          presence.answered();
          return answer;
        } catch (JedisRedirectionException elsewhere) {
          if (!door.isOfCluster()) {
            drop(connection, elsewhere);
            return null;
          }
          giveBack(connection);
          throw elsewhere;
        } catch (RuntimeException failed) {
          if (StoreProblem.isOfTheKeys(failed)) {
            giveBack(connection);
            return null; // The server is there, and so are all other runs that it has.
          }
          boolean isClosed = StoreProblem.isOfConnection(failed);
          if (isClosed && Thread.interrupted()) {
            interrupted = true; // It was this thread that has closed it.
            discard(connection);
          } else {
            drop(connection, failed);
          }
          if (!isClosed) {
            return null;
          }
        } catch (Error thrown) {
          discard(connection); // As of a thread that is stopped: another takes its place.
          throw thrown;
        }
      }
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A connection that nobody needs just now, and that was used since; null if there is none. */
  @Nullable StoreConnection idle(long sinceNanos) {
    StoreConnection first = isThere() ? idle.pollFirst() : null;
    if (first == null || first.usedNanos() - sinceNanos >= 0) {
      return first;
    }
    giveBack(first);
    return null;
  }

  @Override
  public void giveBack(StoreConnection connection) {
    idle.addFirst(connection);
    if (closed) {
      closeAll();
    }
  }

  @Override
  public boolean tell(
      StoreConnection connection,
      Script script,
      int keys,
      byte[][] keysAndArguments,
      Runnable ifLost) {
    try {
      connection.tell(script, keys, keysAndArguments, ifLost);
      giveBack(connection);
      return true;
    } catch (RuntimeException failed) {
      drop(connection, failed);
      return false;
    }
  }

  /**
   * One more connection, of the caller's own.
   *
   * @throws RuntimeException if the server cannot be reached
   */
  public StoreConnection connect() {
    return door.open();
  }

  /**
   * On this connection the server tells what nobody has asked for: it is tried now and then, and
   * closed when the server is away. Null if it is closed.
   */
  public void listensOn(@Nullable StoreConnection connection) {
    listening = connection;
  }

  private void closeListening() {
    StoreConnection known = listening;
    if (known != null) {
      try {
        known.forceDisconnect(); // Who listens hears of it.
      } catch (IOException | RuntimeException alreadyBroken) {
        // It is gone either way.
      }
    }
  }

  private void tryListening() {
    StoreConnection known = listening;
    try {
      if (known != null && !known.isHeard()) {
        closeListening();
      }
    } catch (RuntimeException gone) {
      closeListening();
    }
  }

  private @Nullable StoreConnection take(long deadlineNanos) {
    StoreConnection connection = idle.pollFirst();
    if (connection != null) {
      return connection;
    }
    wanted.release();
    boolean interrupted = false;
    for (long left = deadlineNanos - System.nanoTime();
        connection == null && left > 0 && isThere();
        left = deadlineNanos - System.nanoTime()) {
      try {
        connection = idle.pollFirst(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
      } catch (InterruptedException stopped) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (connection == null) {
      failed(StoreProblem.NO_CONNECTION);
    }
    return connection;
  }

  @Override
  public void drop(StoreConnection connection, RuntimeException problem) {
    discard(connection);
    failed(StoreProblem.said(problem));
  }

  /** It is closed a moment later; that says nothing of the server. */
  private void discard(StoreConnection connection) {
    connection.isDroppedNow();
    broken.add(connection);
  }

  private void failed(String problem) {
    if (presence.hasFailedTooOften()) {
      becomeAway(problem);
    }
  }

  private void becomeAway(String problem) {
    if (!closed) {
      presence.isAwayNow(door.place(), problem);
      wanted.release();
      door.changed();
    }
  }

  private void becomeThere() {
    if (!closed) {
      presence.isThereNow();
      if (!presence.isKnown()) {
        new Warnings(log).goingOn(door::rehearse);
      }
      presence.tellThere(door.place());
      door.changed();
    }
  }

  private void keepConnections() {
    while (!closed) {
      try {
        if (presence.isAway()) {
          closeAll();
          TimeUnit.MILLISECONDS.sleep(presence.millisUntilLook());
          probe();
          wanted.drainPermits(); // What failed meanwhile is no reason to look at once again.
        } else {
          closeBroken();
          while (idle.size() < SPARE_CONNECTIONS && open.get() < MOST_CONNECTIONS) {
            idle.addLast(opened());
          }
          presence.isStillThere();
        }
        long pause = presence.isAway() ? presence.lookMillis() : TRY_IDLE_MILLIS;
        if (!wanted.tryAcquire(pause, TimeUnit.MILLISECONDS)) {
          tryIdle();
          tryListening();
        }
        wanted.drainPermits();
      } catch (RuntimeException | Error unreachable) {
        ThreadStop.passOn(unreachable); // Of anything else, too, nobody would begin it again.
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
    closeListening();
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
      tryTaking(first);
      tellIfHistoryIsUnknown(first);
      idle.addLast(opened());
      idle.addLast(first);
      becomeThere();
    } catch (RuntimeException | Error unreachable) {
      ThreadStop.passOn(unreachable);
      if (first != null) {
        close(first);
      }
      becomeAway(StoreProblem.said(unreachable));
    } finally {
      tried = true;
    }
  }

  /**
   * As a call does it: a server that takes no data, as one that is out of memory, is away. The
   * first time it may have to learn the script; then it must be as fast as calls need it.
   */
  private void tryTaking(StoreConnection first) {
    Trial trial = door.trial();
    try {
      trial.take(first, StoreAddress.openingDeadline());
      trial.take(first, System.nanoTime() + timeoutNanos);
    } catch (JedisRedirectionException withoutKeys) {
      if (!door.isOfCluster()) {
        throw withoutKeys;
      }
    }
    if (!door.isOfCluster()) {
      tryForAllKeys(first, trial);
    }
  }

  /** One node of a cluster would send calls of most runs on. */
  private static void tryForAllKeys(StoreConnection first, Trial trial) {
    for (int i = 0; i < KEYS_TO_TRY; i++) {
      byte[] key = Arrays.copyOf(trial.key(), trial.key().length + 1);
      key[key.length - 1] = (byte) ('a' + i);
      trial.under(key).tell(first, StoreAddress.openingDeadline());
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
        last.ask(new CommandArguments(Command.PING), StoreAddress.openingDeadline());
        idle.addFirst(last);
      } catch (RuntimeException | Error gone) {
        ThreadStop.passOn(gone);
        last.isDroppedNow();
        close(last);
      }
    }
  }

  private StoreConnection opened() {
    StoreConnection connection = door.open();
    connection.isOf(this);
    open.incrementAndGet();
    return connection;
  }

  /** The server was asked something on this connection, and with that which writes it has. */
  private void tellIfHistoryIsUnknown(StoreConnection asked) {
    if (asked.history() == null && !toldUnknownHistory) {
      toldUnknownHistory = true;
      log.warn(
          "the store at "
              + door.place()
              + " does not say whether it has lost something, as in a failover: a verdict may come"
              + " too early after one. The user needs +info");
    }
  }
}
