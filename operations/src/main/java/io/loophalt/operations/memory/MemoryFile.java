package io.loophalt.operations.memory;

import io.loophalt.core.memory.LoopHistory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file of past loops. Several JVMs of one machine may share it. Thread-safe.
 *
 * <p>A file that is torn, of something else, of another version or under another key is refused
 * with the reason, and never written.
 */
public final class MemoryFile {

  /** What is to be in it. */
  public interface Change {
    /** Makes it of what is in it, null for nothing. */
    MemoryContents of(@Nullable MemoryContents known);
  }

  /** A larger file is something else, and none is written. Bytes. */
  static final int LARGEST = 4 * 1024 * 1024;

  private final SharedFile file;
  private final @Nullable String digests;

  /** The file, whatever its digests are keyed by. */
  public MemoryFile(Path file) {
    this(file, null);
  }

  /**
   * The file of digests under a key.
   *
   * @param digests the key's name; null for any
   */
  public MemoryFile(Path file, @Nullable String digests) {
    this.file = new SharedFile(file);
    this.digests = digests;
  }

  /**
   * What is in it. Takes no lock.
   *
   * @return null if there is no file
   * @throws IOException if it is refused or cannot be read; the message goes on from the file's
   *     name
   */
  public @Nullable MemoryContents read() throws IOException {
    byte[] bytes = file.read(LARGEST);
    if (bytes == null) {
      return null;
    }
    if (bytes.length > LARGEST) {
      throw new IOException("it is larger than 4 MiB, and no memory of past loops");
    }
    MemoryContents contents = MemoryJson.read(bytes);
    if (digests != null && !digests.equals(contents.digests())) {
      throw new IOException(
          "it was written under the digest key "
              + contents.digests()
              + ", and this process has "
              + digests);
    }
    return contents;
  }

  /**
   * Changes it while no other process does.
   *
   * @return what is in it now; of more than there is room for, the tasks that were not seen for
   *     longest have gone
   * @throws IOException as {@link #read}, or if it cannot be written
   */
  public MemoryContents change(Change change) throws IOException {
    return file.locked(
        locked -> {
          MemoryContents changed = change.of(read());
          byte[] bytes = MemoryJson.write(changed);
          while (bytes.length > LARGEST) {
            LoopHistory fewer = new LoopHistory(changed.tasks(), "");
            fewer.forgetOldestTask();
            changed = new MemoryContents(changed.digests(), fewer.tasks());
            bytes = MemoryJson.write(changed);
          }
          locked.write(bytes);
          return changed;
        });
  }
}
