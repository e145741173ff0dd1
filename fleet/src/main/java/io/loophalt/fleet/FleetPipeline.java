package io.loophalt.fleet;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * How the parts of the job go together: spans go by trace into the runs that they are of, and all
 * that runs are told goes by run through the engine.
 *
 * <p>The uids of the operators stay what they are, because savepoints name them.
 */
final class FleetPipeline {

  private final JudgingSettings settings;
  private final Pace pace;
  private final Duration lateness;

  /**
   * A job.
   *
   * @param lateness how far entries may be out of order, by the times of the traces
   */
  FleetPipeline(JudgingSettings settings, Pace pace, Duration lateness) {
    this.settings = settings;
    this.pace = pace;
    this.lateness = lateness;
  }

  /**
   * What recordings lead to.
   *
   * @param files each element the parts of one log, or a single file
   */
  DataStream<Line> ofRecordings(DataStream<String[]> files) {
    SingleOutputStreamOperator<Entry> told =
        files
            .rebalance()
            .process(new RecordingEntries(settings))
            .name("read recordings")
            .uid("read");
    DataStream<Line> lines = told.getSideOutput(RecordingEntries.LINES);
    DataStream<Entry> spans = timed(told.getSideOutput(RecordingEntries.SPANS), "spans");
    return lines.union(judged(timed(told, "turns").union(bySpans(spans))));
  }

  /**
   * What spans lead to.
   *
   * @param spans with their times and watermarks, see {@link RecordingEntries#entry}
   */
  DataStream<Line> ofSpans(DataStream<Entry> spans) {
    return judged(bySpans(spans));
  }

  private DataStream<Entry> bySpans(DataStream<Entry> spans) {
    return spans
        .keyBy(Entry::key)
        .process(new TraceFunction(pace))
        .name("collect traces")
        .uid("traces");
  }

  /** What turns and spans, with their times and watermarks, lead to. */
  DataStream<Line> judged(DataStream<Entry> entries) {
    return entries
        .keyBy(Entry::key)
        .process(new RunFunction(settings, pace))
        .name("judge runs")
        .uid("runs");
  }

  private DataStream<Entry> timed(DataStream<Entry> entries, String name) {
    return entries
        .assignTimestampsAndWatermarks(times(lateness))
        .name("times of " + name)
        .uid("times-" + name);
  }

  /** Entries have the times that they say, and may be so far out of order. */
  static WatermarkStrategy<Entry> times(Duration lateness) {
    return WatermarkStrategy.<Entry>forBoundedOutOfOrderness(lateness)
        .withTimestampAssigner((entry, unused) -> entry.time());
  }
}
