package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.store.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A person sees and steers the runs of all JVMs from a machine that has none of them. */
@SpreadOverJdks
class StoreDeskIT extends SharedJvms {

  private static final ObjectMapper JSON = new ObjectMapper();

  @OnEveryJdk
  void runsAreListedAsTheJvmsKnowThem(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < 3; i++) {
      step(i, "job", "the same");
    }
    step(1, "another job", "question");
    stepsUntilHalted(0, JVMS, "stuck");

    JsonNode runs = JSON.readTree(loophalt("runs", "--json").out());

    assertThat(runs).hasSize(3);
    JsonNode job = named(runs, "order/job");
    assertThat(job.path("task").asText()).isEqualTo("order");
    assertThat(job.path("steps").asInt()).isEqualTo(3);
    assertThat(job.path("nearest").path("count").asInt()).isEqualTo(3);
    assertThat(named(runs, "order/another").path("steps").asInt()).isEqualTo(1);
    assertThat(named(runs, "order/stuck").path("state").asText()).isEqualTo("halted");
    assertThat(loophalt("show", "order/stuck").out()).contains("no_progress");
  }

  @OnEveryJdk
  void aHaltFromAnywhereIsInForceAtTheNextCallEverywhere(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }

    assertThat(loophalt("halt", "order/job", "--reason", "too dear").out()).contains("is halted");

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "more " + i)).isEqualTo("halted");
      jvms.get(i).awaitErrorMatching(".*halted order/job: run stopped \\(operator\\).*too dear.*");
    }
    assertThat(step(0, "another", "question")).isEqualTo("went on");

    assertThat(loophalt("reset", "order/job").out()).contains("halted no more");

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "again " + i)).isEqualTo("went on");
    }
  }

  @OnEveryJdk
  void whatIsGrantedFromAnywhereIsGrantedEverywhere(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "2";
    start(container, server.port());
    assertThat(step(0, "job", "question 1")).isEqualTo("went on");
    assertThat(step(1, "job", "question 2")).isEqualTo("went on");
    assertThat(step(2, "job", "question 3")).isEqualTo("halted");
    assertThat(loophalt("resume", "order/job").error()).contains("is at a ceiling");

    assertThat(loophalt("resume", "order/job", "--extra-steps", "2").out()).contains("goes on");

    assertThat(step(2, "job", "question 4")).isEqualTo("went on");
    assertThat(step(1, "job", "question 5")).isEqualTo("went on");
    assertThat(step(0, "job", "question 6")).isEqualTo("halted");
  }

  @OnEveryJdk
  void runsWithAMemoryOfPastLoopsAreHaltedFromAnywhereToo(ForkedContainer container)
      throws Exception {
    settings = "memory: {file: past.json}\n";
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");

    assertThat(loophalt("halt", "order/job").out()).contains("order/job");

    assertThat(step(1, "job", "another question")).isEqualTo("halted");
  }

  /** Only its name stays for a while, which the next one of it takes. */
  @OnEveryJdk
  void aRunThatHasEndedIsNotListedUntilTheNextOfItsNameBegins(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    step(0, "job", "question");
    step(0, "other", "question");
    assertThat(named(JSON.readTree(loophalt("runs", "--json").out()), "order/job")).isNotNull();

    order(0, "end", "job");

    assertThat(JSON.readTree(loophalt("runs", "--json").out())).hasSize(1);
    assertThat(loophalt("show", "order/job").code()).isEqualTo(1);
    step(1, "job", "question");
    assertThat(JSON.readTree(loophalt("runs", "--json").out())).hasSize(2);
  }

  @OnEveryJdk
  void whoLooksProlongsNoRunAndChangesNothing(ForkedContainer container) throws Exception {
    start(container, server.port());
    step(0, "job", "the same");
    String key = keyOfTheOnlyRun();
    server.command("pexpire", key, "600000");
    String before = server.ask("hgetall", key);

    loophalt("runs");
    loophalt("show", "order/job");

    assertThat(server.ask("hgetall", key)).isEqualTo(before);
    assertThat(Long.parseLong(server.ask("pttl", key).strip())).isLessThan(600_000);
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(4);
  }

  @OnEveryJdk
  void theStoreOfTheConfigurationIsTakenWithAPasswordThatNoCommandLineHas(ForkedContainer container)
      throws Exception {
    server.command("config", "set", "requirepass", "s3cret");
    login = "default:s3cret@";
    start(container, server.port());
    step(0, "job", "question");
    String own = Files.readString(configuration());
    Path file = Files.writeString(folder.resolve("desk.yaml"), own.replace("s3cret", "${DESK}"));
    List<String> command = List.of("runs", "--store", "config", "--config", file.toString());

    assertThat(Command.run(folder, command, Map.of("DESK", "s3cret")).out()).contains("order/job");
    assertThat(Command.run(folder, command, Map.of("DESK", "another")).error())
        .contains("cannot be reached: WRONGPASS");

    Files.writeString(file, own.replace("default:s3cret@", ""));
    assertThat(Command.run(folder, command).error()).contains("cannot be reached: NOAUTH");

    Files.writeString(file, own.replaceFirst("store: .*\n", ""));
    assertThat(Command.run(folder, command).error()).contains("names no store");
    assertThat(run("runs", "--store", "somewhere", "--config", configuration().toString()).error())
        .contains("--store must be 'config' or an address");
  }

  @OnEveryJdk
  void aUserWhoMayNotLookForRunsIsToldSoAndMayFreezeAll(ForkedContainer container)
      throws Exception {
    server.command("acl", "setuser", "agents", "on", ">s3cret", "allkeys", "allchannels");
    server.command("acl", "setuser", "agents", "+@all", "-scan");
    login = "agents:s3cret@";
    start(container, server.port());

    Ended ended = run("runs", "--store", "config", "--config", configuration().toString());

    assertThat(ended.error()).contains("may not look for runs: it needs +scan");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(run("freeze", "--store", "config", "--config", configuration().toString()).out())
        .startsWith("frozen until");
  }

  @OnEveryJdk
  void whatOthersKeepUnderTheSamePrefixIsLeftAlone(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    server.command("set", "loophalt:run:41", "a text");
    server.command("rpush", "loophalt:run:42", "a list");
    server.command("hset", "loophalt:run:43", "name", "a hash");

    assertThat(JSON.readTree(loophalt("runs", "--json").out())).hasSize(1);
    assertThat(loophalt("halt", "order/job").out()).contains("is halted");
    assertThat(step(1, "job", "more")).isEqualTo("halted");
  }

  /** The process of the command ends at once. */
  @OnEveryJdk
  void aHaltThatIsLostOnItsWayIsToldAgain(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      CountDownLatch lost = network.loseRequest(1, NEWS_OF_A_HALT);
      String store = "redis://127.0.0.1:" + network.port();
      String config = configuration().toString();

      Ended ended = run("halt", "--store", store, "--config", config, "order/job");

      assertThat(lost.getCount()).as("left to lose").isZero();
      assertThat(ended.out()).contains("is halted");
      assertThat(ended.code()).isZero();
    }
    assertThat(step(1, "job", "another")).as("who joins it now").isEqualTo("halted");
  }

  @OnEveryJdk
  void whatIsMissingIsSaid(ForkedContainer container) throws Exception {
    start(container, server.port());

    assertThat(loophalt("halt", "order/nobody").code()).isEqualTo(1);
    assertThat(run("runs", "--store", store()).error()).contains("--store needs --config");
    server.kill();
    Ended ended = loophalt("runs");
    assertThat(ended.error())
        .contains("the store at 127.0.0.1:" + server.port() + " cannot be reached: ")
        .contains("refused");
    assertThat(ended.code()).isEqualTo(3);
  }

  private static JsonNode named(JsonNode runs, String id) {
    for (JsonNode each : runs) {
      if (each.path("id").asText().equals(id)) {
        return each;
      }
    }
    throw new AssertionError("no run is called " + id + " in " + runs);
  }

  private String store() {
    return "redis://127.0.0.1:" + server.port();
  }

  private Ended loophalt(String command, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(command, "--store", store(), "--config"));
    all.add(configuration().toString());
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    return Command.run(folder, List.of(arguments));
  }
}
