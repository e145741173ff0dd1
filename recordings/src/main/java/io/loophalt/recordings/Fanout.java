package io.loophalt.recordings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands each run to several sinks, so that a recording is read once. */
public final class Fanout implements RunSink {

  private final List<RunSink> sinks;

  /** Hands runs to sinks in their order. */
  public Fanout(List<? extends RunSink> sinks) {
    this.sinks = List.copyOf(sinks);
  }

  @Override
  public OpenRun begin(String id, String task) {
    List<OpenRun> runs = sinks.stream().map(sink -> sink.begin(id, task)).toList();
    return new OpenRun() {
      @Override
      public void turn(RecordedRun.RecordedTurn turn) {
        runs.forEach(run -> run.turn(turn));
      }

      @Override
      public void rest() {
        runs.forEach(OpenRun::rest);
      }

      @Override
      public void named(String id) {
        runs.forEach(run -> run.named(id));
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        runs.forEach(run -> run.end(outcome));
      }
    };
  }

  @Override
  public void judged(RunReport report) {
    sinks.forEach(sink -> sink.judged(report));
  }
}
