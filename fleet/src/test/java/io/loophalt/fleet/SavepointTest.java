package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.fleet.Line.Kind;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every later form of the job goes on with the state of the first: a savepoint that was taken when
 * a run had been nudged, and before it was halted.
 */
class SavepointTest {

  private static final Path FIRST_FORM = Path.of("src/test/resources/savepoint-1");

  private static final Path LOOP = Recorded.file("replay/otlp-loop.jsonl");

  /** So many spans lead to the nudge. */
  private static final int UNTIL_NUDGED = 12;

  @Test
  @Timeout(120)
  void theFirstFormIsRestoredAndItsRunIsHaltedWhereItWouldHaveBeen(@TempDir Path folder)
      throws Exception {
    if (Boolean.getBoolean("loophalt.regenerate") && !Files.exists(FIRST_FORM)) {
      writeTheFirstForm(folder);
    }
    List<String> requests = Recorded.requests(LOOP);
    List<Line> lines = new ArrayList<>();
    play(folder, requests.subList(UNTIL_NUDGED, requests.size()), FIRST_FORM, lines, Kind.RUN);

    assertThat(lines)
        .filteredOn(
            each -> each.text().contains("\"intervention\":\"nudge\"") && each.kind() == Kind.EVENT)
        .as("nudges of the time before")
        .isEmpty();
    assertThat(lines)
        .filteredOn(each -> each.kind() == Kind.RUN)
        .map(each -> each.text().replace("0af7651916cd43dd8448eb211c80319c", "conversation-loop"))
        .isEqualTo(Recorded.replayed(List.of(LOOP)));
  }

  /** It is written once, and stays what it is: later forms get savepoints of their own. */
  private static void writeTheFirstForm(Path folder) throws Exception {
    List<String> requests = Recorded.requests(LOOP);
    JobClient job =
        play(folder, requests.subList(0, UNTIL_NUDGED), null, new ArrayList<>(), Kind.EVENT);
    String written =
        job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL).get();
    job.cancel().get();
    Files.createDirectories(FIRST_FORM);
    Path metadata = Path.of(URI.create(written)).resolve("_metadata");
    Files.copy(metadata, FIRST_FORM.resolve("_metadata"));
  }

  /** Plays spans until a line of a kind is there, which is the last that is taken. */
  private static JobClient play(
      Path folder, List<String> requests, @Nullable Path savepoint, List<Line> lines, Kind last)
      throws Exception {
    Path in = Files.createTempDirectory(folder, "in");
    Files.write(in.resolve("traces.jsonl"), requests);
    Configuration settings = new Configuration();
    if (savepoint != null) {
      settings.set(
          StateRecoveryOptions.SAVEPOINT_PATH, savepoint.toAbsolutePath().toUri().toString());
      // What collects the lines here is no part of the job.
      settings.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    }
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(1, settings);
    FleetJob job = new FleetJob();
    job.folder = in.toUri().toString();
    job.lateness = Duration.ofSeconds(1);
    job.silence = Duration.ofMillis(1);
    job.judgeAfter = Duration.ofSeconds(1);
    job.checkpointEvery = Duration.ofMillis(200);
    // The first form is older than what jobs keep, and gets older.
    job.kept = Duration.ofDays(100 * 365);
    DataStream<Line> judged = job.lines(flink, Recorded.SETTINGS);
    // With another name, what collects them does not find the state of the one before.
    CloseableIterator<Line> told =
        (savepoint == null ? judged : judged.filter(line -> true)).collectAsync();
    JobClient client = flink.executeAsync();
    while (lines.isEmpty() || lines.get(lines.size() - 1).kind() != last) {
      lines.add(told.next());
    }
    if (savepoint != null) {
      client.cancel().get();
      told.close();
    }
    return client;
  }
}
