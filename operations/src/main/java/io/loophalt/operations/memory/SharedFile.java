package io.loophalt.operations.memory;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small file that several JVMs of one machine share, which its owner alone can read.
 *
 * <p>It is written whole: into {@code FILE.tmp}, which is then moved to its place at once, so that
 * whoever reads it without a lock finds all of it or all of what was there before. Whoever writes
 * holds the lock of {@code FILE.lock}, which stays beside it. Where the file is named by a link,
 * all that is beside it is beside its target.
 */
final class SharedFile {

  /** What is done while nobody else writes. */
  interface Work<T> {
    T with(SharedFile file) throws IOException;
  }

  /** How long another process may hold the lock before the work is given up. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  /** Waiting for a lock of another process can be given up only by trying again and again. */
  private static final long BETWEEN_TRIES_MILLIS = 5;

  /** Links may form a ring; as many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private final Path file;

  SharedFile(Path file) {
    this.file = target(file);
  }

  /**
   * Where a file lies that may be named by a link. It is replaced whole: through the link's own
   * name the link would be, and who names the target would share nothing any more.
   */
  static Path target(Path named) {
    Path file = named.toAbsolutePath();
    try {
      for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(file); links++) {
        file = file.resolveSibling(Files.readSymbolicLink(file));
      }
    } catch (IOException unreadable) {
      return file; // Reading it says why.
    }
    return file;
  }

  Path path() {
    return file;
  }

  private Path beside(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static FileAttribute<?>[] forItsOwner(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * All its bytes.
   *
   * @param most of a longer one no more than one byte beyond this is read
   * @return null if there is no file
   * @throws IOException if it is something else than a file, or cannot be read
   */
  byte @Nullable [] read(int most) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(Files.isDirectory(file) ? "it is a directory" : "it is no file");
    }
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return in.readNBytes(most + 1);
    }
  }

  /**
   * Works while no other process does.
   *
   * @throws IOException if another one has held the lock for two seconds, or as the work does
   */
  <T> T locked(Work<T> work) throws IOException {
    Path directory = file.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Path beside = beside(".lock");
    boolean isThere = Files.exists(beside, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel =
        FileChannel.open(
            beside,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            forItsOwner(beside))) {
      handOver(beside, isThere);
      long since = System.nanoTime();
      FileLock lock = tryLock(channel);
      while (lock == null) {
        if (System.nanoTime() - since > LONGEST_WAIT.toNanos()) {
          throw new IOException("another process holds " + beside);
        }
        pause();
        lock = tryLock(channel);
      }
      try {
        return work.with(this);
      } finally {
        lock.release();
      }
    }
  }

  /**
   * Gives what was made to whom the file belongs: root would take the file away from them.
   *
   * @param wasThere whether it was made before, maybe by root
   * @throws IOException if what is new cannot be given; then it is removed, and the file stays
   */
  private void handOver(Path made, boolean wasThere) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")
        || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        || attribute(file, "unix:uid").equals(attribute(made, "unix:uid"))) {
      return;
    }
    try {
      for (String each : List.of("unix:gid", "unix:uid")) {
        Files.setAttribute(made, each, attribute(file, each), LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException forbidden) {
      if (wasThere) {
        return; // Whoever can write it may use it, as before.
      }
      Files.delete(made);
      throw new IOException("it is another user's, and only they or root can write it", forbidden);
    }
  }

  private static Object attribute(Path of, String name) throws IOException {
    return Files.getAttribute(of, name, LinkOption.NOFOLLOW_LINKS);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldInThisProcess) {
      return null;
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopped);
    }
  }

  /** Replaces the whole file; the lock is held. */
  void write(byte[] bytes) throws IOException {
    Path whole = beside(".tmp");
    Files.deleteIfExists(whole); // of a process that was ended in the middle
    try (FileChannel out =
        FileChannel.open(
            whole,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            forItsOwner(whole))) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
      out.force(true);
    }
    handOver(whole, /* wasThere= */ false);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
