package io.loophalt.operations.control;

import io.loophalt.PrintableText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the sockets, which its owner alone can open: that is the whole of the access
 * control, as it is of the JDK's own attach.
 *
 * <p>By default {@code /tmp/loophalt-UID}, as the JDK has its own there: a path in which a service
 * and a person find each other without knowing of each other's settings, and short enough for the
 * 104 bytes of a socket's path. {@value #VARIABLE} names another one on both sides.
 */
public final class ControlFolder {

  /** The environment variable that names another folder. */
  public static final String VARIABLE = "LOOPHALT_CONTROL_FOLDER";

  private static final Path TEMPORARY = Path.of("/tmp");
  private static final String PREFIX = "loophalt-";
  private static final String UID = "unix:uid";
  private static final String ROOT = "0";

  /** By which rights only its owner has a folder. */
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private ControlFolder() {}

  /**
   * That of the calling user.
   *
   * @param configured what the configuration names, or null
   */
  public static Path own(@Nullable String configured) {
    String named = configured != null ? configured : System.getenv(VARIABLE);
    return named != null && !named.isBlank()
        ? Path.of(named)
        : temporary().resolve(PREFIX + user());
  }

  /**
   * Those in which sockets may be that the caller may open: root sees those of all users. A folder
   * that is not its owner's alone is none of ours, whatever it is called.
   */
  public static List<Path> all() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      return List.of(Path.of(named));
    }
    try {
      return in(temporary(), ControlFolder::isTrusted);
    } catch (IOException unreadable) {
      return List.of(own(null));
    }
  }

  /**
   * Those of a process with a root of its own. What lies there is written by whoever is in it: a
   * folder counts if it is one of the user that the process runs as, and no link to somewhere else.
   *
   * @param process its folder in {@code /proc}
   */
  static List<Path> inside(Path process) {
    try {
      Object owner = owner(process);
      Path temporary = process.resolve("root/tmp");
      return Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)
          ? in(temporary, folder -> isOf(owner, folder))
          : List.of();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException notOurs) {
      return List.of();
    }
  }

  private static List<Path> in(Path temporary, Predicate<Path> isTrusted) throws IOException {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> each = Files.newDirectoryStream(temporary, PREFIX + "*")) {
      for (Path folder : each) {
        if (isTrusted.test(folder)) {
          folders.add(folder);
        }
      }
    }
    folders.sort(null);
    return folders;
  }

  private static boolean isOf(Object owner, Path folder) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && owner.equals(Files.getAttribute(folder, UID, LinkOption.NOFOLLOW_LINKS))
          && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNERS);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Whether a folder is the calling user's: outside of containers nobody else replaces it. */
  static boolean isCallers(Path folder) {
    try {
      return user().equals(String.valueOf(owner(folder)));
    } catch (IOException gone) {
      return false;
    } catch (UnsupportedOperationException | IllegalArgumentException withoutOwners) {
      return true;
    }
  }

  /** The caller's, or for root that of the user after whom it is called; and nobody else's. */
  private static boolean isTrusted(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      String owner = String.valueOf(Files.getAttribute(folder, UID, LinkOption.NOFOLLOW_LINKS));
      String self = user();
      boolean ours = owner.equals(self);
      boolean ofRoots = self.equals(ROOT) && folder.getFileName().toString().equals(PREFIX + owner);
      return (ours || ofRoots) && Files.getPosixFilePermissions(folder).equals(OWNERS);
    } catch (IOException gone) {
      return false;
    } catch (UnsupportedOperationException | IllegalArgumentException withoutOwners) {
      return folder.equals(own(null));
    }
  }

  private static Path temporary() {
    return Files.isDirectory(TEMPORARY) ? TEMPORARY : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static String user() {
    return user(Path.of("/proc/self"));
  }

  /**
   * The number of the user, who may have no name in a container; where files have no owners, the
   * name.
   *
   * @param self what tells it on Linux; elsewhere it does not exist
   */
  static String user(Path self) {
    try {
      return String.valueOf(Files.exists(self) ? owner(self) : ownerOfNewFiles());
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException untold) {
      return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_.-]", "_");
    }
  }

  private static Object ownerOfNewFiles() throws IOException {
    Path file = Files.createTempFile("loophalt", null);
    try {
      return owner(file);
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Makes the folder if it is not there.
   *
   * @throws IOException if it cannot be made, or others than its owner may open it
   */
  static void make(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    boolean posix = isPosix(parent == null ? Path.of(".") : parent);
    try {
      if (posix) {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS));
      } else {
        Files.createDirectory(folder);
      }
    } catch (FileAlreadyExistsException there) {
      check(folder, posix);
    }
  }

  private static boolean isPosix(Path folder) {
    try {
      return Files.getFileStore(folder).supportsFileAttributeView("posix");
    } catch (IOException unlisted) {
      // Of a mount that is not in the list of them, as in a chroot, only that much is known.
      return Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null;
    }
  }

  /** The user's number; of this process, where the system says it. */
  private static Object owner(Path of) throws IOException {
    return Files.getAttribute(of, UID);
  }

  private static void check(Path folder, boolean posix) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(PrintableText.of(folder.toString()) + " is no folder");
    }
    if (!posix) {
      return;
    }
    Path self = Path.of("/proc/self");
    boolean ours = !Files.exists(self) || owner(folder).equals(owner(self));
    if (!ours || !Files.getPosixFilePermissions(folder).equals(OWNERS)) {
      throw new IOException(
          PrintableText.of(folder.toString())
              + " can be opened by others than its owner; chmod 700 it, or remove it");
    }
  }
}
