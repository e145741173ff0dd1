package io.loophalt.agent.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The files that a folder stands for: those in it and in the folders below it. What begins with a
 * dot is left out, a folder with all that is in it. A link to a file is read; one to a folder is
 * not followed, so that nothing is read twice, and no circle is gone round.
 */
final class FolderFiles {

  private FolderFiles() {}

  /**
   * Looks them up.
   *
   * @return in the order of their paths; a folder that cannot be looked into is there in place of
   *     what it holds, so that who reads it says why
   */
  static List<Path> below(Path folder) {
    List<Path> files = new ArrayList<>();
    Deque<Path> folders = new ArrayDeque<>(List.of(folder));
    for (Path next = folders.poll(); next != null; next = folders.poll()) {
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(next, entry -> !entry.toFile().getName().startsWith("."))) {
        for (Path entry : entries) {
          if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            folders.add(entry);
          } else if (Files.isRegularFile(entry)) {
            files.add(entry);
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        files.add(next);
      }
    }
    files.sort(Comparator.comparing(Path::toString));
    return List.copyOf(files);
  }
}
