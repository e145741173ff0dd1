package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.fleet.Line.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FleetJobTest {

  /** In a cluster it would begin, and fail with words of Flink's. */
  @Test
  void aFolderWithoutAFileIsAMistakeOfWhoSubmitsTheJob(@TempDir Path empty) {
    FleetJob job = new FleetJob();
    job.files.add(empty.toString());
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);

    assertThatThrownBy(() -> job.lines(flink, Recorded.SETTINGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no file in " + empty);
  }

  /** It would be forgotten before it is over, and nobody be told of it. */
  @Test
  void aRunIsKeptUntilItIsOver() {
    FleetJob job = new FleetJob();
    job.folder = "/traces";
    job.idle = Duration.ofHours(2);
    job.kept = Duration.ofHours(2);
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);

    assertThatThrownBy(() -> job.lines(flink, Recorded.SETTINGS))
        .hasMessageContaining("--kept must be longer than --idle");
  }

  @Test
  void aFileThatIsNotThereIsOneToo(@TempDir Path empty) {
    FleetJob job = new FleetJob();
    job.files.add(empty.resolve("runs.jsonl").toString());
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);

    assertThatThrownBy(() -> job.lines(flink, Recorded.SETTINGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot read: ")
        .hasMessageContaining("runs.jsonl");
  }

  /** As a collector writes them that begins a folder each day. */
  @Test
  void aFolderStandsForTheFilesInFoldersBelowItToo(@TempDir Path place) throws Exception {
    Path folder = place.resolve("traces");
    Path day = withADay(folder);

    assertThat(InputFiles.named(List.of(folder.toString())).logs())
        .containsExactly(
            new String[] {"file:" + day.resolve("a.gz")},
            new String[] {"file:" + day.resolve("b.jsonl")},
            new String[] {"file:" + folder.resolve("first.jsonl")});
  }

  /** As times are written, and as they end up in names of files. */
  @Test
  void aNameMayHaveAColonInIt(@TempDir Path place) throws Exception {
    Path day = Files.createDirectories(place.resolve("traces/28T10:00"));
    Path file = Files.writeString(day.resolve("28T10:00:07Z.jsonl"), "{}\n");
    Path near = Path.of("").toAbsolutePath().relativize(file);

    for (String named :
        List.of(
            place.resolve("traces").toString(), day.toString(), file.toString(), near.toString())) {
      assertThat(InputFiles.named(List.of(named)).logs())
          .as(named)
          .containsExactly(new String[][] {{"file:" + file}});
    }
  }

  @Test
  void aLinkToNothingIsLeftOut(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("spans.jsonl"), "{}\n");
    Files.createSymbolicLink(folder.resolve("gone.jsonl"), folder.resolve("nowhere"));

    assertThat(InputFiles.named(List.of(folder.toString())).logs())
        .containsExactly(new String[][] {{"file:" + file}});
  }

  @Test
  void soDoesAFolderThatIsWatched(@TempDir Path place) throws Exception {
    Path folder = place.resolve("traces");
    Path day = withADay(folder);
    Path link = Files.createSymbolicLink(place.resolve("today"), day);
    for (Path root : List.of(folder, day, link)) {
      Collection<FileSourceSplit> found =
          new WatchedFolder()
              .enumerateSplits(new org.apache.flink.core.fs.Path[] {asFlinkSays(root)}, 1);

      assertThat(found)
          .as("below %s, which may be a link itself", root)
          .extracting(split -> split.path().getName())
          .containsExactlyInAnyOrder(
              root.equals(folder)
                  ? new String[] {"a.gz", "b.jsonl", "first.jsonl"}
                  : new String[] {"a.gz", "b.jsonl"});
    }
  }

  /** The source of the job, to its end. */
  @Test
  @Timeout(120)
  void spansOfAFileBelowTheWatchedFolderAreJudged(@TempDir Path folder) throws Exception {
    Path hour = Files.createDirectories(folder.resolve("2026/11/28T10:00"));
    Files.createSymbolicLink(hour.resolve("round"), folder);
    Files.copy(Recorded.file("replay/otlp-loop.jsonl"), hour.resolve("10:07:31.jsonl"));
    FleetJob job = new FleetJob();
    job.folder = folder.toString();
    job.lateness = Duration.ofSeconds(1);
    job.silence = Duration.ofSeconds(1);
    job.idle = Duration.ofSeconds(1);
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);

    Line run =
        Recorded.first(
            job.lines(flink, Recorded.SETTINGS).executeAndCollect(),
            line -> line.kind() == Kind.RUN);

    assertThat(run.text()).contains("\"halted_at\":5");
  }

  /** Of what can be read the loop is whole: its beginning is in the file that breaks off. */
  @Test
  @Timeout(120)
  void filesThatCannotBeReadToTheirEndsHoldUpNoOther(@TempDir Path folder) throws Exception {
    List<String> requests = Recorded.requests(Recorded.file("replay/otlp-loop.jsonl"));
    int half = requests.size() / 2;
    Files.write(folder.resolve("cut.jsonl.gz"), Gzipped.cutAfter(requests.subList(0, half)));
    Files.write(folder.resolve("whole.jsonl"), requests.subList(half, requests.size()));
    Files.createFile(folder.resolve("empty.jsonl.gz"));
    Files.writeString(folder.resolve("no-archive.jsonl.gz"), "no archive\n");
    Files.writeString(folder.resolve("not-to-be-unpacked-here.jsonl.xz"), "no archive\n");
    FleetJob job = new FleetJob();
    job.folder = folder.toString();
    job.lateness = Duration.ofSeconds(1);
    job.silence = Duration.ofSeconds(3); // Enough for the others, whichever is read first.
    job.idle = Duration.ofSeconds(1);
    Configuration failing = new Configuration();
    failing.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(1, failing);

    Line run =
        Recorded.first(
            job.lines(flink, Recorded.SETTINGS).executeAndCollect(),
            line -> line.kind() == Kind.RUN);

    assertThat(run.text()).contains("\"halted_at\":5");
  }

  private static org.apache.flink.core.fs.Path asFlinkSays(Path path) {
    return new org.apache.flink.core.fs.Path(path.toString());
  }

  private static Path withADay(Path folder) throws Exception {
    Path day = Files.createDirectories(folder.resolve("2026/11/28"));
    Path hidden = Files.createDirectories(folder.resolve(".trash"));
    for (Path file :
        List.of(
            folder.resolve("first.jsonl"),
            day.resolve("b.jsonl"),
            day.resolve("a.gz"),
            day.resolve(".part"),
            hidden.resolve("old.jsonl"))) {
      Files.writeString(file, "{}\n");
    }
    Files.createSymbolicLink(day.resolve("round"), folder);
    return day;
  }
}
