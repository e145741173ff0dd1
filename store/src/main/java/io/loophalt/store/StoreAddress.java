package io.loophalt.store;

import io.loophalt.runtime.policy.StorePolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Where the server is, and what it wants to know of who connects. Immutable. */
final class StoreAddress {

  private final StorePolicy policy;
  private final JedisClientConfig config;
  private final JedisClientConfig configOfSentinels;
  private final int openingMillis;

  /**
   * By the configuration.
   *
   * @param openingMillis how long connecting may take, and as long again until the server has
   *     answered to what it wants to know
   */
  StoreAddress(StorePolicy policy, int openingMillis) {
    this.policy = policy;
    this.openingMillis = openingMillis;
    this.configOfSentinels = reaching(policy).build();
    DefaultJedisClientConfig.Builder builder = reaching(policy).database(policy.database());
    if (policy.user() != null) {
      builder.user(policy.user());
    }
    if (policy.password() != null) {
      builder.password(policy.password());
    }
    this.config = builder.build();
  }

  private DefaultJedisClientConfig.Builder reaching(StorePolicy policy) {
    DefaultJedisClientConfig.Builder builder =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(openingMillis)
            .socketTimeoutMillis(openingMillis)
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
    if (policy.tls()) {
      builder.sslOptions(trusting(policy.trusted()));
    }
    return builder;
  }

  /** As a browser does it: the certificate must be trusted, and be that of the host. */
  private static SslOptions trusting(@Nullable KeyStore certificates) {
    SslOptions.Builder options = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL);
    if (certificates != null) {
      char[] password = {};
      ByteArrayOutputStream stored = new ByteArrayOutputStream();
      try {
        certificates.store(stored, password);
      } catch (GeneralSecurityException | IOException unusable) {
        throw new IllegalStateException("the certificates cannot be handed on", unusable);
      }
      options
          .trustStoreType(certificates.getType())
          .truststore(() -> new ByteArrayInputStream(stored.toByteArray()), password);
    }
    return options.build();
  }

  /** For a person. */
  String place() {
    return policy.place();
  }

  /** A connection on which the server takes commands. */
  StoreConnection connect() {
    HostAndPort server =
        policy.sentinels().isEmpty() ? new HostAndPort(policy.host(), policy.port()) : master();
    return StoreConnection.to(server, config, openingMillis);
  }

  /** Whom the first of the sentinels that answers names. */
  private HostAndPort master() {
    JedisConnectionException last = null;
    for (String each : policy.sentinels()) {
      try (StoreConnection sentinel =
          StoreConnection.to(HostAndPort.from(each), configOfSentinels, openingMillis)) {
        Object answer =
            sentinel.ask(
                new CommandArguments(Command.SENTINEL)
                    .add("GET-MASTER-ADDR-BY-NAME")
                    .add(policy.host()),
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(openingMillis));
        if (answer instanceof List<?> address) {
          return new HostAndPort(text(address, 0), Integer.parseInt(text(address, 1)));
        }
      } catch (JedisConnectionException unreachable) {
        last = unreachable;
      }
    }
    throw new JedisConnectionException("no sentinel knows a master '" + policy.host() + "'", last);
  }

  private static String text(List<?> parts, int at) {
    return new String((byte[]) parts.get(at), StandardCharsets.UTF_8);
  }
}
