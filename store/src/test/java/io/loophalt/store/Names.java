package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** How things are called for who has one key, and for who has another. */
final class Names {

  static final StorePolicy POLICY =
      new StorePolicy(
          URI.create("redis://localhost"), "prefix", StorePolicy.TTL, StorePolicy.TIMEOUT);

  static final StoredNames OURS = of("the key of our processes");

  static final StoredNames OF_OTHERS = of("the key of some others");

  private Names() {}

  private static StoredNames of(String secret) {
    DigestKey key = DigestKey.of(secret.getBytes(StandardCharsets.UTF_8));
    return new StoredNames(POLICY, key, new Log(System.err));
  }

  static String text(byte[] ascii) {
    return new String(ascii, StandardCharsets.US_ASCII);
  }
}
