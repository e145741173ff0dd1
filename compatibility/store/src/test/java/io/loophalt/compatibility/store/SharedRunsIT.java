package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.util.List;

/** JVMs that share runs judge them as one would. */
@SpreadOverJdks
class SharedRunsIT extends SharedJvms {

  /** Of a prompt of five letters; see {@code StepsAsTold}. */
  private static final int TOKENS_OF_A_CALL = 16;

  private static final int MOST_ROUNDS = 20;

  /** Steps in which the server's scripts are counted. */
  private static final int COUNTED = 40;

  private static final String MODEL =
      "weave: {models: [{method: io.loophalt.compatibility.crowd.StepsAsTold.ask,"
          + " output-tokens: result.length}]}\n";

  @OnEveryJdk
  void aLoopThatIsDealtBetweenJvmsIsHaltedAtTheSameStepAsInOne(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      // The classes are there: steps that come later and later would be those of who polls.
      assertThat(step(i, "first" + i, "question")).isEqualTo("went on");
    }

    assertThat(stepsUntilHalted(0, 1, "alone")).isEqualTo(5);
    assertThat(stepsUntilHalted(0, JVMS, "dealt")).isEqualTo(5);
    assertThat(stepsUntilHalted(1, 2, "two")).isEqualTo(5);
  }

  @OnEveryJdk
  void whatWasReportedAndSaidIsKnownInAllJvms(ForkedContainer container) throws Exception {
    settings =
        """
        weave:
          models:
            - method: io.loophalt.compatibility.crowd.StepsAsTold.request
              messages: argument0
              text: result
            - method: io.loophalt.compatibility.crowd.StepsAsTold.answerTo
              messages: argument0
              text: result
        """;
    start(container, server.port());

    for (int i = 0; i < 2 * JVMS; i++) {
      assertThat(order(i % JVMS, "state", "working state" + i)).isEqualTo("went on");
    }
    for (String order : List.of("state", "say", "request")) {
      int inOne = untilHalted(1, order, "alone-" + order);
      assertThat(inOne).as("%s in one", order).isPositive();
      assertThat(untilHalted(JVMS, order, "dealt-" + order)).as(order).isEqualTo(inOne);
    }
    int inOne = untilTranscriptIsHalted(1, "alone");
    assertThat(inOne).as("turns in one").isPositive();
    assertThat(untilTranscriptIsHalted(JVMS, "dealt")).isEqualTo(inOne);
  }

  /** Each turn holds the answer of the one before, which another JVM had. */
  private int untilTranscriptIsHalted(int jvms, String job) {
    for (int i = 0; i < MOST_ROUNDS; i++) {
      if (order(i % jvms, "transcript", job + "-transcript " + i).equals("halted")) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Of two states or messages in turn, with JVMs that take turns. */
  private int untilHalted(int jvms, String order, String job) {
    for (int i = 0; i < MOST_ROUNDS; i++) {
      if (order(i % jvms, order, job + " go on " + i % 2).equals("halted")) {
        return i + 1;
      }
    }
    return -1;
  }

  @OnEveryJdk
  void whatTheModelIsToBeToldGoesWithTheNextResultThatCarriesItInWhicheverJvm(
      ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < 3; i++) {
      assertThat(order(i % 2, "count", "job the same")).isEqualTo("went on");
    }

    assertThat(order(1, "read", "job something else")).isEqualTo("told");
    assertThat(order(0, "read", "job something new")).as("once").isEqualTo("not told");
    for (int i = 0; i < JVMS; i++) {
      assertThat(order(i, "nudges", "job")).isEqualTo("[3]");
    }
  }

  @OnEveryJdk
  void aHaltHoldsInAllJvmsUntilOneOfThemResetsIt(ForkedContainer container) throws Exception {
    start(container, server.port());
    stepsUntilHalted(0, JVMS, "job");

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "something else")).isEqualTo("halted");
    }
    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }
    stepsUntilHalted(0, JVMS, "job");
    order(2, "end", "job");
    assertThat(step(0, "job", "again")).as("ended, and still halted").isEqualTo("halted");
  }

  @OnEveryJdk
  void eachJvmThatIsStoppedSaysSoOnceWhicheverHasHaltedTheRun(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    stepsUntilHalted(0, JVMS, "job");

    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < JVMS; i++) {
        assertThat(step(i, "job", "something else")).isEqualTo("halted");
      }
    }

    for (ForkedJvm each : jvms) {
      assertThat(each.stop().err())
          .filteredOn(line -> line.contains("halted"))
          .singleElement(STRING)
          .startsWith("[loophalt] halted order/job: run stopped (no_progress) in task 'order': ");
    }
  }

  @OnEveryJdk
  void aJvmThatRemembersAHaltAloneHearsThatItWasLifted(ForkedContainer container) throws Exception {
    start(container, server.port());
    stepsUntilHalted(0, JVMS, "job");
    makeRoomFor(0, "others");
    assertThat(step(0, "job", "it knows")).isEqualTo("halted");
    makeRoomFor(0, "more");

    order(1, "reset", "job");

    assertThat(step(0, "job", "something else")).isEqualTo("went on");
    order(1, "end", "job");
    assertThat(step(0, "job", "something new")).isEqualTo("went on");
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
  }

  /** Of a halted run that has to make room is only kept that it is halted. */
  private void makeRoomFor(int jvm, String others) {
    for (int i = 0; i < 2 * MOST_RUNS; i++) {
      step(jvm, others + i, "question");
    }
  }

  @OnEveryJdk
  void whoJoinsARunThatAnotherJvmHasEndedIsInANewOne(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < 4; i++) {
      assertThat(step(i % JVMS, "job", "the same")).isEqualTo("went on");
    }

    order(1, "end", "job");

    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
  }

  /** Each JVM has put states there, of which nothing is left, before anybody calls anything. */
  @OnEveryJdk
  void whatCallsNeedIsLoadedBeforeTheServerIsSaidToBeThere(ForkedContainer container)
      throws Exception {
    start(container, server.port());

    String puts =
        server.ask("info", "commandstats").replaceAll("(?s).*cmdstat_hdel:calls=(\\d+).*", "$1");
    assertThat(puts).containsOnlyDigits();
    assertThat(Integer.parseInt(puts)).as("three calls of each").isGreaterThanOrEqualTo(6 * JVMS);
    server.await("keys=0", "eval", "return 'keys=' .. #redis.call('KEYS', '*rehearsal*')", "0");
  }

  @OnEveryJdk
  void nothingThatAnApplicationSaysIsOnTheWire(ForkedContainer container) throws Exception {
    settings =
        "weave: {models: [{method: io.loophalt.compatibility.crowd.StepsAsTold.ask, text: result}]}\n";
    try (LoopbackProxy wire = new LoopbackProxy(server.port())) {
      start(container, wire.port());

      stepsUntilHalted(0, JVMS, "sEcReTjOb");
      step(0, "another", "a sEcReTqUeStIoN");
      order(0, "ask", "another a sEcReTpRoMpT");
      step(1, "another", "a sEcReTqUeStIoN");
      order(1, "end", "another");

      String ofTheServer = "reply_buffer_"; // what it says of itself
      assertThat(wire.seen().replace(ofTheServer, ""))
          .contains("loophalt:run:", "EVALSHA")
          .doesNotContain("sEcReT", "the same", "answer", "reply", "order", "another");
    }
  }

  @OnEveryJdk
  void withoutTheStoreEachJvmJudgesWhatItSeesAndAllGoOnTogetherWhenItIsBack(
      ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    start(container, server.port());
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    server.kill();

    assertThat(step(0, "job", "question 3")).as("its third").isEqualTo("went on");
    assertThat(step(0, "job", "question 4")).isEqualTo("went on");
    for (ForkedJvm each : jvms) {
      stepsUntilAway(each);
    }
    server.restart();
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at [^ ]* is back");
    }

    assertThat(step(0, "job", "the same")).as("its fifth").isEqualTo("halted");
    assertThat(step(1, "job", "the same")).as("what the first knows").isEqualTo("halted");
    assertThat(step(2, "job", "the same")).isEqualTo("halted");
  }

  @OnEveryJdk
  void aCeilingHoldsForAllJvmsThatRaceForIt(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      jvms.get(i).send("race" + i + " race job 200");
    }
    int bodies = 0;
    for (int i = 0; i < JVMS; i++) {
      bodies += Integer.parseInt(jvms.get(i).awaitRestOfLine("race" + i + "="));
    }

    assertThat(bodies).isEqualTo(MOST_STEPS);
  }

  @OnEveryJdk
  void aServerThatForgetsItsScriptsOrItsDataIsToldAgain(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    start(container, server.port());
    for (int i = 0; i < 3; i++) {
      assertThat(step(i, "job", "the same")).isEqualTo("went on");
      server.command("script", "flush");
    }
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    server.command("flushall");

    assertThat(step(0, "job", "the same")).as("its fifth, by what it knows").isEqualTo("halted");
    assertThat(step(1, "job", "the same")).isEqualTo("halted");
  }

  /** What ended the row is known to the other one, and was in the store alone. */
  @OnEveryJdk
  void whoLacksWhatAnotherHasDoneHaltsNothingWhenTheDataIsLost(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    for (int i = 0; i < 4; i++) {
      assertThat(step(i % 2, "job", "the same")).isEqualTo("went on");
    }
    assertThat(step(0, "job", "something new")).isEqualTo("went on");
    server.command("flushall");

    assertThat(step(1, "job", "the same")).as("its fifth, but not in a row").isEqualTo("went on");
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
  }

  @OnEveryJdk
  void aStoreThatWasAbsentAtTheStartIsUsedWhenItIsThere(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    server.kill();
    begin(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      jvms.get(i).awaitErrorMatching(".*the store at .* is away.*");
      assertThat(step(i, "job", "the same")).isEqualTo("went on");
    }
    server.restart();
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }

    assertThat(stepsUntilHalted(0, JVMS, "other")).isEqualTo(5);
    assertThat(stepsUntilHalted(0, JVMS, "job")).as("one of three is known").isEqualTo(4);
  }

  @OnEveryJdk
  void whileTheServerIsHeldUpCallsGoOnAndItIsAwayAfterThreeOfThem(ForkedContainer container)
      throws Exception {
    timeout = "20ms";
    mostStepsOfAnOrder = "7";
    start(container, server.port());
    step(0, "job", "question");
    server.signal("STOP");
    try {
      for (int i = 0; i < 4; i++) {
        assertThat(step(0, "job", "question " + i)).isEqualTo("went on");
      }
      jvms.get(0).awaitErrorMatching(".*the store at .* is away.*");
      assertThat(stepsUntilHalted(0, 1, "job")).as("after five, of seven").isEqualTo(3);
    } finally {
      server.signal("CONT");
    }
    jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
    assertThat(step(0, "job", "again")).isEqualTo("halted");
  }

  @OnEveryJdk
  void whatARunInsideUsesCountsInTheOneAroundItWhoeverTakesItsSteps(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "5";
    start(container, server.port());
    for (int i = 0; i < 5; i++) {
      assertThat(order(i % JVMS, "inside", "job question " + i)).isEqualTo("went on");
    }

    assertThat(order(2, "inside", "job question 6")).isEqualTo("halted");
    assertThat(step(0, "job", "question 7")).isEqualTo("halted");
  }

  @OnEveryJdk
  void aJvmThatIsKilledHoldsUpNobody(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
    jvms.get(0).close();

    assertThat(stepsUntilHalted(1, JVMS, "job")).isEqualTo(3);
  }

  @OnEveryJdk
  void tokensThatJvmsUseTogetherHaltTheRunAtItsCeiling(ForkedContainer container) throws Exception {
    settings = "ceilings: {total-tokens: " + 2 * TOKENS_OF_A_CALL + "}\n" + MODEL;
    start(container, server.port());

    assertThat(order(0, "ask", "job abcde")).isEqualTo("went on");
    assertThat(order(1, "ask", "job fghij")).isEqualTo("went on");
    for (int i = JVMS - 1; i >= 0; i--) {
      assertThat(order(i, "ask", "job klmno")).isEqualTo("halted");
    }
    jvms.get(2).awaitErrorMatching(".*halted order/job: run stopped \\(token_cap\\).*");
  }

  @OnEveryJdk
  void whatModelsCostAllJvmsTogetherHaltsTheRunAtItsCeiling(ForkedContainer container)
      throws Exception {
    settings =
        "ceilings: {cost: 2}\nprices: {\"*\": {input: 0, output: "
            + 1_000_000 / TOKENS_OF_A_CALL
            + "}}\n"
            + MODEL;
    start(container, server.port());

    assertThat(order(0, "ask", "job abcde")).isEqualTo("went on");
    assertThat(order(1, "ask", "job fghij")).isEqualTo("went on");
    for (int i = JVMS - 1; i >= 0; i--) {
      assertThat(order(i, "ask", "job klmno")).isEqualTo("halted");
    }
    jvms.get(2).awaitErrorMatching(".*halted order/job: run stopped \\(cost_cap\\).*");
  }

  /** Neither JVM has known of the run for as long: only the server knows when it began. */
  @OnEveryJdk
  void theTimeOfARunIsThatOfTheStore(ForkedContainer container) throws Exception {
    settings = "ceilings: {wall-clock: 10m}\n";
    start(container, server.port());
    assertThat(step(0, "job", "question 1")).isEqualTo("went on");
    server.command("hset", keyOfTheOnlyRun(), "b", beganMillisAgo(540_000));
    assertThat(step(1, "job", "question 2")).as("after nine minutes").isEqualTo("went on");

    server.command("hset", keyOfTheOnlyRun(), "b", beganMillisAgo(660_000));

    for (int i = JVMS - 1; i >= 0; i--) {
      assertThat(step(i, "job", "another " + i)).as("after eleven").isEqualTo("halted");
    }
    jvms.get(2).awaitErrorMatching(".*halted order/job: run stopped \\(wall_clock_cap\\).*");
  }

  private String beganMillisAgo(long millis) throws Exception {
    long seconds = Long.parseLong(server.ask("time").lines().findFirst().orElseThrow());
    return String.valueOf(seconds * 1_000 - millis);
  }

  @OnEveryJdk
  void aHaltWaitsForAPersonAgainAfterAnotherJvmHasResetTheRun(ForkedContainer container)
      throws Exception {
    settings = "on-halt: {wait: 2s, then: throw}\n";
    start(container, server.port());
    assertThat(stepsUntilHalted(0, 1, "job")).as("after a wait in vain").isEqualTo(5);
    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    assertThat(step(0, "job", "another")).isEqualTo("went on");

    long before = System.nanoTime();
    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);

    assertThat(System.nanoTime() - before).as("nanoseconds").isGreaterThan(2_000_000_000L);
  }

  @OnEveryJdk
  void runsUnderTwoPrefixesInOneServerDoNotMeet(ForkedContainer container) throws Exception {
    settingsOfStore = ", key-prefix: ours";
    begin(container, server.port(), 1);
    settingsOfStore = ", key-prefix: theirs";
    begin(container, server.port(), 2);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }

    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);
    assertThat(stepsUntilHalted(1, JVMS, "job")).as("theirs").isEqualTo(5);
    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    assertThat(step(0, "job", "another")).as("halted still").isEqualTo("halted");
    assertThat(step(2, "job", "another")).isEqualTo("went on");
    assertThat(server.ask("--scan").lines())
        .as("keys")
        .noneMatch(key -> key.startsWith("loophalt:"))
        .filteredOn(key -> !key.endsWith(":probe"))
        .anyMatch(key -> key.startsWith("ours:"))
        .anyMatch(key -> key.startsWith("theirs:"))
        .allMatch(key -> key.startsWith("ours:") || key.startsWith("theirs:"));
  }

  /**
   * A question, for which is waited, to join, before the body and after it; and an answer to the
   * last two of them.
   */
  @OnEveryJdk
  void aStepAsksTheServerThreeTimesInWhicheverJvmItIs(ForkedContainer container) throws Exception {
    settings = MODEL + "ceilings: {steps: none}\n";
    start(container, server.port());
    step(0, "job", "the first");
    step(1, "job", "the second");

    server.command("config", "resetstat");
    for (int i = 0; i < COUNTED; i++) {
      step(0, "job", "question " + i);
    }
    awaitTwoQuestionsForEach();

    server.command("config", "resetstat");
    for (int i = 0; i < COUNTED; i++) {
      order(0, "ask", "job question " + i);
    }
    awaitTwoQuestionsForEach();

    server.command("config", "resetstat");
    for (int i = 0; i < COUNTED; i++) {
      step(i % 2, "job", "another question " + i);
    }
    awaitTwoQuestionsForEach();
  }

  /**
   * Questions are asked by digest, answers come as text. A question comes again while another JVM
   * judges, and a JVM that begins to listen asks once what it has missed.
   */
  private void awaitTwoQuestionsForEach() throws Exception {
    server.await("cmdstat_eval:calls=" + 2 * COUNTED + ",", "info", "commandstats");
    String stats = server.ask("info", "commandstats");
    assertThat(Integer.parseInt(stats.replaceAll("(?s).*cmdstat_evalsha:calls=([0-9]+).*", "$1")))
        .as("questions, fewer than one more for every other step")
        .isBetween(2 * COUNTED, 2 * COUNTED + COUNTED / 2);
  }
}
