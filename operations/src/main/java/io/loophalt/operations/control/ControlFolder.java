package io.loophalt.operations.control;

import io.loophalt.PrintableText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the sockets, which its owner alone can open: that is the whole of the access
 * control, as it is of the JDK's own attach.
 *
 * <p>By default {@code /tmp/loophalt-UID}, as the JDK has its own there: a path in which a service
 * and a person find each other without knowing of each other's settings, and short enough for the
 * 104 bytes of a socket's path. {@value #VARIABLE} names another one on both sides. Everybody may
 * write to {@code /tmp}: where somebody else has taken the name there, the folder is one below
 * {@code /run/user/UID} or the user's home.
 */
public final class ControlFolder {

  /** The environment variable that names another folder. */
  public static final String VARIABLE = "LOOPHALT_CONTROL_FOLDER";

  private static final Path TEMPORARY = Path.of("/tmp");
  private static final String PREFIX = "loophalt-";
  private static final String UID = "unix:uid";
  private static final String ROOT = "0";

  /** Below a folder of the user's. */
  private static final String PRIVATE = ".loophalt-control";

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
   * @param told is told in one line if it is not where everybody looks for it
   */
  public static Path own(@Nullable String configured, Consumer<String> told) {
    String named = configured != null ? configured : System.getenv(VARIABLE);
    return named != null && !named.isBlank()
        ? Path.of(named)
        : own(temporary(), user(), bases(), told);
  }

  /**
   * The one in a folder to which everybody may write, unless somebody else has taken its name.
   *
   * @param bases of users' private ones; the first that the user alone may write to is taken
   */
  static Path own(Path temporary, String user, List<Path> bases, Consumer<String> told) {
    Path shared = temporary.resolve(PREFIX + user);
    if (!isTaken(shared, user)) {
      return shared;
    }
    for (Path each : bases) {
      if (isPrivate(each, user)) {
        Path instead = each.resolve(PRIVATE);
        told.accept(
            PrintableText.of(shared.toString())
                + " is not this user's: somebody else has made it. The socket by which this JVM is"
                + " steered is in "
                + PrintableText.of(instead.toString()));
        return instead;
      }
    }
    return shared; // Who makes it finds that it is not ours, and says so.
  }

  private static boolean isTaken(Path folder, String user) {
    try {
      return Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
          && !(Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
              && user.equals(String.valueOf(owner(folder))));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException untold) {
      return false;
    }
  }

  /** Where a folder can be that nobody else can take the name of. */
  private static List<Path> bases() {
    return bases(System.getProperty("user.home", "/nonexistent"));
  }

  static List<Path> bases(String home) {
    List<Path> bases = new ArrayList<>(2);
    bases.add(Path.of("/run/user", user()));
    try {
      bases.add(Path.of(home));
    } catch (InvalidPathException unspeakable) {
      // In this locale the system has no bytes for some of its letters.
    }
    return bases;
  }

  private static boolean isPrivate(Path base, String user) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(base);
      return Files.isDirectory(base)
          && user.equals(String.valueOf(Files.getAttribute(base, UID)))
          && !rights.contains(PosixFilePermission.GROUP_WRITE)
          && !rights.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException untold) {
      return false;
    }
  }

  /**
   * Those in which sockets may be that the caller may open: root sees those of all users. A folder
   * that is not its owner's alone is none of ours, whatever it is called.
   */
  public static List<Path> all() {
    String named = System.getenv(VARIABLE);
    return named != null && !named.isBlank() ? List.of(Path.of(named)) : all(temporary(), bases());
  }

  static List<Path> all(Path temporary, List<Path> bases) {
    List<Path> folders = new ArrayList<>();
    try {
      folders.addAll(in(temporary, ControlFolder::isTrusted));
    } catch (IOException unreadable) {
      folders.add(temporary.resolve(PREFIX + user()));
    }
    for (Path each : bases) {
      Path folder = each.resolve(PRIVATE);
      if (isTrusted(folder)) {
        folders.add(folder);
      }
    }
    return folders;
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
      return (ours || ofRoots)
          && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNERS);
    } catch (IOException gone) {
      return false;
    } catch (UnsupportedOperationException | IllegalArgumentException withoutOwners) {
      return folder.equals(temporary().resolve(PREFIX + user()));
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
      return String.valueOf(Files.exists(self) ? Files.getAttribute(self, UID) : ownerOfNewFiles());
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

  /** The number of the user whose it is; a link is not followed to somebody else's. */
  private static Object owner(Path of) throws IOException {
    return Files.getAttribute(of, UID, LinkOption.NOFOLLOW_LINKS);
  }

  private static void check(Path folder, boolean posix) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(PrintableText.of(folder.toString()) + " is no folder");
    }
    if (!posix) {
      return;
    }
    if (!user().equals(String.valueOf(owner(folder)))) {
      throw new IOException(
          PrintableText.of(folder.toString()) + " is another user's; remove it, or name another");
    }
    if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNERS)) {
      throw new IOException(
          PrintableText.of(folder.toString())
              + " can be opened by others than its owner; chmod 700 it, or remove it");
    }
  }
}
