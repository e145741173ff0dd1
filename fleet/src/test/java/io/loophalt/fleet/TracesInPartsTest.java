package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.fleet.Line.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run is told of its traces, and when, however their spans and the watermark come. */
@SuppressWarnings("try") // closing it is not interrupted
class TracesInPartsTest {

  /** Some moment: seconds since the epoch. */
  private static final long BEGIN = 1_767_261_600;

  /** In seconds. */
  private static final int TEN_YEARS = 315_360_000;

  private static final Duration IDLE = Duration.ofHours(1);
  private static final Pace WHOLE = new Pace(false, IDLE, Duration.ZERO, Pace.KEPT);
  private static final Pace EARLY = new Pace(false, IDLE, Duration.ofSeconds(1), Pace.KEPT);

  private final Path folder;

  TracesInPartsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** A model's span ends before those of the tools that it asks for. */
  @Test
  void callsOfOneAnswerAreOneTurnAlsoWhereTheyAreToldAfterIt() throws Exception {
    List<String> spans = new ArrayList<>();
    for (int round = 0; round < 8; round++) {
      int at = 5 * round;
      spans.add(asking(span("a", 10 + at, at, at + 1, "chat", "", ""), "c1-" + at, "c2-" + at));
      for (int call = 1; call <= 2; call++) {
        String id = "c" + call + '-' + at;
        String search = span("a", 10 + call + at, at + 2, at + 3, "execute_tool", "search", id);
        spans.add(with("gen_ai.tool.call.id", id, search));
      }
    }
    Path file = Files.write(folder.resolve("otlp-parallel.jsonl"), spans);

    List<Line> lines = new ArrayList<>();
    try (var traces = harness(new TraceFunction(EARLY));
        var runs = harness(new RunFunction(Recorded.SETTINGS, EARLY))) {
      for (Entry each : Recorded.spans(List.of(file))) {
        traces.processElement(each, each.time());
        pass(traces, runs, each.time());
      }
      pass(traces, runs, Long.MAX_VALUE);
      lines.addAll(runs.extractOutputValues());
    }

    assertThat(lines.stream().filter(each -> each.kind() == Kind.RUN).map(Line::text))
        .containsExactlyElementsOf(Recorded.replayed(List.of(file)));
  }

  /** Or of two traces of one run, which of them comes first would be chance. */
  @Test
  void aTraceIsToldAtItsOwnTimeHoweverFarTheWatermarkHasCome() throws Exception {
    try (var traces = harness(new TraceFunction(WHOLE))) {
      for (Entry each : read(span("a", 2, 1, 2, "execute_tool", "search", "x"), root("a", 7))) {
        traces.processElement(each, each.time());
      }
      traces.processWatermark((BEGIN + 600) * 1_000);

      assertThat(traces.extractOutputValues()).extracting(Entry::time).containsExactly(at(7));
    }
  }

  /** Whose root comes late: a run plays nothing that is of before what it has played. */
  @Test
  void aTraceIsNotOverBeforeAPartOfItWasTold() throws Exception {
    try (var traces = harness(new TraceFunction(EARLY))) {
      for (Entry each : read(span("a", 2, 1, 2, "execute_tool", "search", "x"))) {
        traces.processElement(each, each.time());
      }
      traces.processWatermark(at(60));
      for (Entry each : read(root("a", 5))) {
        traces.processElement(each, each.time());
      }
      traces.processWatermark(at(61));

      assertThat(traces.extractOutputValues())
          .extracting(Entry::time)
          .containsExactly(at(60), at(60));
    }
  }

  @Test
  void spansThatComeWhenAllOfTheirTraceIsLongOverAreNotARunEach() throws Exception {
    try (var traces = harness(new TraceFunction(WHOLE))) {
      long watermark = at(0) + 2 * IDLE.toMillis();
      traces.processWatermark(watermark);
      for (Entry each :
          read(
              span("a", 2, 0, 1, "execute_tool", "search", "x"),
              span("a", 3, 1, 2, "execute_tool", "search", "y"),
              span("a", 4, 2, 3, "execute_tool", "search", "z"))) {
        traces.processElement(each, each.time());
        watermark += 1_000;
        traces.processWatermark(watermark);
      }

      assertThat(traces.extractOutputValues()).hasSize(1);
    }
  }

  /** A trace is cut where much of it waits, and not where much of it has come. */
  @Test
  void whatWasToldOfATraceDoesNotMakeItLarge() throws Exception {
    String megabyte = "x".repeat(1 << 20);
    int enough = (int) (TraceFunction.MOST_BYTES >> 20) + 2;
    String[] spans = new String[enough];
    for (int i = 0; i < enough; i++) {
      spans[i] = span("a", 2 + i, 5 * i, 5 * i + 1, "execute_tool", "say", megabyte);
    }
    try (var traces = harness(new TraceFunction(EARLY))) {
      for (Entry each : read(spans)) {
        int told = traces.extractOutputValues().size();
        traces.processElement(each, each.time());
        assertThat(traces.extractOutputValues()).as("told in its time").hasSize(told);
        traces.processWatermark(each.time() + 3_000);
        assertThat(traces.extractOutputValues()).hasSize(told + 1);
      }
    }
  }

