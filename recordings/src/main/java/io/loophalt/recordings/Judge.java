package io.loophalt.recordings;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Plays every run through the engine and reports it when it is over. Not thread-safe. */
public final class Judge implements RunSink {

  private final Function<String, TaskPolicy> policies;
  private final Function<DetectorPolicy, Detector> detectors;
  private final Function<Turn, BigDecimal> costs;
  private final Consumer<RunReport> reports;

  /**
   * Makes a judge.
   *
   * @param policies the settings for a task
   * @param detectors makes a detector from its settings
   * @param costs what a turn's model call cost, in the currency of the price table
   * @param reports takes a report when its run is over
   */
  public Judge(
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      Consumer<RunReport> reports) {
    this.policies = policies;
    this.detectors = detectors;
    this.costs = costs;
    this.reports = reports;
  }

  @Override
  public OpenRun begin(String id, String task) {
    TaskPolicy policy = policies.apply(task);
    Playback playback = new Playback(id, task, policy, detectors, costs);
    return new OpenRun() {
      private String name = id;

      @Override
      public void named(String id) {
        name = id;
      }

      @Override
      public void turn(RecordedRun.RecordedTurn turn) {
        playback.turn(turn);
      }

      @Override
      public void rest() {
        playback.run().sleep();
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        reports.accept(report(name, policy.preset(), playback.outcome(), outcome));
      }
    };
  }

  @Override
  public void judged(RunReport report) {
    reports.accept(report);
  }

  /** Puts what the engine said into the form of a report. */
  public static RunReport report(
      String id, String preset, Playback.Outcome played, @Nullable Boolean outcome) {
    List<RunReport.Found> findings = found(played.findings());
    var stop = played.stopReason();
    String detector = stop != null ? stop.detector() : null;
    if (detector == null && !findings.isEmpty()) {
      detector = findings.get(0).detector();
    }
    return new RunReport(
        id,
        preset,
        played.entries(),
        played.first(Intervention.NUDGE),
        played.first(Intervention.ESCALATE),
        played.haltedAt(),
        detector,
        stop == null ? "done" : stop.kind().id(),
        stop == null ? "" : stop.detail(),
        findings,
        played.tokens(),
        played.tokensAfterHalt(),
        outcome,
        true);
  }

  /** The same of findings. */
  static List<RunReport.Found> found(List<Playback.PlacedFinding> findings) {
    List<RunReport.Found> found = new ArrayList<>();
    for (Playback.PlacedFinding placed : findings) {
      found.add(
          new RunReport.Found(
              placed.position(),
              placed.finding().turn(),
              placed.finding().detector(),
              placed.finding().count(),
              placed.finding().intervention(),
              placed.finding().observedOnly(),
              placed.delivered()));
    }
    return found;
  }
}
