package io.loophalt.operations.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file of past loops. Several JVMs of one machine may share it. Thread-safe.
 *
 * <p>A file that is torn, of something else, of another version or under another key is refused
 * with the reason, and never written.
 */
public final class MemoryFile implements MemoryPlace {

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

  @Override
  public String name() {
    return file.path().toString();
  }

  @Override
  public String remedy() {
    return "Give it another file, move this one away, or remove 'memory' from the configuration";
  }

  /** Takes no lock. */
  @Override
  public @Nullable MemoryContents read() throws IOException {
    byte[] bytes = file.read(LARGEST);
    if (bytes == null) {
      return null;
    }
    if (bytes.length > LARGEST) {
      throw new IOException("it is larger than 4 MiB, and no memory of past loops");
    }
    MemoryContents contents = MemoryContents.of(bytes);
    if (digests != null && !digests.equals(contents.digests())) {
      throw new IOException(
          "it was written under the digest key "
              + contents.digests()
              + ", and this process has "
              + digests);
    }
    return contents;
  }

  @Override
  public MemoryContents change(Change change) throws IOException {
    return file.locked(
        locked -> {
          MemoryContents known = read();
          MemoryContents changed = change.of(known).within(LARGEST);
          if (!changed.equals(known)) {
            locked.write(changed.json());
          }
          return changed;
        });
  }
}
