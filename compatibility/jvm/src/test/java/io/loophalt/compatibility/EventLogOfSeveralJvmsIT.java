package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Several JVMs with one configuration lose no event to each other, however often they rotate. */
class EventLogOfSeveralJvmsIT {

  private static final int JVMS = 3;
  private static final int HALTS = 400;

  /** Less than what one JVM writes, and more than half of it: each rotates once. */
  private static final Guard ROTATED_ONCE =
      new Guard.AtStart("events: {file: logs/events.jsonl, max-size: 400kB}\n");

  @TempDir Path folder;

  @OnEveryJdk
  void everyHaltOfEveryJvmIsThereAndReplayed(ForkedContainer container) throws Exception {
    List<ForkedJvm> jvms = new ArrayList<>();
    try {
      for (int i = 0; i < JVMS; i++) {
        jvms.add(container.start(Applications.manyHalts(), ROTATED_ONCE, folder));
      }
      for (ForkedJvm jvm : jvms) {
        assertThatRun(jvm.finish()).endedWell().reports("halted", HALTS);
      }
    } finally {
      jvms.forEach(ForkedJvm::close);
    }

    Path logs = folder.resolve("logs");
    List<Path> files = EventLog.files(logs);
    long halts = 0;
    for (Path file : files) {
      Path earlier = file.resolveSibling(file.getFileName() + ".1");
      assertThat(earlier).as("the earlier part of a log that was rotated").isRegularFile();
      halts += haltsIn(file) + haltsIn(earlier);
    }
    assertThat(files).as("a file for each JVM").hasSize(JVMS);
    assertThat(halts).as("halts in all files").isEqualTo(JVMS * HALTS);

    Outcome replay = command(container, "replay", "--format", "json", logs.toString());
    assertThatRun(replay).exitedWith(0);
    assertThat(replay.out())
        .as("runs that replay finds")
        .hasSize(JVMS * HALTS)
        .allMatch(run -> run.contains("\"halted_at\":4"));
  }

  private static long haltsIn(Path file) throws Exception {
    return Files.readAllLines(file).stream()
        .filter(line -> line.contains("\"intervention\":\"halt\""))
        .count();
  }

  private Outcome command(ForkedContainer container, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(container.jdk().command("java"));
    command.add("-jar");
    command.add(Artifacts.agent().toString());
    command.addAll(List.of(arguments));
    try (ForkedJvm jvm = ForkedJvm.start(command, folder)) {
      return jvm.finish();
    }
  }
}
