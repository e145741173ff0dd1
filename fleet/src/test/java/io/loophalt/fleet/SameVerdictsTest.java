package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.fleet.Line.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The job gives the verdicts of replay, whatever the order in which things arrive. */
class SameVerdictsTest {

  private static final Duration LATENESS = Duration.ofSeconds(10);

  private static final int SLOTS = 2;

  private static final Pace STREAMING = new Pace(false, Pace.IDLE, Duration.ZERO, Pace.KEPT);

  /** One for all jobs. */
  private static final MiniCluster CLUSTER =
      new MiniCluster(
          new MiniClusterConfiguration.Builder().setNumSlotsPerTaskManager(SLOTS).build());

  @BeforeAll
  static void start() throws Exception {
    CLUSTER.start();
  }

  @AfterAll
  static void stop() throws Exception {
    CLUSTER.close();
  }

  @Test
  void recordingsLeadToTheVerdictsOfReplay() throws Exception {
    List<Path> files = Recorded.files();
    List<String> replayed = Recorded.replayed(files);

    assertThat(replayed).hasSizeGreaterThan(600);
    assertThat(texts(Kind.RUN, ofFiles(files))).containsExactlyInAnyOrderElementsOf(replayed);
  }

  @Test
  void turnsThatArriveShuffledWithinTheWatermarkDo() throws Exception {
    List<Path> files = Recorded.files();
    // By the times of the recordings; a second a step where they have none.
    List<Entry> told = shuffled(Recorded.told(files), new Random(1));

    List<Line> lines = judged(told, STREAMING);

    assertThat(texts(Kind.RUN, lines))
        .hasSizeGreaterThan(600)
        .containsExactlyInAnyOrderElementsOf(
            Recorded.replayed(files.stream().filter(each -> !Recorded.holdsSpans(each)).toList())
                .stream()
                .filter(each -> !each.contains("\"judged_anew\":false"))
                .toList());
  }

  @Test
  void spansThatArriveShuffledWithinTheWatermarkDo() throws Exception {
    List<Path> files = Recorded.files().stream().filter(Recorded::holdsSpans).toList();
    List<Entry> inOrder = Recorded.spans(files);
    for (int seed = 0; seed < 2; seed++) {
      List<Entry> spans = shuffled(inOrder, new Random(seed));

      assertThat(texts(Kind.RUN, ofSpans(spans, STREAMING)))
          .as("shuffled by %d", seed)
          .containsExactlyInAnyOrderElementsOf(Recorded.replayed(files));
    }
  }

  @Test
  void spansOfEachInstrumentationDo() throws Exception {
    List<Path> files = Recorded.ofInstrumentations();
    assertThat(files).hasSizeGreaterThan(10);
    for (Path file : files) {
      List<Entry> spans = shuffled(Recorded.spans(List.of(file)), new Random(3));

      assertThat(spans).as("%s", file).isNotEmpty();
      assertThat(texts(Kind.RUN, ofSpans(spans, STREAMING)))
          .as("%s", file)
          .containsExactlyInAnyOrderElementsOf(Recorded.replayed(List.of(file)));
    }
  }

  /** The names of some runs, and what they hold, only the spans around them say. */
  @Test
  void spansOfConversationsInOneTraceAndOfLayersInEachOtherDo(@TempDir Path folder)
      throws Exception {
    String span =
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"%s\","
            + "\"parentSpanId\":\"%s\",\"name\":\"x\",\"startTimeUnixNano\":\"%d000000000\","
            + "\"endTimeUnixNano\":\"%d000000000\",\"attributes\":[{\"key\":\"gen_ai.operation.name\","
            + "\"value\":{\"stringValue\":\"%s\"}},{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}}]}]}]}]}";
    String answer =
        "[{\\\"role\\\":\\\"assistant\\\",\\\"content\\\":\\\"I am still thinking.\\\"}]";
    List<String> spans = new ArrayList<>();
    spans.add(span.formatted("root", "", 1, 999, "eval", "x", ""));
    for (int talk = 0; talk < 3; talk++) {
      String agent = "agent-" + talk;
      int at = 10 + 100 * talk;
      spans.add(
          span.formatted(
              agent,
              "root",
              at,
              at + 90,
              "invoke_agent",
              "gen_ai.conversation.id",
              "talk-" + talk));
      for (int turn = 0; turn < 4 * talk; turn++, at += 3) {
        String outer = agent + turn;
        spans.add(
            span.formatted(outer, agent, at, at + 3, "chat", "gen_ai.output.messages", answer));
        spans.add(span.formatted("in-" + outer, outer, at + 1, at + 2, "chat", "x", ""));
      }
    }
    List<Path> files = List.of(Files.write(folder.resolve("otlp-talks.jsonl"), spans));
    List<String> replayed = Recorded.replayed(files);

    assertThat(replayed)
        .map(run -> run.substring(0, run.indexOf(',')))
        .containsExactlyInAnyOrder("{\"id\":\"talk-1\"", "{\"id\":\"talk-2\"");
    assertThat(texts(Kind.RUN, ofSpans(shuffled(Recorded.spans(files), new Random(5)), STREAMING)))
        .containsExactlyInAnyOrderElementsOf(replayed);
  }

