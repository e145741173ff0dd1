package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
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
