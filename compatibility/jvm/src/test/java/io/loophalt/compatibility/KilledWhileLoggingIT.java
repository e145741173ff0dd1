package io.loophalt.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.NoProcessLeftBehind;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** However suddenly a process ends while it logs, what it has logged can be read. */
@ExtendWith(NoProcessLeftBehind.class)
class KilledWhileLoggingIT {

  private static final int MOMENTS = 20;
  private static final int AT_ONCE = 2;

  /** Whoever looks into a failure sets it to the one that the failure names. */
  private static final long SEED = Long.getLong("loophalt.seed", 20261124L);

  /** From the first line on: long enough to rotate, short enough to come in the midst of it. */
  private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** So small that each process rotates again and again. */
  private static final Guard LOGGING =
      new Guard.AtStart(
          "events: {file: logs/events.jsonl, steps: true, max-size: 10kB, max-files: 3}\n");

  /** How the newest part of a log is called at its end. */
  private static final String LOG = ".jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void whatAProcessKilledAtARandomMomentHasLoggedIsReplayedAndReported() throws Exception {
    ForkedContainer container = new ForkedContainer(Jdk.running());
    Random random = new Random(SEED);
    ExecutorService killers = Executors.newFixedThreadPool(AT_ONCE);
    List<Path> logs = new ArrayList<>();
    try {
      List<Future<Path>> killed = new ArrayList<>();
      for (int i = 0; i < MOMENTS; i++) {
        Path own = Files.createDirectory(folder.resolve("process-" + i));
        long moment = (long) (random.nextDouble() * LATEST_NANOS);
        killed.add(killers.submit(() -> killedAfter(moment, container, own)));
      }
      for (Future<Path> each : killed) {
        logs.add(each.get());
      }
    } finally {
      killers.shutdownNow();
    }

    long rotated = 0;
    for (Path each : logs) {
      rotated += parts(each).stream().filter(part -> !part.toString().endsWith(LOG)).count();
    }
    assertThat(rotated).as("rotated files of all processes").isGreaterThan(MOMENTS / 2L);
    assertThat(events(logs)).as("lines of all processes").hasSizeGreaterThan(10 * MOMENTS);

    Outcome replay = read(container, logs, "replay", "--format", "json");
    assertThat(replay.out()).as("runs that replay finds").hasSizeGreaterThan(MOMENTS);
    reportTellsOfAllRuns(container, logs);

    tearLastLine(logs);
    assertThat(reportTellsOfAllRuns(container, logs).err())
        .anyMatch(line -> line.contains("its last line breaks off"));
  }

  /** Of all that a whole line tells of. */
  private Outcome reportTellsOfAllRuns(ForkedContainer container, List<Path> logs)
      throws Exception {
    Set<String> runs = new HashSet<>();
    for (JsonNode event : events(logs)) {
      runs.add(event.path("jvm").asText() + ' ' + event.path("run").asText());
    }
    Path page = folder.resolve("report.html");
    Outcome report = read(container, logs, "report", "--json", "-o", page.toString());
    assertThat(JSON.readTree(report.out().get(0)).path("all").path("runs").asInt())
        .as("runs that the report tells of")
        .isEqualTo(runs.size());
    assertThat(Files.readString(page)).endsWith("</html>\n");
    return report;
  }

  /**
   * What a kill does that comes in the middle of a write, which is too short to be met by chance.
   */
  private static void tearLastLine(List<Path> logs) throws Exception {
    for (Path log : logs) {
      for (Path part : parts(log)) {
        String text = Files.readString(part);
        if (part.toString().endsWith(LOG) && text.endsWith("}\n")) {
          Files.writeString(part, text.substring(0, text.length() - "}\n".length()));
          return;
        }
      }
    }
    throw new AssertionError("no log ends with a whole line: " + logs);
  }

  private static Path killedAfter(long nanos, ForkedContainer container, Path folder)
      throws Exception {
    Path logs = folder.resolve("logs");
    try (ForkedJvm jvm =
        container.start(Applications.manyHalts().with("endless"), LOGGING, folder)) {
      while (!Files.isDirectory(logs) || EventLog.files(logs).isEmpty()) {
        assertThat(jvm.isAlive()).as("the process is there to be killed").isTrue();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      long until = System.nanoTime() + nanos;
      while (System.nanoTime() < until) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
    }
    return logs;
  }

  private static List<JsonNode> events(List<Path> logs) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    for (Path each : logs) {
      for (Path part : parts(each)) {
        events.addAll(wholeLines(part));
      }
    }
    return events;
  }

  private static List<Path> parts(Path logs) throws Exception {
    try (Stream<Path> found = Files.list(logs)) {
      return found.toList();
    }
  }

  /** All lines but the last are whole, and that one is if it ends like one. */
  private static List<JsonNode> wholeLines(Path part) throws Exception {
    String text = Files.readString(part);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    List<JsonNode> events = new ArrayList<>();
    for (String line : whole.lines().toList()) {
      JsonNode event = JSON.readTree(line);
      assertThat(event.path("event").isTextual()).as("%s: %s", part, line).isTrue();
      events.add(event);
    }
    return events;
  }

  /** What a command says of the logs, which it reads without a complaint that counts. */
  private Outcome read(ForkedContainer container, List<Path> logs, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(container.jdk().command("java"));
    command.addAll(List.of("-jar", Artifacts.agent().toString()));
    command.addAll(List.of(arguments));
    logs.forEach(each -> command.add(each.toString()));
    try (ForkedJvm jvm = ForkedJvm.start(command, folder)) {
      Outcome outcome = jvm.finish();
      assertThat(outcome.exit())
          .as(
              "%s, seed %d; standard error:%n%s",
              arguments[0], SEED, String.join("\n", outcome.err()))
          .isZero();
      return outcome;
    }
  }
}
