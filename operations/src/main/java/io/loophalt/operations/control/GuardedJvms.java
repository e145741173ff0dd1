package io.loophalt.operations.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JVMs of this machine in which an agent listens, as far as the caller may see them. */
public final class GuardedJvms {

  /** What an agent calls itself: a process id and some digits. */
  private static final Pattern NAME = Pattern.compile("([0-9]{1,18})-[0-9a-f]+");

  /** Bytes of a description that are read; an agent writes some hundred. */
  private static final int MOST_DESCRIPTION = 16 * 1024;

  /**
   * One of them.
   *
   * @param pid its process id, as it sees itself
   * @param name its process id and some digits, by which it is known where several have the same id
   * @param main its main class or jar; empty if that is only known by asking it
   * @param version its agent's; empty likewise
   * @param socket where it listens
   */
  public record Jvm(long pid, String name, String main, String version, Path socket) {
    /** Where these listen, in their order. */
    public static List<Path> sockets(List<Jvm> jvms) {
      return jvms.stream().map(Jvm::socket).toList();
    }
  }

  private GuardedJvms() {}

  /**
   * All that listen, by process id. What processes that are gone have left behind is removed, in
   * folders of the calling user: another one might put something else in its place meanwhile.
   */
  public static List<Jvm> find(List<Path> folders) {
    return find(folders, Set.of());
  }

  /**
   * The same for somebody who is connected with some of them, whose sockets need not be tried.
   *
   * @param connected these sockets
   */
  public static List<Jvm> find(List<Path> folders, Set<Path> connected) {
    return find(folders, connected, /* outside= */ true);
  }

  /**
   * Those of a process with a root of its own. Nothing is removed there: root in a container may
   * have the number of root outside, and put a link in the place of its folder meanwhile.
   *
   * @param process its folder in {@code /proc}
   */
  public static List<Jvm> inside(Path process) {
    return find(ControlFolder.inside(process), Set.of(), /* outside= */ false);
  }

  private static List<Jvm> find(List<Path> folders, Set<Path> connected, boolean outside) {
    List<Jvm> found = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        boolean isCallers = outside && ControlFolder.isCallers(folder.resolve("."));
        for (String name : names(files)) {
          look(folder, name, connected, isCallers, found);
        }
      } catch (IOException unreadable) {
        // It is not there, or not the caller's: what is in it is none of theirs.
      }
    }
    found.sort(Comparator.comparingLong(Jvm::pid).thenComparing(Jvm::name));
    return found;
  }

  /** Of those that have a description or a socket: who cleans up may have taken one of them. */
  private static Set<String> names(Stream<Path> files) {
    Set<String> names = new TreeSet<>();
    for (Path each : (Iterable<Path>) files::iterator) {
      String file = each.getFileName().toString();
      for (String end : List.of(ControlSocket.DESCRIPTION, ControlSocket.SOCKET)) {
        String name = file.endsWith(end) ? file.substring(0, file.length() - end.length()) : "";
        if (NAME.matcher(name).matches() && !Files.isSymbolicLink(each)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /**
   * No file of somebody else's is opened: they may put a pipe there, on which root waited for ever,
   * also after it was looked at. Their JVM is known by its name, and asked for the rest.
   */
  private static void look(
      Path folder, String name, Set<Path> connected, boolean isCallers, List<Jvm> found)
      throws IOException {
    Path socket = folder.resolve(name + ControlSocket.SOCKET);
    Path description = folder.resolve(name + ControlSocket.DESCRIPTION);
    if (!connected.contains(socket) && !listens(socket)) {
      if (isCallers) {
        removeIfLeftBehind(name, socket, description);
      }
      return;
    }
    Properties known = new Properties();
    try {
      if (isCallers) {
        known.load(new StringReader(read(description)));
      }
    } catch (IllegalArgumentException notOurs) {
      return; // Something else of this name.
    }
    found.add(
        new Jvm(
            number(known.getProperty("pid", name.substring(0, name.indexOf('-')))),
            name,
            known.getProperty("main", ""),
            known.getProperty("version", ""),
            socket));
  }

  /**
   * Empty if it was cleaned up: the agent puts it back, and is known by its name until then.
   *
   * @throws IllegalArgumentException if it is something else than a file
   */
  private static String read(Path description) throws IOException {
    if (Files.exists(description, NOFOLLOW_LINKS)
        && !Files.isRegularFile(description, NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException("no file");
    }
    try (InputStream in = Files.newInputStream(description, NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MOST_DESCRIPTION), UTF_8);
    } catch (NoSuchFileException cleanedUp) {
      return "";
    }
  }

  /** One that is merely busy, or runs in a container with a number of its own, keeps its files. */
  private static void removeIfLeftBehind(String name, Path socket, Path description)
      throws IOException {
    long pid = number(name.substring(0, name.indexOf('-')));
    if (pid > 0 && ProcessHandle.of(pid).isEmpty()) {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(description);
    }
  }

  /** 0 if it is none. */
  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      return 0;
    }
  }

  private static boolean listens(Path socket) {
    try (ControlClient client = new ControlClient(socket)) {
      return client != null;
    } catch (SocketTimeoutException standsStill) {
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }
}
