package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.looped.StepsOnAnEventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Steps of a shared run on threads that must not wait. */
class EventLoopIT {

  private static final String COUNTER = "loophalt_store_alone_total ";

  @TempDir Path folder;

  private RedisServer server;

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

  @OnEveryJdk
  void whatCameOfThemFollowsLaterAndTheyAreCounted(ForkedContainer container) throws Exception {
    int portOfLoop = freePort();
    int portOfPool = freePort();
    try (ForkedJvm loop = start(container, "loop", portOfLoop);
        ForkedJvm pool = start(container, "pool", portOfPool)) {
      for (int i = 1; i <= 3; i++) {
        assertThat(step(loop, "loop", i)).isEqualTo("went on");
      }

      assertThat(counted(portOfLoop)).as("before and after each body").isEqualTo(6);
      server.await("3", "hget", keyOfTheOnlyRun(), "n");
      assertThat(step(pool, "pool", 4)).isEqualTo("went on");
      assertThat(step(pool, "pool", 5)).as("one more than there may be").isEqualTo("halted");
      assertThat(counted(portOfPool)).as("of a thread that may wait").isZero();
    }
  }

  private static String step(ForkedJvm jvm, String where, int number) {
    jvm.send(number + " " + where + " job");
    return jvm.awaitRestOfLine(number + "=");
  }

  private ForkedJvm start(ForkedContainer container, String name, int port) throws IOException {
    String configuration =
        "store: {url: \"redis://127.0.0.1:"
            + server.port()
            + "\", timeout: 5s}\ndigest-key: {file: "
            + folder.resolve("digest.key")
            + "}\nmetrics: {prometheus: {port: "
            + port
            + "}}\ntasks: {order: {ceilings: {steps: 4}}}\n";
    Path[] application =
        Stream.concat(
                Stream.of(Path.of("target", "classes").toAbsolutePath()),
                Stream.of(Artifacts.applicationClassPath()))
            .toArray(Path[]::new);
    ForkedJvm jvm =
        container.start(
            Application.onClassPath(StepsOnAnEventLoop.class.getName(), application),
            new Guard.AtStart(configuration),
            Files.createDirectory(folder.resolve(name)));
    jvm.awaitLine("ready=true");
    jvm.awaitErrorMatching(".*the store at .* is there");
    return jvm;
  }

  private String keyOfTheOnlyRun() throws IOException, InterruptedException {
    return server
        .ask("--scan", "--pattern", "loophalt:run:*")
        .lines()
        .filter(each -> !each.endsWith("probe"))
        .findFirst()
        .orElseThrow();
  }

  /** How often a call was judged by what the JVM knows alone. */
  private static double counted(int port) throws IOException, InterruptedException {
    HttpRequest scrape =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    String metrics =
        Objects.requireNonNull(
            HttpClient.newHttpClient().send(scrape, BodyHandlers.ofString()).body());
    return metrics
        .lines()
        .filter(line -> line.startsWith(COUNTER))
        .mapToDouble(line -> Double.parseDouble(line.substring(COUNTER.length())))
        .findFirst()
        .orElseThrow();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
