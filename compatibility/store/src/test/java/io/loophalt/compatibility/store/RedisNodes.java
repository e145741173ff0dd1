package io.loophalt.compatibility.store;

import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real cluster on the loopback interface: three masters, each with a replica. */
final class RedisNodes implements AutoCloseable {

  private static final int MASTERS = 3;

  private final List<RedisServer> nodes = new ArrayList<>();
  private final List<Integer> tlsPorts = new ArrayList<>();

  /** Starts it without TLS, and waits until all nodes agree. */
  RedisNodes(Path folder) throws IOException, InterruptedException {
    this(folder, null);
  }

  /**
   * Starts it, and waits until all nodes agree.
   *
   * @param tls where the certificate is with which each has a port over TLS besides, which others
   *     are told of; null for none
   */
  RedisNodes(Path folder, @Nullable Path tls) throws IOException, InterruptedException {
    try {
      start(folder, tls);
    } catch (IOException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private void start(Path folder, @Nullable Path tls) throws IOException, InterruptedException {
    List<String> create = new ArrayList<>(List.of("--cluster", "create"));
    for (int i = 0; i < 2 * MASTERS; i++) {
      int bus = FreePorts.next();
      List<String> more =
          new ArrayList<>(
              List.of(
                  "--cluster-enabled",
                  "yes",
                  "--cluster-port",
                  String.valueOf(bus),
                  "--cluster-node-timeout",
                  "2000"));
      if (tls != null) {
        int port = FreePorts.next();
        tlsPorts.add(port);
        more.addAll(Certificates.options(tls, port));
        more.addAll(List.of("--tls-cluster", "yes", "--tls-replication", "yes"));
      }
      RedisServer node =
          new RedisServer(
              Files.createDirectory(folder.resolve("node" + i)), FreePorts.next(), more);
      nodes.add(node);
      create.add("127.0.0.1:" + node.port() + '@' + bus);
    }
    create.addAll(List.of("--cluster-replicas", "1", "--cluster-yes"));
    nodes.get(0).command(create.toArray(String[]::new));
    for (RedisServer each : nodes) {
      each.await("cluster_state:ok", "cluster", "info");
      each.await("cluster_known_nodes:" + nodes.size(), "cluster", "info");
    }
  }

  RedisServer any() {
    return nodes.get(0);
  }

  /** All nodes, those that are masters at first before the others. */
  List<RedisServer> all() {
    return nodes;
  }

  /** Where a node is reached over TLS. */
  int tlsPort(int node) {
    return tlsPorts.get(node);
  }

  /** Those that have keys. */
  List<RedisServer> masters() throws IOException, InterruptedException {
    List<RedisServer> masters = new ArrayList<>();
    for (RedisServer each : nodes) {
      if (each.ask("role").startsWith("master")) {
        masters.add(each);
      }
    }
    return masters;
  }

  /** The master that has a key. */
  RedisServer masterOf(String key) throws IOException, InterruptedException {
    for (RedisServer each : masters()) {
      if (each.ask("exists", key).strip().equals("1")) {
        return each;
      }
    }
    throw new AssertionError("nobody has " + key);
  }

  /** A replica of a master. */
  RedisServer replicaOf(RedisServer master) throws IOException, InterruptedException {
    for (RedisServer each : nodes) {
      if (each.ask("role").startsWith("slave\n127.0.0.1\n" + master.port() + '\n')) {
        return each;
      }
    }
    throw new AssertionError("no replica of " + master.port());
  }

  /** The keys of runs, of all masters. */
  List<String> keysOfRuns() throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (RedisServer each : masters()) {
      each.ask("--scan", "--pattern", "loophalt:run:{*").lines().forEach(keys::add);
    }
    return keys;
  }

  @Override
  public void close() {
    nodes.forEach(RedisServer::close);
  }
}
