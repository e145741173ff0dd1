package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** A loop that one JVM has seen, a run of the same task in another is told of. */
@SpreadOverJdks
class SharedMemoryIT extends SharedJvms {

  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

  @BeforeEach
  void whatIsRemembered() {
    settings =
        "memory: {file: "
            + folder.resolve("loops.json")
            + "}\nevents: {file: "
            + folder.resolve("events.jsonl")
            + "}\n";
  }

  @OnEveryJdk
  void aLoopOfOneJvmNudgesARunOfAnotherAtItsSecondRepetition(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    assertThat(stepsUntilHalted(0, 1, "first")).isEqualTo(5);
    awaitMemory();

    awaitNudgeAtTheSecondRepetition(1);

    assertThat(folder.resolve("loops.json")).as("the file").doesNotExist();
    assertThat(server.ask("--scan", "--pattern", "*order*")).isBlank();
    assertThat(server.ask("hget", keyOfTheMemory(), "s")).doesNotContain("order", "answer");
  }

  @OnEveryJdk
  void whatWasLearntWhileTheStoreWasAwayIsKeptAndToldToWhoIsStartedLater(ForkedContainer container)
      throws Exception {
    start(container, server.port());
    server.kill();
    stepsUntilAway(jvms.get(0));
    assertThat(stepsUntilHalted(0, 1, "first")).isEqualTo(5);
    server.restart();
    awaitMemory();
    jvms.forEach(ForkedJvm::close);
    start(container, server.port());

    awaitNudgeAtTheSecondRepetition(JVMS + 1);
  }

  /** What others have learnt is known a little after a run was opened: in one of those after it. */
  private void awaitNudgeAtTheSecondRepetition(int jvm) throws Exception {
    long end = System.nanoTime() + MOST_NANOS;
    for (int run = 0; nudges().isEmpty(); run++) {
      assertThat(System.nanoTime()).as("nanoseconds").isLessThan(end);
      assertThat(step(jvm, "second" + run, "the same")).isEqualTo("went on");
      assertThat(step(jvm, "second" + run, "the same")).isEqualTo("went on");
    }
    assertThat(nudges()).allMatch(each -> each.contains("\"run\":\"order/second"));
  }

  /** Of the memory, as they are in the logs of all JVMs. */
  private List<String> nudges() throws IOException {
    List<String> nudges = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(each)) {
          if (line.contains("\"detector\":\"memory\"")
              && line.contains("\"intervention\":\"nudge\"")) {
            nudges.add(line);
          }
        }
      }
    }
    return nudges;
  }

  private String keyOfTheMemory() throws Exception {
    return server.ask("--scan", "--pattern", "loophalt:memory:*").strip();
  }

  private void awaitMemory() throws Exception {
    server.await("loophalt:memory:", "--scan", "--pattern", "loophalt:memory:*");
  }
}
