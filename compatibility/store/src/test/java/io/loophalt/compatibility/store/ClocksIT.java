package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * JVMs whose clocks are five minutes before and behind that of the server and of the first: all
 * times of a shared run are the server's. Needs Debian's {@code libfaketime}.
 */
@SpreadOverJdks
class ClocksIT extends SharedJvms {

  private static final long APART_MILLIS = 300_000;

  @Override
  Map<String, String> environmentOf(int jvm) {
    return switch (jvm) {
      case 0 -> Map.of();
      case 1 -> wrongBy("+5m");
      default -> wrongBy("-5m");
    };
  }

  private static Map<String, String> wrongBy(String time) {
    return Map.of(
        "LD_PRELOAD", library().toString(), "FAKETIME", time, "FAKETIME_DONT_FAKE_MONOTONIC", "1");
  }

  private static Path library() {
    try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
      return folders
          .map(each -> each.resolve("faketime/libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("is libfaketime installed?"));
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  @OnEveryJdk
  void aRunIsAsOldAsTheServerSaysAndIsOverWhenItDoes(ForkedContainer container) throws Exception {
    mostStepsOfAnOrder = "8";
    settings = "ceilings: {wall-clock: 4m}\njoin-gap: 4m\n";
    start(container, server.port());
    assertThat(clock(1) - clock(0)).as("ahead").isGreaterThan(APART_MILLIS / 2);
    assertThat(clock(0) - clock(2)).as("behind").isGreaterThan(APART_MILLIS / 2);

    for (int i = 0; i < 2 * JVMS; i++) {
      assertThat(step(i % JVMS, "job", "question " + i)).isEqualTo("went on");
    }
    server.command("hset", keyOfTheOnlyRun(), "b", beganMillisAgo(180_000));
    for (int i = 1; i < JVMS; i++) {
      assertThat(step(i, "job", "after three minutes " + i)).isEqualTo("went on");
    }
    assertThat(step(0, "job", "the ninth")).as("it was one run all the time").isEqualTo("halted");
  }

  @OnEveryJdk
  void itsCeilingOfTimeIsReachedInAllJvms(ForkedContainer container) throws Exception {
    settings = "ceilings: {wall-clock: 4m}\n";
    start(container, server.port());
    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "question " + i)).isEqualTo("went on");
    }

    server.command("hset", keyOfTheOnlyRun(), "b", beganMillisAgo(260_000));

    for (int i = 0; i < JVMS; i++) {
      assertThat(step(i, "job", "another " + i)).isEqualTo("halted");
    }
  }

  private long clock(int jvm) {
    return Long.parseLong(order(jvm, "clock", "of it"));
  }

  private String beganMillisAgo(long millis) throws Exception {
    long seconds = Long.parseLong(server.ask("time").lines().findFirst().orElseThrow());
    return String.valueOf(seconds * 1_000 - millis);
  }
}
