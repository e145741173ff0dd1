package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./demo share} as a user does who reads {@code docs/many-jvms.md}. */
class ShareDemoIT {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/many-jvms.md");

  /** Where a package manager's Redis is. */
  private static final int USUAL_PORT = 6379;

  private static final long KEPT_MILLIS = 60_000;

  @TempDir Path folder;
  private RedisServer server;

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  @Test
  void twoJvmsThatShareARedisStopWhereOneDoesAsThePageShows() throws Exception {
    Ended ended = share("redis://127.0.0.1:" + server.port());

    assertThat(ended.status()).as(ended.errors()).isZero();
    assertThat(ended.lines())
        .hasSizeLessThan(30)
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(100))
        .anySatisfy(line -> assertThat(line).matches(" *3 .* A  nudge +A +A  nudge"))
        .anySatisfy(line -> assertThat(line).matches(" *5 .* A  halt +A  nudge +A  halt"))
        .anySatisfy(line -> assertThat(line).matches(" *9 .* A  halt"))
        .anySatisfy(line -> assertThat(line).matches(" *attempts +5 +9 +5"));
    assertThat(Files.readString(PAGE))
        .as("the page shows what it prints; after a change put its new output there")
        .contains(String.join("\n", ended.lines()));
    assertThatNothingStays();
  }

  @Test
  void aRedisThatIsNotThereIsNamed() throws Exception {
    server.kill();

    Ended ended = share("redis://127.0.0.1:" + server.port());

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.lines()).isEmpty();
    assertThat(ended.errors())
        .contains("demo: cannot use the Redis")
        .contains("the store at 127.0.0.1:" + server.port() + " is away");
  }

  /** Which of the two this machine shows depends on whether somebody has installed one. */
  @Test
  void withoutAnAddressItLooksForThatOfThisMachineOrSaysHowToGetOne() throws Exception {
    boolean isThere = somebodyListens();

    Ended ended = share();

    if (isThere) {
      assertThat(ended.status()).as(ended.errors()).isZero();
    } else {
      assertThat(ended.status()).isEqualTo(1);
      assertThat(ended.lines()).isEmpty();
      assertThat(ended.errors().strip())
          .startsWith("demo: needs a Redis, and found none at localhost:6379; start it with: ")
          .contains("apt-get install redis-server")
          .doesNotContain("\n");
    }
  }

  private void assertThatNothingStays() throws IOException, InterruptedException {
    List<String> keys = server.ask("--scan").lines().toList();
    assertThat(keys).allSatisfy(key -> assertThat(key).startsWith("loophalt-demo-"));
    for (String key : keys) {
      assertThat(Long.parseLong(server.ask("pttl", key).strip()))
          .as(key + " is kept for so long")
          .isLessThanOrEqualTo(KEPT_MILLIS)
          .isNotEqualTo(-1); // for ever
    }
    try (Stream<Path> files = Files.list(folder.resolve("temporary"))) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .noneMatch(each -> each.startsWith("loophalt-demo-"));
    }
  }

  private static boolean somebodyListens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), USUAL_PORT)) {
      return socket.isConnected();
    } catch (IOException nobody) {
      return false;
    }
  }

  private Ended share(String... url) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", ROOT.resolve("demo").toString(), "share"));
    command.addAll(List.of(url));
    Path output = folder.resolve("output.txt");
    Path errors = folder.resolve("errors.txt");
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    ProcessBuilder demo =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    demo.environment().keySet().removeIf(name -> name.startsWith("LOOPHALT_"));
    demo.environment().put("JAVA_HOME", System.getProperty("java.home"));
    demo.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    int status = demo.start().waitFor();
    String said =
        String.join(
            "\n",
            Files.readAllLines(errors).stream()
                .filter(line -> !line.startsWith("NOTE: Picked up"))
                .toList());
    return new Ended(status, Files.readAllLines(output), said);
  }

  private record Ended(int status, List<String> lines, String errors) {}
}
