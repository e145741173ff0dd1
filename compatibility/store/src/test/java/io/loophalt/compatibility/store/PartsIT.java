package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.util.List;

/** The store is one server. */
@SpreadOverJdks
class PartsIT extends PartsOfRuns {

  @Override
  void start(ForkedContainer container) throws Exception {
    start(container, server.port());
  }

  @Override
  int port() {
    return server.port();
  }

  @Override
  List<String> keys() throws IOException, InterruptedException {
    return server.ask("--scan", "--pattern", "loophalt:run:{*").lines().toList();
  }

  @Override
  List<RedisServer> servers() {
    return List.of(server);
  }

  @Override
  void awayEverywhere(ForkedJvm jvm) {
    stepsUntilAway(jvm);
  }

  @Override
  void backEverywhere(ForkedJvm jvm) {
    jvm.awaitErrorMatching(".*the store at [^ ]* is back");
  }
}
