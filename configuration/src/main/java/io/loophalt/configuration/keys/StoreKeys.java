package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.runtime.policy.StorePolicy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of the server in which several JVMs share runs. */
final class StoreKeys {

  private static final String EXAMPLE =
      "{store: {url: \"redis://localhost:6379/0\"}, digest-key: {file: digest.key}}";

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
          Scalars.NAME,
          "What the names of its keys begin with; `loophalt` by default.",
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

  static final Key<Optional<StorePolicy>> STORE =
      optional(
          "store",
          ObjectType.of(
              "store",
              List.of(URL, KEY_PREFIX, TTL, TIMEOUT),
              settings -> Optional.of(policy(settings))),
          "Shares joined runs with other JVMs; off by default.",
          EXAMPLE);

  private StoreKeys() {}

  private static StorePolicy policy(Settings settings) {
    return new StorePolicy(
        settings.require(URL),
        settings.get(KEY_PREFIX, StorePolicy.KEY_PREFIX),
        settings.get(TTL, StorePolicy.TTL),
        settings.get(TIMEOUT, StorePolicy.TIMEOUT));
  }

  /** Processes with keys of their own would never know a run of each other. */
  static void needsKey(Settings file, Key<?> digestKey) {
    if (file.has(STORE) && !file.has(digestKey)) {
      throw file.mistake(
          STORE,
          "'store' needs a 'digest-key', which all JVMs have that share it: without one each makes"
              + " its digests under a key of its own");
    }
  }
}
