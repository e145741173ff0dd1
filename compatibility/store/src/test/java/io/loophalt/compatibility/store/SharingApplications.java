package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.server.KeyOfDigests;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Applications of this module in real JVMs, which share their runs in a real server. */
abstract class SharingApplications {

  @TempDir Path folder;

  RedisServer server;

  /** Between the scheme and the host of the store's address. */
  String login = "";

  /** More lines of the configuration. */
  String settings = "";

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
    KeyOfDigests.writeTo(folder);
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  /**
   * Starts one and waits until it has found the store.
   *
   * @param name of its folder
   */
  ForkedJvm start(ForkedContainer container, String name, Class<?> main, String... arguments)
      throws IOException {
    Path[] application =
        Stream.concat(
                Stream.of(Path.of("target", "classes").toAbsolutePath()),
                Stream.of(Artifacts.applicationClassPath()))
            .toArray(Path[]::new);
    ForkedJvm jvm =
        container.start(
            Application.onClassPath(main.getName(), application).with(arguments),
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

  /** Stops one; how many steps it had taken of orders that are handed on. */
  static long steps(ForkedJvm jvm) {
    return jvm.stop().out().stream().filter("step=the same"::equals).count();
  }
}
