package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.looped.StepsOnAnEventLoop;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real JVMs that take steps on threads that must not wait, and share their runs in a real server.
 */
abstract class EventLoopJvms {

  @TempDir Path folder;

  RedisServer server;
  private int asked;

  /** Between the scheme and the host of the store's address. */
  String login = "";

  /** More lines of the configuration. */
  String settings = "";

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
    Path key = folder.resolve("digest.key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(key, "thirty-two bytes that nobody has".getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  ForkedJvm start(ForkedContainer container, String name) throws IOException {
    Path[] application =
        Stream.concat(
                Stream.of(Path.of("target", "classes").toAbsolutePath()),
                Stream.of(Artifacts.applicationClassPath()))
            .toArray(Path[]::new);
    ForkedJvm jvm =
        container.start(
            Application.onClassPath(StepsOnAnEventLoop.class.getName(), application),
            new Guard.AtStart(configuration()),
            Files.createDirectory(folder.resolve(name)));
    jvm.awaitLine("ready=true");
    jvm.awaitErrorMatching(".*the store at .* is there");
    return jvm;
  }

  String configuration() {
    return "store: {url: \"redis://"
        + login
        + "127.0.0.1:"
        + server.port()
        + "\", timeout: 5s}\ndigest-key: {file: "
        + folder.resolve("digest.key")
        + "}\n"
        + settings;
  }

  /** Without waiting for what comes of it; its number. */
  String begin(ForkedJvm jvm, String where, String job, String order) {
    String number = String.valueOf(++asked);
    jvm.send(number + ' ' + where + ' ' + job + ' ' + order);
    return number;
  }

  String order(ForkedJvm jvm, String where, String job, String order) {
    return jvm.awaitRestOfLine(begin(jvm, where, job, order) + '=');
  }

  /** Where the server keeps the run, when there is only one: it comes there a little later. */
  String keyOfTheOnlyRun() throws IOException, InterruptedException {
    String[] scan = {"--scan", "--pattern", "loophalt:run:[{0-9a-f]*"};
    server.await("loophalt:run:", scan);
    return server.ask(scan).strip();
  }
}
