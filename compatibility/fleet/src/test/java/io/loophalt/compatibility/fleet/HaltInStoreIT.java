package io.loophalt.compatibility.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.HeldLease;
import io.loophalt.compatibility.server.KeyOfDigests;
import io.loophalt.compatibility.server.RedisServer;
import io.loophalt.compatibility.server.Servers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A run that is seen stuck in its traces is halted where an agent guards it. */
@SpreadOverJdks
class HaltInStoreIT {

  private static final String STEPS_AS_TOLD = "io.loophalt.compatibility.crowd.StepsAsTold";

  /** As the store does it. */
  private static final String ENDED =
      "redis.call('HINCRBY', KEYS[1], 'g', 1) redis.call('HSET', KEYS[1], 'e', 'next')"
          + " return redis.call('HDEL', KEYS[1], 'v', 's', 'n', 'h', 'b', 'l', 'x')";

  private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

  @TempDir Path folder;

  private Servers servers;
  private RedisServer store;
  private LiveTraces traces;
  private Path configuration;
  private int asked;

  @BeforeEach
  void startTheStore() throws Exception {
    servers = new Servers(folder);
    store = new RedisServer(Files.createDirectory(folder.resolve("redis")));
    traces = new LiveTraces(folder.resolve("traces"));
    Path key = KeyOfDigests.writeTo(folder);
    configuration =
        Files.writeString(
            folder.resolve("loophalt.yaml"),
            "store: {url: \""
                + "redis://127.0.0.1:"
                + store.port()
                + "\", timeout: 5s}\n"
                + "halted-for: 48h\n" // longer than the gap of joined runs
                + "trusted-ids: {span-attribute: agent.run, task: order}\n"
                + "digest-key: {file: "
                + key
                + "}\n");
  }

  @AfterEach
  void stopAll() {
    servers.close();
    store.close();
  }

  @OnEveryJdk
  void itsNextCallThrowsAndNobodyElseIsHalted(ForkedContainer container) throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      Cluster.inOneJvm(servers, folder, "job", arguments("job"));
      for (String job : List.of("job-7", "bystander")) {
        assertThat(step(jvm, "step", job)).isEqualTo("went on");
      }
      // Whoever names a conversation or a trace like somebody's run does not halt it.
      traces.stuck("order/bystander", Map.of("gen_ai.conversation.id", "order/bystander"));
      traces.stuck("order/bystander", Map.of("session.id", "bystander"));
      traces.stuck("t0", Map.of("agent.run", "nobody")); // whom no JVM has joined
      traces.stuck("t1", Map.of("agent.run", "job-7"));

      servers.await("the run is halted", () -> halted() == 1);

