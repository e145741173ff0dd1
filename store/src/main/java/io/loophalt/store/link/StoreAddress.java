package io.loophalt.store.link;

import io.loophalt.runtime.policy.ClientKey;
import io.loophalt.runtime.policy.StorePolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Where the server is, and what it wants to know of who connects. Immutable. */
final class StoreAddress {

  /**
   * How long connecting may take, and as long again until the server has answered to what it wants
   * to know. Nobody waits for it.
   */
  static final long OPENING_MILLIS = 2_000;

  private final StorePolicy policy;
  private final JedisClientConfig config;
  private final JedisClientConfig configOfSentinels;

  /** By the configuration. */
  StoreAddress(StorePolicy policy) {
    this.policy = policy;
    DefaultJedisClientConfig.Builder sentinels = reaching(policy);
    if (policy.sentinelUser() != null) {
      sentinels.user(policy.sentinelUser());
    }
    if (policy.sentinelPassword() != null) {
      sentinels.password(policy.sentinelPassword());
    }
    this.configOfSentinels = sentinels.build();
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
            .connectionTimeoutMillis((int) OPENING_MILLIS)
            .socketTimeoutMillis((int) OPENING_MILLIS)
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
    if (policy.tls()) {
      builder.sslOptions(trusting(policy.trusted(), policy.own()));
    }
    return builder;
  }

  /**
   * As a browser does it: the certificate must be trusted, and be that of the host.
   *
   * @param certificates by which it is trusted; null for those of the JVM
   * @param own by which the server knows this process; null if it wants nothing
   */
  private static SslOptions trusting(@Nullable KeyStore certificates, @Nullable ClientKey own) {
    SslOptions.Builder options = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL);
    if (certificates != null) {
      char[] password = {};
      byte[] stored = stored(certificates, password);
      options
          .trustStoreType(certificates.getType())
          .truststore(() -> new ByteArrayInputStream(stored), password);
    }
    if (own != null) {
      char[] password = own.password().toCharArray();
      byte[] stored = stored(own.store(), password);
      options
          .keyStoreType(own.store().getType())
          .keystore(() -> new ByteArrayInputStream(stored), password);
    }
    return options.build();
  }

  private static byte[] stored(KeyStore keys, char[] password) {
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try {
      keys.store(stored, password);
    } catch (GeneralSecurityException | IOException unusable) {
      throw new IllegalStateException("the certificates cannot be handed on", unusable);
    }
    return stored.toByteArray();
  }

  /** For a person. */
  String place() {
    return policy.place();
  }

  /** A connection on which the server takes commands. */
  StoreConnection connect() {
    HostAndPort server =
        policy.sentinels().isEmpty() ? new HostAndPort(policy.host(), policy.port()) : master();
    return connect(server);
  }

  /** A connection to a node of a cluster. */
  StoreConnection connect(HostAndPort node) {
    return StoreConnection.to(node, config, OPENING_MILLIS);
  }

  /** The nodes of a cluster that are asked for the others. */
  Set<HostAndPort> nodes() {
    Set<HostAndPort> nodes = new LinkedHashSet<>();
    nodes.add(new HostAndPort(policy.host(), policy.port()));
    for (String each : policy.cluster()) {
      nodes.add(HostAndPort.from(each));
    }
    return nodes;
  }

  /** Until when what is asked now must be there, if nobody waits for it. */
  static long openingDeadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OPENING_MILLIS);
  }

  /** Whom the first of the sentinels that answers names. */
  private HostAndPort master() {
    JedisException last = null;
    for (String each : policy.sentinels()) {
      try (StoreConnection sentinel =
          StoreConnection.to(HostAndPort.from(each), configOfSentinels, OPENING_MILLIS)) {
        Object answer =
            sentinel.ask(
                new CommandArguments(Command.SENTINEL)
                    .add("GET-MASTER-ADDR-BY-NAME")
                    .add(policy.host()),
                openingDeadline());
        if (answer instanceof List<?> address) {
          return new HostAndPort(text(address, 0), Integer.parseInt(text(address, 1)));
        }
      } catch (JedisException unreachable) {
        last = unreachable;
      }
    }
    if (last instanceof JedisDataException) {
      throw last; // As where a sentinel wants a password.
    }
    throw new JedisConnectionException("no sentinel knows a master '" + policy.host() + "'", last);
  }

  private static String text(List<?> parts, int at) {
    return new String((byte[]) parts.get(at), StandardCharsets.UTF_8);
  }
}
