package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.SettingContext;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.runtime.policy.ClientKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.policy.TrustFile;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of the server in which several JVMs share runs. */
final class StoreKeys {

  private static final String EXAMPLE =
      "{store: {url: \"redis://localhost:6379/0\"}, digest-key: {file: digest.key}}";

  private static final String KEY_STORE_EXAMPLE =
      "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.pem, key-store: agent.p12,"
          + " key-store-password: changeit}}, digest-key: {file: digest.key}}";

  private static final Key<URI> URL =
      required(
          "url",
          Scalars.STORE,
          "A Redis from 6.2 on or a Valkey: `redis://user:password@host:6379/0`, or `rediss://` over"
              + " TLS. The password belongs into a variable.",
          EXAMPLE);
  private static final Key<String> KEY_PREFIX =
      optional(
          "key-prefix",
          Scalars.KEY_PREFIX,
          "What the names of its keys begin with; `loophalt` by default. ASCII without spaces and"
              + " `* ? [ ] \\ { }`.",
          "{store: {url: \"redis://localhost\", key-prefix: agents}, digest-key: {file: digest.key}}");
  private static final Key<Duration> TTL =
      optional(
          "ttl",
          Scalars.DURATION,
          "The `join-gap` where nothing else is said of it; 24h by default.",
          "{store: {url: \"redis://localhost\", ttl: 24h}, digest-key: {file: digest.key}}");
  private static final Key<Duration> TIMEOUT =
      optional(
          "timeout",
          Scalars.DURATION,
          "How long a call of the application waits for the store at most; 20ms by default.",
          "{store: {url: \"redis://localhost\", timeout: 20ms}, digest-key: {file: digest.key}}");

  private static final Key<List<String>> SENTINELS =
      optional(
          "sentinels",
          new ListType<>(
              "a list of hosts with ports",
              Scalars.HOST,
              (items, where) -> items.stream().map(each -> server(each, where)).toList()),
          "Hosts and ports of Redis Sentinels. Then the host of the `url` is the name of the master,"
              + " and its port is not used.",
          "{store: {url: \"redis://mymaster\", sentinels: [\"10.0.0.1:26379\"]}, digest-key: {file:"
              + " digest.key}}");
  private static final Key<String> SENTINEL_USER =
      optional(
          "sentinel-user",
          Scalars.NAME,
          "As whom the sentinels are asked, where that is another than their default user.",
          "{store: {url: \"redis://mymaster\", sentinels: [\"10.0.0.1:26379\"], sentinel-user:"
              + " agents, sentinel-password: changeit}, digest-key: {file: digest.key}}");
  private static final Key<String> SENTINEL_PASSWORD =
      optional(
          "sentinel-password",
          Scalars.PASSWORD,
          "What the sentinels want, if anything; it belongs into a variable. That of the `url` is for"
              + " the master.",
          "{store: {url: \"redis://mymaster\", sentinels: [\"10.0.0.1:26379\"], sentinel-password:"
              + " changeit}, digest-key: {file: digest.key}}");
  private static final Key<List<String>> CLUSTER =
      optional(
          "cluster",
          new ListType<>(
              "a list of hosts with ports",
              Scalars.HOST,
              (items, where) -> items.stream().map(each -> server(each, where)).toList()),
          "Hosts and ports of nodes of a Redis Cluster, to which that of the `url` belongs. One that"
              + " answers names all others.",
          "{store: {url: \"redis://10.0.0.1:6379\", cluster: [\"10.0.0.2:6379\"]}, digest-key: {file:"
              + " digest.key}}");
  private static final Key<String> TRUST_STORE =
      optional(
          "trust-store",
          Scalars.FILE,
          "By which certificates the server is trusted: a PKCS#12 or JKS file, or PEM certificates."
              + " Relative to the folder of this file.",
          "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.pem}}, digest-key: {file:"
              + " digest.key}}");
  private static final Key<String> PASSWORD =
      optional(
          "password",
          Scalars.PASSWORD,
          "Of the trust store, if it has one.",
          "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.p12, password: changeit}},"
              + " digest-key: {file: digest.key}}");

  private static final Key<String> KEY_STORE =
      optional(
          "key-store",
          Scalars.FILE,
          "By which certificate the server knows this process, with its private key: a PKCS#12 or JKS"
              + " file. Relative to the folder of this file.",
          KEY_STORE_EXAMPLE);
  private static final Key<String> KEY_STORE_PASSWORD =
      optional(
          "key-store-password",
          Scalars.PASSWORD,
          "Of the key store, and of the key in it; it belongs into a variable.",
          KEY_STORE_EXAMPLE);

  private final Key<Optional<Tls>> tls;
  private final Key<Optional<StorePolicy>> key;

