package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A job, a part that was begun inside it, and a piece of that part, each joined by whichever JVM
 * takes its next step: judged as by one JVM.
 */
abstract class PartsOfRuns extends SharedJvms {

  private static final int COUNTED = 20;

  /** Starts JVMs that share a store. */
  abstract void start(ForkedContainer container) throws Exception;

  /** Where the store is, for a command. */
  abstract int port();

  /** All keys of runs. */
  abstract List<String> keys() throws IOException, InterruptedException;

  /** The servers that have some. */
  abstract List<RedisServer> servers() throws IOException, InterruptedException;

  @OnEveryJdk
  void whatAPartDoesElsewhereCountsInTheRunAroundIt(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    start(container);
    for (String job : new String[] {"job", "other", "third"}) {
      assertThat(order(0, "inside", job + " question 1")).isEqualTo("went on");

      assertThat(order(1, "part", job + " question 2")).isEqualTo("went on");
      assertThat(order(2, "part", job + " question 3")).isEqualTo("went on");
      assertThat(step(2, job, "question 4")).isEqualTo("went on");

      assertThat(order(1, "part", job + " question 5")).isEqualTo("halted");
      assertThat(step(0, job, "question 6")).isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void whatAPieceOfAPartDoesElsewhereCountsInBothAndAllAreKeptTogether(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    start(container);
    assertThat(order(0, "deep", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "piece", "job question 2")).isEqualTo("went on");
    assertThat(order(2, "piece", "job question 3")).isEqualTo("went on");
    assertThat(order(2, "part", "job question 4")).isEqualTo("went on");

    assertThat(order(1, "piece", "job question 5")).isEqualTo("halted");
    assertThat(order(0, "part", "job question 6")).isEqualTo("halted");
    List<String> beside = keys().stream().filter(each -> each.contains("}:")).toList();
    assertThat(beside).as("the part and the piece").hasSize(2);
    assertThat(keys()).contains(beside.get(0).substring(0, beside.get(0).indexOf("}:") + 1));
    assertThat(beside.get(0).substring(0, beside.get(0).indexOf("}:")))
        .isEqualTo(beside.get(1).substring(0, beside.get(1).indexOf("}:")));
  }

  @OnEveryJdk
  void aHaltOfTheRunAroundItStopsAPartEverywhereUntilThatIsReset(ForkedContainer container)
      throws Exception {
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");

    assertThat(desk("halt", "order/job").out()).contains("is halted");

    assertThat(order(1, "part", "job question 3")).as("it knew of both").isEqualTo("halted");
    assertThat(order(2, "part", "job question 4")).as("it knew of none").isEqualTo("halted");
    assertThat(order(0, "inside", "job question 5")).as("it has begun it").isEqualTo("halted");

    assertThat(desk("reset", "order/job").out()).contains("halted no more");

    for (int i = 0; i < JVMS; i++) {
      assertThat(order(i, "part", "job question 1" + i)).as("JVM %s", i).isEqualTo("went on");
    }
  }

  @OnEveryJdk
  void aHaltOfAPartIsItsOwnUntilItIsResetAnywhere(ForkedContainer container) throws Exception {
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");

    assertThat(desk("halt", "part/job").out()).contains("is halted");

    for (int i = 0; i < JVMS; i++) {
      assertThat(order(i, "part", "job question 3")).isEqualTo("halted");
      assertThat(step(i, "job", "question 4" + i)).isEqualTo("went on");
    }
    assertThat(order(2, "end-part", "job")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 5"))
        .as("ended, and still halted")
        .isEqualTo("halted");
    assertThat(order(2, "reset-part", "job")).isEqualTo("went on");
    for (int i = 0; i < JVMS; i++) {
      assertThat(order(i, "part", "job question 6" + i)).isEqualTo("went on");
    }
  }

  @OnEveryJdk
  void whoJoinsAPartThatHasEndedBeginsAnotherWhereItIs(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "3";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");

    order(1, "end-part", "job");

    for (int i = 0; i < 4; i++) {
      assertThat(order(i % JVMS, "part", "job question 3" + i)).isEqualTo("went on");
    }
    assertThat(step(2, "job", "question 4")).as("its third").isEqualTo("went on");
    assertThat(step(0, "job", "question 5")).isEqualTo("halted");
    assertThat(order(0, "part", "job question 6")).isEqualTo("went on");
  }

  /** It knows the part by a piece of it, and so not by what says where the part is. */
  @OnEveryJdk
  void aPartIsEndedByWhoKnowsItByAPiece(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "2";
    start(container);
    assertThat(order(0, "deep", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "piece", "job question 2")).isEqualTo("went on");

    order(1, "end-part", "job");

    assertThat(order(2, "part", "job question 3")).as("by itself").isEqualTo("went on");
    assertThat(order(0, "part", "job question 4")).isEqualTo("went on");
    assertThat(step(0, "job", "question 5")).as("its third").isEqualTo("halted");
  }

  @OnEveryJdk
  void aPartGoesOnWhenTheRunAroundItHasEndedAndCountsInNoLaterOne(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");

    order(1, "end", "job");

    assertThat(step(0, "job", "question 3")).as("a new one").isEqualTo("went on");
    assertThat(order(2, "part", "job question 4")).as("it knew of none").isEqualTo("went on");
    assertThat(order(2, "part", "job question 5")).isEqualTo("went on");
    for (int i = 0; i < 3; i++) {
      assertThat(step(i, "job", "question 6" + i)).isEqualTo("went on");
    }
    assertThat(step(1, "job", "question 7")).as("its fifth").isEqualTo("halted");
    assertThat(order(2, "part", "job question 8")).as("no part of it").isEqualTo("went on");
  }

  @OnEveryJdk
  void aRunThatWasBegunByItselfIsPartOfNothing(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "2";
    start(container);
    assertThat(order(1, "part", "job question 1")).isEqualTo("went on");

    for (int i = 0; i < 4; i++) {
      assertThat(order(0, "inside", "job question 2" + i)).as("joined in it").isEqualTo("went on");
    }
    assertThat(step(0, "job", "question 3")).isEqualTo("went on");
    assertThat(step(2, "job", "question 4")).isEqualTo("went on");
    assertThat(step(1, "job", "question 5")).isEqualTo("halted");
    assertThat(order(0, "part", "job question 6")).isEqualTo("went on");
  }

  @OnEveryJdk
  void stepsThatAreDealtGetTheVerdictsOfOneJvm(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "9";
    start(container);
    Random random = new Random(20);
    String[] orders = {"inside", "inside", "part", "part", "part", "piece", "deep", "step"};
    List<String> told = new ArrayList<>();
    for (int job = 0; job < 8; job++) {
      for (int i = 0; i < 14; i++) {
        boolean ends = random.nextInt(9) == 0;
        String order = ends ? "end-part" : orders[random.nextInt(orders.length)];
        told.add(order + " job" + job + " question " + random.nextInt(4));
      }
    }

    List<String> ofOne = new ArrayList<>();
    List<String> dealt = new ArrayList<>();
    for (String each : told) {
      ofOne.add(each + ": " + tell(0, each.replace(" job", " one")));
      dealt.add(each + ": " + tell(random.nextInt(JVMS), each));
    }

    assertThat(dealt).isEqualTo(ofOne);
    assertThat(String.join("\n", dealt)).contains("halted", "went on");
  }

  private String tell(int jvm, String order) {
    String[] words = order.split(" ", 2);
    return order(jvm, words[0], words[1]);
  }

  @OnEveryJdk
  void whatWasDoneWhileTheStoreWasAwayIsPutTogetherWhenItIsBack(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "5";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");
    List<RedisServer> all = servers();
    for (RedisServer each : all) {
      each.kill();
    }

    assertThat(order(1, "part", "job question 3")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 4")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 5")).isEqualTo("went on");
    assertThat(order(1, "inside", "new question 1")).as("begun meanwhile").isEqualTo("went on");
    restart(all);

    assertThat(order(1, "part", "job question 6")).isEqualTo("halted");
    assertThat(order(2, "part", "job question 7")).isEqualTo("halted");
    assertThat(step(0, "job", "question 8")).isEqualTo("halted");
    assertThat(order(1, "part", "new question 2")).isEqualTo("went on");
    assertThat(order(2, "part", "new question 3")).isEqualTo("went on");
    assertThat(step(0, "new", "question 4")).isEqualTo("went on");
    assertThat(step(2, "new", "question 5")).isEqualTo("went on");
    assertThat(order(0, "part", "new question 6")).as("after five").isEqualTo("halted");
  }

  @OnEveryJdk
  void whoJoinsAPartWhileTheStoreIsAwayIsInsideWhatIsAroundItFromTheNextJoinOn(
      ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    List<RedisServer> all = servers();
    for (RedisServer each : all) {
      each.kill();
    }
    assertThat(order(2, "part", "job question 2")).as("by itself").isEqualTo("went on");
    restart(all);

    assertThat(order(2, "part", "job question 3")).as("the second").isEqualTo("went on");
    assertThat(order(1, "part", "job question 4")).isEqualTo("went on");
    assertThat(step(0, "job", "question 5")).isEqualTo("went on");
    assertThat(step(0, "job", "question 6")).isEqualTo("halted");
    assertThat(order(2, "part", "job question 7")).isEqualTo("halted");
  }

  /** When all JVMs have seen that they are away, and until all have seen that they are back. */
  private void restart(List<RedisServer> servers) throws Exception {
    for (ForkedJvm each : jvms) {
      awayEverywhere(each);
    }
    for (RedisServer each : servers) {
      each.restart();
    }
    for (ForkedJvm each : jvms) {
      backEverywhere(each);
    }
  }

  /** Waits until the JVM asks no server any more. */
  abstract void awayEverywhere(ForkedJvm jvm);

  /** Waits until it asks all of them. */
  abstract void backEverywhere(ForkedJvm jvm);

  @OnEveryJdk
  void aJvmThatIsKilledInTheMiddleOfAStepOfAPartHoldsUpNobody(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "5";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    jvms.get(0).send("0 hang-part job");
    jvms.get(0).awaitLineThatBegins("hanging");
    jvms.get(0).close();

    for (int i = 0; i < 3; i++) {
      assertThat(order(1 + i % 2, "part", "job question 2" + i)).isEqualTo("went on");
    }
    assertThat(step(1, "job", "question 3")).as("after five with what hung").isEqualTo("halted");
    assertThat(order(2, "part", "job question 4")).isEqualTo("halted");
  }

  /** When it is joined, which is before the body, and after it. */
  @OnEveryJdk
  void aStepOfAPartAsksTheStoreNoOftenerThanOneOfAJob(ForkedContainer container) throws Exception {
    settings = "mode: observe\n"; // So many steps one after the other would be a loop.
    start(container);
    order(0, "inside", "job question");
    long before = questions();

    for (int i = 0; i < COUNTED; i++) {
      assertThat(order(0, "part", "job question " + i)).isEqualTo("went on");
    }

    assertThat(questions() - before)
        .as("fewer than one more for every other step")
        .isBetween(2L * COUNTED, 2L * COUNTED + COUNTED / 2);
  }

  /** How many the servers have been asked: by digest, as nothing is that is told. */
  private long questions() throws IOException, InterruptedException {
    long all = 0;
    for (RedisServer each : servers()) {
      for (String line : each.ask("info", "commandstats").lines().toList()) {
        if (line.startsWith("cmdstat_evalsha:")) {
          all += Long.parseLong(line.replaceFirst("[^=]*=([0-9]+).*", "$1"));
        }
      }
    }
    return all;
  }

  @OnEveryJdk
  void whatIsOrderedOfAPartIsOrderedOfTheOneThatIsThereNow(ForkedContainer container)
      throws Exception {
    start(container);
    for (String job : new String[] {"job", "other", "third", "fourth"}) {
      assertThat(order(0, "inside", job + " question 1")).isEqualTo("went on");
      assertThat(order(1, "part", job + " question 2")).isEqualTo("went on");
      order(1, "end-part", job);
      assertThat(order(1, "part", job + " question 3")).as("by itself").isEqualTo("went on");

      assertThat(desk("halt", "part/" + job).out()).contains("is halted");

      for (int i = 0; i < JVMS; i++) {
        assertThat(order(i, "part", job + " question 4")).as("%s %d", job, i).isEqualTo("halted");
      }
    }
  }

  /** Who is still in the one that was ended asks for that, before it looks for another. */
  @OnEveryJdk
  void theNextOfAPartIsBegunByWhoJoinsItAndNotByWhoWasInTheOneBefore(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "2";
    start(container);
    assertThat(order(1, "part", "job question 1")).as("by itself").isEqualTo("went on");
    assertThat(order(0, "part", "job question 2")).isEqualTo("went on");
    order(1, "end-part", "job");

    assertThat(order(0, "inside", "job question 3")).as("begun in the job").isEqualTo("went on");
    assertThat(order(0, "inside", "job question 4")).isEqualTo("went on");

    assertThat(order(1, "part", "job question 5")).as("the job's third").isEqualTo("halted");
  }

  @OnEveryJdk
  void whereAPartIsIsSaidAgainToAServerThatHasLostItsData(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    start(container);
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).isEqualTo("went on");
    for (RedisServer each : servers()) {
      each.ask("flushall");
    }
    assertThat(order(1, "part", "job question 3")).as("it knew of both").isEqualTo("went on");

    assertThat(order(2, "part", "job question 4")).as("it knew of none").isEqualTo("went on");
    assertThat(order(2, "part", "job question 5")).isEqualTo("halted");
    assertThat(step(0, "job", "question 6")).isEqualTo("halted");
  }

  Command.Ended desk(String command, String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--store", "redis://127.0.0.1:" + port()));
    all.addAll(List.of("--config", configuration().toString()));
    all.addAll(List.of(arguments));
    Command.Ended ended = Command.run(folder, all);
    assertThat(ended.code()).as(ended.error()).isZero();
    return ended;
  }
}
