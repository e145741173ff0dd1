package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.runtime.policy.MemoryPolicy;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of the memory of past loops. */
final class MemoryKeys {

  private static final Key<String> FILE =
      required(
          "file",
          Scalars.LOG_FILE,
          "Where it is kept; JVMs of one machine may share it. Without a `digest-key` a key file is"
              + " made beside it. Relative to the folder of this file.",
          "memory: {file: loops.json}");
  private static final Key<Duration> KEEP =
      optional(
          "keep",
          Scalars.DURATION,
          "How long a run is remembered; 90d by default.",
          "memory: {file: loops.json, keep: 90d}");

  private MemoryKeys() {}

  /**
   * The key of one file.
   *
   * @param folder what a relative path starts from; null where there is no file
   */
  static Key<Optional<MemoryPolicy>> key(@Nullable File folder) {
    return optional(
        "memory",
        ObjectType.of("memory", List.of(FILE, KEEP), settings -> policy(folder, settings)),
        "Remembers what runs were stuck in, as digests, and nudges the next run of the task that"
            + " begins the same at its second repetition; nothing is remembered by default.",
        "memory: {file: loops.json, keep: 90d}");
  }

  private static Optional<MemoryPolicy> policy(@Nullable File folder, Settings settings) {
    String path = settings.require(FILE);
    File named = new File(path);
    File file = named.isAbsolute() || folder == null ? named : new File(folder, path);
    if (file.exists() && !file.isFile()) {
      throw settings.mistake(
          FILE,
          settings.quoted(FILE)
              + (file.isDirectory() ? " is a directory" : " is a pipe or a device")
              + "; the memory of past loops is a regular file");
    }
    return Optional.of(new MemoryPolicy(file.toPath(), settings.get(KEEP, Defaults.MEMORY_KEPT)));
  }
}
