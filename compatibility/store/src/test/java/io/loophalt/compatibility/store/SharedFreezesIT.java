package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.store.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A person freezes all JVMs that share a store, from a machine that has none of them. */
@SpreadOverJdks
class SharedFreezesIT extends SharedJvms {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

  @OnEveryJdk
  void callsOfAllJvmsWaitUntilTheyAreLetGoOn(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }

    assertThat(loophalt("runs").out()).doesNotContain("frozen");

    assertThat(loophalt("freeze", "--for", "1h").out()).startsWith("frozen until");

    assertThat(loophalt("runs").out()).startsWith("frozen until 2").contains("order/job");

    start(container, server.port()); // They have heard nothing of it.
    for (ForkedJvm late : jvms.subList(JVMS, 2 * JVMS)) {
      awaitFrozen(late);
    }
    List<String> asked = new ArrayList<>();
    for (int i = 0; i < jvms.size(); i++) {
      asked.add(begin(i, "step", "job more " + i));
      await(jvms.get(i), each -> each.path("waiting").asInt() == 1);
    }

    assertThat(loophalt("unfreeze").out()).startsWith("not frozen any more");

    for (int i = 0; i < jvms.size(); i++) {
      assertThat(jvms.get(i).awaitRestOfLine(asked.get(i) + '=')).isEqualTo("went on");
    }
    assertThat(step(0, "job", "at last")).isEqualTo("went on");
    assertThat(loophalt("unfreeze").out()).startsWith("nothing was frozen");
    assertThat(loophalt("runs").out()).doesNotContain("frozen");
  }

  @OnEveryJdk
  void runsAreHaltedWhereThatIsSaid(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job" + i, "question")).isEqualTo("went on");
    }

    loophalt("freeze", "--halt", "--effect", "write");

    for (int i = 0; i < JVMS; i++) {
      awaitFrozen(jvms.get(i));
      assertThat(step(i, "job" + i, "more")).isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void whoMayNotListenFollowsALittleLater(ForkedContainer container) throws Exception {
    server.command("acl", "setuser", "agents", "on", ">s3cret", "~loophalt:*", "+@all", "-@pubsub");
    login = "agents:s3cret@";
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }

    loophalt("freeze");

    for (ForkedJvm each : jvms) {
      awaitFrozen(each);
    }
  }

  @OnEveryJdk
  void whatTheStoreHasLostStaysFrozenAndIsLetGoOn(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    loophalt("freeze");
    awaitFrozen(jvms.get(0));
    server.kill();
    server.forget();
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is away.*");
    }

    server.restart();

    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is back");
    }
    String asked = begin(0, "step", "job more");
    await(jvms.get(0), each -> each.path("waiting").asInt() == 1);
    loophalt("unfreeze");
    assertThat(jvms.get(0).awaitRestOfLine(asked + '=')).isEqualTo("went on");
  }

  /** As after a failover to a replica that lacks the last order, or a start from a snapshot. */
  @OnEveryJdk
  void aFreezeThatIsLiftedStaysSoWhenTheStoreHasOlderData(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    loophalt("freeze", "--for", "3h");
    for (ForkedJvm each : jvms) {
      awaitFrozen(each);
    }
    String freeze = server.ask("--scan", "--pattern", "loophalt:freeze*").strip();
    server.command("copy", freeze, "older");
    loophalt("unfreeze");
    assertThat(step(0, "job", "more")).isEqualTo("went on");

    server.command("copy", "older", freeze, "replace");

    awaitNotFrozen();
    start(container, server.port()); // They know nothing of either order.
    for (int i = 0; i < jvms.size(); i++) {
      assertThat(step(i, "job", "at last " + i)).isEqualTo("went on");
    }
  }

  /** Until the store has the order that the JVMs know, once more. */
  private void awaitNotFrozen() throws Exception {
    long end = System.nanoTime() + MOST_NANOS;
    while (loophalt("runs").out().contains("frozen until")) {
      assertThat(System.nanoTime()).as("the freeze is back").isLessThan(end);
    }
  }

  @OnEveryJdk
  void theTimeCountsForNoCeiling(ForkedContainer container) throws Exception {
    settings = "ceilings: {wall-clock: 10m}\n";
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    loophalt("freeze", "--for", "3h");
    String freeze = server.ask("--scan", "--pattern", "loophalt:freeze*").strip();
    isOlder(freeze, TimeUnit.HOURS.toMillis(2));
    isOlder(keyOfTheOnlyRun(), TimeUnit.HOURS.toMillis(2));

    start(container, server.port());
    awaitFrozen(jvms.get(JVMS));
    String asked = begin(JVMS, "step", "job more");
    await(jvms.get(JVMS), each -> each.path("waiting").asInt() == 1);
    loophalt("unfreeze");

    assertThat(jvms.get(JVMS).awaitRestOfLine(asked + '=')).isEqualTo("went on");
  }

  @OnEveryJdk
  void whoHasAnotherKeyNeitherKnowsNorEndsIt(ForkedContainer container) throws Exception {
    startOne(container);
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    loophalt("freeze");
    awaitFrozen(jvms.get(0));
    byte[] itsKey = Files.readAllBytes(digestKey());
    Files.writeString(digestKey(), "another thirty-two bytes of others");
    startOne(container);

    assertThat(step(1, "job", "question")).isEqualTo("went on");
    assertThat(loophalt("runs").out()).contains("order/job").doesNotContain("frozen");
    loophalt("freeze");
    awaitFrozen(jvms.get(1));
    loophalt("unfreeze");

    Files.write(digestKey(), itsKey);
    assertThat(loophalt("runs").out()).startsWith("frozen until");
    String asked = begin(0, "step", "job more");
    await(jvms.get(0), each -> each.path("waiting").asInt() == 1);
    assertThat(loophalt("unfreeze").out()).startsWith("not frozen any more");
    assertThat(jvms.get(0).awaitRestOfLine(asked + '=')).isEqualTo("went on");
    assertThat(String.join("\n", jvms.get(1).stop().err())).doesNotContain("is not followed");
  }

  private void startOne(ForkedContainer container) throws Exception {
    begin(container, server.port(), 1);
    jvms.get(jvms.size() - 1).awaitErrorMatching(".*the store at .* is there");
  }

  private Path digestKey() {
    return folder.resolve("digest.key");
  }

  /** As if it had begun earlier. */
  private void isOlder(String key, long millis) throws Exception {
    long began = Long.parseLong(server.ask("hget", key, "b").strip());
    server.command("hset", key, "b", String.valueOf(began - millis));
  }

  /** Also of one that has had no run yet, and that nobody could ask. */
  private void awaitFrozen(ForkedJvm jvm) throws Exception {
    order(jvms.indexOf(jvm), "end", "no-call-" + jvm.pid());
    await(jvm, each -> each.path("frozen_until").isTextual());
  }

  private void await(ForkedJvm jvm, Predicate<JsonNode> so) throws Exception {
    long end = System.nanoTime() + MOST_NANOS;
    JsonNode last = agent(jvm);
    while (!so.test(last)) {
      assertThat(System.nanoTime()).as("%s", last).isLessThan(end);
      last = agent(jvm);
    }
  }

  /** What the agent says of itself. */
  private JsonNode agent(ForkedJvm jvm) throws Exception {
    for (JsonNode each : JSON.readTree(run(List.of("ps", "--json")).out())) {
      if (each.path("pid").asLong() == jvm.pid()) {
        return each;
      }
    }
    return JSON.createObjectNode();
  }

  private Ended loophalt(String command, String... arguments)
      throws IOException, InterruptedException {
    String store = "redis://127.0.0.1:" + server.port();
    String config = configuration().toString();
    List<String> all = new ArrayList<>(List.of(command, "--store", store, "--config", config));
    all.addAll(List.of(arguments));
    Ended ended = run(all);
    assertThat(ended.code()).as(ended.error()).isZero();
    return ended;
  }

  private Ended run(List<String> arguments) throws IOException, InterruptedException {
    return Command.run(folder, arguments);
  }
}
