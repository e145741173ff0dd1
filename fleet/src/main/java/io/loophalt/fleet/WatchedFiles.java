package io.loophalt.fleet;

import java.util.function.Predicate;
import org.apache.flink.connector.file.src.enumerate.DefaultFileFilter;
import org.apache.flink.core.fs.Path;

/**
 * What is read of a folder that files are put into, and of those below it: nothing that begins with
 * a dot or an underscore, as is Flink's custom, and no link to a folder, which may lead round in a
 * circle.
 *
 * @param folder the folder itself may be a link
 */
record WatchedFiles(Path folder) implements Predicate<Path> {

  private static final Predicate<Path> NOT_HIDDEN = new DefaultFileFilter();

  WatchedFiles(String folder) {
    this(new Path(folder));
  }

  @Override
  public boolean test(Path path) {
    return NOT_HIDDEN.test(path) && (isFolder(path) || !InputFiles.isLinkToFolder(path));
  }

  /** File systems make its path absolute. */
  private boolean isFolder(Path path) {
    return path.equals(folder)
        || java.nio.file.Path.of(path.getPath())
            .equals(java.nio.file.Path.of(folder.getPath()).toAbsolutePath());
  }
}
