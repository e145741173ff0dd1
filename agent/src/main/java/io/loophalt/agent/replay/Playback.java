package io.loophalt.agent.replay;

import io.loophalt.StopReason;
import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.Finding;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.TaskPolicy;
import io.loophalt.agent.run.Run;
import io.loophalt.agent.run.RunObserver;
import io.loophalt.agent.run.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Plays a recorded run through the live engine and notes where it would have intervened. */
public final class Playback {

  /**
   * A finding with its place in the recording.
   *
   * @param position 0-based position of the entry (tool call or idle turn); for a finding at the
   *     end of a turn, of its last
   */
  public record PlacedFinding(int position, Finding finding) {}

  /**
   * What the engine said.
   *
   * @param findings in order; nothing follows the one that halted
   * @param haltedAt position at which the run was stopped, or null
   * @param stopReason why, or null
   */
  public record Outcome(
      List<PlacedFinding> findings, @Nullable Integer haltedAt, @Nullable StopReason stopReason) {

    /** Copies the findings. */
    public Outcome {
      findings = List.copyOf(findings);
    }

    /** Position at which an intervention came first, or null. */
    public @Nullable Integer first(Intervention intervention) {
      for (PlacedFinding each : findings) {
        if (each.finding().intervention() == intervention && !each.finding().observedOnly()) {
          return each.position();
        }
      }
      return null;
    }
  }

  private final Run run;
  private final List<PlacedFinding> findings = new ArrayList<>();
  private int position;
  private long now;

  private Playback(
      RecordedRun recorded, TaskPolicy policy, Function<DetectorPolicy, Detector> detectors) {
    RunObserver notes =
        new RunObserver() {
          @Override
          public void found(Run run, Finding finding) {
            findings.add(new PlacedFinding(position, finding));
          }
        };
    this.run = new Run(recorded.id(), recorded.task(), policy, detectors, Mode.ACT, null, notes);
  }

  /** Plays the whole recording, or up to its halt. */
  public static Outcome of(
      RecordedRun recorded, TaskPolicy policy, Function<DetectorPolicy, Detector> detectors) {
    Playback playback = new Playback(recorded, policy, detectors);
    playback.play(recorded);
    return playback.outcome();
  }

  /**
   * Plays a recording whose run went on: after its last turn, too, it is asked whether another
   * model call may follow.
   */
  public static Outcome ofOngoing(
      RecordedRun recorded, TaskPolicy policy, Function<DetectorPolicy, Detector> detectors) {
    Playback playback = new Playback(recorded, policy, detectors);
    if (playback.play(recorded)) {
      playback.run.beforeModelCall(playback.now);
    }
    return playback.outcome();
  }

  /** Returns whether the recording was played to its end. */
  private boolean play(RecordedRun recorded) {
    for (RecordedRun.RecordedTurn turn : recorded.turns()) {
      // What is found here belongs to the turn before.
      if (halts(run.beforeModelCall(now))) {
        return false;
      }
      position = turn.firstPosition();
      if (halts(run.turnStarted(turn.turn(), BigDecimal.ZERO, now))) {
        return false;
      }
      for (RecordedStep step : turn.steps()) {
        now = Math.max(now, step.endMillis());
        if (halts(run.beforeStep(step)) || halts(run.afterStep(step))) {
          return false;
        }
        position++;
      }
      position = turn.lastPosition();
    }
    return true;
  }

  private static boolean halts(Verdict verdict) {
    return verdict.intervention() == Intervention.HALT;
  }

  private Outcome outcome() {
    StopReason reason = run.haltReason();
    return new Outcome(findings, reason == null ? null : position, reason);
  }
}
