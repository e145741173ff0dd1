package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Explanation;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The detectors of a run and all that is remembered of its steps: by far the largest part of a run,
 * which is put away while the run is idle.
 *
 * <p>Not thread-safe; guarded by the run's lock.
 */
final class Watch {

  private final DetectorSlot[] slots;

  // Those that hear of each moment: most detectors of a run hear of few.
  private final DetectorSlot[] hearingOfTurns;
  private final DetectorSlot[] hearingOfChangedHistory;
  private final DetectorSlot[] hearingBeforeSteps;
  private final DetectorSlot[] hearingAfterSteps;
  private final DetectorSlot[] hearingOfTurnEnds;

  private final CallPolicies callPolicies;
  private final NudgeMemory nudges;
  private final Findings findings;
  private final RecentActions recent = new RecentActions();
  private final boolean readsWords;

  /** Has seen nothing. */
  Watch(TaskPlan plan, RunPosition position, Usage usage, Outbox outbox) {
    List<Detector> active = new ArrayList<>();
    List<DetectorPolicy> settings = new ArrayList<>();
    boolean remembers = false;
    boolean words = false;
    for (DetectorPolicy each : plan.policy().detectors()) {
      if (each.mode() != Mode.OFF) {
        Detector made = plan.newDetector(each);
        for (Detector earlier : active) {
          made.shareReading(earlier);
        }
        active.add(made);
        settings.add(each);
        remembers |= made.nudgesAreRemembered();
        words |= made.readsWords();
      }
    }
    this.nudges = new NudgeMemory(remembers);
    this.callPolicies = new CallPolicies(plan);
    this.findings = new Findings(plan, position, usage, outbox, nudges, callPolicies);
    this.slots = new DetectorSlot[active.size()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new DetectorSlot(findings, i, active.get(i), settings.get(i));
    }
    this.hearingOfTurns = hearing(Detector.TURN_STARTED);
    this.hearingOfChangedHistory = hearing(Detector.TURN_STARTED | Detector.HISTORY_CHANGED);
    this.hearingBeforeSteps = hearing(Detector.BEFORE_STEP);
    this.hearingAfterSteps = hearing(Detector.AFTER_STEP);
    this.hearingOfTurnEnds = hearing(Detector.TURN_ENDED);
    this.readsWords = words;
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

  /** Whether a detector reads the words of every call's arguments. */
  boolean readsWords() {
    return readsWords;
  }

  /** Whether a step is being judged; whoever asks without the lock sees it a little later. */
  boolean isJudgingStep() {
    return findings.isJudgingStep();
  }

  /** The last actions in short form. */
  List<String> lastActions() {
    return recent.oldestFirst();
  }

  /** A call begins to be judged: of a step that is over, or if null, of something else. */
  void begin(@Nullable Step stepThatIsOver) {
    findings.begin(stepThatIsOver);
  }

  /** A person spoke: what the model was nudged about before is another matter. */
  void personSpoke() {
    nudges.clear();
  }

  void turnStarted(Turn turn) {
    boolean changed = turn.userMessageBefore() || turn.compactedBefore();
    for (DetectorSlot slot : changed ? hearingOfChangedHistory : hearingOfTurns) {
      slot.turnStarted(turn);
    }
  }

  void beforeStep(Step step) {
    findings.stepBegins(step);
    for (DetectorSlot slot : hearingBeforeSteps) {
      slot.beforeStep(step);
    }
  }

  /** A step is over; a stop reason may name it. */
  void remember(Step step) {
    recent.add(step);
  }

  void afterStep(Step step) {
    nudges.stepped(step);
    callPolicies.stepped(step);
    for (DetectorSlot slot : hearingAfterSteps) {
      slot.afterStep(step);
    }
  }

  /**
   * A turn is over.
   *
   * @return whether it completed a progress that takes nudges back
   */
  boolean turnEnded(Turn turn) {
    findings.turnEnds(true);
    for (DetectorSlot slot : hearingOfTurnEnds) {
      slot.turnEnded(turn);
    }
    findings.turnEnds(false);
    callPolicies.turnEnded();
    return nudges.turnEnded();
  }

  /** The call at hand is judged: what it is answered with, or null for nothing. */
  Findings.@Nullable Strongest conclude() {
    return findings.conclude();
  }

  /** What each detector has to say about what it judged last. */
  List<Explanation> explain() {
    List<Explanation> explanations = new ArrayList<>();
    for (DetectorSlot slot : slots) {
      slot.explain(explanations);
    }
    return explanations;
  }

  /** Repetition is counted from zero again. */
  void startAnew() {
    nudges.clear();
    for (DetectorSlot slot : slots) {
      slot.reset();
    }
  }

  /** Repetition is counted from zero again, and no action is remembered. */
  void reset() {
    findings.forgetNudge();
    recent.clear();
    startAnew();
  }

  /** Writes everything but the recent actions. */
  void save(DataOutput out) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.save(out);
    }
    nudges.save(out);
    callPolicies.save(out);
    findings.save(out);
  }

  /** Goes on where one of the same plan was; for one that has seen nothing. */
  void restore(DataInput in) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.restore(in);
    }
    nudges.restore(in);
    callPolicies.restore(in);
    findings.restore(in);
  }

  void saveLastActions(DataOutput out) throws IOException {
    recent.save(out);
  }

  void restoreLastActions(DataInput in) throws IOException {
    recent.restore(in);
  }
}
