package io.loophalt.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.DefaultFileFilter;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * What is read of a folder that files are put into, and of those below it: nothing that begins with
 * a dot or an underscore, as is Flink's custom, and no link to a folder, which may lead round in a
 * circle. The folder itself may be a link. Files may have any name, which Flink's own list does not
 * let them have.
 */
final class WatchedFolder extends NonSplittingRecursiveEnumerator {

  private static final Predicate<Path> NOT_HIDDEN = new DefaultFileFilter();

  private static boolean isRead(Path path) {
    return NOT_HIDDEN.test(path) && !InputFiles.isLinkToFolder(path);
  }

  @Override
  public Collection<FileSourceSplit> enumerateSplits(Path[] folders, int ignored)
      throws IOException {
    List<FileSourceSplit> files = new ArrayList<>();
    for (Path folder : folders) {
      FileSystem system = folder.getFileSystem();
      for (FileStatus file : InputFiles.below(system, folder, WatchedFolder::isRead)) {
        convertToSourceSplits(file, system, files);
      }
    }
    return files;
  }
}
