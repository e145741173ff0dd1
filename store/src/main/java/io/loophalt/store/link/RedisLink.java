package io.loophalt.store.link;

import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * The way to the store: to the one server, or to that of a cluster which has the key.
 *
 * <p>A call of the application waits for an answer until its deadline and no longer, and not at all
 * while the server is away. Thread-safe.
 */
public final class RedisLink {

  /** What the server has answered, and the connection, which is to be given back. */
  public record Answer(Object content, StoreConnection connection) {}

  /** Who puts a question on a connection. */
  private interface Question {

    /**
     * The answer.
     *
     * @param isAsking whether the key is on its way to this server
     */
    Object put(StoreConnection connection, boolean isAsking);
  }

  /** A key is sent on from server to server so often; then the cluster does not know itself. */
  private static final int MOST_REDIRECTIONS = 5;

  /** How often is looked whether servers were tried. */
  private static final long LOOK_MILLIS = 50;

  private final long timeoutNanos;

  /** Null of a cluster. */
  private final @Nullable ServerLink only;

  /** Null without one. */
  private final @Nullable ClusterServers cluster;

  /**
   * Opens it; the server may be there later.
   *
   * @param trial with what each server is tried
   */
  public RedisLink(StorePolicy policy, Trial trial, Log log) {
    this(policy, trial, log, opened -> {});
  }

