package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.fleet.Line.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/**
 * What a run or a trace leaves behind that is never heard of again, while the time of the traces
 * hardly moves on: by the clock of the machine it is forgotten.
 */
@SuppressWarnings("try") // closing it is not interrupted
class IdleStateTest {

  private static final Duration KEPT = Duration.ofDays(3);

  private static final Pace PACE =
      new Pace(false, Duration.ofDays(365), Duration.ofDays(365), KEPT);

  /** After so many turns the run of the file has been nudged, and not halted. */
  private static final int UNTIL_NUDGED = 5;

  private static final int OFTEN = 20;

  private final List<Entry> loop;

  IdleStateTest() throws Exception {
    loop = Recorded.told(List.of(Recorded.file("replay/trajectory-loop.jsonl")));
  }

  @Test
  void aRunThatIsHeardOfInTimeGoesOn() throws Exception {
    assertThat(haltsAfterASilenceOf(KEPT.minusMillis(1))).isPositive();
  }

  @Test
  void aRunThatWasSilentForLongerBeginsAnew() throws Exception {
    assertThat(haltsAfterASilenceOf(KEPT)).isZero();
  }

  @Test
  void theStateOfASilentRunIsGone() throws Exception {
    assertIsGone(() -> new RunFunction(Recorded.SETTINGS, PACE), loop.get(0));
  }

  @Test
  void theStateOfASilentTraceIsGone() throws Exception {
    List<Entry> spans = Recorded.spans(List.of(Recorded.file("replay/otlp-loop.jsonl")));

    assertIsGone(() -> new TraceFunction(PACE), spans.get(0));
  }

  private static <T> void assertIsGone(
      Supplier<KeyedProcessFunction<String, Entry, T>> function, Entry told) throws Exception {
    try (var alone = harness(function.get());
        var both = harness(function.get())) {
      hear(both, told.key(), told);
      hear(both, "another", told);
      hear(alone, "another", told);
      assertThat(both.numKeyedStateEntries()).isEqualTo(2 * alone.numKeyedStateEntries());

      both.setStateTtlProcessingTime(KEPT.minusMillis(1).toMillis());
      hear(both, "another", told);
      assertThat(both.numKeyedStateEntries()).isEqualTo(2 * alone.numKeyedStateEntries());
      both.setStateTtlProcessingTime(KEPT.toMillis());
      hear(both, "another", told);
      assertThat(both.numKeyedStateEntries()).isEqualTo(alone.numKeyedStateEntries());
    }
  }

  /** Plays a run until it was nudged, is silent, and plays the rest. */
  private long haltsAfterASilenceOf(Duration silence) throws Exception {
    try (var runs = harness(new RunFunction(Recorded.SETTINGS, PACE))) {
      for (int i = 0; i < loop.size(); i++) {
        if (i == UNTIL_NUDGED) {
          assertThat(interventions(runs, "nudge")).isPositive();
          assertThat(interventions(runs, "halt")).isZero();
          runs.setStateTtlProcessingTime(silence.toMillis());
        }
        Entry each = loop.get(i);
        runs.processElement(each, each.time());
        runs.processWatermark(each.time());
      }
      return interventions(runs, "halt");
    }
  }

  private static long interventions(
      KeyedOneInputStreamOperatorTestHarness<String, Entry, Line> runs, String which) {
    return runs.extractOutputValues().stream()
        .filter(each -> each.kind() == Kind.EVENT)
        .filter(each -> each.text().contains("\"intervention\":\"" + which + "\""))
        .count();
  }

  /** Of one key, often: each access to a state cleans up a few entries of it that are too old. */
  private static <T> void hear(
      KeyedOneInputStreamOperatorTestHarness<String, Entry, T> harness, String key, Entry like)
      throws Exception {
    for (int i = 0; i < OFTEN; i++) {
      long time = Math.max(like.time(), latest(harness)) + 1;
      harness.processElement(new Entry(key, time, like.content()), time);
      harness.processWatermark(time);
    }
  }

  private static long latest(KeyedOneInputStreamOperatorTestHarness<String, Entry, ?> harness) {
    return harness.getOutput().stream()
        .filter(Watermark.class::isInstance)
        .mapToLong(each -> ((Watermark) each).getTimestamp())
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private static <T> KeyedOneInputStreamOperatorTestHarness<String, Entry, T> harness(
      KeyedProcessFunction<String, Entry, T> function) throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(function), Entry::key, Types.STRING);
    harness.setStateTtlProcessingTime(0);
    harness.setProcessingTime(System.currentTimeMillis()); // What is recorded is over.
    harness.open();
    return harness;
  }
}
