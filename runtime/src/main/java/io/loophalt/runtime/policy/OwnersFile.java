package io.loophalt.runtime.policy;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Reads a secret from a file that nobody but its owner has any right to. */
final class OwnersFile {

  /** A larger file is something else. Bytes. */
  private static final int LONGEST = 64 * 1024;

  private OwnersFile() {}

  /**
   * All the bytes of a file.
   *
   * @param shortest how many there have to be at least
   * @param what a secret of this kind is called, without an article
   * @throws IOException if it is no file, others than its owner have any right to it, it is too
   *     short or too long, or cannot be read; the message goes on from the name of the file
   */
  static byte[] read(File file, int shortest, String what) throws IOException {
    if (!file.isFile()) {
      throw new IOException(
          !file.exists() ? "does not exist" : file.isDirectory() ? "is a directory" : "is no file");
    }
    byte[] secret;
    PosixFileAttributeView rights;
    try (FileInputStream in = new FileInputStream(file)) {
      rights = Files.getFileAttributeView(file.toPath(), PosixFileAttributeView.class);
      if (rights != null && isOpenToOthers(rights.readAttributes().permissions())) {
        throw new OpenToOthersException();
      }
      secret = in.readNBytes(LONGEST + 1);
    } catch (OpenToOthersException open) {
      throw open;
    } catch (IOException unreadable) {
      throw new IOException("cannot be read: " + unreadable.getMessage(), unreadable);
    }
    if (secret.length > LONGEST) {
      throw new IOException("is larger than 64 KiB, and no " + what);
    }
    if (secret.length < shortest) {
      throw new IOException(
          "has " + secret.length + " bytes, and a " + what + " has " + shortest + " at least");
    }
    return secret;
  }

  private static final class OpenToOthersException extends IOException {
    private static final long serialVersionUID = 1L;

    OpenToOthersException() {
      super("is open to others than its owner: chmod 600 it");
    }
  }

  private static boolean isOpenToOthers(Set<PosixFilePermission> permissions) {
    Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
    others.addAll(permissions);
    others.removeAll(
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE));
    return !others.isEmpty();
  }
}
