package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** How things are called for who has one key, and for who has another. */
final class Names {

  static final StorePolicy POLICY =
      new StorePolicy(
          URI.create("redis://localhost"), "prefix", StorePolicy.TTL, StorePolicy.TIMEOUT);

  static final StoredNames OURS = ours(System.err);

  static final StoredNames OF_OTHERS = of("the key of some others", System.err);

  private Names() {}

  /** The first, of a process that says there what a person is to know. */
  static StoredNames ours(PrintStream said) {
    return of("the key of our processes", said);
  }

  private static StoredNames of(String secret, PrintStream said) {
    DigestKey key = DigestKey.of(secret.getBytes(StandardCharsets.UTF_8));
    return new StoredNames(POLICY, key, new Log(said));
  }

  static String text(byte[] ascii) {
    return new String(ascii, StandardCharsets.US_ASCII);
  }
}
