package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.HeldLease;
import io.loophalt.compatibility.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Whatever becomes of the store, the application goes on, and nothing is halted falsely. */
@SpreadOverJdks
class StoreFaultsIT extends SharedJvms {

  /**
   * Two waits of 200 ms for each step, and what a very busy machine needs beside them. Without what
   * is tested here it is several times as long.
   */
  private static final int MOST_MILLIS = 5_000;

  /**
   * Of those that share runs again in the end: so long that a busy machine does not let one of them
   * judge alone what all are to judge.
   */
  private static final String BRIEF_TIMEOUT = "2s";

  /** The same of two waits for that timeout. */
  private static final int MOST_MILLIS_OF_BRIEF = 15_000;

  /** In each question whether a call may be judged, behind its name: for how many ms. */
  private static final String LEASE = "\r\n$4\r\n1000\r\n";

  private static final int NAME_LENGTH = 36;

  /** For how many ms a run's halt is kept. */
  private static final String HALT = "return 'h=' .. redis.call('HGET', KEYS[1], 'h')";

  private int timed;

  @OnEveryJdk
  void aSlowServerHoldsUpNoCallForLongerThanTheTimeoutAndIsAwayUntilItIsFaster(
      ForkedContainer container) throws Exception {
    timeout = BRIEF_TIMEOUT;
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      firstBehind(container, network, server, JVMS - 1);
      network.answerAfter(20_000);

      assertThat(slowestMillis(0)).isLessThan(MOST_MILLIS_OF_BRIEF);
      jvms.get(0).awaitErrorMatching(".*the store at .* is away \\(.*SocketTimeoutException.*");
      network.answerAfter(0);
      jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
      assertThat(stepsUntilHalted(0, JVMS, "after")).isEqualTo(5);
    }
  }

  @OnEveryJdk
  void anAnswerThatComesByteByByteHoldsUpNoCallForLonger(ForkedContainer container)
      throws Exception {
    timeout = "200ms";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      start(container, network.port());
      network.answerByteByByte(200);

      assertThat(slowestMillis(0)).isLessThan(MOST_MILLIS);
    }
  }

  /** Far more of them than one timeout has time for, and each sooner than another would end. */
  @OnEveryJdk
  void overTlsARecordThatComesByteByByteHoldsUpNoCallForLongerEither(ForkedContainer container)
      throws Exception {
    timeout = BRIEF_TIMEOUT;
    Path tls = Files.createDirectory(folder.resolve("tls"));
    Certificates.make(tls, "127.0.0.1");
    try (RedisServer secured = secured(tls);
        LoopbackProxy network = new LoopbackProxy(secured.port())) {
      scheme = "rediss://";
      settingsOfStore = ", tls: {trust-store: \"" + tls.resolve("cert.pem") + "\"}";
      firstBehind(container, network, secured, JVMS - 1);
      network.answerByteByByte(1_000);

      assertThat(slowestMillis(0)).isLessThan(MOST_MILLIS_OF_BRIEF);
      jvms.get(0).awaitErrorMatching(".*the store at .* is away.*");
      network.answerByteByByte(0);
      jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
      assertThat(stepsUntilHalted(0, JVMS, "after")).isEqualTo(5);
    }
  }

  @OnEveryJdk
  void whileTheNetworkIsCutNoCallWaitsForLonger(ForkedContainer container) throws Exception {
    timeout = BRIEF_TIMEOUT;
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      firstBehind(container, network, server, JVMS - 1);
      assertThat(step(0, "job", "the same")).isEqualTo("went on");
      network.cut();

      assertThat(slowestMillis(0)).isLessThan(MOST_MILLIS_OF_BRIEF);
      jvms.get(0).awaitErrorMatching(".*the store at .* is away.*");
      network.mend();
      jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
      assertThat(stepsUntilHalted(0, 2, "job")).isEqualTo(4);
    }
  }

  @OnEveryJdk
  void aServerThatIsStoppedForLongHoldsUpNoCallForLonger(ForkedContainer container)
      throws Exception {
    timeout = BRIEF_TIMEOUT;
    start(container, server.port());
    server.signal("STOP");
    try {
      long end = System.nanoTime() + 30_000_000_000L;
      for (int i = 0; i == 0 || System.nanoTime() < end; i++) {
        assertThat(slowestMillis(i % JVMS)).isLessThan(MOST_MILLIS_OF_BRIEF);
        LockSupport.parkNanos(100_000_000);
      }
    } finally {
      server.signal("CONT");
    }
    awaitAllBack();
    assertThat(stepsUntilHalted(0, JVMS, "after")).isEqualTo(5);
  }

  @OnEveryJdk
  void aServerThatIsOutOfMemoryIsAwayUntilItTakesData(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "4";
    start(container, server.port());
    assertThat(step(1, "job", "question 1")).isEqualTo("went on");
    assertThat(step(0, "job", "question 2")).isEqualTo("went on");
    server.command("config", "set", "maxmemory", "1");

    stepsUntilAway(jvms.get(0), "OOM");
    assertThat(step(0, "job", "question 3")).as("by what it knows").isEqualTo("went on");
    server.command("config", "set", "maxmemory", "0");
    jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
    assertThat(stepsUntilHalted(0, 2, "job")).as("the one that is left").isEqualTo(2);
  }

  @OnEveryJdk
  void aReadOnlyReplicaIsAwayUntilItIsTheMaster(ForkedContainer container) throws Exception {
    try (RedisServer other = new RedisServer(Files.createDirectory(folder.resolve("other")))) {
      start(container, server.port());
      server.command("replicaof", "127.0.0.1", String.valueOf(other.port()));

      for (ForkedJvm each : jvms) {
        stepsUntilAway(each, "READONLY");
      }
      server.command("replicaof", "no", "one");
      awaitAllBack();
      assertThat(stepsUntilHalted(0, JVMS, "job")).as("together again").isEqualTo(5);
    }
  }

  @OnEveryJdk
  void whatTheReplicaHasGoesOnAfterAFailover(ForkedContainer container) throws Exception {
    try (RedisServer replica = new RedisServer(Files.createDirectory(folder.resolve("other")));
        LoopbackProxy network = new LoopbackProxy(server.port())) {
      mostStepsOfAnOrder = "4";
      replica.command("replicaof", "127.0.0.1", String.valueOf(server.port()));
      replica.await("master_link_status:up", "info", "replication");
      start(container, network.port());
      for (int i = 0; i < 3; i++) {
        assertThat(step(i, "job", "the same")).isEqualTo("went on");
      }
      awaitCopy(replica);
      killUntilAllKnow();
      replica.command("replicaof", "no", "one");
      network.leadTo(replica.port());
      awaitAllBack();

      assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(2);
    }
  }

  /** Four calls alike that two JVMs know, and something new that only the dead master has seen. */
  @OnEveryJdk
  void whatAReplicaLacksThatTakesOverHaltsNothing(ForkedContainer container) throws Exception {
    try (RedisServer replica = new RedisServer(Files.createDirectory(folder.resolve("other")));
        LoopbackProxy network = new LoopbackProxy(server.port())) {
      replica.command("replicaof", "127.0.0.1", String.valueOf(server.port()));
      replica.await("master_link_status:up", "info", "replication");
      start(container, network.port());
      fourAlikeOfTwo();
      awaitCopy(replica);
      replica.command("replicaof", "no", "one");
      assertThat(step(0, "job", "something new")).isEqualTo("went on");
      killUntilAllKnow();
      network.leadTo(replica.port());
      awaitAllBack();

      notInARow();
      assertThat(step(2, "job", "the same")).as("who joins it now").isEqualTo("went on");
      assertThat(stepsUntilHalted(0, JVMS, "job")).as("of five in a row").isEqualTo(2);
    }
  }

  @OnEveryJdk
  void whatASnapshotLacksHaltsNothing(ForkedContainer container) throws Exception {
    server.close();
    server =
        new RedisServer(folder.resolve("server"), server.port(), List.of("--appendonly", "no"));
    start(container, server.port());
    fourAlikeOfTwo();
    server.await("0", "hexists", keyOfTheOnlyRun(), "l");
    server.command("save");
    assertThat(step(0, "job", "something new")).isEqualTo("went on");
    killUntilAllKnow();
    server.restart();
    awaitAllBack();

    notInARow();
    assertThat(stepsUntilHalted(0, JVMS, "job")).as("of five in a row").isEqualTo(3);
  }

  private void fourAlikeOfTwo() {
    for (int i = 0; i < 4; i++) {
      assertThat(step(i % 2, "job", "the same")).isEqualTo("went on");
    }
  }

  /** The fifth and the sixth of the one that has not heard of something new between. */
  private void notInARow() {
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
  }

  @OnEveryJdk
  void aServerThatComesBackWithItsDataGoesOnWhereItWas(ForkedContainer container) throws Exception {
    start(container, server.port());
    for (int i = 0; i < 3; i++) {
      assertThat(step(i, "job", "the same")).isEqualTo("went on");
    }
    server.await("0", "hexists", keyOfTheOnlyRun(), "l");
    killUntilAllKnow();
    server.restart();
    awaitAllBack();

    assertThat(stepsUntilHalted(0, JVMS, "job"))
        .as("of five, or six, as somebody who waits longer and longer polls")
        .isBetween(2, 3);
  }

  /** Nobody calls anything: each JVM looks for its runs when it listens again. */
  @OnEveryJdk
  void aResetThatWasLostIsToldAgainByWhoKnowsOfIt(ForkedContainer container) throws Exception {
    try (RedisServer replica = new RedisServer(Files.createDirectory(folder.resolve("other")));
        LoopbackProxy network = new LoopbackProxy(server.port())) {
      replica.command("replicaof", "127.0.0.1", String.valueOf(server.port()));
      replica.await("master_link_status:up", "info", "replication");
      start(container, network.port());
      assertThat(stepsUntilHalted(0, 2, "job")).isEqualTo(5);
      awaitCopy(replica);
      replica.command("replicaof", "no", "one");
      assertThat(order(0, "reset", "job")).isEqualTo("went on");
      String key = keyOfTheOnlyRun();
      server.await("h=0", "eval", HALT, "1", key);
      killUntilAllKnow();
      network.leadTo(replica.port());

      replica.await("h=0", "eval", HALT, "1", key);
      assertThat(step(2, "job", "who joins it now")).isEqualTo("went on");
    }
  }

  @OnEveryJdk
  void aServerThatComesBackWithoutItsDataIsToldWhatIsKnown(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    start(container, server.port());
    for (int i = 0; i < 4; i++) {
      assertThat(step(i % JVMS, "job", "question " + i)).isEqualTo("went on");
    }
    String key = keyOfTheOnlyRun();
    server.kill();
    server.forget();
    for (ForkedJvm each : jvms) {
      stepsUntilAway(each);
    }
    server.restart();
    awaitAllBack();
    server.await("1", "exists", key);

    assertThat(step(0, "job", "the last knew four")).isEqualTo("halted");
    assertThat(step(1, "job", "and now all do")).isEqualTo("halted");
  }

  /** Who has seen more is back first, and has put that there when the halt comes. */
  @OnEveryJdk
  void aHaltWhileTheStoreIsAwayCountsThoughOthersHaveSeenMore(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }
    killUntilAllKnow();
    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);
    for (int i = 0; i < 20; i++) {
      assertThat(step(1, "job", "something new " + i)).isEqualTo("went on");
    }
    signal(jvms.get(0), "STOP");
    server.restart();
    jvms.get(1).awaitErrorMatching(".*the store at [^ ]* is back");
    assertThat(step(1, "job", "not heard of it")).isEqualTo("went on");
    signal(jvms.get(0), "CONT");
    jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
    assertThat(step(0, "job", "a question")).isEqualTo("halted");

    assertThat(step(1, "job", "another question")).isEqualTo("halted");
    assertThat(step(2, "job", "another question")).isEqualTo("halted");
  }

  private static void signal(ForkedJvm jvm, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(jvm.pid())).start().waitFor();
  }

  @OnEveryJdk
  void aResetWhileTheStoreIsAwayCountsThoughOthersHaveSeenTheHalt(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    for (ForkedJvm each : jvms) {
      assertThat(step(jvms.indexOf(each), "job", "something")).isEqualTo("halted");
    }
    killUntilAllKnow();
    assertThat(order(0, "reset", "job")).isEqualTo("went on");
    server.restart();
    awaitAllBack();
    assertThat(step(1, "job", "not heard of it yet")).isIn("halted", "went on");

    assertThat(step(0, "job", "a question")).isEqualTo("went on");
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }
  }

  /** The end of a run keeps the halt that it finds. */
  @OnEveryJdk
  void aResetWhileTheStoreIsAwayCountsThoughTheRunIsEndedAfterIt(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "something")).isEqualTo("halted");
    }
    String key = keyOfTheOnlyRun();
    killUntilAllKnow();
    assertThat(order(0, "reset", "job")).isEqualTo("went on");
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    assertThat(step(0, "job", "the next run")).as("what was heard is over").isEqualTo("went on");
    server.restart();
    awaitAllBack();
    server.await("h=0", "eval", HALT, "1", key);

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).as("JVM %s", i).isEqualTo("went on");
    }
  }

  /** Of what it has halted and ended it keeps that, as long as nobody has reset it. */
  @OnEveryJdk
  void whatAnotherHasResetGoesOnWhereItWasHaltedAndEnded(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    assertThat(step(0, "other", "the same")).isEqualTo("went on");
    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    stepsUntilHalted(1, 2, "other");
    jvms.get(0).awaitErrorMatching(".*halted order/other: .*"); // So it has heard of the reset.
    killUntilAllKnow();

    assertThat(step(0, "job", "question 1")).as("by what it has heard").isEqualTo("went on");
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    server.forget();
    server.restart();
    awaitAllBack();
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).as("JVM %s", i).isEqualTo("went on");
    }
  }

  /** It finds that out when it joins, and keeps nothing for the time when the store is away. */
  @OnEveryJdk
  void whatGoesOnAfterAResetElsewhereIsNotHaltedLater(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    server.command("client", "kill", "type", "pubsub"); // Nobody hears of what follows.
    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    killUntilAllKnow();

    assertThat(step(0, "job", "another question")).isEqualTo("went on");
  }

  @OnEveryJdk
  void withAWrongPasswordEachJvmJudgesWhatItSeesAndNobodyReadsThePassword(ForkedContainer container)
      throws Exception {
    server.command("config", "set", "requirepass", "the-right-one");
    login = "default:a-wrong-one@";
    begin(container, server.port());

    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is away \\(WRONGPASS\\).*");
    }
    assertThat(stepsUntilHalted(0, 1, "job")).isEqualTo(5);
    int before = connectionsReceived();
    LockSupport.parkNanos(2_000_000_000L);
    assertThat(connectionsReceived() - before).as("in two seconds").isBetween(JVMS, 10 * JVMS);
    assertThat(String.join("", jvms.get(0).stop().err())).doesNotContain("a-wrong-one");
  }

  @OnEveryJdk
  void aUserWhoMayDoLittleIsEnough(ForkedContainer container) throws Exception {
    server.command(
        "acl",
        "setuser",
        "agents",
        "on",
        ">s3cret",
        "~loophalt:*",
        "&loophalt:*",
        "-@all",
        "+ping",
        "+info",
        "+select",
        "+evalsha",
        "+eval",
        "+time",
        "+hmget",
        "+hget",
        "+hset",
        "+hdel",
        "+hincrby",
        "+pexpire",
        "+publish",
        "+subscribe");
    login = "agents:s3cret@";
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      step(i, "another", "question " + i);
    }
    server.await("loophalt:halts\n" + JVMS, "pubsub", "numsub", "loophalt:halts");

    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    order(0, "reset", "job");
    order(1, "end", "job");
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    assertThat(String.join("", jvms.get(0).stop().err())).doesNotContain("+info");
  }

  @OnEveryJdk
  void aUserWhoMayNotAskWhichWritesAServerHasIsToldWhatThatCosts(ForkedContainer container)
      throws Exception {
    server.command("acl", "setuser", "agents", "on", ">s3cret", "allkeys", "allchannels");
    server.command("acl", "setuser", "agents", "+@all", "-info");
    login = "agents:s3cret@";
    start(container, server.port());

    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*does not say whether it has lost something.*needs \\+info");
    }
  }

  @OnEveryJdk
  void dataOfAnotherVersionIsLeftAlone(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    server.command("hset", keyOfTheOnlyRun(), "v", "another", "s", "cof another version");

    isLeftAlone("format 99");
  }

  @OnEveryJdk
  void dataOfAnotherKeyIsLeftAlone(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    String foreign = "\u0006of another key, and as long as what was sealed under one at least";
    server.command("hset", keyOfTheOnlyRun(), "v", "another", "s", foreign);

    isLeftAlone("was written under the digest key");
  }

  @OnEveryJdk
  void dataOfOtherSettingsIsLeftAlone(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "7";
    begin(container, server.port(), 1);
    mostStepsOfAnOrder = "8";
    begin(container, server.port(), 1);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    server.await("0", "hexists", keyOfTheOnlyRun(), "l");

    isLeftAlone("under other settings of the task 'order'");
    assertThat(order(1, "end", "job")).isEqualTo("went on");
    server.await("2", "hget", keyOfTheOnlyRun(), "g"); // Its end is told, although its halt is not.
  }

  /** The second JVM, which finds it, judges for itself, however much that is, and says why. */
  private void isLeftAlone(String why) throws Exception {
    String key = keyOfTheOnlyRun();
    String before = server.ask("hmget", key, "g", "v", "s", "n", "h");

    assertThat(stepsUntilHalted(1, 2, "job")).as("of its own").isEqualTo(5);
    jvms.get(1)
        .awaitErrorMatching(".*a run of task 'order' is judged in this JVM alone: .*" + why + ".*");
    assertThat(step(1, "job", "another")).isEqualTo("halted");
    server.await("0", "hexists", key, "l");
    assertThat(server.ask("hmget", key, "g", "v", "s", "n", "h")).isEqualTo(before);
  }

  @OnEveryJdk
  void aClockThatIsElsewhereHoldsUpNobodyAndHaltsNothing(ForkedContainer container)
      throws Exception {
    settings = "ceilings: {wall-clock: 10m}\n";
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    String key = keyOfTheOnlyRun();
    String inAYear = String.valueOf(System.currentTimeMillis() + 365L * 86_400_000);
    server.command("hset", key, "l", "of before the failover", "x", inAYear, "b", inAYear);

    assertThat(stepsUntilHalted(0, JVMS, "job")).as("after one").isEqualTo(4);
  }

  @OnEveryJdk
  void aJvmThatIsKilledInTheMiddleOfAToolHoldsUpNobody(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "6";
    timeout = "30s";
    start(container, server.port());
    assertThat(step(0, "job", "question 1")).isEqualTo("went on");
    assertThat(step(1, "job", "question 2")).isEqualTo("went on");
    jvms.get(0).send("0 hang job");
    jvms.get(0).awaitLineThatBegins("hanging");
    jvms.get(0).close();

    long before = System.nanoTime();
    for (int i = 1; i <= 3; i++) {
      assertThat(step(1 + i % 2, "job", "another " + i)).isEqualTo("went on");
    }
    assertThat(step(1, "job", "the last")).as("what never answered counts").isEqualTo("halted");
    assertThat(millisSince(before)).isLessThan(MOST_MILLIS);
  }

  /** It never gets to know that it may judge, and nobody else may until its second is over. */
  @OnEveryJdk
  void afterAJvmWasKilledWhileItJudgesOthersGoOnFromWhatWasThere(ForkedContainer container)
      throws Exception {
    mostStepsOfAnOrder = "4";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      begin(container, network.port(), 1);
      jvms.get(0).awaitErrorMatching(".*the store at .* is there");
      begin(container, server.port(), 2);
      jvms.get(1).awaitErrorMatching(".*the store at .* is there");
      jvms.get(2).awaitErrorMatching(".*the store at .* is there");
      for (int i = 0; i < 2; i++) {
        assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
      }
      String key = keyOfTheOnlyRun();
      server.await("0", "hexists", key, "l");
      network.loseAnswers();
      begin(0, "step", "job a question");
      server.await("1", "hexists", key, "l");
      jvms.get(0).close();

      assertThat(stepsUntilHalted(1, JVMS, "job")).as("after two").isEqualTo(3);
    }
  }

  @OnEveryJdk
  void whoNeverSaysWhatCameOfACallHoldsUpOthersForTheTimeoutOfACall(ForkedContainer container)
      throws Exception {
    timeout = "1s";
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    String key = keyOfTheOnlyRun();
    server.await("0", "hexists", key, "l");

    try (HeldLease held = new HeldLease(server, key)) {
      long before = System.nanoTime();
      assertThat(step(0, "job", "question 2")).isEqualTo("went on");
      assertThat(millisSince(before)).isLessThan(MOST_MILLIS);
      assertThat(held.isHeld()).isTrue();
    }
    assertThat(stepsUntilHalted(0, JVMS, "job")).as("together again").isEqualTo(5);
  }

  /** Before its body, after it, and to tell the others of a nudge: all of it is one call. */
  @OnEveryJdk
  void aCallThatNudgesWaitsForTheTimeoutInAll(ForkedContainer container) throws Exception {
    timeout = "5s";
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    try (HeldLease held = new HeldLease(server, keyOfTheOnlyRun())) {
      // No pause grows: that would be an agent which backs off.
      assertThat(step(0, "job", "the same")).isEqualTo("went on");
      long before = System.nanoTime();
      assertThat(step(0, "job", "the same")).isEqualTo("went on");
      assertThat(millisSince(before)).as("to join, and for a call").isBetween(9_000L, 12_000L);
      jvms.get(0).awaitErrorMatching(".*nudge at step 3 of order/job .*");
      assertThat(held.isHeld()).isTrue();
    }
  }

  /** What its body waits for, with calls of its own, is theirs. */
  @OnEveryJdk
  void aCallWhoseBodyMakesOthersWaitsForTheTimeoutInAll(ForkedContainer container)
      throws Exception {
    timeout = "4s";
    start(container, server.port());
    assertThat(step(0, "job", "question")).isEqualTo("went on");
    try (HeldLease held = new HeldLease(server, keyOfTheOnlyRun())) {
      assertThat(Long.parseLong(order(0, "delegate", "job")))
          .as("beside its body, in ms")
          .isBetween(3_500L, 7_000L);
      assertThat(held.isHeld()).isTrue();
    }
  }

  /** Else the server, which may have heard of it, would take nobody's question for a second. */
  @OnEveryJdk
  void aCallThatWasAskedForInVainIsNamedWithTheNext(ForkedContainer container) throws Exception {
    timeout = "1s";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      begin(container, network.port(), 1);
      jvms.get(0).awaitErrorMatching(".*the store at .* is there");
      assertThat(step(0, "job", "question")).isEqualTo("went on");
      // To join, for the end of a call that was held, and before the next one.
      network.stallFrom(3, LEASE, 3_000);
      order(0, "waits-twice", "job question");
      network.answerAfter(0);
      assertThat(step(0, "job", "more")).as("whoever asks next").isEqualTo("went on");

      List<String> asked = List.of(network.seenSinceStall().split(Pattern.quote(LEASE)));
      assertThat(asked.size()).as("questions, and what is behind the last").isGreaterThan(2);
      String inVain = asked.get(0).substring(asked.get(0).length() - NAME_LENGTH);
      assertThat(asked.get(2).contains(inVain)).as("%s is named", inVain).isTrue();
    }
  }

  /** That the connection is lost on which it was told is known with the next call of any run. */
  @OnEveryJdk
  void aStepThatIsLostOnItsWayIsToldAgain(ForkedContainer container) throws Exception {
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      firstBehind(container, network, server, 1);
      for (int i = 0; i < 3; i++) {
        assertThat(step(0, "job", "the same")).isEqualTo("went on");
      }
      String key = keyOfTheOnlyRun();
      CountDownLatch lost = network.loseRequest(2, "'PUBLISH'");
      assertThat(step(0, "job", "the same")).isEqualTo("went on");
      assertThat(lost.await(MOST_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      assertThat(step(0, "other", "question")).isEqualTo("went on");

      // Before and after each of four bodies, and that a nudge was told: without the last one, 8.
      server.await("9", "hget", key, "n");
      assertThat(step(1, "job", "the same")).as("the fifth of all").isEqualTo("halted");
    }
  }

  /** The connection is lost on which it is told. */
  @OnEveryJdk
  void aHaltThatIsLostOnItsWayIsToldAgain(ForkedContainer container) throws Exception {
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      twoOfWhomOneIsBehind(container, network);
      CountDownLatch lost = network.loseRequest(1, NEWS_OF_A_HALT);
      assertThat(step(0, "job", "the same")).isEqualTo("halted");
      assertThat(lost.await(MOST_MILLIS, TimeUnit.MILLISECONDS)).isTrue();

      assertThat(step(1, "job", "another")).as("who joins it now").isEqualTo("halted");
      assertThat(step(0, "job", "another")).as("it stays so").isEqualTo("halted");
    }
  }

  /** It stood still for longer than it alone may judge, and another has judged more meanwhile. */
  @OnEveryJdk
  void aHaltOfAJvmThatStoodStillIsToldAgain(ForkedContainer container) throws Exception {
    timeout = "20s";
    try (LoopbackProxy network = new LoopbackProxy(server.port())) {
      twoOfWhomOneIsBehind(container, network);
      String key = keyOfTheOnlyRun();
      CountDownLatch held = network.holdFrom(NEWS_OF_A_HALT);
      String halting = begin(0, "step", "job the same");
      assertThat(held.await(MOST_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThat(step(1, "job", "another " + i)).as("as soon as it may").isEqualTo("went on");
      }
      network.letGo();

      assertThat(jvms.get(0).awaitRestOfLine(halting + '=')).isEqualTo("halted");
      server.await("h=8", "eval", HALT, "1", key);
      assertThat(step(1, "job", "more")).as("who has gone on").isEqualTo("halted");
      assertThat(step(0, "job", "more")).as("it stays so").isEqualTo("halted");
    }
  }

  /** Only the first of them is behind this network: what becomes of it is nothing to the others. */
  private void firstBehind(
      ForkedContainer container, LoopbackProxy network, RedisServer shared, int others)
      throws IOException {
    begin(container, network.port(), 1);
    begin(container, shared.port(), others);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }
  }

  /** The first of them, behind this network, has taken four steps that are alike. */
  private void twoOfWhomOneIsBehind(ForkedContainer container, LoopbackProxy network)
      throws Exception {
    firstBehind(container, network, server, 1);
    for (int i = 0; i < 4; i++) {
      assertThat(step(0, "job", "the same")).isEqualTo("went on");
    }
  }

  /** Who joins waits once, and a call once in all: a step and another join are three failures. */
  @OnEveryJdk
  void aCallWaitsForTheTimeoutInAllAndAfterThreeFailuresNoneWaits(ForkedContainer container)
      throws Exception {
    timeout = "4s";
    start(container, server.port());
    List<String> whats = List.of("question", "turn");
    for (int jvm = 0; jvm < whats.size(); jvm++) {
      order(jvm, "waits", "known " + whats.get(jvm)); // The classes are there.
    }
    server.signal("STOP");
    try {
      for (int jvm = 0; jvm < whats.size(); jvm++) {
        String[] millis = order(jvm, "waits", "new-" + jvm + ' ' + whats.get(jvm)).split(" ");
        assertThat(millis).as("to join, and for a %s", whats.get(jvm)).hasSize(2);
        for (String each : millis) {
          assertThat(Long.parseLong(each)).as("once each: %s", whats.get(jvm)).isLessThan(7_000);
        }
      }
      assertThat(step(0, "another", "the second")).isEqualTo("went on");

      long before = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        assertThat(step(0, "other" + i, "question")).isEqualTo("went on");
      }
      assertThat(millisSince(before)).as("twenty steps, in ms").isLessThan(2_000);
    } finally {
      server.signal("CONT");
    }
    jvms.get(0).awaitErrorMatching(".*the store at .* is away.*");
    jvms.get(0).awaitErrorMatching(".*the store at [^ ]* is back");
  }

  private void killUntilAllKnow() throws InterruptedException {
    server.kill();
    for (ForkedJvm each : jvms) {
      stepsUntilAway(each);
    }
  }

  private void awaitAllBack() {
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at [^ ]* is back");
    }
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  private int connectionsReceived() throws IOException, InterruptedException {
    String stats = server.ask("--no-auth-warning", "-a", "the-right-one", "info", "stats");
    return Integer.parseInt(stats.replaceAll("(?s).*total_connections_received:([0-9]+).*", "$1"));
  }

  /** Of steps that are new, in milliseconds. */
  private int slowestMillis(int jvm) {
    return Integer.parseInt(order(jvm, "slowest", "timed" + ++timed + " 5"));
  }

  private void stepsUntilAway(ForkedJvm jvm, String why) {
    int index = jvms.indexOf(jvm);
    for (int i = 0; i < 3; i++) {
      step(index, "other" + index, "question " + i);
    }
    jvm.awaitErrorMatching(".*the store at .* is away \\(" + why + "\\).*");
  }
}