  /** A clock is wrong there: nothing that is here has its end still to come. */
  @Test
  void aTraceWithASpanOfTheFutureIsOverWhenItIsThere() throws Exception {
    try (var traces = harness(new TraceFunction(WHOLE))) {
      traces.setProcessingTime(at(10));
      for (Entry each :
          read(
              span("a", 2, 1, 2, "execute_tool", "search", "x"),
              span("a", 3, 2, TEN_YEARS, "execute_tool", "search", "y"),
              root("a", TEN_YEARS))) {
        traces.processElement(each, each.time());
      }
      traces.processWatermark(at(10));

      assertThat(traces.extractOutputValues()).extracting(Entry::time).containsExactly(at(10));

      traces.processWatermark(at(10) + IDLE.toMillis());

      assertThat(traces.numKeyedStateEntries()).isZero();
      assertThat(traces.numEventTimeTimers()).isZero();
    }
  }

  /** Else two traces of one run might change places, where the clock here is a little behind. */
  @Test
  void aSenderWhoseClockIsALittleAheadIsBelieved() throws Exception {
    try (var traces = harness(new TraceFunction(WHOLE))) {
      for (String trace : List.of("b", "a")) {
        boolean isFirst = trace.equals("b");
        traces.setProcessingTime(at(isFirst ? 99 : 102));
        for (Entry each :
            read(
                span(trace, 2, 1, 2, "execute_tool", "search", "x"),
                root(trace, isFirst ? 101 : 100))) {
          traces.processElement(each, each.time());
        }
      }
      traces.processWatermark(at(200));

      assertThat(traces.extractOutputValues())
          .extracting(Entry::time)
          .containsExactlyInAnyOrder(at(100), at(101));
    }
  }

  /** Also if it is not told yet when others of its trace are. */
  @Test
  void aSpanOfTheFutureIsToldEarlyAsOthersAre() throws Exception {
    try (var traces = harness(new TraceFunction(EARLY))) {
      traces.setProcessingTime(at(10));
      for (Entry each :
          read(
              span("a", 2, 1, 2, "execute_tool", "search", "x"),
              span("a", 3, 2, TEN_YEARS, "execute_tool", "search", "y"))) {
        traces.processElement(each, each.time());
      }
      traces.processWatermark(at(3));
      traces.processWatermark(at(10));
      assertThat(traces.extractOutputValues()).hasSize(1);

      traces.processWatermark(at(11));

      assertThat(traces.extractOutputValues()).hasSize(2);
    }
  }

  /** As of a backlog, whose watermark comes in one step. */
  @Test
  void aRunThatWasSilentForLongIsOverHoweverFarTheWatermarkHasCome() throws Exception {
    List<String> bySteps = reportsOfTalk(at(10), at(5_000), at(20_000));

    assertThat(bySteps).hasSize(2).allMatch(each -> each.contains("\"steps\":1,"));
    assertThat(reportsOfTalk(at(20_000))).isEqualTo(bySteps);
    assertThat(reportsOfTalk(at(10), at(20_000))).as("it was saved").isEqualTo(bySteps);
  }

