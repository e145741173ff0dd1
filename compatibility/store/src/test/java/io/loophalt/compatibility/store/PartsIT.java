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
import java.util.concurrent.TimeUnit;

/** The store is one server. */
@SpreadOverJdks
class PartsIT extends PartsOfRuns {

  /** As by somebody who has no key, and has one server say of a part what it said of another. */
  @OnEveryJdk
  void whereAnotherPartIsIsNotBelievedOfThisOneAndStays(ForkedContainer container)
      throws Exception {
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    String ofOne = ownKeysOfParts().get(0);
    assertThat(order(0, "inside", "other question 2")).isEqualTo("went on");
    String ofOther =
        ownKeysOfParts().stream().filter(each -> !each.equals(ofOne)).findFirst().get();
    String copy = "return redis.call('HSET', KEYS[2], 'p', redis.call('HGET', KEYS[1], 'p'))";
    server.ask("eval", copy, "2", ofOne, ofOther);
    String said = server.ask("hget", ofOther, "p");

    assertThat(stepsOfAPartUntilHalted(2, "other")).as("by what it sees").isEqualTo(5);

    jvms.get(2)
        .awaitErrorMatching(
            ".*a run of task 'part' is judged in this JVM alone: what is around another run is"
                + " said of it");
    assertThat(server.ask("hkeys", ofOther).lines()).containsExactly("p");
    assertThat(server.ask("hget", ofOther, "p")).isEqualTo(said);
    assertThat(stepsOfAPartUntilHalted(2, "job")).as("of one that it can read").isEqualTo(5);
  }

  /**
   * A part's end and that it is kept nowhere are told one after the other, because the two keys may
   * be on two servers. Here whoever has told the one was killed before the other.
   */
  @OnEveryJdk
  void whoJoinsAPartWhoseEndWasHalfToldIsInTheOneThatAllJoin(ForkedContainer container)
      throws Exception {
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    endHalf("job");
    String own = ownKeysOfParts().get(0);

    assertThat(order(2, "part", "job question 2")).isEqualTo("went on");

    assertThat(server.ask("hexists", own, "p").strip()).as("mended").isEqualTo("0");
    assertThat(server.ask("hexists", own, "n").strip()).as("by itself").isEqualTo("1");
    assertThat(order(1, "part", "job question 3")).isEqualTo("went on");
    assertThat(desk("halt", "part/job").out()).contains("is halted");
    for (int i = 0; i < JVMS; i++) {
      assertThat(order(i, "part", "job question 4")).as("JVM %s", i).isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void aPartWhoseEndWasHalfToldBeginsAgainInsideAJob(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "3";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    endHalf("job");

    assertThat(order(1, "inside", "job question 2")).isEqualTo("went on");
    assertThat(order(2, "part", "job question 3")).isEqualTo("went on");

    assertThat(order(2, "part", "job question 4")).as("the job's fourth").isEqualTo("halted");
  }

  /** Ends the part, and says again where it is, as if nobody had come to take that back. */
  private void endHalf(String job) throws Exception {
    String own = ownKeysOfParts().get(0);
    server.ask("eval", "return redis.call('COPY', KEYS[1], KEYS[2])", "2", own, "kept");
    order(0, "end-part", job);
    String set = "return redis.call('HSET', KEYS[2], 'p', redis.call('HGET', KEYS[1], 'p'))";
    server.ask("eval", set, "2", "kept", own);
  }

  /**
   * As after a failover to a replica that lacks where the part is. What the one has seen alone is
   * not known to the others, so that a halt may come later, never falsely.
   */
  @OnEveryJdk
  void whoIsInAPartWhosePlaceIsLostComesBackToTheOthers(ForkedContainer container)
      throws Exception {
    settings = "join-gap: 32s\n"; // It is said again every two seconds.
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    String own = ownKeysOfParts().get(0);
    assertThat(order(2, "part", "job question 2")).as("where it is").isEqualTo("went on");
    server.command("hdel", own, "p");

    assertThat(order(1, "part", "job question 3")).as("by itself").isEqualTo("went on");

    assertThat(server.ask("hget", own, "n").strip()).as("of the one, in two places").isEqualTo("2");
    assertThat(stepsOfAPartUntilHalted(1, "job")).isEqualTo(5);
    assertThat(untilHalted(2, "job")).as("it looks where it is").isTrue();
  }

  /** Whichever of the two the server names first. */
  @OnEveryJdk
  void whatIsOrderedOfAPartWhosePlaceIsLostIsOrderedOfTheOneThatAllJoin(ForkedContainer container)
      throws Exception {
    start(container);
    for (String job : new String[] {"job", "other", "third", "last"}) {
      assertThat(order(0, "inside", job + " question 1")).isEqualTo("went on");
      server.command("hdel", ownKeysOfParts().get(0), "p");
      assertThat(order(1, "part", job + " question 2")).as("by itself").isEqualTo("went on");

      assertThat(desk("runs").out()).as("named once").containsOnlyOnce("part/" + job);
      assertThat(desk("halt", "part/" + job).out()).contains("is halted");

      assertThat(order(2, "part", job + " question 3")).as(job).isEqualTo("halted");
    }
  }

  /** Its steps are new each time, so that nothing but the order halts them. */
  private boolean untilHalted(int jvm, String job) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (int i = 0; System.nanoTime() < end; i++) {
      if (order(jvm, "part", job + " something new " + i).equals("halted")) {
        return true;
      }
    }
    return false;
  }

  private int stepsOfAPartUntilHalted(int jvm, String job) {
    int steps = 1;
    while (order(jvm, "part", job + " the same").equals("went on") && steps < 20) {
      steps++;
    }
    return steps;
  }

  /** Where it is said of a part where it is kept. */
  private List<String> ownKeysOfParts() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    for (String each : keys()) {
      if (server.ask("hexists", each, "p").strip().equals("1")) {
        all.add(each);
      }
    }
    return all;
  }

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
