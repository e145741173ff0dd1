package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

@Timeout(60)
class ClusterServersTest {

  private static final HostAndPort STRANGER = new HostAndPort("127.0.0.1", 3);

  /** Each server that is followed takes a thread of the application's JVM. */
  @Test
  void whoIsSentOnToAServerThatTheClusterDoesNotNameIsNotFollowed() {
    ClusterServers servers = servers(1);
    try {
      assertThat(servers.redirected(new JedisMovedDataException("MOVED", STRANGER, 7))).isNull();
      assertThat(servers.redirected(new JedisAskDataException("ASK", STRANGER, 7))).isNull();
      assertThat(servers.all()).isEmpty();
    } finally {
      servers.close();
    }
  }

  /** As each call of a slot that moves to a node which has none yet, and is not named. */
  @Test
  void whoIsSentOnToSuchAServerAgainAndAgainAsksForItNoOftenerThanForOneThatIsAway()
      throws IOException, InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread counting =
          new Thread(
              () -> {
                try {
                  while (true) {
                    node.accept().close();
                    asked.incrementAndGet();
                  }
                } catch (IOException closed) {
                  return;
                }
              });
      counting.start();
      ClusterServers servers = servers(node.getLocalPort());
      long begun = System.nanoTime();
      servers.start(() -> {});
      try {
        while (asked.get() < 4) {
          servers.redirected(new JedisAskDataException("ASK", STRANGER, 7));
          TimeUnit.MILLISECONDS.sleep(1);
        }
      } finally {
        servers.close();
      }
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun))
          .as("three pauses")
          .isGreaterThanOrEqualTo(1_500);
    }
  }

  private static ClusterServers servers(int port) {
    StorePolicy policy =
        new StorePolicy(
            URI.create("redis://127.0.0.1:" + port),
            "prefix",
            StorePolicy.TTL,
            StorePolicy.TIMEOUT,
            List.of(),
            null,
            null,
            List.of("127.0.0.1:2"),
            null,
            null);
    Script script = Script.of("return 1");
    byte[] key = "key".getBytes(StandardCharsets.UTF_8);
    return new ClusterServers(
        new StoreAddress(policy),
        TimeUnit.SECONDS.toNanos(1),
        new Trial(key, script, new byte[0][], script, new byte[0][]),
        new Log(new PrintStream(OutputStream.nullOutputStream())),
        () -> {});
  }
}
