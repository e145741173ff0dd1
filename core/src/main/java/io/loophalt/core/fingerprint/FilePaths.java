package io.loophalt.core.fingerprint;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds and digests the files a call touches. Thread-safe.
 *
 * <p>Paths are normalised as text, without asking the file system: {@code \} is {@code /}, {@code
 * .} and empty parts go, {@code x/..} cancels out. Upper and lower case differ.
 */
public final class FilePaths {

  /** Deeper collections are not read. */
  private static final int MAX_DEPTH = 8;

  /** Further values are not read. */
  private static final int MAX_VALUES = 4096;

  /** What a parameter is called that holds a path; also as the last word of a longer name. */
  private static final Set<String> NAMES =
      Set.of("path", "paths", "file", "files", "filename", "filenames", "filepath", "filepaths");

  /** What comes before {@code path} or {@code file} in names of something else. */
  private static final Set<String> OTHER_PATHS =
      Set.of("json", "url", "uri", "api", "class", "xml", "key", "http");

  private final Set<String> found = new TreeSet<>();
  private int valuesLeft = MAX_VALUES;

  private FilePaths() {}

  /**
   * The digest of the normalised, sorted set of paths; 0 if there is none. What is not of the JDK,
   * or cannot be read, is left out.
   *
   * @param paths texts, {@code File} or {@code Path}, or collections of the JDK and arrays of them
   */
  public static long digest(Collection<?> paths) {
    FilePaths collected = new FilePaths();
    collected.collect(paths, 0);
    return collected.digest();
  }

  /** As {@link #digest(Collection)}, of paths that are known to be texts. */
  public static long ofTexts(List<String> paths) {
    FilePaths collected = new FilePaths();
    paths.forEach(collected::add);
    return collected.digest();
  }

  private long digest() {
    long digest = 0;
    for (String path : found) {
      digest = TextDigest.combine(digest, TextDigest.of(path));
    }
    return digest;
  }

  /**
   * Whether a parameter of this name holds a file path: {@code path}, {@code fileName}, {@code
   * FILE_PATH}, {@code target-file}, but not {@code fileType} or {@code jsonPath}.
   */
  public static boolean isFileName(String parameterName) {
    String[] words =
        parameterName
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|[_.-]", " ")
            .toLowerCase(Locale.ROOT)
            .trim()
            .split(" +");
    String last = words[words.length - 1];
    String before = words.length > 1 ? words[words.length - 2] : "";
    boolean fileName = before.equals("file") && (last.equals("name") || last.equals("names"));
    return fileName || (NAMES.contains(last) && !OTHER_PATHS.contains(before));
  }

  private void collect(@Nullable Object value, int depth) {
    if (value == null || depth > MAX_DEPTH || valuesLeft-- <= 0) {
      return;
    }
    try {
      if (value instanceof File || value instanceof Path) {
        if (ObjectShape.of(value.getClass()).reading() == Reading.TEXT) {
          add(value.toString());
        }
      } else if (value instanceof Object[] many) {
        for (Object one : many) {
          collect(one, depth + 1);
        }
      } else {
        Object contents = KnownContents.of(value);
        if (contents instanceof CharSequence text) {
          add(text.toString());
        } else if (contents instanceof Collection<?> many) {
          for (Object one : many) {
            collect(one, depth + 1);
          }
        }
      }
    } catch (RuntimeException | StackOverflowError changing) {
      valuesLeft--;
    }
  }

  private void add(String path) {
    if (!path.isBlank()) {
      found.add(normalized(path.strip().replace('\\', '/')));
    }
  }

  private static String normalized(String path) {
    boolean absolute = path.startsWith("/");
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/")) {
      if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!(part.isEmpty() || part.equals(".") || (part.equals("..") && absolute))) {
        parts.addLast(part);
      }
    }
    return (absolute ? "/" : "") + String.join("/", parts);
  }
}