      assertThat(hoursOfRuns()).as("of the run that is halted").contains(47L);
      assertThat(step(jvm, "step", "job-7")).isEqualTo("halted");
      assertThat(step(jvm, "step", "bystander")).isEqualTo("went on");
      assertThat(step(jvm, "step", "nobody")).isEqualTo("went on");
      assertThat(halted()).isEqualTo(1);
    }
  }

  @OnEveryJdk
  void theRunAroundAnAgentThatIsStuckIsHaltedAndEachOfSeveralInOneTrace(ForkedContainer container)
      throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      Cluster.inOneJvm(servers, folder, "job", arguments("job"));
      for (String job : List.of("job-7", "job-8", "job-9", "bystander")) {
        assertThat(step(jvm, "step", job)).isEqualTo("went on");
      }
      traces.stuckInside("t1", Map.of("agent.run", "job-7"));
      traces.stuck("t2", Map.of("agent.run", "job-8"));
      traces.stuckUnder(5, "t2", Map.of("agent.run", "job-9"));
      traces.stuckInside("t3", Map.of("gen_ai.conversation.id", "order/bystander"));

      servers.await("three runs are halted", () -> halted() == 3);

      for (String job : List.of("job-7", "job-8", "job-9")) {
        assertThat(step(jvm, "step", job)).isEqualTo("halted");
      }
      assertThat(step(jvm, "step", "bystander")).isEqualTo("went on");
    }
  }

  @OnEveryJdk
  void whatAnOperatorHasLetGoOnIsNotHaltedAgainForTheSame(ForkedContainer container)
      throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      Process first = Cluster.inOneJvm(servers, folder, "first", arguments("first"));
      for (String job : List.of("job-7", "job-8")) {
        assertThat(step(jvm, "step", job)).isEqualTo("went on");
      }
      traces.stuck("t1", Map.of("agent.run", "job-7"));
      servers.await("the run is halted", () -> halted() == 1);
      first.destroyForcibly().onExit().join();
      assertThat(step(jvm, "reset", "job-7")).isEqualTo("went on");

      Cluster.inOneJvm(
          servers,
          folder,
          "second",
          arguments("second")); // which reads all again, and finds the same
      servers.await("the same is found", () -> !halts("second").isEmpty());
      traces.stuck("t2", Map.of("agent.run", "job-8"));
      servers.await("the other run is halted", () -> halted() == 1);

      assertThat(step(jvm, "step", "job-8")).isEqualTo("halted");
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
    }
  }

  /** Where the configuration is, also of a store that wants a password. */
  @OnEveryJdk
  void theCommandThatIsPostedLetsTheRunGoOn(ForkedContainer container) throws Exception {
    store.command("config", "set", "requirepass", "s3cret");
    BlockingQueue<String> posts = new LinkedBlockingQueue<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          posts.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    Files.writeString(
        configuration,
        Files.readString(configuration).replace("redis://", "redis://default:s3cret@")
            + "notify: {url: \"http://127.0.0.1:"
            + receiver.getAddress().getPort()
            + "/\", on: [halt]}\n");
    try (ForkedJvm jvm = worker(container)) {
      List<String> arguments = new ArrayList<>(List.of(arguments("job")));
      arguments.add("--notify");
      Cluster.inOneJvm(servers, folder, "job", arguments.toArray(String[]::new));
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      traces.stuck("t1", Map.of("agent.run", "job-7"));
      servers.await("it is halted", () -> step(jvm, "step", "job-7").equals("halted"));
      servers.await("it is posted", () -> !posts.isEmpty());

      String posted = new ObjectMapper().readTree(posts.remove()).at("/commands/resume").asText();
      String[] words = posted.replaceFirst("^loophalt ", "").split(" ");
      Process command =
          new ProcessBuilder(AgentCommand.line(Jdk.running(), words))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("resume.out").toFile())
              .start();

      assertThat(command.waitFor()).as(posted).isZero();
      assertThat(posted).doesNotContain("s3cret");
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
    } finally {
      receiver.stop(0);
    }
  }

  @OnEveryJdk
  void aLaterRunOfTheSameIdIsNotHaltedForAnEarlierOne(ForkedContainer container) throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      long end = traces.stuck("t1", Map.of("agent.run", "job-7"));
      assertThat(step(jvm, "end", "job-7")).isEqualTo("went on");
      servers.await("what is found is of the past", () -> System.currentTimeMillis() > end);
      Cluster.inOneJvm(servers, folder, "job", arguments("job"));
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      assertThat(step(jvm, "step", "job-8")).isEqualTo("went on");
      servers.await("it is found", () -> !halts("job").isEmpty());
      traces.stuck("t2", Map.of("agent.run", "job-8"));
      servers.await("the other run is halted", () -> halted() == 1);

      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
    }
  }

  /** Somebody judges a call of the run when it is to be halted, and that call ends it. */
  @OnEveryJdk
  void aRunThatEndsBeforeItCanBeHaltedIsNotHaltedAsTheNextOfItsId(ForkedContainer container)
      throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      String key = store.ask("--scan", "--pattern", "loophalt:run:{*").lines().findFirst().get();
      Cluster.inOneJvm(servers, folder, "job", arguments("job"));
      try (HeldLease held = new HeldLease(store, key)) {
        long before = scriptsRun();
        long end = traces.stuck("t1", Map.of("agent.run", "job-7"));
        servers.await("the job asks for the run", () -> scriptsRun() > before + 50);
        // Asked once more after that, it is known to have begun later than what was found.
        servers.await("what is found is of the past", () -> System.currentTimeMillis() > end);
        store.command("eval", ENDED, "1", key);
        assertThat(held.isHeld()).isTrue();
      }
      assertThat(step(jvm, "step", "job-8")).isEqualTo("went on");
      traces.stuck("t2", Map.of("agent.run", "job-8"));
      servers.await("the other run is halted", () -> halted() > 0);

      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      assertThat(step(jvm, "step", "job-8")).isEqualTo("halted");
    }
  }

  /** For how many whole hours the store keeps each run. */
  private List<Long> hoursOfRuns() throws Exception {
    List<Long> all = new ArrayList<>();
    for (String key : store.ask("--scan", "--pattern", "loophalt:run:{*").lines().toList()) {
      all.add(TimeUnit.MILLISECONDS.toHours(Long.parseLong(store.ask("pttl", key).strip())));
    }
    return all;
  }

  private long scriptsRun() throws Exception {
    Matcher calls = SCRIPTS.matcher(store.ask("info", "commandstats"));
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }

  /** With the store away, in a job that is killed and goes on from its checkpoint. */
  @OnEveryJdk
  void whatCouldNotBeDeliveredIsPartOfTheCheckpoint(ForkedContainer container) throws Exception {
    try (ForkedJvm jvm = worker(container)) {
      Cluster cluster = Cluster.start(servers, folder);
      cluster.submit(arguments("job"));
      assertThat(step(jvm, "step", "job-7")).isEqualTo("went on");
      store.kill();
      traces.brief("t0");
      traces.stuck("t1", Map.of("agent.run", "job-7"));
      // What is there is of a checkpoint that is complete.
      servers.await("it is found", () -> !halts("job").isEmpty());
      cluster.killTaskManager(0);
      store.restart();

      servers.await("the run is halted", () -> halted() == 1);

      servers.await("the job was started anew", cluster::hasRestarted);
      assertThat(step(jvm, "step", "job-7")).isEqualTo("halted");
      assertThat(halts("job")).hasSize(1);
    }
  }

  private List<String> halts(String job) throws Exception {
    return Cluster.linesIn(folder.resolve("events-of-" + job)).stream()
        .filter(each -> each.contains("\"intervention\":\"halt\""))
        .toList();
  }

  /** How many runs are halted in the store. */
  private long halted() throws Exception {
    long halted = 0;
    for (String key : store.ask("--scan", "--pattern", "loophalt:run:*").lines().toList()) {
      halted += store.ask("hget", key, "h").strip().length() > 1 ? 1 : 0; // for so many ms
    }
    return halted;
  }

  private ForkedJvm worker(ForkedContainer container) throws Exception {
    ForkedJvm jvm =
        container.start(
            Application.onClassPath(
                STEPS_AS_TOLD,
                Artifacts.applications(),
                Artifacts.shared(),
                Artifacts.annotations()),
            new Guard.AtStart(Files.readString(configuration)),
            Files.createDirectories(folder.resolve("worker")));
    jvm.awaitLine("ready=true");
    jvm.awaitErrorMatching(".*the store at .* is there");
    return jvm;
  }

  private String step(ForkedJvm jvm, String order, String job) {
    String number = String.valueOf(++asked);
    jvm.send(number + ' ' + order + ' ' + job + " question " + number);
    return jvm.awaitRestOfLine(number + '=');
  }

  private String[] arguments(String job) {
    return Cluster.arguments(folder, job, configuration, "--halt-in-store");
  }
}
