package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The store is a Redis Cluster: each run is on one of its masters, wherever that is just now. */
@SpreadOverJdks
class ClusterIT extends SharedJvms {

  /** More than a machine has processors, so that each is interrupted where it may be. */
  private static final int COMMANDS_AT_ONCE = 12;

  private RedisNodes cluster;

  @BeforeEach
  void startTheCluster() throws Exception {
    cluster = new RedisNodes(folder);
  }

  @AfterEach
  void stopTheCluster() {
    cluster.close();
  }

  @OnEveryJdk
  void aLoopThatIsDealtBetweenJvmsIsHaltedAtTheSameStepWhoeverHasItsKey(ForkedContainer container)
      throws Exception {
    startInCluster(container, cluster);
    for (int i = 0; i < JVMS; i++) {
      // What takes a second the first time would be a loop that waits longer and longer.
      step(i, "the first of each JVM", "question " + i);
    }

    for (int i = 0; i < 12; i++) {
      assertThat(stepsUntilHalted(0, JVMS, "job" + i)).isEqualTo(5);
    }

    List<String> busy = new ArrayList<>();
    for (RedisServer each : cluster.masters()) {
      busy.add(each.ask("--scan", "--pattern", "loophalt:run:{*"));
    }
    assertThat(busy).as("keys of each master").noneMatch(String::isBlank);
    Command.Ended runs = desk("runs", "--json");
    assertThat(runs.out()).as(runs.error()).contains("order/job0", "order/job5", "order/job11");
    Command.Ended reset = desk("reset", "order/job5");
    assertThat(reset.out()).as(reset.error()).contains("halted no more");
    assertThat(step(0, "job5", "something new")).isEqualTo("went on");
    assertThat(step(1, "job6", "something new")).isEqualTo("halted");
  }

  /** What is known of some masters only, for a moment, is not taken for all. */
  @OnEveryJdk
  void commandsAtOnceFindAllMastersEachTime(ForkedContainer container) throws Exception {
    startInCluster(container, cluster);
    step(0, "job", "question");
    ExecutorService people = Executors.newFixedThreadPool(COMMANDS_AT_ONCE);
    try {
      List<Future<Command.Ended>> all =
          people.invokeAll(Collections.nCopies(2 * COMMANDS_AT_ONCE, () -> desk("runs")));
      for (Future<Command.Ended> each : all) {
        assertThat(each.get().out()).as(each.get().error()).contains("order/job");
      }
    } finally {
      people.shutdown();
    }
  }

  @OnEveryJdk
  void aRunThatMovesToAnotherMasterGoesOnThere(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "9";
    startInCluster(container, cluster);
    for (int i = 0; i < 2; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }
    String key = cluster.keysOfRuns().get(0);
    RedisServer from = cluster.masterOf(key);
    RedisServer to =
        cluster.masters().stream().filter(each -> each.port() != from.port()).findFirst().get();
    String slot = from.ask("cluster", "keyslot", key).strip();
    String idOfFrom = from.ask("cluster", "myid").strip();
    String idOfTo = to.ask("cluster", "myid").strip();

    to.command("cluster", "setslot", slot, "importing", idOfFrom);
    from.command("cluster", "setslot", slot, "migrating", idOfTo);
    assertThat(step(2, "job", "before it moves")).isEqualTo("went on");
    from.command("migrate", "127.0.0.1", String.valueOf(to.port()), key, "0", "5000");
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "asked for elsewhere " + i)).isEqualTo("went on");
    }
    assertThat(Integer.parseInt(asking(to, "hget", key, "n"))).as("judged of it").isEqualTo(12);
    for (RedisServer each : cluster.masters()) {
      each.command("cluster", "setslot", slot, "node", idOfTo);
    }
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "moved " + i)).isEqualTo("went on");
    }

    assertThat(to.ask("hget", key, "n").strip()).isEqualTo("18");
    assertThat(step(0, "job", "one more")).isEqualTo("halted");
  }

  @OnEveryJdk
  void afterTheMasterIsKilledItsReplicaGoesOn(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    startInCluster(container, cluster);
    for (int i = 0; i < 3; i++) {
      assertThat(step(i, "job", "the same")).isEqualTo("went on");
    }
    String key = cluster.keysOfRuns().get(0);
    RedisServer master = cluster.masterOf(key);
    RedisServer replica = cluster.replicaOf(master);
    master.await("0", "hexists", key, "l"); // no call of it is under way any more
    replica.awaitAllOf(master);

    master.kill();
    replica.await("master", "role");
    for (ForkedJvm each : jvms) {
      for (int i = 0; i < 3; i++) {
        step(jvms.indexOf(each), "of this jvm" + jvms.indexOf(each) + i, "question");
      }
    }
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at 127.0.0.1:" + replica.port() + " is there");
    }

    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(2);
    assertThat(stepsUntilHalted(0, JVMS, "another job")).isEqualTo(5);
  }

  @OnEveryJdk
  void aHaltIsHeardOfInAllJvmsWhoeverHasItsKey(ForkedContainer container) throws Exception {
    startInCluster(container, cluster);
    for (int i = 0; i < JVMS; i++) {
      step(i, "job", "question " + i);
    }
    assertThat(desk("halt", "order/job", "--reason", "too dear").out()).contains("is halted");

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "more " + i)).isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void oneNodeAloneIsNoStoreAndItIsSaidWhy(ForkedContainer container) throws Exception {
    begin(container, cluster.any().port());

    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(
          ".*the store at .* is away \\(it is a node of a Redis Cluster: name its nodes under"
              + " store.cluster\\).*");
    }
    assertThat(stepsUntilHalted(0, 1, "job")).as("by what it sees").isEqualTo(5);
  }

  private Command.Ended desk(String command, String... arguments)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                command,
                "--store",
                "redis://127.0.0.1:" + cluster.any().port(),
                "--config",
                configuration().toString()));
    all.addAll(List.of(arguments));
    return Command.run(Files.createTempDirectory(folder, "desk"), all);
  }

  /** What a node answers of a key that is on its way to it. */
  private static String asking(RedisServer node, String... command)
      throws IOException, InterruptedException {
    return node.script("asking\n" + String.join(" ", command) + '\n').lines().toList().get(1);
  }
}
