package io.loophalt.compatibility.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The secret that JVMs need to share anything. */
public final class KeyOfDigests {

  private KeyOfDigests() {}

  /** Writes one into a folder, for its owner alone. */
  public static Path writeTo(Path folder) throws IOException {
    Path key = folder.resolve("digest.key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.write(key, "thirty-two bytes that nobody has".getBytes(StandardCharsets.UTF_8));
  }
}
