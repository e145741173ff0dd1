package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The detectors of a run and all that is remembered of its steps: by far the largest part of a run,
 * which is put away while the run is idle.
 *
 * <p>Guarded by the run's lock.
 */
final class Watch {

  final DetectorSlot[] slots;

  // Those that hear of each moment: most detectors of a run hear of few.
  final DetectorSlot[] hearingOfTurns;
  final DetectorSlot[] hearingOfChangedHistory;
  final DetectorSlot[] hearingBeforeSteps;
  final DetectorSlot[] hearingAfterSteps;
  final DetectorSlot[] hearingOfTurnEnds;

  final CallPolicies callPolicies;
  final NudgeMemory nudges;
  final RecentActions recent = new RecentActions();

  /** Whether a detector reads the words of every call's arguments. */
  final boolean readsWords;

  /** Has seen nothing. */
  Watch(Run run, TaskPlan plan, Function<DetectorPolicy, Detector> detectors) {
    List<DetectorSlot> active = new ArrayList<>();
    boolean remembers = false;
    boolean words = false;
    for (DetectorPolicy each : plan.policy().detectors()) {
      if (each.mode() != Mode.OFF) {
        Detector made = detectors.apply(each);
        for (DetectorSlot earlier : active) {
          made.shareReading(earlier.detector());
        }
        active.add(new DetectorSlot(run, active.size(), made, each));
        remembers |= made.nudgesAreRemembered();
        words |= made.readsWords();
      }
    }
    this.slots = active.toArray(new DetectorSlot[0]);
    this.hearingOfTurns = hearing(Detector.TURN_STARTED);
    this.hearingOfChangedHistory = hearing(Detector.TURN_STARTED | Detector.HISTORY_CHANGED);
    this.hearingBeforeSteps = hearing(Detector.BEFORE_STEP);
    this.hearingAfterSteps = hearing(Detector.AFTER_STEP);
    this.hearingOfTurnEnds = hearing(Detector.TURN_ENDED);
    this.nudges = new NudgeMemory(remembers);
    this.readsWords = words;
    this.callPolicies = new CallPolicies(plan);
  }

  private DetectorSlot[] hearing(int anyOfMoments) {
    List<DetectorSlot> hearing = new ArrayList<>();
    for (DetectorSlot slot : slots) {
      if (slot.hears(anyOfMoments)) {
        hearing.add(slot);
      }
    }
    return hearing.toArray(new DetectorSlot[0]);
  }

  /** Repetition is counted from zero again. */
  void startAnew() {
    nudges.clear();
    for (DetectorSlot slot : slots) {
      slot.reset();
    }
  }

  /** Writes everything but the recent actions. */
  void save(DataOutput out) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.save(out);
    }
    nudges.save(out);
    callPolicies.save(out);
  }

  /** Goes on where one of the same plan was; for one that has seen nothing. */
  void restore(DataInput in) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.restore(in);
    }
    nudges.restore(in);
    callPolicies.restore(in);
  }
}
