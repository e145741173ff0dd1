package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.server.FreePorts;
import java.io.IOException;
import java.util.List;

/** Steps of a shared run on threads that must not wait. */
class EventLoopIT extends EventLoopJvms {

  /** What a tool may return that is still to come. */
  private static final List<String> KINDS =
      List.of(
          "future",
          "mono",
          "empty",
          "flux",
          "single",
          "maybe",
          "nothing",
          "flowable",
          "observable",
          "completable",
          "uni",
          "multi",
          "vertx");

  /** By then it has heard of it. */
  private static final int MOST_STEPS = 1_000;

  /** More lines of the configuration. */
  private String limits = "";

  @OnEveryJdk
  void whatCameOfThemFollowsLaterAndTheyAreCounted(ForkedContainer container) throws Exception {
    limits = "tasks: {order: {ceilings: {steps: 4}}}\n";
    int portOfLoop = FreePorts.next();
    int portOfPool = FreePorts.next();
    try (ForkedJvm loop = counting(container, "loop", portOfLoop);
        ForkedJvm pool = counting(container, "pool", portOfPool)) {
      for (int i = 1; i <= 3; i++) {
        assertThat(order(loop, "loop", "job", "step")).isEqualTo("went on");
      }

      assertThat(JudgedAlone.counted(portOfLoop)).as("before and after each body").isEqualTo(6);
      server.await("6", "hget", keyOfTheOnlyRun(), "n");
      assertThat(order(pool, "pool", "job", "step")).isEqualTo("went on");
      assertThat(order(pool, "pool", "job", "step"))
          .as("one more than there may be")
          .isEqualTo("halted");
      assertThat(JudgedAlone.counted(portOfPool)).as("of a thread that may wait").isZero();
    }
  }

  /** Each of the two alone would be halted at its own fifth step, the ninth of all. */
  @OnEveryJdk
  void eventLoopsThatTakeTurnsAreHaltedByWhatAllHaveDone(ForkedContainer container)
      throws Exception {
    try (ForkedJvm one = start(container, "one");
        ForkedJvm other = start(container, "other")) {
      int steps = 0;
      while (order(steps % 2 == 0 ? one : other, "loop", "job", "step").equals("went on")) {
        steps++;
        awaitJudgements(2 * steps);
      }

      assertThat(steps).as("the fifth, or one that was refused").isBetween(4, 7);
      server.await("86400000", "hget", keyOfTheOnlyRun(), "h"); // for how long the halt is kept
      assertThat(order(one, "loop", "job", "step")).isEqualTo("halted");
      assertThat(order(other, "loop", "job", "step")).isEqualTo("halted");
    }
  }

  private void awaitJudgements(int least) throws IOException, InterruptedException {
    server.await(
        "1",
        "eval",
        "return tonumber(redis.call('HGET', KEYS[1], 'n')) >= tonumber(ARGV[1])",
        "1",
        keyOfTheOnlyRun(),
        String.valueOf(least));
  }

  @OnEveryJdk
  void aResultThatComesLaterIsJudgedByWhatAllHaveDone(ForkedContainer container) throws Exception {
    int portOfOne = FreePorts.next();
    int portOfOther = FreePorts.next();
    try (ForkedJvm one = counting(container, "one", portOfOne);
        ForkedJvm other = counting(container, "other", portOfOther)) {
      for (String kind : KINDS) {
        for (int i = 0; i < 2; i++) {
          assertThat(order(one, "loop", kind, kind)).isEqualTo("went on");
          assertThat(order(other, "loop", kind, kind)).isEqualTo("went on");
        }
        assertThat(order(one, "loop", kind, kind))
            .as("the fifth of five by " + kind)
            .isEqualTo("halted");
        assertThat(order(other, "loop", kind, kind)).isEqualTo("halted");
      }

      int bodies = 3 * KINDS.size();
      assertThat(JudgedAlone.counted(portOfOne))
          .as("before each body, not after it")
          .isEqualTo(bodies);
      assertThat(JudgedAlone.counted(portOfOther))
          .as("before each body, not after it")
          .isEqualTo(bodies);
    }
  }

  /** One type of thread serves what may block, and what must not. */
  @OnEveryJdk
  void aWorkerOfKotlinsWaitsWhileItRunsWhatMayBlock(ForkedContainer container) throws Exception {
    int portOfOne = FreePorts.next();
    int portOfOther = FreePorts.next();
    try (ForkedJvm one = counting(container, "one", portOfOne);
        ForkedJvm other = counting(container, "other", portOfOther)) {
      for (int i = 0; i < 2; i++) {
        assertThat(order(one, "io", "job", "step")).isEqualTo("went on");
        assertThat(order(other, "io", "job", "step")).isEqualTo("went on");
      }
      assertThat(order(one, "io", "job", "step")).as("the fifth of five").isEqualTo("halted");

      assertThat(JudgedAlone.counted(portOfOne)).isZero();
      assertThat(JudgedAlone.counted(portOfOther)).isZero();
      assertThat(order(one, "default", "another", "step")).isEqualTo("went on");
      assertThat(JudgedAlone.counted(portOfOne)).as("before and after its body").isEqualTo(2);
    }
  }

