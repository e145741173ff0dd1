package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A halt from elsewhere is in force before the next call, also where no call asks the store. */
@SpreadOverJdks
class PushedHaltsIT extends EventLoopJvms {

  /**
   * A hundred milliseconds are promised on a quiet machine; what tests run on is busy. Without what
   * is tested here it is never heard of.
   */
  private static final long MOST_MILLIS = 2_000;

  @OnEveryJdk
  void betweenEventLoopsIsInForceAtTheNextCall(ForkedContainer container) throws Exception {
    try (ForkedJvm one = start(container, "one");
        ForkedJvm other = start(container, "other")) {
      String watched = watch(other, "job", 2);

      long halted = Long.parseLong(order(one, "loop", "job", "repeat"));

      assertHeard(other, watched, halted);
      server.kill();
      assertThat(order(other, "loop", "job", "step")).as("the store is away").isEqualTo("halted");
      assertThat(order(other, "pool", "job", "step")).as("the store is away").isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void byACommandIsInForceAtTheNextCallOfAnEventLoop(ForkedContainer container) throws Exception {
    try (ForkedJvm loop = start(container, "loop")) {
      String watched = watch(loop, "job", 1);

      Path file = Files.writeString(folder.resolve("shared.yaml"), configuration());
      Command.Ended command =
          Command.run(
              folder,
              List.of(
                  "halt",
                  "--store",
                  "redis://127.0.0.1:" + server.port(),
                  "--config",
                  file.toString(),
                  "order/job",
                  "--reason",
                  "too dear"));

      assertThat(command.out()).contains("is halted");
      assertHeard(loop, watched, System.currentTimeMillis());
    }
  }

  @OnEveryJdk
  void holdsForWhatIsJoinedForTheFirstTimeAfterIt(ForkedContainer container) throws Exception {
    try (ForkedJvm one = start(container, "one");
        ForkedJvm other = start(container, "other")) {
      String watched = watch(other, "fence", 2);

      order(one, "pool", "job", "repeat");
      order(one, "pool", "fence", "repeat");
      other.awaitRestOfLine(watched + '='); // What was told before that is heard, too.

      assertThat(order(other, "loop", "job", "step")).isEqualTo("halted");
    }
  }

  @OnEveryJdk
  void isHeardOfAfterTheConnectionWasLost(ForkedContainer container) throws Exception {
    try (ForkedJvm one = start(container, "one");
        ForkedJvm other = start(container, "other")) {
      String watched = watch(other, "job", 2);
      server.await("2", "client", "kill", "type", "pubsub");

      order(one, "pool", "job", "repeat");

      assertThat(other.awaitRestOfLine(watched + '=')).startsWith("halted ");
    }
  }

  @OnEveryJdk
  void ofAUserWhoMayNotSubscribeIsHeardWithTheNextCall(ForkedContainer container) throws Exception {
    server.command("acl", "setuser", "agents", "on", ">s3cret", "~loophalt:*", "+@all", "-@pubsub");
    login = "agents:s3cret@";
    try (ForkedJvm one = start(container, "one");
        ForkedJvm other = start(container, "other")) {
      assertThat(order(other, "pool", "job", "step")).isEqualTo("went on");
      other.awaitErrorMatching(
          ".*the store does not tell this JVM of halts at once \\(NOPERM\\).*");

      order(one, "pool", "job", "repeat");

      assertThat(order(other, "pool", "job", "step")).isEqualTo("halted");
    }
  }

  /**
   * Waits until it has taken its step, which is in the store by then, and so many JVMs hear of
   * halts.
   */
  private String watch(ForkedJvm jvm, String job, int listening)
      throws IOException, InterruptedException {
    String number = begin(jvm, "loop", job, "watch");
    jvm.awaitLine("watching=" + job);
    server.await("loophalt:halts\n" + listening, "pubsub", "numsub", "loophalt:halts");
    server.await("2", "hget", keyOfTheOnlyRun(), "n"); // before and after its body
    return number;
  }

  private static void assertHeard(ForkedJvm jvm, String watched, long haltedMillis) {
    String heard = jvm.awaitRestOfLine(watched + '=');
    assertThat(heard).startsWith("halted ");
    assertThat(Long.parseLong(heard.substring("halted ".length())) - haltedMillis)
        .as("milliseconds until it was in force")
        .isLessThan(MOST_MILLIS);
  }
}
