package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is found in a folder of sockets, whatever lies there. */
class GuardedJvmsTest {

  /** No process has such a number on Linux. */
  private static final String GONE = "99999999-00000001";

  private final Path folder;

  GuardedJvmsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void whatListensIsFound() throws IOException {
    try (ServerSocketChannel server = listening("4711-00000001")) {
      describe("4711-00000001", "pid=4711\nmain=Bot\nversion=1.0\n");

      assertThat(GuardedJvms.find(List.of(folder)))
          .singleElement()
          .satisfies(jvm -> assertThat(jvm.pid()).isEqualTo(4711))
          .satisfies(jvm -> assertThat(jvm.main()).isEqualTo("Bot"));
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void whatIsNoDescriptionIsPassedOver() throws IOException {
    try (ServerSocketChannel first = listening("4711-00000001");
        ServerSocketChannel second = listening("4712-00000001")) {
      describe("4711-00000001", "pid=\\uZZZZ\n");
      Files.createSymbolicLink(
          folder.resolve("4712-00000001.properties"), folder.resolve("4711-00000001.properties"));

      assertThat(GuardedJvms.find(List.of(folder))).isEmpty();
      assertThat(first.isOpen() && second.isOpen()).isTrue();
    }
  }

  @Test
  void whatProcessesThatAreGoneHaveLeftBehindIsRemovedAndNothingElse() throws IOException {
    String busy = ProcessHandle.current().pid() + "-00000001";
    describe(GONE, "pid=99999999\n");
    describe(busy, "pid=1\n");

    assertThat(GuardedJvms.find(List.of(folder))).isEmpty();

    assertThat(folder.resolve(GONE + ".properties")).doesNotExist();
    assertThat(folder.resolve(busy + ".properties")).exists();
  }

  @Test
  void aJvmWhoseDescriptionWasCleanedUpIsFoundByItsSocket() throws IOException {
    try (ServerSocketChannel server = listening("4711-00000001");
        ServerSocketChannel foreign = listening("docker")) {
      assertThat(GuardedJvms.find(List.of(folder)))
          .singleElement()
          .satisfies(jvm -> assertThat(jvm.pid()).isEqualTo(4711))
          .satisfies(jvm -> assertThat(jvm.name()).isEqualTo("4711-00000001"));
      assertThat(server.isOpen() && foreign.isOpen()).isTrue();
    }
  }

  @Test
  void anEmptyDescriptionTakesTheProcessIdOfItsName() throws IOException {
    try (ServerSocketChannel server = listening("4711-00000001")) {
      describe("4711-00000001", "");

      assertThat(GuardedJvms.find(List.of(folder)))
          .singleElement()
          .satisfies(jvm -> assertThat(jvm.pid()).isEqualTo(4711));
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void aSocketThatAProcessHasLeftBehindIsRemovedAlsoWithoutADescription() throws IOException {
    listening(GONE).close();
    Path socket = folder.resolve(GONE + ".sock");
    assertThat(socket).exists();

    assertThat(GuardedJvms.find(List.of(folder))).isEmpty();

    assertThat(socket).doesNotExist();
  }

  @Test
  @Timeout(60)
  void aJvmThatLetsNobodyInHoldsUpNobodyAndIsFound() throws IOException {
    List<SocketChannel> waiting = new ArrayList<>();
    UnixDomainSocketAddress address =
        UnixDomainSocketAddress.of(folder.resolve("4711-00000001.sock"));
    try (ServerSocketChannel server =
            ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address, 1);
        ServerSocketChannel other = listening("4712-00000001")) {
      describe("4711-00000001", "pid=4711\n");
      describe("4712-00000001", "pid=4712\n");
      while (isLetIn(address, waiting)) {
        // One more stands in its queue.
      }

      assertThat(GuardedJvms.find(List.of(folder)))
          .extracting(GuardedJvms.Jvm::pid)
          .containsExactly(4711L, 4712L);
      assertThat(server.isOpen() && other.isOpen()).isTrue();
    } finally {
      for (SocketChannel each : waiting) {
        each.close();
      }
    }
  }

  /** Who owns a folder could have every command of root wait for ever, or read without end. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // Opening is deaf.
  void whatIsNoDescriptionOfTheCallersIsNeverOpened(@TempDir Path process) throws Exception {
    Path inside = Files.createDirectories(process.resolve("root/tmp/loophalt-0"));
    Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwx------"));
    for (Path each : List.of(folder, inside)) {
      Path pipe = each.resolve("4711-00000001.properties");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    }
    Files.writeString(inside.resolve("4712-00000001.properties"), "pid=1\nmain=Forged\n");
    try (ServerSocketChannel own = listening(folder, "4711-00000001");
        ServerSocketChannel first = listening(inside, "4711-00000001");
        ServerSocketChannel second = listening(inside, "4712-00000001")) {
      assertThat(GuardedJvms.find(List.of(folder))).isEmpty();
      assertThat(GuardedJvms.inside(process))
          .extracting(GuardedJvms.Jvm::pid, GuardedJvms.Jvm::main)
          .containsExactly(tuple(4711L, ""), tuple(4712L, ""));
      assertThat(own.isOpen() && first.isOpen() && second.isOpen()).isTrue();
    }
  }

  /** One that is written just now, or by nobody of ours, hides no other. */
  @Test
  void aDescriptionThatCannotBeReadHidesNoOtherJvm() throws IOException {
    try (ServerSocketChannel first = listening("4711-00000001");
        ServerSocketChannel second = listening("4712-00000001")) {
      Files.write(folder.resolve("4711-00000001.properties"), new byte[] {(byte) 0xff, '\n'});
      describe("4712-00000001", "main=" + "x".repeat(1_000_000));

      assertThat(GuardedJvms.find(List.of(folder)))
          .extracting(GuardedJvms.Jvm::pid)
          .containsExactly(4711L, 4712L);
      assertThat(GuardedJvms.find(List.of(folder)).get(1).main()).hasSizeLessThan(100_000);
      assertThat(first.isOpen() && second.isOpen()).isTrue();
    }
  }

  private static boolean isLetIn(UnixDomainSocketAddress address, List<SocketChannel> waiting)
      throws IOException {
    SocketChannel next = SocketChannel.open(StandardProtocolFamily.UNIX);
    waiting.add(next);
    next.configureBlocking(false);
    try {
      return next.connect(address);
    } catch (SocketException full) {
      return false;
    }
  }

  /** Whoever is in a container may put another folder in the place of one while it is looked at. */
  @Test
  void inAContainerNothingIsRemoved(@TempDir Path process) throws IOException {
    Path inside = Files.createDirectories(process.resolve("root/tmp/loophalt-0"));
    Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwx------"));
    Path description = Files.writeString(inside.resolve(GONE + ".properties"), "pid=99999999\n");

    assertThat(GuardedJvms.inside(process)).isEmpty();

    assertThat(ControlFolder.inside(process)).containsExactly(inside);
    assertThat(description).exists();
  }

  @Test
  void theUserHasTheNumberOfItsFilesWhereTheSystemDoesNotTellIt() {
    assertThat(ControlFolder.user(folder.resolve("proc/self")))
        .isEqualTo(ControlFolder.user(Path.of("/proc/self")))
        .matches("[0-9]+");
  }

  private ServerSocketChannel listening(String name) throws IOException {
    return listening(folder, name);
  }

  private static ServerSocketChannel listening(Path folder, String name) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return server.bind(UnixDomainSocketAddress.of(folder.resolve(name + ".sock")));
  }

  private void describe(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name + ".properties"), text);
  }
}
