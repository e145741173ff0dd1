package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.DigestKeyFile;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of the secret under which digests leave the process. */
final class DigestKeyKeys {

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
    try {
      return Optional.of(DigestKeyFile.read(file));
    } catch (IOException unusable) {
      throw mistake(settings, " " + unusable.getMessage());
    }
  }

  private static ConfigException mistake(Settings settings, String problem) {
    return settings.mistake(FILE, "the digest key " + settings.quoted(FILE) + problem);
  }
}
