package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether a JVM can be reached, whatever becomes of the folder of its socket. */
@Timeout(60)
class ControlSocketTest {

  private static final long OFTEN_MILLIS = 10;

  private final BlockingQueue<String> complaints = new LinkedBlockingQueue<>();
  private final Path folder;
  private final ControlSocket socket;

  ControlSocketTest(@TempDir Path temporary) {
    this.folder = temporary.resolve("sockets");
    this.socket =
        new ControlSocket(
            folder.toString(), "4711-1", new SomeRuns().control(), complaints::add, OFTEN_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
  }

  @Test
  void itsFilesAreGoneWhenItIsClosed() throws Exception {
    assertThat(socket.open()).isTrue();
    Thread serving = serve();
    awaitAnswer();

    socket.close();
    serving.join();

    assertThat(folder).isEmptyDirectory();
    assertThat(complaints).isEmpty();
  }

  @Test
  void aDescriptionThatSomebodyHasCleanedUpIsPutBack() throws Exception {
    assertThat(socket.open()).isTrue();
    Path description = folder.resolve("4711-1.properties");
    String text = withoutComments(description);
    serve();

    Files.delete(description);

    while (!Files.exists(description) || !withoutComments(description).equals(text)) {
      lookAgain();
    }
    assertThat(complaints).isEmpty();
  }

  @Test
  void itListensAnewWhenSomebodyHasRemovedItsFolder() throws Exception {
    assertThat(socket.open()).isTrue();
    serve();
    awaitAnswer();

    Files.move(folder, folder.resolveSibling("moved"));

    awaitAnswer();
    assertThat(complaints).isEmpty();
  }

  @Test
  void whatCannotListenSaysSoOnceAndListensWhenItCan() throws Exception {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(socket.open()).isFalse();
    assertThat(complaints.poll(1, TimeUnit.MINUTES))
        .contains("cannot be steered from outside: no socket in", "chmod 700", "tried again");

    serve();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));

    awaitAnswer();
    assertThat(complaints).isEmpty();
  }

  @Test
  void aFolderThatIsNoPathIsComplainedOf() {
    ControlSocket nowhere =
        new ControlSocket("a\0b", "4711-2", new SomeRuns().control(), complaints::add);

    assertThat(nowhere.open()).isFalse();

    assertThat(complaints)
        .singleElement()
        .asString()
        .contains("cannot be steered from outside", "InvalidPathException");
  }

  private Thread serve() {
    Thread serving = new Thread(socket::serve);
    serving.setDaemon(true);
    serving.start();
    return serving;
  }

  /** Until it is found and answers. */
  private void awaitAnswer() throws InterruptedException {
    while (true) {
      lookAgain();
      for (GuardedJvms.Jvm each : GuardedJvms.find(List.of(folder))) {
        try (ControlClient client = new ControlClient(each.socket())) {
          assertThat(client.ask(ControlClient.request("agent")).path("version").asText())
              .isEqualTo("1.0");
          return;
        } catch (IOException | ControlException notYet) {
          // Not yet.
        }
      }
    }
  }

  /** Until the time of the test is over. */
  private static void lookAgain() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Thread.onSpinWait();
  }

  /** One of them has the time. */
  private static String withoutComments(Path properties) throws IOException {
    return Files.readAllLines(properties).stream()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .toList()
        .toString();
  }
}
