package io.loophalt.store;

import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
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

  /** While a server is away, another one may take its place. */
  private static final long SOON_MILLIS = 500;

  private static final long LATER_MILLIS = 60_000;

  /** Servers that send many on at a time are asked once. */
  private static final long PAUSE_MILLIS = 50;

  private final StoreAddress address;
  private final long timeoutNanos;
  private final byte[][] probe;
  private final Log log;
  private final Runnable changed;
  private final Thread keeper;
  private final Semaphore wanted = new Semaphore(0);
  private final Map<HostAndPort, ServerLink> links = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<@Nullable ServerLink> bySlot =
      new AtomicReferenceArray<>(SLOTS);

  private volatile boolean whole;
  private volatile boolean tried;
  private volatile boolean closed;

  /** Whether a person was told that no server answers. Of the one thread that asks. */
  private boolean toldAway;

  /**
   * Looks for them.
   *
   * @param probe with a key to which the part is added that says which server has it
   * @param changed told when one of them is there, or away
   */
  ClusterServers(
      StoreAddress address, long timeoutNanos, byte[][] probe, Log log, Runnable changed) {
    this.address = address;
    this.timeoutNanos = timeoutNanos;
    this.probe = probe;
    this.log = log;
    this.changed = changed;
    this.keeper = OwnThread.of(this::keepMap, "loophalt-store-cluster");
    keeper.start();
  }

  void close() {
    closed = true;
    keeper.interrupt();
    links.values().forEach(ServerLink::close);
  }

  /** Which server has a key; null if that is not known. */
  @Nullable ServerLink of(byte[] key) {
    return bySlot.get(JedisClusterCRC16.getSlot(key));
  }

  /** All that have keys. */
  List<ServerLink> all() {
    Set<ServerLink> all = new LinkedHashSet<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      ServerLink server = bySlot.get(slot);
      if (server != null) {
        all.add(server);
      }
    }
    return new ArrayList<>(all);
  }

  /** Whether its nodes were asked who has what, whatever came of it. */
  boolean isTried() {
    return tried;
  }

  /** Whether it is known of every key which server has it. */
  boolean isWhole() {
    return whole;
  }

  /** The server that another one says has the key by now, or will have it. */
  ServerLink redirected(JedisRedirectionException elsewhere) {
    ServerLink server = at(elsewhere.getTargetNode());
    if (elsewhere instanceof JedisMovedDataException) {
      bySlot.set(elsewhere.getSlot(), server);
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
        boolean steady = isKnown && whole && all().stream().allMatch(ServerLink::isThere);
        if (wanted.tryAcquire(steady ? LATER_MILLIS : SOON_MILLIS, TimeUnit.MILLISECONDS)) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
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
    String problem = "";
    for (HostAndPort node : nodes) {
      try (StoreConnection connection = address.connect(node)) {
        Object slots =
            connection.ask(
                new CommandArguments(Command.CLUSTER).add("SLOTS"), StoreAddress.openingDeadline());
        follow((List<?>) slots, node);
        toldAway = false;
        return true;
      } catch (RuntimeException unreachable) {
        problem = StoreProblem.said(unreachable);
      }
    }
    if (!toldAway) {
      toldAway = true;
      log.warn(
          "the store at "
              + address.place()
              + " is away (no node of the cluster answers: "
              + problem
              + "): each JVM judges what it sees itself, until it is back");
    }
    return false;
  }

  /** Takes over what a node says: ranges of slots, each with its master and that one's replicas. */
  private void follow(List<?> ranges, HostAndPort asked) {
    boolean[] known = new boolean[SLOTS];
    Set<HostAndPort> masters = new LinkedHashSet<>();
    for (Object each : ranges) {
      List<?> range = (List<?>) each;
      List<?> master = (List<?>) range.get(2);
      String host = master.get(0) == null ? "" : text(master.get(0));
      int port = ((Long) master.get(1)).intValue();
      // A node that does not know its own address is where it was asked.
      HostAndPort node = new HostAndPort(host.isEmpty() ? asked.getHost() : host, port);
      masters.add(node);
      ServerLink server = at(node);
      for (int slot = number(range.get(0)); slot <= number(range.get(1)); slot++) {
        bySlot.set(slot, server);
        known[slot] = true;
      }
    }
    boolean all = true;
    for (int slot = 0; slot < SLOTS; slot++) {
      if (!known[slot]) {
        bySlot.set(slot, null);
        all = false;
      }
    }
    whole = all;
    links.forEach(
        (node, link) -> {
          if (!masters.contains(node) && !link.isThere() && links.remove(node, link)) {
            link.close();
          }
        });
    changed.run();
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
    public byte[][] probe() {
      ServerLink own = links.get(node);
      String key = text(probe[0]);
      byte[][] ours = probe.clone();
      for (int i = 0; i < SLOTS; i++) {
        ours[0] = (key + '{' + i + '}').getBytes(StandardCharsets.UTF_8);
        if (own != null && of(ours[0]) == own) {
          return ours;
        }
      }
      return ours;
    }

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
