package io.loophalt.recordings.format;

import io.loophalt.core.detect.RecordedCall;
import io.loophalt.recordings.LazyStep;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run whose task may be named behind its turns: whoever judges it must know the task before the
 * first of them. They are held back until it is known or the run is over, up to a bound. Beyond it
 * they are told as those of a run without a task, and a task that comes then is reported.
 *
 * <p>Not thread-safe.
 */
final class LateTask implements RunSink.OpenRun {

  /** Bound for the characters of the turns that are held back. */
  static final int KEPT_CHARACTERS = 16_000_000;

  /** What a turn or a call costs in memory beside its texts. */
  private static final int PART = 200;

  private final RecordingFormat.Source source;
  private final RunSink sink;
  private final RunLabels labels;
  private final List<RecordedTurn> held = new ArrayList<>();
  private String id;
  private String task = "";
  private long characters;
  private RunSink.@Nullable OpenRun begun;

  /**
   * Makes one that has not begun.
   *
   * @param labels those of the run, as far as they have been read
   */
  LateTask(RecordingFormat.Source source, RunSink sink, String id, RunLabels labels) {
    this.source = source;
    this.sink = sink;
    this.id = id;
    this.labels = labels;
  }

  @Override
  public void turn(RecordedTurn turn) {
    if (begun == null && labels.task().isEmpty()) {
      characters += weight(turn);
      if (characters <= KEPT_CHARACTERS) {
        held.add(turn);
        return;
      }
    }
    begin().turn(turn);
  }

  @Override
  public void named(String name) {
    id = name;
    if (begun != null) {
      begun.named(name);
    }
  }

  @Override
  public void end(@Nullable Boolean outcome) {
    RunSink.OpenRun run = begin();
    if (task.isEmpty() && !labels.task().isEmpty()) {
      source
          .problems()
          .notice(
              source.name(),
              "the task of "
                  + id
                  + " stands behind more of its messages or steps than are held back, so that it"
                  + " was not heeded; let it stand before them");
    }
    run.end(outcome);
  }

  private RunSink.OpenRun begin() {
    RunSink.OpenRun run = begun;
    if (run == null) {
      task = labels.task();
      run = sink.begin(id, task);
      begun = run;
      held.forEach(run::turn);
      held.clear();
    }
    return run;
  }

  private static long weight(RecordedTurn turn) {
    long weight = PART;
    weight += turn.turn().text().length();
    for (LazyStep each : turn.calls()) {
      weight += PART;
      if (each.source() instanceof LazyStep.Texts texts) {
        RecordedCall call = texts.call();
        weight += call.argumentsText().length() + call.resultText().length();
      }
    }
    return weight;
  }
}
