package io.loophalt.runtime.policy;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server in which joined runs are shared.
 *
 * @param url {@code redis://} or, over TLS, {@code rediss://}, with user, password, host, port and
 *     number of the database as far as they are not the usual ones
 * @param keyPrefix what the names of all keys begin with, and a colon
 * @param ttl a joined run that was silent for this long is over, where its task says nothing else
 * @param timeout how long a call of the application waits for an answer at most
 * @param sentinels hosts and ports of those who know which server is the master; then the host of
 *     the url is the master's name. Empty where the url says it
 * @param sentinelUser as whom they are asked; null for their default user
 * @param sentinelPassword null if they want none
 * @param cluster hosts and ports of more nodes of a Redis Cluster, to which the one of the url
 *     belongs; empty where there is none
 * @param trusted the certificates by which a server is trusted; null for those of the JVM
 * @param own by which a server over TLS knows this process; null if it wants nothing
 */
public record StorePolicy(
    URI url,
    String keyPrefix,
    Duration ttl,
    Duration timeout,
    List<String> sentinels,
    @Nullable String sentinelUser,
    @Nullable String sentinelPassword,
    List<String> cluster,
    @Nullable KeyStore trusted,
    @Nullable ClientKey own) {

  public static final String KEY_PREFIX = "loophalt";
  public static final Duration TTL = Duration.ofHours(24);
  public static final Duration TIMEOUT = Duration.ofMillis(20);

  private static final int PORT = 6379;

  /** Copies the lists. */
  public StorePolicy {
    sentinels = List.copyOf(sentinels);
    cluster = List.copyOf(cluster);
  }

  /** A server that is where the url says, and is trusted as the JVM trusts. */
  public StorePolicy(URI url, String keyPrefix, Duration ttl, Duration timeout) {
    this(url, keyPrefix, ttl, timeout, List.of(), null, null, List.of(), null, null);
  }

  /** The same at another address, waited for so long. */
  public StorePolicy at(URI other, Duration patience) {
    return new StorePolicy(
        other,
        keyPrefix,
        ttl,
        patience,
        sentinels,
        sentinelUser,
        sentinelPassword,
        cluster,
        trusted,
        own);
  }

  public String host() {
    return url.getHost();
  }

  public int port() {
    return url.getPort() < 0 ? PORT : url.getPort();
  }

  public boolean tls() {
    return "rediss".equals(url.getScheme());
  }

  /** The number of the database. */
  public int database() {
    String path = url.getPath();
    return path == null || path.length() < 2 ? 0 : Integer.parseInt(path.substring(1));
  }

  /** Null for the server's default user. */
  public @Nullable String user() {
    String info = url.getRawUserInfo();
    int colon = info == null ? 0 : info.indexOf(':');
    return info == null || colon == 0 ? null : decoded(colon < 0 ? info : info.substring(0, colon));
  }

  /** Null if it wants none. */
  public @Nullable String password() {
    String info = url.getRawUserInfo();
    int colon = info == null ? -1 : info.indexOf(':');
    return info == null || colon < 0 ? null : decoded(info.substring(colon + 1));
  }

  private static String decoded(String written) {
    return URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Where it is, for a person: host and port, or the master's name and who knows where it is. */
  public String place() {
    if (!sentinels.isEmpty()) {
      return host() + " of " + String.join(", ", sentinels);
    }
    String node = host() + ':' + port();
    return cluster.isEmpty() ? node : node + ", " + String.join(", ", cluster);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "StorePolicy[" + place() + ", " + keyPrefix + ", " + ttl + ", " + timeout + ']';
  }
}