  /**
   * The keys of one file.
   *
   * @param folder what a relative path starts from; null where no file is there, and no
   *     certificates are looked for
   */
  StoreKeys(@Nullable File folder) {
    tls =
        optional(
            "tls",
            ObjectType.of(
                "store-tls",
                List.of(TRUST_STORE, PASSWORD, KEY_STORE, KEY_STORE_PASSWORD),
                settings -> tls(folder, settings)),
            "How the server of a `rediss://` address is trusted, as the JVM trusts by default; and by"
                + " which certificate it knows this process, where it wants one.",
            "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.pem}}, digest-key: {file:"
                + " digest.key}}");
    key =
        optional(
            "store",
            ObjectType.of(
                "store",
                List.of(
                    URL,
                    KEY_PREFIX,
                    TTL,
                    TIMEOUT,
                    SENTINELS,
                    SENTINEL_USER,
                    SENTINEL_PASSWORD,
                    CLUSTER,
                    tls),
                settings -> Optional.of(policy(settings))),
            "Shares joined runs with other JVMs; off by default.",
            EXAMPLE);
  }

  Key<Optional<StorePolicy>> key() {
    return key;
  }

  private static String server(Located<String> item, SettingContext where) {
    if (!item.value().matches(".+:[0-9]{1,5}")) {
      throw where.mistake(
          item.place(), Quote.of(item.value()) + " is no host with a port such as 10.0.0.1:26379");
    }
    return item.value();
  }

  /**
   * What a file says of TLS.
   *
   * @param trusted the certificates by which the server is trusted; null for those of the JVM
   * @param own by which it knows this process; null if it wants nothing
   */
  private record Tls(@Nullable KeyStore trusted, @Nullable ClientKey own) {}

  private static Optional<Tls> tls(@Nullable File folder, Settings settings) {
    needs(settings, PASSWORD, TRUST_STORE);
    needs(settings, KEY_STORE, KEY_STORE_PASSWORD);
    needs(settings, KEY_STORE_PASSWORD, KEY_STORE);
    return folder == null
        ? Optional.empty()
        : Optional.of(new Tls(trusted(folder, settings), own(folder, settings)));
  }

  private static File file(File folder, String path) {
    File named = new File(path);
    return named.isAbsolute() ? named : new File(folder, path);
  }

  private static @Nullable ClientKey own(File folder, Settings settings) {
    String path = settings.get(KEY_STORE);
    if (path == null) {
      return null;
    }
    try {
      return ClientKey.read(file(folder, path), settings.require(KEY_STORE_PASSWORD));
    } catch (IOException unusable) {
      throw settings.mistake(
          KEY_STORE, "the key store " + settings.quoted(KEY_STORE) + ' ' + unusable.getMessage());
    }
  }

  private static @Nullable KeyStore trusted(File folder, Settings settings) {
    String path = settings.get(TRUST_STORE);
    if (path == null) {
      return null;
    }
    try {
      return TrustFile.read(file(folder, path), settings.get(PASSWORD));
    } catch (IOException unusable) {
      throw settings.mistake(
          TRUST_STORE,
          "the trust store " + settings.quoted(TRUST_STORE) + ' ' + unusable.getMessage());
    }
  }

  private StorePolicy policy(Settings settings) {
    Optional<Tls> known = settings.get(tls, Optional.empty());
    StorePolicy policy =
        new StorePolicy(
            settings.require(URL),
            settings.get(KEY_PREFIX, StorePolicy.KEY_PREFIX),
            settings.get(TTL, StorePolicy.TTL),
            settings.get(TIMEOUT, StorePolicy.TIMEOUT),
            settings.get(SENTINELS, List.of()),
            settings.get(SENTINEL_USER),
            settings.get(SENTINEL_PASSWORD),
            settings.get(CLUSTER, List.of()),
            known.map(Tls::trusted).orElse(null),
            known.map(Tls::own).orElse(null));
    if (settings.has(tls) && !policy.tls()) {
      throw settings.mistake(tls, "'tls' needs an address that begins with rediss://");
    }
    needs(settings, SENTINEL_USER, SENTINEL_PASSWORD);
    needs(settings, SENTINEL_PASSWORD, SENTINELS);
    if (settings.has(CLUSTER)) {
      if (settings.has(SENTINELS)) {
        throw settings.mistake(CLUSTER, "a 'cluster' has no 'sentinels': leave one of them out");
      }
      if (policy.database() != 0) {
        throw settings.mistake(URL, "a cluster has no other database than 0");
      }
    }
    return policy;
  }

  private static void needs(Settings settings, Key<?> key, Key<?> other) {
    if (settings.has(key) && !settings.has(other)) {
      throw settings.mistake(key, '\'' + key.name() + "' needs '" + other.name() + '\'');
    }
  }

  /** Processes with keys of their own would never know a run of each other. */
  void needsKey(Settings file, Key<?> digestKey) {
    if (file.has(key) && !file.has(digestKey)) {
      throw file.mistake(
          key,
          "'store' needs a 'digest-key', which all JVMs have that share it: without one each makes"
              + " its digests under a key of its own");
    }
  }
}