  @Test
  void spansThatAreJudgedBeforeTheirTraceIsOverLeadToTheSameInterventions() throws Exception {
    List<Path> files = List.of(Recorded.file("replay/otlp-loop.jsonl"));
    List<Entry> spans = shuffled(Recorded.spans(files), new Random(7));
    Pace early = new Pace(false, Pace.IDLE, Duration.ofSeconds(1), Pace.KEPT);

    List<Line> lines = ofSpans(spans, early);

    // Which conversation it is, the last span says alone.
    assertThat(texts(Kind.RUN, lines))
        .map(each -> each.replace("0af7651916cd43dd8448eb211c80319c", "conversation-loop"))
        .containsExactlyInAnyOrderElementsOf(Recorded.replayed(files));
  }

  /** As an exporter sends them that hears no answer, and a collector that writes into a topic. */
  @Test
  void spansThatComeTwiceAreJudgedOnce() throws Exception {
    List<Path> files = List.of(Recorded.file("replay/otlp-loop.jsonl"));
    List<Entry> twice = new ArrayList<>();
    List<Entry> once = Recorded.spans(files);
    for (int i = 0; i < once.size(); i++) {
      twice.add(once.get(i));
      if (i > 0) {
        twice.add(once.get(i - 1)); // When the time has passed its end, as a rule.
      }
    }
    Duration second = Duration.ofSeconds(1);
    for (Duration judgeAfter : List.of(Duration.ZERO, second)) {
      List<Line> lines = ofSpans(twice, new Pace(false, Pace.IDLE, judgeAfter, Pace.KEPT));

      assertThat(texts(Kind.RUN, lines))
          .as("judged after %s", judgeAfter)
          .map(each -> each.replace("0af7651916cd43dd8448eb211c80319c", "conversation-loop"))
          .containsExactlyInAnyOrderElementsOf(Recorded.replayed(files));
    }
  }

  @Test
  void theEndOfATraceThatComesWhenItsTimeHasPassedIsNotTakenForLate() throws Exception {
    List<Path> files = List.of(Recorded.file("replay/otlp-loop.jsonl"));
    List<Entry> spans = new ArrayList<>(Recorded.spans(files));
    long end = spans.stream().mapToLong(Entry::time).max().orElseThrow();
    Entry last = spans.stream().filter(each -> each.time() == end).findFirst().orElseThrow();
    spans.remove(last);
    for (long later : new long[] {60_000, 62_000}) {
      spans.add(new Entry("other", end + later, Recorded.spans(files).get(0).content()));
    }
    spans.add(last);
    spans.add(new Entry("other", end + 64_000, last.content()));
    Pace early = new Pace(false, Pace.IDLE, Duration.ofSeconds(1), Pace.KEPT);

    StreamExecutionEnvironment flink = flink(1);
    CloseableIterator<Line> told =
        new FleetPipeline(Recorded.SETTINGS, early, LATENESS)
            .ofSpans(arriving(flink, spans))
            .collectAsync();
    JobClient job = flink.executeAsync();
    List<Line> lines = new ArrayList<>();
    told.forEachRemaining(lines::add);
    Map<String, Object> counts = job.getJobExecutionResult().get().getAllAccumulatorResults();

    assertThat(counts).containsEntry("loophalt-late_entries", 0L);
    assertThat(texts(Kind.RUN, lines))
        .map(each -> each.replace("0af7651916cd43dd8448eb211c80319c", "conversation-loop"))
        .containsAll(Recorded.replayed(files));
  }

  /** Whose time goes on to no whole second: nothing of it may be left for the next trace. */
  @Test
  @Timeout(60)
  void aTraceIsJudgedAsSoonAsTheTimeOfAStreamThatGoesOnHasPassedItsEnd(
      @TempDir Path folder, @TempDir Path other) throws Exception {
    // A conversation would go on with another trace.
    Path loop =
        Files.writeString(
            other.resolve("trace.jsonl"),
            Files.readString(Recorded.file("replay/otlp-loop.jsonl"))
                .replace("gen_ai.conversation.id", "app.session"));
    long end = Recorded.spans(List.of(loop)).stream().mapToLong(Entry::time).max().orElseThrow();
    String later =
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"%032x\",\"spanId\":\"%016x\","
            + "\"name\":\"chat\",\"startTimeUnixNano\":\"%d000000\",\"endTimeUnixNano\":\"%d000000\","
            + "\"attributes\":[{\"key\":\"gen_ai.operation.name\",\"value\":{\"stringValue\":\"chat\"}}]}]}]}]}";
    List<String> requests = new ArrayList<>(Files.readAllLines(loop));
    requests.add(later.formatted(1, 1, end, end + 1_337));
    Files.write(folder.resolve("spans.jsonl"), requests);
    FleetJob job = new FleetJob();
    new CommandLine(job)
        .parseArgs("--folder", folder.toString(), "--lateness", "1s", "--runs-to", "unused");
    StreamExecutionEnvironment flink = flink(1);

    Line run =
        Recorded.first(
            job.lines(flink, Recorded.SETTINGS).executeAndCollect(),
            line -> line.kind() == Kind.RUN);

    assertThat(Recorded.replayed(List.of(loop))).contains(run.text());
  }

