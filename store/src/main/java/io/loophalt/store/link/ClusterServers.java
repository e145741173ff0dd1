package io.loophalt.store.link;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.safety.Warnings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The servers of a Redis Cluster, and which of them has which keys. A thread of the agent's asks
 * for that, once more when a server is away or sends somebody on.
 *
 * <p>Thread-safe. Each server is there or away for itself.
 */
final class ClusterServers {

  private static final int SLOTS = 16_384;

  /** So many servers are followed at most, as Redis itself advises: each takes a thread. */
  private static final int MOST_SERVERS = 1_000;

  /** While a server is away, another one may take its place; one that has no slots is not named. */
  private static final long SOON_MILLIS = 500;

  private static final long LATER_MILLIS = 60_000;

  /** Servers that send many on at a time are asked once. */
  private static final long PAUSE_MILLIS = 50;

  private final StoreAddress address;
  private final long timeoutNanos;
  private final Trial trial;
  private final Log log;
  private final Runnable changed;
  private final OwnThread keeper;
  private final Semaphore wanted = new Semaphore(0);
  private final Map<HostAndPort, ServerLink> links = new ConcurrentHashMap<>();

  /** Replaced as a whole, so that nobody takes the half of it that is read already for all. */
  private volatile KnownSlots known = KnownSlots.of(new AtomicReferenceArray<>(SLOTS));

  /** All nodes that were named then, replicas included, each of which may take over. */
  private volatile Set<HostAndPort> named = Set.of();

  private volatile boolean tried;

  /** Whether somebody was sent on to a server that is not followed. */
  private volatile boolean metStranger;

  /** Why no node answers; empty if one does. */
  private volatile String problem = "";

  private volatile boolean closed;

  /** Of the one thread that asks. */
  private Runnable rehearsal = () -> {};

  /** Whether a person was told that no server answers. Of the one thread that asks. */
  private boolean toldAway;

  private boolean toldWhy;

  /**
   * Asks nobody until it is {@linkplain #start started}.
   *
   * @param trial with a key to which the part is added that says which server has it
   * @param changed told when one of them is there, or away
   */
  ClusterServers(StoreAddress address, long timeoutNanos, Trial trial, Log log, Runnable changed) {
    this.address = address;
    this.timeoutNanos = timeoutNanos;
    this.trial = trial;
    this.log = log;
    this.changed = changed;
    this.keeper = OwnThread.of(this::keepMap, "loophalt-store-cluster");
  }

  /**
   * Begins to look for them.
   *
   * @param rehearsal is done once, when all are there
   */
  void start(Runnable rehearsal) {
    this.rehearsal = rehearsal;
    keeper.start();
  }

  void close() {
    closed = true;
    keeper.end();
    links.values().forEach(ServerLink::close);
  }

  /**
   * What one of the nodes has said.
   *
   * @param bySlot which server has a slot
   * @param isWhole whether it was said of each
   */
  private record KnownSlots(AtomicReferenceArray<@Nullable ServerLink> bySlot, boolean isWhole) {

    static KnownSlots of(AtomicReferenceArray<@Nullable ServerLink> bySlot) {
      boolean isWhole = true;
      for (int slot = 0; slot < SLOTS; slot++) {
        isWhole &= bySlot.get(slot) != null;
      }
      return new KnownSlots(bySlot, isWhole);
    }

    List<ServerLink> servers() {
      Set<ServerLink> all = new LinkedHashSet<>();
      for (int slot = 0; slot < SLOTS; slot++) {
        ServerLink server = bySlot.get(slot);
        if (server != null) {
          all.add(server);
        }
      }
      return new ArrayList<>(all);
    }

    boolean areAllThere() {
      return isWhole && servers().stream().allMatch(ServerLink::isThere);
    }
  }

  /** Which server has a key; null if that is not known. */
  @Nullable ServerLink of(byte[] key) {
    return known.bySlot().get(JedisClusterCRC16.getSlot(key));
  }

  /** All that have keys. */
  List<ServerLink> all() {
    return known.servers();
  }

  /** Whether it is known of every key which server has it, and each of these is there. */
  boolean areAllThere() {
    return known.areAllThere();
  }

  /** Whether its nodes were asked who has what, whatever came of it. */
  boolean isTried() {
    return tried;
  }

  /** Why some server is away, for a person; empty if none is known to be. */
  String problem() {
    String ofAll = problem;
    return ofAll.isEmpty() ? ServerLink.problemOf(all()) : ofAll;
  }

  /**
   * The server that another one says has the key by now, or will have it. Null of one that the
   * cluster has not named, for which its nodes are asked anew.
   */
  @Nullable ServerLink redirected(JedisRedirectionException elsewhere) {
    HostAndPort node = elsewhere.getTargetNode();
    if (!named.contains(node) || (links.size() >= MOST_SERVERS && !links.containsKey(node))) {
      metStranger = true;
      wanted.release();
      return null;
    }
    ServerLink server = at(node);
    server.start();
    int slot = elsewhere.getSlot();
    if (elsewhere instanceof JedisMovedDataException && slot >= 0 && slot < SLOTS) {
      known.bySlot().set(slot, server);
      wanted.release();
    }
    return server;
  }

