package io.loophalt.core.fingerprint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds and digests the files a call touches. Thread-safe.
 *
 * <p>Paths are normalised as text, without asking the file system: {@code \} is {@code /}, {@code
 * .} and empty parts go, {@code x/..} cancels out. Upper and lower case differ.
 */
public final class FilePaths {

  /** What a parameter is called that holds a path; also as the last word of a longer name. */
  private static final Set<String> NAMES =
      Set.of("path", "paths", "file", "files", "filename", "filenames", "filepath", "filepaths");

  /** What comes before {@code path} or {@code file} in names of something else. */
  private static final Set<String> OTHER_PATHS =
      Set.of("json", "url", "uri", "api", "class", "xml", "key", "http");

  private final Set<String> found = new TreeSet<>();

  private FilePaths() {}

  /** The digest of the normalised, sorted set of paths; 0 if there is none. */
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
