package io.loophalt.agent.fingerprint;

import java.io.File;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds and digests the files a call touches. Thread-safe. */
public final class FilePaths {

  private static final Set<String> NAMES =
      Set.of("path", "paths", "file", "files", "filename", "filenames", "filepath", "filepaths");

  private FilePaths() {}

  /**
   * The digest of the normalised, sorted set of paths; 0 if there is none.
   *
   * @param paths {@code String}, {@code File} or {@code Path}, or iterables and arrays of them
   */
  public static long digest(Iterable<?> paths) {
    Set<String> normalised = new TreeSet<>();
    collect(paths, normalised);
    long digest = 0;
    for (String path : normalised) {
      digest = TextDigest.combine(digest, TextDigest.of(path));
    }
    return digest;
  }

  /** Whether a parameter of this name holds a file path. */
  public static boolean isFileName(String parameterName) {
    return NAMES.contains(parameterName.replaceAll("[_-]", "").toLowerCase(Locale.ROOT));
  }

  private static void collect(@Nullable Object value, Set<String> into) {
    if (value instanceof String text && !text.isBlank()) {
      into.add(Path.of(text).normalize().toString());
    } else if (value instanceof File file) {
      into.add(file.toPath().normalize().toString());
    } else if (value instanceof Path path) {
      into.add(path.normalize().toString());
    } else if (value instanceof Iterable<?> many) {
      for (Object one : many) {
        collect(one, into);
      }
    } else if (value != null && value.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(value); i++) {
        collect(Array.get(value, i), into);
      }
    }
  }
}
