package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.core.fingerprint.DigestKey;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of the secret under which digests leave the process. */
final class DigestKeyKeys {

  /** A larger file is something else. Bytes. */
  private static final int LONGEST = 64 * 1024;

  private static final Key<String> FILE =
      required(
          "file",
          Scalars.FILE,
          "A file of 16 bytes or more that its owner alone can read; all its bytes count. Relative"
              + " to the folder of this file.",
          "digest-key: {file: /etc/loophalt/digest.key}");

  private final Key<Optional<DigestKey>> key;

  /**
   * The key of one file.
   *
   * @param folder what a relative path starts from; null where no file is there, and no secret is
   *     looked for
   */
  DigestKeyKeys(@Nullable File folder) {
    this.key =
        optional(
            "digest-key",
            ObjectType.of("digest-key", List.of(FILE), settings -> read(folder, settings)),
            "The secret under which digests leave the process; a random one by default, which ends"
                + " with it.",
            "digest-key: {file: /etc/loophalt/digest.key}");
  }

  Key<Optional<DigestKey>> key() {
    return key;
  }

  private static Optional<DigestKey> read(@Nullable File folder, Settings settings) {
    if (folder == null) {
      return Optional.empty();
    }
    String path = settings.require(FILE);
    File named = new File(path);
    File file = named.isAbsolute() ? named : new File(folder, path);
    if (!file.isFile()) {
      String problem =
          !file.exists()
              ? " does not exist"
              : file.isDirectory() ? " is a directory" : " is no file";
      throw mistake(settings, problem);
    }
    try (FileInputStream in = new FileInputStream(file)) {
      PosixFileAttributeView rights =
          Files.getFileAttributeView(file.toPath(), PosixFileAttributeView.class);
      if (rights != null && isOpenToOthers(rights.readAttributes().permissions())) {
        throw mistake(settings, " is open to others than its owner: chmod 600 it");
      }
      byte[] secret = in.readNBytes(LONGEST + 1);
      if (secret.length > LONGEST) {
        throw mistake(settings, " is larger than 64 KiB, and no key");
      }
      if (secret.length < DigestKey.SHORTEST) {
        throw mistake(settings, " has " + secret.length + " bytes, and a key has 16 at least");
      }
      return Optional.of(DigestKey.of(secret));
    } catch (IOException unreadable) {
      throw mistake(settings, " cannot be read: " + unreadable.getMessage());
    }
  }

  private static boolean isOpenToOthers(Set<PosixFilePermission> permissions) {
    Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
    others.addAll(permissions);
    others.removeAll(
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE));
    return !others.isEmpty();
  }

  private static ConfigException mistake(Settings settings, String problem) {
    return settings.mistake(FILE, "the digest key " + settings.quoted(FILE) + problem);
  }
}