  @Test
  void whatComesAfterTheEndOfItsTraceIsCountedAndChangesNoVerdict() throws Exception {
    List<Path> files = List.of(Recorded.file("replay/otlp-loop.jsonl"));
    List<Entry> spans = new ArrayList<>(Recorded.spans(files));
    Entry late = spans.get(0);
    long end = spans.stream().mapToLong(Entry::time).max().orElseThrow();
    spans.addAll(
        Recorded.spans(List.of(Recorded.file("replay/otlp-legit.jsonl"))).stream()
            .map(each -> new Entry(each.key(), end + 60_000, each.content()))
            .toList());
    spans.add(late);
    StreamExecutionEnvironment flink = flink(1);
    List<Line> lines = new ArrayList<>();
    CloseableIterator<Line> told =
        new FleetPipeline(Recorded.SETTINGS, STREAMING, LATENESS)
            .ofSpans(arriving(flink, spans))
            .collectAsync();
    JobClient job = flink.executeAsync();
    told.forEachRemaining(lines::add);
    Map<String, Object> counts = job.getJobExecutionResult().get().getAllAccumulatorResults();

    assertThat(counts)
        .containsEntry("loophalt-late_spans", 1L)
        .containsEntry("loophalt-late_entries", 0L);
    assertThat(texts(Kind.RUN, lines)).containsAll(Recorded.replayed(files));
  }

  /**
   * Entries by their times, each moved back by up to as much as the job waits. Their order is that
   * in which they arrive.
   */
  private static List<Entry> shuffled(List<Entry> entries, Random random) {
    record Arriving(long at, Entry entry) {}
    return entries.stream()
        .map(each -> new Arriving(each.time() + random.nextLong(LATENESS.toMillis()), each))
        .sorted(Comparator.comparingLong(Arriving::at))
        .map(Arriving::entry)
        .toList();
  }

  private static StreamExecutionEnvironment flink(int parallelism) {
    return new TestStreamEnvironment(CLUSTER, parallelism);
  }

  private static List<Line> judged(List<Entry> entries, Pace pace) throws Exception {
    StreamExecutionEnvironment flink = flink(2);
    FleetPipeline pipeline = new FleetPipeline(Recorded.SETTINGS, pace, LATENESS);
    return Recorded.all(pipeline.judged(arriving(flink, entries)).executeAndCollect());
  }

  private static List<Line> ofSpans(List<Entry> spans, Pace pace) throws Exception {
    StreamExecutionEnvironment flink = flink(2);
    FleetPipeline pipeline = new FleetPipeline(Recorded.SETTINGS, pace, LATENESS);
    return Recorded.all(pipeline.ofSpans(arriving(flink, spans)).executeAndCollect());
  }

  /** One after the other, with a watermark behind each. */
  private static DataStream<Entry> arriving(StreamExecutionEnvironment flink, List<Entry> entries) {
    return flink
        .fromData(entries, TypeInformation.of(Entry.class))
        .setParallelism(1)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Entry>forGenerator(unused -> new EachWatermark())
                .withTimestampAssigner((entry, unused) -> entry.time()))
        .setParallelism(1);
  }

  /** So that nothing waits for the clock of the machine. */
  private static final class EachWatermark implements WatermarkGenerator<Entry> {

    private long latest = Long.MIN_VALUE;

    @Override
    public void onEvent(Entry entry, long time, WatermarkOutput output) {
      if (time > latest) {
        latest = time;
        output.emitWatermark(new Watermark(time - LATENESS.toMillis() - 1));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // Each event has emitted its own.
    }
  }

  private static List<Line> ofFiles(List<Path> files) throws Exception {
    StreamExecutionEnvironment flink = flink(2);
    flink.setRuntimeMode(RuntimeExecutionMode.BATCH);
    List<String[]> logs = new ArrayList<>();
    for (Path file : files) {
      logs.add(new String[] {file.toAbsolutePath().normalize().toString()});
    }
    return Recorded.all(
        new FleetPipeline(Recorded.SETTINGS, Pace.bounded(), Duration.ZERO)
            .ofRecordings(flink.fromData(logs, BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO))
            .executeAndCollect());
  }

  private static List<String> texts(Kind kind, List<Line> lines) {
    return lines.stream().filter(each -> each.kind() == kind).map(Line::text).toList();
  }
}
