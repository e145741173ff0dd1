package io.loophalt.fleet;

import io.loophalt.recordings.format.LogParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The files that a command line names, on any file system that Flink knows: a folder stands for the
 * files in it, not in its subfolders, none that begins with a dot.
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
    Set<String> files = new LinkedHashSet<>();
    long bytes = 0;
    for (String name : names) {
      Path path = new Path(name);
      FileSystem system = path.getFileSystem();
      FileStatus status = system.getFileStatus(path);
      List<FileStatus> found = new ArrayList<>();
      if (status.isDir()) {
        for (FileStatus each : system.listStatus(path)) {
          if (!each.isDir() && !each.getPath().getName().startsWith(".")) {
            found.add(each);
          }
        }
        found.sort((one, other) -> one.getPath().compareTo(other.getPath()));
      } else {
        found.add(status);
      }
      for (FileStatus each : found) {
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
}
