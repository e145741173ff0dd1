package io.loophalt.store;

import io.loophalt.PrintableText;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * How things are called in the store: runs by a digest of their ids under the digest key, so that
 * nobody reads there what an application calls them. Thread-safe.
 */
final class StoredNames {

  /** No state. */
  static final byte[] NONE = {'-'};

  private final String prefix;
  private final DigestKey digestKey;
  private final Warnings warnings;

  StoredNames(StorePolicy policy, DigestKey digestKey, Log log) {
    this.prefix = policy.keyPrefix() + ":run:";
    this.digestKey = digestKey;
    this.warnings = new Warnings(log);
  }

  /** The key of a run. */
  byte[] keyOf(String runId) {
    return ascii(prefix + digestKey.nameOf(runId));
  }

  /** With what is tried whether the server takes data. */
  byte[][] probe() {
    return new byte[][] {ascii(prefix + "probe"), another(), number(1), NONE, number(1_000)};
  }

  /** A name that nothing else has. */
  byte[] another() {
    return ascii(UUID.randomUUID().toString());
  }

  byte[] number(long value) {
    return ascii(Long.toString(value));
  }

  /** Says once for each task that a state is of no use here. */
  void tellUnreadable(String task, IOException why) {
    warnings.once(
        "state of " + task,
        "a run of task '"
            + PrintableText.name(task)
            + "' is judged in this JVM alone: "
            + why.getMessage());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
