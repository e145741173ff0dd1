package io.loophalt.operations.memory;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.DigestKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The key of a memory whose configuration names none: a file beside it, made once. */
public final class MemoryKey {

  private static final int BYTES = 32;

  private MemoryKey() {}

  /** The file of the key, beside the memory or, if that is a link, beside what it leads to. */
  public static Path fileOf(Path memory) {
    Path file = SharedFile.target(memory);
    return file.resolveSibling(file.getFileName() + ".key");
  }

  /**
   * The key beside a memory. It is made if it is not there; of several processes that make it at
   * the same moment, all get the one that was first.
   *
   * @throws IOException if it can neither be read nor made; the message says why
   */
  public static DigestKey of(Path memory) throws IOException {
    Path file = fileOf(memory);
    try {
      if (!Files.exists(file)) {
        new SharedFile(file)
            .locked(
                locked -> {
                  if (!Files.exists(file)) {
                    byte[] secret = new byte[BYTES];
                    new SecureRandom().nextBytes(secret);
                    locked.write(secret);
                  }
                  return file;
                });
      }
      return DigestKeyFile.read(file.toFile());
    } catch (IOException unusable) {
      throw new IOException("its key " + file + " " + FileFailure.why(unusable), unusable);
    }
  }
}
