package io.loophalt.fleet;

import io.loophalt.recordings.format.LogParts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files that a command line names, on any file system that Flink knows: a folder stands for the
 * files in it and in the folders below it. What begins with a dot is left out, a folder with all
 * that is in it. A link to a folder is not followed, so that nothing is read twice, and no circle
 * is gone round.
 *
 * @param logs the parts of one log together, the earlier before the later, or a single file
 * @param bytes of all of them
 */
record InputFiles(List<String[]> logs, long bytes) {

  /**
   * Looks them up.
   *
   * @throws IOException if one of them is not there or cannot be looked at
   */
  static InputFiles named(List<String> names) throws IOException {
    return named(names, List.of());
  }

  /**
   * The same, for a command that writes files.
   *
   * @param outputs are not read where they lie in a folder that is
   * @throws IOException likewise
   */
  static InputFiles named(List<String> names, List<java.nio.file.Path> outputs) throws IOException {
    Predicate<Path> isRead =
        file -> isNamed(file) && outputs.stream().noneMatch(each -> isSame(file, each));
    Set<String> files = new LinkedHashSet<>();
    long bytes = 0;
    for (String name : names) {
      Path path = path(name);
      FileSystem system = path.getFileSystem();
      FileStatus status = system.getFileStatus(path);
      for (FileStatus each : status.isDir() ? below(system, path, isRead) : List.of(status)) {
        if (files.add(each.getPath().toString())) {
          bytes += each.getLen();
        }
      }
    }
    List<String[]> logs = new ArrayList<>();
    for (List<String> parts : LogParts.together(files)) {
      logs.add(parts.toArray(new String[0]));
    }
    return new InputFiles(List.copyOf(logs), bytes);
  }

  /** What a folder on a command line stands for. */
  private static boolean isNamed(Path path) {
    return !path.getName().startsWith(".") && !isLinkToFolder(path);
  }

  /**
   * The files in a folder and in those below it, in the order of their paths.
   *
   * @param isRead whether a file is read, or a folder with what is in it
   */
  static List<FileStatus> below(FileSystem system, Path folder, Predicate<Path> isRead)
      throws IOException {
    List<FileStatus> files = new ArrayList<>();
    Deque<Path> folders = new ArrayDeque<>(List.of(folder));
    for (Path next = folders.poll(); next != null; next = folders.poll()) {
      for (FileStatus entry : entries(system, next)) {
        if (!isRead.test(entry.getPath())) {
          continue;
        }
        if (entry.isDir()) {
          folders.add(entry.getPath());
        } else {
          files.add(entry);
        }
      }
    }
    files.sort((one, other) -> one.getPath().compareTo(other.getPath()));
    return files;
  }

  /** What is in a folder. Flink's own list of a local one knows no name with a colon in it. */
  private static List<FileStatus> entries(FileSystem system, Path folder) throws IOException {
    List<FileStatus> entries = new ArrayList<>();
    if (isLocal(folder)) {
      try (DirectoryStream<java.nio.file.Path> local = Files.newDirectoryStream(local(folder))) {
        for (java.nio.file.Path each : local) {
          statusOf(system, each).ifPresent(entries::add);
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      return entries;
    }
    @Nullable FileStatus @Nullable [] known = system.listStatus(folder);
    if (known == null) { // as a file system answers that may not look into it
      throw new IOException("the folder " + folder);
    }
    for (FileStatus each : known) {
      if (each != null) {
        entries.add(each);
      }
    }
    return entries;
  }

  /** Empty for a link to nothing, and for what was just moved away. */
  private static Optional<FileStatus> statusOf(FileSystem system, java.nio.file.Path local)
      throws IOException {
    try {
      return Optional.of(system.getFileStatus(new Path(local.toAbsolutePath().toString())));
    } catch (FileNotFoundException gone) {
      return Optional.empty();
    }
  }

  /** As Flink names it, in which a colon before the first slash is the end of a scheme. */
  static Path path(String name) {
    int colon = name.indexOf(':');
    int slash = name.indexOf('/');
    boolean mayBeScheme = colon > 0 && slash == colon + 1;
    return colon < 0 || mayBeScheme
        ? new Path(name)
        : new Path(java.nio.file.Path.of(name).toAbsolutePath().toString());
  }

  private static boolean isLocal(Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null ? isDefaultLocal() : scheme.equals("file");
  }

  private static boolean isDefaultLocal() {
    return "file".equals(FileSystem.getDefaultFsUri().getScheme());
  }

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.getPath());
  }

  /** Whether both are one file of this machine. */
  static boolean isSame(Path file, java.nio.file.Path output) {
    try {
      return isLocal(file) && Files.exists(output) && Files.isSameFile(local(file), output);
    } catch (IOException | InvalidPathException e) {
      return false; // Reading it says why.
    }
  }

  /** Whether a path is such a link; file systems of other machines know none. */
  static boolean isLinkToFolder(Path path) {
    String scheme = path.toUri().getScheme();
    if (scheme != null && !scheme.equals("file")) {
      return false;
    }
    java.nio.file.Path local = java.nio.file.Path.of(path.getPath());
    return Files.isSymbolicLink(local) && Files.isDirectory(local);
  }
}
