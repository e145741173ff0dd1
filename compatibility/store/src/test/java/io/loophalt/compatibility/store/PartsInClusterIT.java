package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The store is a Redis Cluster, in which a part's own name may be that of another master. */
@SpreadOverJdks
class PartsInClusterIT extends PartsOfRuns {

  private final List<Integer> ports = new ArrayList<>();
  private RedisNodes cluster;

  @BeforeEach
  void startTheCluster() throws Exception {
    cluster = new RedisNodes(folder);
    for (RedisServer each : cluster.masters()) {
      ports.add(each.port());
    }
  }

  @AfterEach
  void stopTheCluster() {
    cluster.close();
  }

  /**
   * One of the two has arrived: no server can be asked about both, and each JVM judges what it sees
   * until the other one has.
   */
  @OnEveryJdk
  void aPartGoesOnWhileTheSlotOfBothMovesAndNothingOfItIsLost(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "9";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");
    assertThat(order(0, "part", "job question 3")).as("it knows of both").isEqualTo("went on");
    String part = keys().stream().filter(each -> each.contains("}:")).findFirst().get();
    String job = part.substring(0, part.indexOf("}:") + 1);
    RedisServer from = cluster.masterOf(job);
    RedisServer to =
        cluster.masters().stream().filter(each -> each.port() != from.port()).findFirst().get();
    String slot = from.ask("cluster", "keyslot", job).strip();
    String idOfTo = to.ask("cluster", "myid").strip();
    to.command("cluster", "setslot", slot, "importing", from.ask("cluster", "myid").strip());
    from.command("cluster", "setslot", slot, "migrating", idOfTo);

    move(job, from, to);
    for (int i = 4; i <= 6; i++) {
      assertThat(order(0, "part", "job question " + i)).isEqualTo("went on");
    }
    move(part, from, to);
    for (RedisServer each : cluster.masters()) {
      each.command("cluster", "setslot", slot, "node", idOfTo);
    }
    to.await("12", "hget", job, "n"); // before and after each body; what was judged alone follows

    for (int i = 0; i < JVMS; i++) {
      assertThat(order((i + 1) % JVMS, "part", "job question 7" + i)).isEqualTo("went on");
    }
    assertThat(order(1, "part", "job question 8")).as("the tenth").isEqualTo("halted");
    for (ForkedJvm each : jvms) {
      assertThat(each.stop().err()).noneMatch(line -> line.contains(" is away"));
    }
  }

  private static void move(String key, RedisServer from, RedisServer to) throws Exception {
    from.command("migrate", "127.0.0.1", String.valueOf(to.port()), key, "0", "5000");
  }

  @Override
  void start(ForkedContainer container) throws Exception {
    mostRuns = 100; // So many are needed until each master was asked.
    startInCluster(container, cluster);
  }

  @Override
  int port() {
    return cluster.any().port();
  }

  @Override
  List<String> keys() throws IOException, InterruptedException {
    return cluster.keysOfRuns();
  }

  @Override
  List<RedisServer> servers() {
    return cluster.all();
  }

  @Override
  void awayEverywhere(ForkedJvm jvm) {
    int index = jvms.indexOf(jvm);
    for (int i = 0; i < 40; i++) {
      step(index, "other" + index + i, "question " + i);
    }
    for (int port : ports) {
      jvm.awaitErrorMatching(".*the store at 127.0.0.1:" + port + " is away.*");
    }
  }

  @Override
  void backEverywhere(ForkedJvm jvm) {
    for (int port : ports) {
      jvm.awaitErrorMatching(".*the store at 127.0.0.1:" + port + " is back");
    }
  }
}
