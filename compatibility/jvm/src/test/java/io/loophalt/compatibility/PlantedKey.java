package io.loophalt.compatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A digest key whose text is to be found nowhere. */
final class PlantedKey {

  static final String TEXT = "planted-key-0123456789abcdef0123456789";

  /** How the configuration names it. */
  static final String FILE = "planted.key";

  private PlantedKey() {}

  /** Writes it into a folder; returns the line by which a configuration there uses it. */
  static String in(Path folder) {
    try {
      Path key = Files.writeString(folder.resolve(FILE), TEXT);
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return "digest-key: {file: " + FILE + "}\n";
  }
}
