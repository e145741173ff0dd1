package io.loophalt.operations;

import io.loophalt.PrintableText;
import io.loophalt.runtime.policy.EventLogPolicy;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of this process's own to which lines are appended, and its earlier parts: {@code FILE.1}
 * is the latest of them, {@code FILE.N} the oldest. Of them so many are kept, and none whose latest
 * line is older than allowed; no other file is touched.
 *
 * <p>Others may remove or move it at any time, as {@code logrotate} does: what comes more than a
 * second later stands in a new file, and so does at once what is urgent. Where it cannot be
 * rotated, as on Windows while somebody reads it, it grows.
 *
 * <p>Its owner alone reads it, where the file system can say so, until somebody lets others read a
 * part: the next one is as that part is.
 *
 * <p>A line is written in one piece, and into one part. What is written is handed to the operating
 * system. Not thread-safe. A line costs one write, once a second a look whether the file is still
 * the one of that name, and once in a while the look at N parts.
 */
final class RotatedFile {

  /** How often the age of parts is looked at, at most, and a rotation tried that has failed. */
  private static final long LOOK_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** How often it is looked whether the file is still there, at most. */
  private static final long IDENTITY_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private final Path file;
  private final long maxBytes;
  private final int maxFiles;
  private final long maxAgeMillis;
  private final Clock clock;
  private final Consumer<String> complaints;

  // java.io, not a channel: an interrupt would close a channel.
  private @Nullable FileOutputStream out;

  /** By which the open file is known; null where files have no such keys. */
  private @Nullable Object key;

  private long size;
  private long beganMillis;
  private long identifiedMillis;
  private long lookedMillis = Long.MIN_VALUE;
  private long refusedMillis = Long.MIN_VALUE;
  private boolean complained;

  /**
   * Is opened by the first line.
   *
   * @param complaints told once when the file cannot be rotated
   */
  RotatedFile(Path file, EventLogPolicy policy, Clock clock, Consumer<String> complaints) {
    this.file = file;
    this.maxBytes = policy.maxBytes();
    this.maxFiles = policy.maxFiles();
    this.maxAgeMillis = policy.maxAge().toMillis();
    this.clock = clock;
    this.complaints = complaints;
  }

  /**
   * Appends a line.
   *
   * @param urgent whether it must not get lost with a file that somebody has just removed
   * @throws IOException if it cannot be written; the file is to be {@linkplain #close closed} then,
   *     and the next line tries it anew
   */
  void write(byte[] line, boolean urgent) throws IOException {
    long now = clock.millis();
    FileOutputStream to = out;
    if (to != null
        && (urgent
            || isDue(identifiedMillis, IDENTITY_MILLIS, now)
            || isToBeRotated(line.length, now))
        && !isStillThere(now)) {
      close();
      to = null;
    }
    if (to == null) {
      to = open(now);
    }
    if (isToBeRotated(line.length, now)) {
      close();
      rotate(now);
      to = open(now);
    }
    if (maxAgeMillis > 0 && isDue(lookedMillis, LOOK_MILLIS, now)) {
      lookedMillis = now;
      deleteOld(now);
    }
    to.write(line);
    size += line.length;
  }

  /** Also by a clock that was put back. */
  private static boolean isDue(long last, long every, long now) {
    return now < last || now - every >= last;
  }

  /** Whether lines go into what others find under the name of this file. */
  private boolean isStillThere(long now) {
    identifiedMillis = now;
    try {
      return Objects.equals(key, keyNow());
    } catch (IOException gone) {
      return false;
    }
  }

  private @Nullable Object keyNow() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private boolean isToBeRotated(int more, long now) {
    boolean isFull =
        size > 0
            && ((maxBytes > 0 && size + more > maxBytes)
                || (maxAgeMillis > 0 && now - beganMillis > maxAgeMillis));
    return isFull && isDue(refusedMillis, LOOK_MILLIS, now);
  }

  private FileOutputStream open(long now) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("not a regular file");
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    if (!Files.exists(file)) {
      create();
    }
    FileOutputStream opened = new FileOutputStream(file.toFile(), true);
    out = opened;
    key = keyNow();
    identifiedMillis = now;
    size = Files.size(file);
    if (size > 0 && endsInALine()) {
      opened.write('\n'); // What broke off must not take the next line along.
      size++;
    }
    beganMillis = size > 0 ? Files.getLastModifiedTime(file).toMillis() : now;
    return opened;
  }

  /** Where the file system cannot say who reads it, opening it makes it. */
  private void create() throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    // Not as a new file: a link may lead to where none is yet.
    Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
        .close();
    if (Files.exists(part(1))) {
      try {
        Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(part(1)));
      } catch (IOException refused) {
        // As on some mounts: its owner alone reads it, and no line is lost for that.
      }
    }
  }

  /** Whether the last line has no end, as where the disk was full in the middle of it. */
  private boolean endsInALine() throws IOException {
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      in.position(size - 1).read(last);
      return last.get(0) != '\n';
    }
  }

  /**
   * Each part becomes the one before; the oldest goes. None moves on for one that is not there,
   * else each try that fails would cost another part.
   */
  private void rotate(long now) {
    int free = 1;
    while (free < maxFiles && Files.exists(part(free))) {
      free++;
    }
    try {
      for (int part = free; part > 1; part--) {
        move(part(part - 1), part(part));
      }
      move(file, part(1));
    } catch (IOException notNow) {
      refusedMillis = now;
      complainOnce(notNow);
    }
  }

  private void complainOnce(IOException cause) {
    if (!complained) {
      complained = true;
      complaints.accept(
          "the event log "
              + PrintableText.of(file.toString())
              + " cannot be rotated ("
              + PrintableText.of(cause.toString())
              + "); it grows beyond 'max-size', and no line is lost. Close whatever reads it or its"
              + " earlier parts, or mend their rights. It is tried again each minute. Said once.");
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A part is as old as its latest line. One that cannot be deleted now is tried again later. */
  private void deleteOld(long now) {
    for (int part = 1; part <= maxFiles; part++) {
      Path old = part(part);
      try {
        if (Files.exists(old) && now - Files.getLastModifiedTime(old).toMillis() > maxAgeMillis) {
          Files.delete(old);
        }
      } catch (IOException notNow) {
        // It is tried again at the next look.
      }
    }
  }

  private Path part(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  /** Closes the file; the next line opens it again. Does nothing if it is not open. */
  void close() throws IOException {
    FileOutputStream open = out;
    out = null;
    if (open != null) {
      open.close();
    }
  }
}
