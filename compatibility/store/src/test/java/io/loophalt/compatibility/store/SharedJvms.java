package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.KeyOfDigests;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Real JVMs that share the runs of jobs in a real server, and take steps when they are told to. */
abstract class SharedJvms {

  private static final String STEPS_AS_TOLD = "io.loophalt.compatibility.crowd.StepsAsTold";

  /**
   * In what tells the store of a halt, or of its end, and nowhere else: by which channel others
   * hear of it, and that it is said what they hear.
   */
  static final String NEWS_OF_A_HALT = "loophalt:halts\r\n$";

  static final int JVMS = 3;
  static final int MOST_STEPS = 300;
  static final int MOST_RUNS = 10;

  @TempDir Path folder;

  final List<ForkedJvm> jvms = new ArrayList<>();
  RedisServer server;
  private int asked;

  /** With what the store's address begins. */
  String scheme = "redis://";

  /** Between the scheme and the host of the store's address. */
  String login = "";

  /** More settings of the store, each with a comma before it. */
  String settingsOfStore = "";

  /** More lines of the configuration. */
  String settings = "";

  /** So long that no call is judged alone because the machine is busy. */
  String timeout = "5s";

  /**
   * Set where a test takes its time between two steps: a loop that waits longer and longer polls.
   */
  String mostStepsOfAnOrder = "none";

  /** Beyond so many runs, a JVM drops those that it has not used for longest. */
  int mostRuns = MOST_RUNS;

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
    KeyOfDigests.writeTo(folder);
  }

  @AfterEach
  void stopAll() {
    jvms.forEach(ForkedJvm::close);
    server.close();
  }

  void stepsUntilAway(ForkedJvm jvm) {
    int index = jvms.indexOf(jvm);
    for (int i = 0; i < 3; i++) {
      step(index, "other" + index, "question " + i);
    }
    jvm.awaitErrorMatching(".*the store at .* is away.*");
  }

  /** With a port of 0 the store's address is that of a master whom others know. */
  void start(ForkedContainer container, int port) throws IOException {
    begin(container, port);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }
  }

  /** The same where the store is a cluster. */
  void startInCluster(ForkedContainer container, RedisNodes cluster) throws Exception {
    List<RedisServer> masters = cluster.masters();
    settingsOfStore = ", cluster: [\"127.0.0.1:" + masters.get(1).port() + "\"]";
    begin(container, masters.get(0).port());
    for (ForkedJvm each : jvms) {
      for (RedisServer master : masters) {
        each.awaitErrorMatching(".*the store at 127.0.0.1:" + master.port() + " is there");
      }
    }
  }

  /** The file that all of them have. */
  Path configuration() {
    return folder.resolve("shared.yaml");
  }

  void begin(ForkedContainer container, int port) throws IOException {
    begin(container, port, JVMS);
  }

  /** So many more, whose settings of the store may be others. */
  void begin(ForkedContainer container, int port, int number) throws IOException {
    String configuration =
        "store: {url: \""
            + scheme
            + login
            + (port == 0 ? "mymaster" : "127.0.0.1:" + port)
            + "\", timeout: "
            + timeout
            + settingsOfStore
            + "}\n"
            + "tasks: {capped: {ceilings: {steps: "
            + MOST_STEPS
            + "}}, order: {ceilings: {steps: "
            + mostStepsOfAnOrder
            + "}}}\n"
            + "max-runs: "
            + mostRuns
            + "\n"
            + "digest-key: {file: "
            + folder.resolve("digest.key")
            + "}\n"
            + settings;
    Files.writeString(configuration(), configuration);
    for (int i = 0; i < number; i++) {
      Path own = Files.createDirectories(folder.resolve("jvm" + jvms.size()));
      jvms.add(
          container.start(
              Application.onClassPath(
                  STEPS_AS_TOLD,
                  Artifacts.applications(),
                  Artifacts.shared(),
                  Artifacts.annotations()),
              new Guard.AtStart(configuration),
              own,
              environmentOf(i)));
    }
    for (ForkedJvm each : jvms) {
      each.awaitLine("ready=true");
    }
  }

  /** More environment of one of them. */
  Map<String, String> environmentOf(int jvm) {
    return Map.of();
  }

  /** Another server, which is reached over TLS only. */
  RedisServer secured(Path tls) throws IOException {
    int port = FreePorts.next();
    List<String> more = new ArrayList<>(List.of("--port", "0"));
    more.addAll(Certificates.options(tls, port));
    return new RedisServer(Files.createDirectory(folder.resolve("secured")), port, more);
  }

  /** Where the server keeps the run, when there is only one. */
  String keyOfTheOnlyRun() throws IOException, InterruptedException {
    return server
        .ask("--scan", "--pattern", "loophalt:run:*")
        .lines()
        .filter(each -> !each.endsWith("probe"))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until a replica has all that was told of the only run. */
  void awaitCopy(RedisServer replica) throws IOException, InterruptedException {
    String key = keyOfTheOnlyRun();
    server.await("0", "hexists", key, "l"); // no call of it is under way any more
    replica.await(server.ask("hget", key, "v").strip(), "hget", key, "v");
  }

  /** The JVMs take turns, one step each. */
  int stepsUntilHalted(int from, int to, String job) {
    for (int i = 0; i < 20; i++) {
      if (step(from + i % (to - from), job, "the same").equals("halted")) {
        return i + 1;
      }
    }
    return -1;
  }

  String step(int jvm, String job, String question) {
    return order(jvm, "step", job + ' ' + question);
  }

  String order(int jvm, String order, String rest) {
    String number = begin(jvm, order, rest);
    return jvms.get(jvm).awaitRestOfLine(number + '=');
  }

  /** Without waiting for what comes of it; its number. */
  String begin(int jvm, String order, String rest) {
    String number = String.valueOf(++asked);
    jvms.get(jvm).send(number + ' ' + order + ' ' + rest);
    return number;
  }
}
