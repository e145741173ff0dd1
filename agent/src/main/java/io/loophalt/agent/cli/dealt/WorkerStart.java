package io.loophalt.agent.cli.dealt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.runtime.policy.StorePolicy;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * What each worker is told first, on its standard input: where the store is, and what all of them
 * have in common. Not on its command line, which others on the machine can read.
 *
 * @param store its address
 * @param secret of the digest key
 * @param name of this replay
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, and never compared
record WorkerStart(URI store, byte[] secret, String name) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECRET_BYTES = 32;

  /** What is left of a replay is forgotten after that. */
  private static final Duration TTL = Duration.ofMinutes(10);

  /** So long that no call is judged alone because the machine is busy. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Of a new replay. */
  static WorkerStart at(URI store) {
    byte[] secret = new byte[SECRET_BYTES];
    byte[] name = new byte[SECRET_BYTES / 2];
    SecureRandom random = new SecureRandom();
    random.nextBytes(secret);
    random.nextBytes(name);
    return new WorkerStart(store, secret, Base64.getUrlEncoder().encodeToString(name));
  }

  StorePolicy policy() {
    return new StorePolicy(store, StorePolicy.KEY_PREFIX + "-replay", TTL, TIMEOUT);
  }

  String line() {
    return JSON.createObjectNode()
        .put("store", store.toString())
        .put("secret", secret)
        .put("name", name)
        .toString();
  }

  /**
   * What {@link #line} says.
   *
   * @throws IllegalArgumentException if it is no such line
   */
  static WorkerStart of(String line) {
    try {
      JsonNode said = JSON.readTree(line);
      return new WorkerStart(
          URI.create(said.path("store").asText()),
          Base64.getDecoder().decode(said.path("secret").asText()),
          said.path("name").asText());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a worker is begun by a replay", e);
    }
  }
}