  private ServerLink at(HostAndPort node) {
    return links.computeIfAbsent(
        node, each -> new ServerLink(new NodeDoor(each), timeoutNanos, log));
  }

  private void keepMap() {
    try {
      while (!closed) {
        boolean isKnown = askAll();
        boolean steady = isKnown && areAllThere();
        if (steady) {
          new Warnings(log).goingOn(rehearsal);
          rehearsal = () -> {};
        }
        if (wanted.tryAcquire(steady ? LATER_MILLIS : SOON_MILLIS, TimeUnit.MILLISECONDS)) {
          TimeUnit.MILLISECONDS.sleep(metStranger ? SOON_MILLIS : PAUSE_MILLIS);
          metStranger = false;
          wanted.drainPermits();
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean askAll() {
    try {
      return askAny();
    } finally {
      tried = true;
    }
  }

  /** Whether one of the servers has said who has what. */
  private boolean askAny() {
    Set<HostAndPort> nodes = new LinkedHashSet<>();
    links.forEach(
        (node, link) -> {
          if (link.isThere()) {
            nodes.add(node);
          }
        });
    nodes.addAll(address.nodes());
    nodes.addAll(links.keySet());
    String last = "";
    for (HostAndPort node : nodes) {
      try (StoreConnection connection = address.connect(node)) {
        Object slots =
            connection.ask(
                new CommandArguments(Command.CLUSTER).add("SLOTS"), StoreAddress.openingDeadline());
        follow((List<?>) slots, node);
        problem = "";
        toldAway = false;
        return true;
      } catch (RuntimeException | Error unreachable) {
        ThreadStop.passOn(unreachable); // Of anything else, too, nobody would ask again.
        last = StoreProblem.said(unreachable);
      }
    }
    problem = "no node of the cluster answers: " + last;
    boolean isReason = !StoreProblem.isOfTime(problem);
    if (!toldAway || (isReason && !toldWhy)) {
      toldAway = true;
      toldWhy = isReason;
      log.warn(
          "the store at "
              + address.place()
              + " is away ("
              + problem
              + "): each JVM judges what it sees itself, until it is back");
    }
    return false;
  }

  /** Takes over what a node says: ranges of slots, each with its master and that one's replicas. */
  private void follow(List<?> ranges, HostAndPort asked) {
    AtomicReferenceArray<@Nullable ServerLink> bySlot = new AtomicReferenceArray<>(SLOTS);
    Set<HostAndPort> masters = new LinkedHashSet<>();
    Set<HostAndPort> all = new LinkedHashSet<>();
    for (Object each : ranges) {
      List<?> range = (List<?>) each;
      masters.add(node(range.get(2), asked));
      range.subList(2, range.size()).forEach(one -> all.add(node(one, asked)));
    }
    if (masters.size() > MOST_SERVERS) {
      throw new JedisConnectionException("it names more than " + MOST_SERVERS + " masters");
    }
    links.forEach(
        (node, link) -> {
          boolean isOfNoUse = !masters.contains(node) && !link.isThere();
          if ((!all.contains(node) || isOfNoUse) && links.remove(node, link)) {
            link.close();
          }
        });
    named = all;
    for (Object each : ranges) {
      List<?> range = (List<?>) each;
      ServerLink server = at(node(range.get(2), asked));
      for (int slot = number(range.get(0)); slot <= number(range.get(1)); slot++) {
        bySlot.set(slot, server);
      }
    }
    known = KnownSlots.of(bySlot);
    all().forEach(ServerLink::start); // It tries its server with a key that this one has.
    changed.run();
  }

  /** A node that does not know its own address is where it was asked. */
  private static HostAndPort node(Object said, HostAndPort asked) {
    List<?> node = (List<?>) said;
    String host = node.get(0) == null ? "" : text(node.get(0));
    return new HostAndPort(host.isEmpty() ? asked.getHost() : host, number(node.get(1)));
  }

  private static int number(Object part) {
    return ((Long) part).intValue();
  }

  private static String text(Object part) {
    return new String((byte[]) part, StandardCharsets.UTF_8);
  }

  /** One node. */
  private final class NodeDoor implements ServerLink.Door {

    private final HostAndPort node;

    NodeDoor(HostAndPort node) {
      this.node = node;
    }

    @Override
    public StoreConnection open() {
      return address.connect(node);
    }

    @Override
    public String place() {
      return node.toString();
    }

    /** With a key that this node has, if it has any. */
    @Override
    public Trial trial() {
      ServerLink own = links.get(node);
      String key = text(trial.key());
      byte[] ours = trial.key();
      for (int i = 0; i < SLOTS; i++) {
        ours = (key + '{' + i + '}').getBytes(StandardCharsets.UTF_8);
        if (own != null && of(ours) == own) {
          return trial.under(ours);
        }
      }
      return trial.under(ours);
    }

    /** That of all of them, when they are there. */
    @Override
    public void rehearse() {}

    @Override
    public boolean isOfCluster() {
      return true;
    }

    @Override
    public void changed() {
      wanted.release();
      changed.run();
    }
  }
}
