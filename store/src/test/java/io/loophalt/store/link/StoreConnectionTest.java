package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisConnectionException;

class StoreConnectionTest {

  /** Otherwise the first call of the application would wait for it. */
  @Test
  void overTlsAConnectionIsOpenWhenTheServerHasProvedWhoItIs() throws IOException {
    SslOptions options = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).build();
    JedisClientConfig config =
        DefaultJedisClientConfig.builder()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .sslOptions(options)
            .build();
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HostAndPort server = new HostAndPort("127.0.0.1", mute.getLocalPort());

      assertThatExceptionOfType(JedisConnectionException.class)
          .isThrownBy(() -> StoreConnection.to(server, config, 100))
          .withRootCauseInstanceOf(SocketTimeoutException.class);
    }
  }
}