  /** Each of two model calls with two tokens, and a tool between them. */
  @OnEveryJdk
  void aCoroutineIsJudgedByWhatAllHaveDone(ForkedContainer container) throws Exception {
    limits = "tasks: {order: {ceilings: {total-tokens: 18}}}\n";
    int portOfOne = FreePorts.next();
    int portOfOther = FreePorts.next();
    List<String> kinds = List.of("coroutine", "coroutine-at-once");
    try (ForkedJvm one = counting(container, "one", portOfOne);
        ForkedJvm other = counting(container, "other", portOfOther)) {
      for (String kind : kinds) {
        for (int i = 0; i < 2; i++) {
          assertThat(order(one, "loop", kind, kind)).isEqualTo("went on");
          assertThat(order(other, "loop", kind, kind)).isEqualTo("went on");
        }
        assertThat(order(one, "loop", kind, kind))
            .as("all tokens are used before the tenth model call, by " + kind)
            .isEqualTo("halted");
      }

      int bodies = 3 * kinds.size();
      assertThat(JudgedAlone.counted(portOfOne))
          .as("before each body, not after it")
          .isEqualTo(3 * bodies);
      assertThat(JudgedAlone.counted(portOfOther))
          .as("before each body, not after it")
          .isEqualTo(2 * bodies);
    }
  }

  /** An event loop does not ask where a part is; it hears of it, and follows with its next join. */
  @OnEveryJdk
  void aPartThatIsJoinedOnOneCountsInItsJobFromTheNextJoinOn(ForkedContainer container)
      throws Exception {
    settings = "tasks: {order: {ceilings: {steps: 4}}}\n";
    try (ForkedJvm pool = start(container, "pool");
        ForkedJvm loop = start(container, "loop")) {
      assertThat(order(pool, "pool", "job", "inside")).isEqualTo("went on");
      assertThat(order(loop, "loop", "job", "part")).as("by itself").isEqualTo("went on");

      int steps = 0;
      while (order(loop, "loop", "job", "part").equals("went on") && steps < MOST_STEPS) {
        steps++;
      }

      assertThat(steps).as("three more in the job").isBetween(3, MOST_STEPS - 1);
      server.await(
          "86400000", "hget", keyOfTheJob(), "h"); // What the loop has judged follows later.
      assertThat(order(pool, "pool", "job", "step")).as("of the job").isEqualTo("halted");
    }
  }

  /** As after a JVM that was killed while it ended the part, before it had said all of that. */
  @OnEveryJdk
  void aPartWhoseEndWasHalfToldIsBegunAnewOnOneToo(ForkedContainer container) throws Exception {
    try (ForkedJvm pool = start(container, "pool");
        ForkedJvm loop = start(container, "loop")) {
      assertThat(order(pool, "pool", "job", "inside")).isEqualTo("went on");
      String beside = keyOfAPart();
      String own = keyThatSaysWhereItIs();
      server.ask(
          "eval",
          "local entry = string.sub(redis.call('HGET', KEYS[1], 'p'), 1, 16)"
              + " redis.call('HSET', KEYS[2], 'e', 'next', 'o', entry)"
              + " redis.call('HDEL', KEYS[2], 'v', 's', 'n', 'h', 'b', 'i')"
              + " return redis.call('HINCRBY', KEYS[2], 'g', 1)",
          "2",
          own,
          beside);

      assertThat(order(loop, "loop", "job", "part")).isEqualTo("went on");
      server.await("0", "hexists", own, "p");
      assertThat(order(loop, "loop", "job", "part")).isEqualTo("went on");
      server.await("1", "hexists", own, "n");

      assertThat(order(pool, "pool", "job", "step")).as("of the job").isEqualTo("went on");
    }
  }

  private String keyThatSaysWhereItIs() throws IOException, InterruptedException {
    for (String each : server.ask("--scan", "--pattern", "loophalt:run:{*").lines().toList()) {
      if (server.ask("hexists", each, "p").strip().equals("1")) {
        return each;
      }
    }
    throw new AssertionError("no part is kept anywhere");
  }

  /** That of its part begins with it. */
  private String keyOfTheJob() throws IOException, InterruptedException {
    String part = keyOfAPart();
    return part.substring(0, part.indexOf("}:") + 1);
  }

  private String keyOfAPart() throws IOException, InterruptedException {
    return server
        .ask("--scan", "--pattern", "loophalt:run:*}:*")
        .lines()
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private ForkedJvm counting(ForkedContainer container, String name, int port) throws IOException {
    settings = "metrics: {prometheus: {port: " + port + "}}\n" + limits;
    return start(container, name);
  }
}
