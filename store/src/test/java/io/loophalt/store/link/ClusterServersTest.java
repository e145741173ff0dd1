package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class ClusterServersTest {

  /** Each server that is followed takes a thread of the application's JVM. */
  @Test
  void whoIsSentOnToAServerThatTheClusterDoesNotNameIsNotFollowed() {
    StorePolicy policy =
        new StorePolicy(
            URI.create("redis://127.0.0.1:1"),
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
    ClusterServers servers =
        new ClusterServers(
            new StoreAddress(policy),
            TimeUnit.SECONDS.toNanos(1),
            new Trial(key, script, new byte[0][], script, new byte[0][]),
            new Log(new PrintStream(OutputStream.nullOutputStream())),
            () -> {});
    try {
      HostAndPort stranger = new HostAndPort("127.0.0.1", 3);

      assertThat(servers.redirected(new JedisMovedDataException("MOVED", stranger, 7))).isNull();
      assertThat(servers.redirected(new JedisAskDataException("ASK", stranger, 7))).isNull();
      assertThat(servers.all()).isEmpty();
    } finally {
      servers.close();
    }
  }
}
