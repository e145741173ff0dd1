package io.loophalt.agent.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JVM is meant, on this machine or in a container, and what is said where none is. */
class JvmFinderTest {

  /** A process that there is, so that nothing else is said of it first. */
  private static final String PID = Long.toString(ProcessHandle.current().pid());

  private final Path folder;
  private final Path processes;
  private final Path sockets;
  private final List<ServerSocketChannel> listening = new ArrayList<>();

  JvmFinderTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.processes = Files.createDirectory(folder.resolve("proc"));
    this.sockets = Files.createDirectory(folder.resolve("s"));
  }

  @AfterEach
  void nobodyListensAnyMore() throws IOException {
    for (ServerSocketChannel each : listening) {
      each.close();
    }
  }

  @Test
  void whoListensInAFolderIsFoundByItsProcessIdAndByItsName() throws Exception {
    listen(sockets, "7-00000001", 7);
    listen(sockets, "8-00000001", 8);

    assertThat(find("7").name()).isEqualTo("7-00000001");
    assertThat(find("8-00000001").pid()).isEqualTo(8);
  }

  @Test
  void ofSeveralWithOneProcessIdAPersonSaysWhich() throws Exception {
    listen(sockets, "1-00000001", 1);
    listen(sockets, "1-00000002", 1);

    assertThatThrownBy(() -> find("1"))
        .isInstanceOf(JvmFinder.NotFoundException.class)
        .hasMessage(
            "several JVMs have the process id 1, in containers of their own; say which:"
                + " 1-00000001, 1-00000002");
    assertThat(find("1-00000002").name()).isEqualTo("1-00000002");
  }

  @Test
  void aProcessInAContainerIsFoundByItsIdOutside() throws Exception {
    process("NSpid:\t" + PID + "\t12\t7\n");
    Path inside = ownersAlone(processes.resolve(PID).resolve("root/tmp/loophalt-0"));
    listen(inside, "7-00000001", 7);
    listen(inside, "12-00000001", 12);

    assertThat(find(PID).name()).isEqualTo("7-00000001");
  }

  /** Whoever is in the container writes what lies there. */
  @Test
  void aLinkOutOfAContainerAndAFolderForEverybodyAreNotLookedInto() throws Exception {
    process("NSpid:\t" + PID + "\t7\n");
    Path victim = ownersAlone(folder.resolve("victim"));
    listen(victim, "7-00000001", 7);
    Files.writeString(victim.resolve("20240101-backup.properties"), "kept=true\n");
    Path temporary = Files.createDirectories(processes.resolve(PID).resolve("root/tmp"));
    Files.createSymbolicLink(temporary.resolve("loophalt-x"), victim);
    Path forAll = ownersAlone(temporary.resolve("loophalt-0"));
    Files.setPosixFilePermissions(forAll, PosixFilePermissions.fromString("rwxrwxrwx"));
    listen(forAll, "7-00000002", 7);

    assertThatThrownBy(() -> find(PID)).isInstanceOf(JvmFinder.NotFoundException.class);
    assertThat(victim.resolve("20240101-backup.properties")).exists();
  }

  private static Path ownersAlone(Path made) throws IOException {
    Files.createDirectories(made);
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void ofAProcessInAContainerWhoseSocketIsNotSeenTheWaysToItAreSaid() throws Exception {
    process("NSpid:\t" + PID + "\t7\n");

    assertThatThrownBy(() -> find(PID))
        .isInstanceOf(JvmFinder.NotFoundException.class)
        .hasMessage(
            "process "
                + PID
                + " cannot be reached: it runs in a container; run this command inside it, or mount"
                + " a folder into both and name it in LOOPHALT_CONTROL_FOLDER");
  }

  @Test
  void aProcessOutsideOfContainersInWhichNobodyListensIsSaidToBeSo() throws Exception {
    process("NSpid:\t" + PID + "\n");

    assertThatThrownBy(() -> find(PID))
        .isInstanceOf(JvmFinder.NotFoundException.class)
        .hasMessageStartingWith(
            "process " + PID + " cannot be reached: no agent listens in it. Either it is not");
  }

  @Test
  void whatIsNoProcessIdIsSaidToBeNone() {
    assertThatThrownBy(() -> find("demo"))
        .isInstanceOf(JvmFinder.NotFoundException.class)
        .hasMessage("process demo cannot be reached: give its process id, as 'ps' lists it");
  }

  private Jvm find(String name) throws Exception {
    return new JvmFinder(processes, List.of(sockets)).find(name);
  }

  /** What the system tells of this process; that it has no library of a JVM is not among it. */
  private void process(String line) throws IOException {
    Path own = Files.createDirectory(processes.resolve(PID));
    Files.writeString(own.resolve("status"), "Name:\tjava\n" + line);
  }

  private void listen(Path where, String name, long pid) throws IOException {
    Files.writeString(where.resolve(name + ".properties"), "pid=" + pid + "\n");
    // The path of a socket is short, and that of a container's root need not be.
    Path socket = Files.createDirectories(folder.resolve("l")).resolve(name);
    listening.add(
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(socket)));
    Files.createSymbolicLink(where.resolve(name + ".sock"), socket);
  }
}