  /** Although nothing of it was told for long: the watermark took one step over all of that. */
  @Test
  void aTraceThatIsJudgedEarlyIsOneRunHoweverFarTheWatermarkHasCome() throws Exception {
    int half = 1_800;
    List<String> spans = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      spans.add(span("a", 2 + i, i * half, i * half + 1, "execute_tool", "search", "x" + i));
    }
    for (boolean ended : List.of(true, false)) {
      if (ended) {
        spans.add(root("a", 5 * half + 2));
      } else {
        spans.remove(spans.size() - 1);
      }
      try (var traces = harness(new TraceFunction(EARLY));
          var runs = harness(new RunFunction(Recorded.SETTINGS, EARLY))) {
        traces.setProcessingTime(at(100_000));
        for (Entry each : read(spans.toArray(String[]::new))) {
          traces.processElement(each, each.time());
        }
        pass(traces, runs, at(3));
        pass(traces, runs, at(20_000));

        assertThat(runs.extractOutputValues().stream().filter(each -> each.kind() == Kind.RUN))
            .singleElement()
            .satisfies(each -> assertThat(each.text()).contains("\"steps\":6,"));
      }
    }
  }

  /** As long as no watermark has come, there is no other time than that of the spans. */
  @Test
  void aTraceThatIsCutBeforeAnyWatermarkIsOneRun() throws Exception {
    String megabyte = "x".repeat(1 << 20);
    int enough = (int) (TraceFunction.MOST_BYTES >> 20) + 2;
    String[] spans = new String[enough + 1];
    for (int i = 0; i < enough; i++) {
      spans[i] = span("a", 2 + i, i, i + 1, "execute_tool", "say", megabyte);
    }
    spans[enough] = root("a", enough + 1);
    try (var traces = harness(new TraceFunction(WHOLE));
        var runs = harness(new RunFunction(Recorded.SETTINGS, WHOLE))) {
      for (Entry each : read(spans)) {
        traces.processElement(each, each.time());
      }
      assertThat(traces.extractOutputValues()).as("cut").hasSize(1);
      runs.processElement(traces.extractOutputValues().get(0), at(0));
      pass(traces, runs, at(20_000));

      assertThat(runs.extractOutputValues().stream().filter(each -> each.kind() == Kind.RUN))
          .singleElement()
          .satisfies(each -> assertThat(each.text()).contains("\"steps\":" + enough + ','));
    }
  }

  /** Of a conversation with a silence of three hours between its two traces. */
  private List<String> reportsOfTalk(long... watermarks) throws Exception {
    int later = 3 * 3_600;
    try (var traces = harness(new TraceFunction(WHOLE));
        var runs = harness(new RunFunction(Recorded.SETTINGS, WHOLE))) {
      traces.setProcessingTime(at(100_000));
      for (Entry each :
          read(
              talk(span("a", 2, 1, 2, "execute_tool", "search", "x")),
              talk(root("a", 3)),
              talk(span("b", 2, later + 1, later + 2, "execute_tool", "search", "x")),
              talk(span("b", 1, later, later + 3, "invoke_agent", "", "")))) {
        traces.processElement(each, each.time());
      }
      for (long each : watermarks) {
        pass(traces, runs, each);
      }
      assertThat(runs.numKeyedStateEntries()).isZero();
      return runs.extractOutputValues().stream()
          .filter(each -> each.kind() == Kind.RUN)
          .map(Line::text)
          .toList();
    }
  }

  private static String talk(String span) {
    return with("gen_ai.conversation.id", "talk", span);
  }

  private static void pass(
      KeyedOneInputStreamOperatorTestHarness<String, Entry, Entry> traces,
      KeyedOneInputStreamOperatorTestHarness<String, Entry, Line> runs,
      long watermark)
      throws Exception {
    int told = traces.extractOutputValues().size();
    traces.processWatermark(watermark);
    List<Entry> all = traces.extractOutputValues();
    for (Entry each : all.subList(told, all.size())) {
      runs.processElement(each, each.time());
    }
    runs.processWatermark(watermark);
  }

  private List<Entry> read(String... requests) throws Exception {
    return Recorded.spans(
        List.of(Files.write(folder.resolve("otlp-some.jsonl"), List.of(requests))));
  }

  private static long at(int second) {
    return (BEGIN + second) * 1_000;
  }

  private static String root(String trace, int until) {
    return span(trace, 1, 0, until, "invoke_agent", "", "");
  }

  /** A request of one span, which is the root of its trace if its number is 1. */
  private static String span(
      String trace, int number, int from, int until, String operation, String tool, String said) {
    return """
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"%s","spanId":"%016x","parentSpanId":"%s",\
        "name":"%s","startTimeUnixNano":"%d000000","endTimeUnixNano":"%d000000","attributes":[\
        {"key":"gen_ai.operation.name","value":{"stringValue":"%s"}},\
        {"key":"gen_ai.tool.name","value":{"stringValue":"%s"}},\
        {"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{\\"q\\":\\"%s\\"}"}},\
        {"key":"gen_ai.tool.call.result","value":{"stringValue":"nothing found"}}]}]}]}]}"""
        .formatted(
            trace,
            number,
            number == 1 ? "" : String.format("%016x", 1),
            operation,
            at(from),
            at(until),
            operation,
            tool,
            said);
  }

  /** A model's span that says which calls it asked for. */
  private static String asking(String span, String... ids) {
    String calls =
        Arrays.stream(ids)
            .map(
                id ->
                    "{'type':'tool_call','id':'%s','name':'search','arguments':{'q':'%s'}}"
                        .formatted(id, id))
            .collect(Collectors.joining(",", "[{'role':'assistant','parts':[", "]}]"));
    return with("gen_ai.output.messages", calls.replace("'", "\\\""), span);
  }

  private static String with(String attribute, String value, String span) {
    String more =
        "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}},".formatted(attribute, value);
    return span.replace("\"attributes\":[", "\"attributes\":[" + more);
  }

  private static <T> KeyedOneInputStreamOperatorTestHarness<String, Entry, T> harness(
      KeyedProcessFunction<String, Entry, T> function) throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(function), Entry::key, Types.STRING);
    harness.setProcessingTime(at(3_600)); // What is recorded is over.
    harness.open();
    return harness;
  }
}
