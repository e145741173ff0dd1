package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Real JVMs that share the runs of jobs in a real server. */
class SharedRunsIT {

  private static final String STEPS_AS_TOLD = "io.loophalt.compatibility.crowd.StepsAsTold";
  private static final int JVMS = 3;
  private static final int MOST_STEPS = 300;
  private static final int MOST_RUNS = 10;

  @TempDir Path folder;

  private final List<ForkedJvm> jvms = new ArrayList<>();
  private RedisServer server;
  private int asked;

  /** So long that no call is judged alone because the machine is busy. */
  private String timeout = "5s";

  /**
   * Set where a test takes its time between two steps: a loop that waits longer and longer polls.
   */
  private String mostStepsOfAnOrder = "none";

  @BeforeEach
  void startTheServer() throws IOException {
    server = new RedisServer(Files.createDirectory(folder.resolve("server")));
    Path key = folder.resolve("digest.key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(key, "thirty-two bytes that nobody has".getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void stopAll() {
    jvms.forEach(ForkedJvm::close);
    server.close();
  }

  @OnEveryJdk
  void aLoopThatIsDealtBetweenJvmsIsHaltedAtTheSameStepAsInOne(ForkedContainer container)
      throws Exception {
    start(container, server.port());

    assertThat(stepsUntilHalted(0, 1, "alone")).isEqualTo(5);
    assertThat(stepsUntilHalted(0, JVMS, "dealt")).isEqualTo(5);
    assertThat(stepsUntilHalted(1, 2, "two")).isEqualTo(5);
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

  @OnEveryJdk
  void nothingThatAnApplicationSaysIsOnTheWire(ForkedContainer container) throws Exception {
    try (RecordingProxy wire = new RecordingProxy(server.port())) {
      start(container, wire.port());

      stepsUntilHalted(0, JVMS, "sEcReTjOb");
      step(0, "another", "a sEcReTqUeStIoN");

      assertThat(wire.seen())
          .contains("loophalt:run:", "EVALSHA")
          .doesNotContain("sEcReT", "the same", "answer", "order");
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
  void aJvmThatIsKilledHoldsUpNobody(ForkedContainer container) throws Exception {
    start(container, server.port());
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
    jvms.get(0).close();

    assertThat(stepsUntilHalted(1, JVMS, "job")).isEqualTo(3);
  }

  private void stepsUntilAway(ForkedJvm jvm) {
    int index = jvms.indexOf(jvm);
    for (int i = 0; i < 3; i++) {
      step(index, "other" + index, "question " + i);
    }
    jvm.awaitErrorMatching(".*the store at .* is away.*");
  }

  private void start(ForkedContainer container, int port) throws IOException {
    begin(container, port);
    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*the store at .* is there");
    }
  }

  private void begin(ForkedContainer container, int port) throws IOException {
    String configuration =
        "store: {url: \"redis://127.0.0.1:"
            + port
            + "\", timeout: "
            + timeout
            + "}\n"
            + "tasks: {capped: {ceilings: {steps: "
            + MOST_STEPS
            + "}}, order: {ceilings: {steps: "
            + mostStepsOfAnOrder
            + "}}}\n"
            + "max-runs: "
            + MOST_RUNS
            + "\n"
            + "digest-key: {file: "
            + folder.resolve("digest.key")
            + "}\n";
    for (int i = 0; i < JVMS; i++) {
      Path own = Files.createDirectory(folder.resolve("jvm" + jvms.size()));
      jvms.add(
          container.start(
              Application.onClassPath(
                  STEPS_AS_TOLD,
                  Artifacts.applications(),
                  Artifacts.shared(),
                  Artifacts.annotations()),
              new Guard.AtStart(configuration),
              own));
    }
    for (ForkedJvm each : jvms) {
      each.awaitLine("ready=true");
    }
  }

  /** The JVMs take turns, one step each. */
  private int stepsUntilHalted(int from, int to, String job) {
    for (int i = 0; i < 20; i++) {
      if (step(from + i % (to - from), job, "the same").equals("halted")) {
        return i + 1;
      }
    }
    return -1;
  }

  private String step(int jvm, String job, String question) {
    return order(jvm, "step", job + ' ' + question);
  }

  private String order(int jvm, String order, String rest) {
    String number = String.valueOf(++asked);
    jvms.get(jvm).send(number + ' ' + order + ' ' + rest);
    return jvms.get(jvm).awaitRestOfLine(number + '=');
  }
}