  /**
   * The same for who is in a hurry from the first call on.
   *
   * @param rehearsal is done once, on another thread, when the server is there for the first time
   *     and before a person is told so: what takes long the first time
   */
  public RedisLink(StorePolicy policy, Trial trial, Log log, Consumer<RedisLink> rehearsal) {
    this.timeoutNanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), policy.timeout().toNanos());
    StoreAddress address = new StoreAddress(policy);
    if (policy.cluster().isEmpty()) {
      this.cluster = null;
      this.only = new ServerLink(new OnlyDoor(address, trial, rehearsal), timeoutNanos, log);
      only.start();
    } else {
      this.cluster = new ClusterServers(address, timeoutNanos, trial, log, this::awake);
      this.only = null;
      cluster.start(() -> rehearsal.accept(this));
    }
  }

  /** Of a store that is one server. */
  private final class OnlyDoor implements ServerLink.Door {

    private final StoreAddress address;
    private final Trial trial;
    private final Consumer<RedisLink> rehearsal;

    OnlyDoor(StoreAddress address, Trial trial, Consumer<RedisLink> rehearsal) {
      this.address = address;
      this.trial = trial;
      this.rehearsal = rehearsal;
    }

    @Override
    public StoreConnection open() {
      return address.connect();
    }

    @Override
    public String place() {
      return address.place();
    }

    @Override
    public Trial trial() {
      return trial;
    }

    @Override
    public void rehearse() {
      rehearsal.accept(RedisLink.this);
    }

    @Override
    public boolean isOfCluster() {
      return false;
    }

    @Override
    public void changed() {
      awake();
    }
  }

  private synchronized void awake() {
    notifyAll();
  }

  /** Nobody asks it any more; connections are closed a moment later. */
  public void close() {
    if (cluster != null) {
      cluster.close();
    }
    if (only != null) {
      only.close();
    }
  }

  /** Whether the server that has a key was there when it was asked last. */
  public boolean isThere(byte[] key) {
    ServerLink server = of(key);
    return server != null && server.isThere();
  }

  private @Nullable ServerLink of(byte[] key) {
    return cluster == null ? only : cluster.of(key);
  }

  /** All servers that have keys; none of a cluster that was not reached yet. */
  public List<ServerLink> servers() {
    ServerLink known = only;
    return known != null ? List.of(known) : cluster != null ? cluster.all() : List.of();
  }

  private @Nullable ServerLink anyThere() {
    for (ServerLink each : servers()) {
      if (each.isThere()) {
        return each;
      }
    }
    return null;
  }

  /** Waits until a server is there; which it is. */
  public synchronized ServerLink awaitThere() throws InterruptedException {
    ServerLink there = anyThere();
    while (there == null) {
      wait();
      there = anyThere();
    }
    return there;
  }

  /**
   * Waits until all servers are there, and so long at most; returns whether they are. A process
   * that has hardly been given a processor meanwhile has not tried them yet, and waits until it
   * has: each try has a time limit of its own.
   */
  public synchronized boolean awaitThere(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    boolean areThere = areAllThere();
    for (long left = most.toMillis(); !areThere && (left > 0 || !areAllTried()); ) {
      wait(Math.max(left, LOOK_MILLIS));
      areThere = areAllThere();
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return areThere;
  }

  /** Why the store is away, for a person. */
  public String problem() {
    String known = cluster == null ? ServerLink.problemOf(servers()) : cluster.problem();
    return known.isEmpty() ? "no answer in time" : known;
  }

  private boolean areAllTried() {
    return (cluster == null || cluster.isTried())
        && servers().stream().allMatch(ServerLink::isTried);
  }

  private boolean areAllThere() {
    ServerLink known = only;
    return known != null ? known.isThere() : cluster != null && cluster.areAllThere();
  }

  /** So long a call of the application waits. */
  public long timeoutNanos() {
    return timeoutNanos;
  }

  /** Until when what nobody else waits for must be there. */
  public long deadlineNanos() {
    return System.nanoTime() + timeoutNanos;
  }

  /** That of what this thread does at hand: all of a call of the application, or of the agent. */
  public Patience patience() {
    return InvocationStack.current().patience(timeoutNanos);
  }

  /** What the server that has the key answers; null if it does not in time. */
  public @Nullable Answer ask(Script script, Patience patience, byte[][] keyAndArguments) {
    return ask(script, 1, patience, keyAndArguments);
  }

  /**
   * The same of several keys that one server has.
   *
   * @param keys with how many of what follows it begins
   */
  public @Nullable Answer ask(
      Script script, int keys, Patience patience, byte[][] keysAndArguments) {
    if (patience.isOver()) {
      return null;
    }
    long before = System.nanoTime();
    try {
      return ask(script, keys, patience.deadlineNanos(), keysAndArguments);
    } finally {
      patience.waitedSince(before);
    }
  }

  /** What the server that has the key answers; null if it does not in time. */
  public @Nullable Answer ask(Script script, long deadlineNanos, byte[][] keyAndArguments) {
    return ask(script, 1, deadlineNanos, keyAndArguments);
  }

  /**
   * The same of several keys that one server has.
   *
   * @param keys with how many of what follows it begins
   */
  public @Nullable Answer ask(
      Script script, int keys, long deadlineNanos, byte[][] keysAndArguments) {
    return ask(
        keysAndArguments[0],
        (each, isAsking) -> each.ask(script, keys, deadlineNanos, keysAndArguments, isAsking),
        deadlineNanos);
  }

  /** The same of a command, whose first argument is the key. */
  public @Nullable Answer ask(CommandArguments command, long deadlineNanos) {
    Iterator<Rawable> words = command.iterator();
    words.next();
    return ask(
        words.next().getRaw(),
        (each, isAsking) -> each.ask(command, deadlineNanos, isAsking),
        deadlineNanos);
  }

  private @Nullable Answer ask(byte[] key, Question question, long deadlineNanos) {
    ServerLink server = of(key);
    boolean isAsking = false;
    for (int i = 0; server != null && i <= MOST_REDIRECTIONS; i++) {
      boolean asking = isAsking;
      try {
        ServerLink.Asked asked = server.ask(each -> question.put(each, asking), deadlineNanos);
        return asked == null ? null : new Answer(asked.content(), asked.connection());
      } catch (JedisRedirectionException elsewhere) {
        isAsking = elsewhere instanceof JedisAskDataException;
        server = cluster == null ? null : cluster.redirected(elsewhere);
      }
    }
    return null;
  }

  /**
   * A connection to the server that has the key, to tell it something.
   *
   * @param sinceNanos it has answered since then, so that it is there, by {@link System#nanoTime}
   * @return null if there is none just now
   */
  public @Nullable StoreConnection connection(byte[] key, long sinceNanos) {
    ServerLink server = of(key);
    return server == null ? null : server.idle(sinceNanos);
  }

  /** Who has asked needs the connection no more. */
  public void giveBack(StoreConnection connection) {
    connection.owner().giveBack(connection);
  }

  /**
   * Tells the server what nobody waits for, and gives the connection back.
   *
   * @param ifLost is done where that turns out later not to have reached it, or maybe not
   * @return false if that is known by now
   */
  public boolean tell(
      StoreConnection connection,
      Script script,
      int keys,
      byte[][] keysAndArguments,
      Runnable ifLost) {
    return connection.owner().tell(connection, script, keys, keysAndArguments, ifLost);
  }

  /** A connection is of no use any more. */
  public void drop(StoreConnection connection, RuntimeException problem) {
    connection.owner().drop(connection, problem);
  }
}
