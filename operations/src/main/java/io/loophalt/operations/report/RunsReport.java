package io.loophalt.operations.report;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.RunSink;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A report that grows while logs and recordings are read, and is written when all are.
 *
 * <p>Memory does not grow with what is read: numbers are added up under at most some thousand names
 * of each kind, and timelines are kept of the dearest halted runs alone, and of the fleet's while
 * they may be {@linkplain ScatteredRuns scattered}. One thread adds and writes; the sinks are each
 * for a thread of their own.
 */
public final class RunsReport {

  /** Timelines where nothing else is asked for. */
  public static final int TIMELINES = 50;

  /** The most timelines that can be asked for. */
  public static final int MOST_TIMELINES = 500;

  private final RecordedRuns.Engine engine;
  private final ReportNumbers numbers = new ReportNumbers();
  private final CostliestRuns costliest;
  private final ScatteredRuns scattered = new ScatteredRuns(this::count);
  private final int atOneTime;

  /**
   * Begins.
   *
   * @param timelines of how many runs the story is told, 0 to {@link #MOST_TIMELINES}
   * @param atOneTime how many files are read at one time
   * @param policies the settings for a task, by which recordings are judged
   * @param detectors makes a detector from its settings
   * @param costs what a recorded turn's model call cost, in the currency of the price table; zero
   *     if no price is known
   */
  public RunsReport(
      int timelines,
      int atOneTime,
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs) {
    this.costliest = new CostliestRuns(timelines);
    this.atOneTime = atOneTime;
    this.engine = new RecordedRuns.Engine(policies, detectors, costs);
  }

  /**
   * Takes the runs of some files on one thread.
   *
   * @param told runs what it is given on the thread that adds and writes, in the order of the input
   */
  public RunSink sink(Consumer<Runnable> told) {
    return new RecordedRuns(
        engine, run -> told.accept(() -> add(run)), costliest::mayStay, atOneTime);
  }

  private void add(ReportedRun run) {
    if (run.mayBeScattered()) {
      scattered.add(run);
    } else {
      count(run);
    }
  }

  private void count(ReportedRun run) {
    numbers.add(run);
    costliest.add(run);
  }

  /**
   * Writes the page. Nothing may be added afterwards.
   *
   * @param broken how many lines or files could not be read
   * @param version of Loophalt
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  public void writePage(Writer out, long broken, String version, Instant made) {
    ReportPage.write(result(broken, version, made), out);
  }

  /**
   * The same numbers as JSON on one line, its line feed included; its fields are in {@code
   * docs/report.md}. Nothing may be added afterwards.
   *
   * @param broken how many lines or files could not be read
   */
  public String json(long broken, String version, Instant made) {
    return NumbersJson.of(result(broken, version, made));
  }

  private ReportResult result(long broken, String version, Instant made) {
    scattered.settle();
    numbers.slots.settle();
    return new ReportResult(
        numbers, costliest.dearestFirst(), costliest.all(), broken, version, made.toEpochMilli());
  }
}
