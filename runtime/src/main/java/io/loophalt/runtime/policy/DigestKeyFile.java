package io.loophalt.runtime.policy;

import io.loophalt.core.fingerprint.DigestKey;
import java.io.File;
import java.io.IOException;

/** Reads the secret under which digests leave the process. */
public final class DigestKeyFile {

  private DigestKeyFile() {}

  /**
   * The key that is all the bytes of a file.
   *
   * @throws IOException if it is no file, others than its owner have any right to it, it is too
   *     short or too long, or cannot be read; the message goes on from the name of the file
   */
  public static DigestKey read(File file) throws IOException {
    return DigestKey.of(OwnersFile.read(file, DigestKey.SHORTEST, "key"));
  }
}
