package io.loophalt.store;

import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The way to the server: connections in use and waiting, and whether it is there.
 *
 * <p>A call of the application waits for an answer as long as the policy says and no longer. After
 * three failures in a row it does not wait at all, until a thread of the agent's, which opens all
 * connections, has reached the server again. Thread-safe.
 */
final class RedisLink {

  private static final int FAILURES_UNTIL_AWAY = 3;

  /** So many calls of the application are answered at a time; others wait for their turn. */
  private static final int MOST_CONNECTIONS = 8;

  /** How long opening a connection may take, for which nobody waits. */
  private static final int OPENING_MILLIS = 2_000;

  private static final long PROBE_MILLIS = 500;

  /** Who waits for a connection looks so often whether there will be one. */
  private static final long LOOK_NANOS = 5_000_000;

  private final StorePolicy policy;
  private final Log log;
  private final HostAndPort server;
  private final JedisClientConfig config;
  private final int timeoutMillis;
  private final byte[][] probe;
  private final BlockingDeque<StoreConnection> idle = new LinkedBlockingDeque<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  /** Wakes the thread that opens connections. */
  private final Semaphore wanted = new Semaphore(0);

  private volatile boolean away = true;
  private boolean toldAway;
  private boolean toldThere;

  /**
   * Opens it; the server may be there later.
   *
   * @param probe with what {@link Script#ACQUIRE} tries whether it takes data
   */
  RedisLink(StorePolicy policy, byte[][] probe, Log log) {
    this.policy = policy;
    this.log = log;
    this.server = new HostAndPort(policy.host(), policy.port());
    this.timeoutMillis = (int) Math.max(1, policy.timeout().toMillis());
    DefaultJedisClientConfig.Builder builder =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(OPENING_MILLIS)
            .socketTimeoutMillis(OPENING_MILLIS)
            .database(policy.database())
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
    if (policy.tls()) {
      builder.sslOptions(SslOptions.defaults());
    }
    if (policy.user() != null) {
      builder.user(policy.user());
    }
    if (policy.password() != null) {
      builder.password(policy.password());
    }
    this.config = builder.build();
    this.probe = probe;
    OwnThread.of(this::openConnections, "loophalt-store").start();
  }

  /** Whether the server was there when it was asked last. */
  boolean isThere() {
    return !away;
  }

  /** How long a call of the application may wait in all, in nanoseconds. */
  long timeoutNanos() {
    return TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /** What the server answers; null if it does not in time. */
  @Nullable Object ask(Script script, long deadlineNanos, byte[][] keyAndArguments) {
    StoreConnection connection = away ? null : take(deadlineNanos);
    if (connection == null) {
      return null;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    try {
      Object answer = connection.ask(script, (int) Math.max(1, left), keyAndArguments);
      failures.set(0);
      idle.addFirst(connection);
      return answer;
    } catch (JedisException failed) {
      drop(connection, failed);
      return null;
    }
  }

  /**
   * Tells the server what nobody waits for.
   *
   * @return false if that is known not to have reached it
   */
  boolean tell(Script script, byte[][] keyAndArguments) {
    StoreConnection connection = away ? null : idle.pollFirst();
    if (connection == null) {
      return false;
    }
    try {
      connection.tell(script, keyAndArguments);
      idle.addFirst(connection);
      return true;
    } catch (JedisException failed) {
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
      failed("no connection in " + timeoutMillis + " ms");
    }
    return connection;
  }

  private void drop(StoreConnection connection, JedisException problem) {
    open.decrementAndGet();
    quietly(connection);
    failed(said(problem));
  }

  private void failed(String problem) {
    if (failures.incrementAndGet() >= FAILURES_UNTIL_AWAY) {
      becomeAway(problem);
    }
  }

  private synchronized void becomeAway(String problem) {
    away = true;
    wanted.release();
    if (!toldAway) {
      toldAway = true;
      log.warn(
          "the store at "
              + policy.place()
              + " is away ("
              + problem
              + "): each JVM judges what it sees itself, until it is back");
    }
  }

  private synchronized void isBack() {
    failures.set(0);
    away = false;
    if (toldAway || !toldThere) {
      log.info("the store at " + policy.place() + (toldThere ? " is back" : " is there"));
    }
    toldAway = false;
    toldThere = true;
  }

  private void openConnections() {
    while (true) {
      try {
        if (away) {
          probe();
        } else if (idle.isEmpty() && open.get() < MOST_CONNECTIONS) {
          idle.addLast(opened());
        }
        if (away) {
          wanted.tryAcquire(PROBE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
          wanted.acquire();
        }
        wanted.drainPermits();
      } catch (JedisException unreachable) {
        becomeAway(said(unreachable));
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  /** All that were open before may lead to a server that is no more. */
  private void probe() {
    for (StoreConnection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      open.decrementAndGet();
      quietly(each);
    }
    StoreConnection first = null;
    try {
      first = opened();
      // As a call does it: a server that takes no data, as one that is out of memory, is away.
      first.ask(Script.ACQUIRE, OPENING_MILLIS, probe);
      idle.addLast(first);
      isBack();
    } catch (JedisException unreachable) {
      if (first != null) {
        open.decrementAndGet();
        quietly(first);
      }
      becomeAway(said(unreachable));
    }
  }

  private StoreConnection opened() {
    StoreConnection connection = new StoreConnection(server, config);
    open.incrementAndGet();
    return connection;
  }

  private static void quietly(StoreConnection connection) {
    try {
      connection.close();
    } catch (JedisException alreadyBroken) {
      // It is gone either way.
    }
  }

  /** Errors of the server may quote what it was sent. */
  private static String said(JedisException problem) {
    Throwable cause = problem.getCause();
    return cause == null ? problem.getClass().getSimpleName() : cause.toString();
  }
}
