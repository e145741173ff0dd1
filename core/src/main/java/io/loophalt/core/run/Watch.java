package io.loophalt.core.run;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.memory.PastLoopDetector;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.Findings.FiredRung;
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
  private final DetectorSlot[] hearingOfAnswersAlone;
  private final DetectorSlot[] hearingOfAnswers;
  private final DetectorSlot[] hearingOfChangedHistory;
  private final DetectorSlot[] hearingBeforeSteps;
  private final DetectorSlot[] hearingAfterSteps;
  private final DetectorSlot[] hearingOfTurnEnds;

  /** Null where no tool and no action class has ladders of its own. */
  private final @Nullable CallPolicies callPolicies;

  private final RunPosition position;
  private final Outbox outbox;
  private final NudgeMemory nudges;
  private final Findings findings;
  private final RecentActions recent = new RecentActions();

  /** Null before the first nudge. */
  private @Nullable InterventionEffect nudgesEffect;

  private @Nullable InterventionEffect escalationsEffect;

  private final Usage usage;
  private final boolean readsWords;

  /** Null where nothing is known of earlier runs. */
  private final @Nullable PastLoopDetector pastLoops;

  /** Whether some detector hears of a turn when its first call is about to run. */
  final boolean hearsOfCalls;

  /** Whether some detector may find something in a step before it has run. */
  final boolean hearsBeforeSteps;

  // The call at hand: the step that it is about and whether that has its outcome, or null; whether
  // a turn is ending in it; and whether something was found.
  private @Nullable Step step;
  private boolean stepIsOver;
  private boolean turnEnds;
  boolean anyFound;

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
    LoopMemory memory = plan.memory();
    if (memory == null) {
      this.pastLoops = null;
    } else {
      this.pastLoops = new PastLoopDetector(memory, outbox.task());
      active.add(pastLoops);
      settings.add(PastLoopDetector.policy());
    }
    this.position = position;
    this.outbox = outbox;
    this.usage = usage;
    this.nudges = new NudgeMemory(remembers);
    this.callPolicies = plan.anyLadders() ? new CallPolicies(plan) : null;
    this.findings = new Findings(plan, position, usage, outbox, nudges, pastLoops);
    this.slots = new DetectorSlot[active.size()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new DetectorSlot(this, i, active.get(i), settings.get(i));
    }
    this.hearingOfTurns = hearing(Detector.TURN_STARTED);
    this.hearingOfAnswersAlone = hearing(Detector.ANSWERED);
    this.hearingOfAnswers = hearing(Detector.TURN_STARTED | Detector.ANSWERED);
    this.hearingOfChangedHistory =
        hearing(Detector.TURN_STARTED | Detector.ANSWERED | Detector.HISTORY_CHANGED);
    this.hearingBeforeSteps = hearing(Detector.BEFORE_STEP);
    this.hearingAfterSteps = hearing(Detector.AFTER_STEP);
    this.hearingOfTurnEnds = hearing(Detector.TURN_ENDED);
    this.hearsOfCalls = hearingOfTurns.length > 0;
    this.hearsBeforeSteps = hearingBeforeSteps.length > 0;
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
    return step != null;
  }

  /** The last actions in short form. */
  List<String> lastActions() {
    return recent.oldestFirst();
  }

  /** A person spoke: what the model was nudged about before is another matter. */
  void personSpoke() {
    nudges.clear();
    if (pastLoops != null) {
      pastLoops.personSpoke();
    }
  }

  /** A turn begins with its answer. */
  void turnAnswered(Turn turn) {
    boolean changed = turn.userMessageBefore() || turn.compactedBefore();
    for (DetectorSlot slot : changed ? hearingOfChangedHistory : hearingOfAnswers) {
      slot.turnStarted(turn);
    }
  }

  /** A turn begins with a call. Need not be told where {@link #hearsOfCalls} says so. */
  void turnBeginsWithCall(Turn turn) {
    for (DetectorSlot slot : hearingOfTurns) {
      slot.turnStarted(turn);
    }
  }

  /** Turns began with a call since the latest answer: told to those that wait for the next. */
  void callsCameBetween(Turn turn) {
    for (DetectorSlot slot : hearingOfAnswersAlone) {
      slot.turnStarted(turn);
    }
  }

  /** A tool is about to run. Need not be told where {@link #hearsBeforeSteps} says so. */
  void beforeStep(Step begun) {
    step = begun;
    for (DetectorSlot slot : hearingBeforeSteps) {
      slot.beforeStep(begun);
    }
    step = null;
  }

  /** A step is over; it is the call at hand, and a stop reason may name it. */
  void stepEnds(Step ended) {
    step = ended;
    stepIsOver = true;
    InterventionEffect nudged = nudgesEffect;
    if (nudged != null && nudged.isAwaited()) {
      usage.nudgesFollowedByNews(nudged.stepped(ended, recent));
    }
    InterventionEffect escalated = escalationsEffect;
    if (escalated != null && escalated.isAwaited()) {
      usage.escalationsFollowedByNews(escalated.stepped(ended, recent));
    }
    recent.add(ended);
    if (position.isBoundaryGuessed()) {
      findings.growRow(ended);
    }
  }

  /** The step that is over counts. */
  void afterStep(Step ended) {
    nudges.stepped(ended);
    if (callPolicies != null) {
      callPolicies.stepped(ended);
    }
    for (DetectorSlot slot : hearingAfterSteps) {
      slot.afterStep(ended);
    }
  }

  /**
   * A turn is over.
   *
   * @return whether it completed a progress that takes nudges back
   */
  boolean turnEnded(Turn turn) {
    turnEnds = true;
    for (DetectorSlot slot : hearingOfTurnEnds) {
      slot.turnEnded(turn);
    }
    turnEnds = false;
    if (callPolicies != null) {
      callPolicies.turnEnded();
    }
    if (pastLoops != null) {
      PastLoopDetector.WayOn on = pastLoops.turnEnded();
      if (on != null) {
        outbox.loopSeen(on.detector(), on.parts(), on.next());
      }
    }
    return nudges.turnEnded();
  }

  /** Whether some tools or action classes have ladders of their own. */
  boolean hasOtherLadders() {
    return callPolicies != null;
  }

  /**
   * The ladder that a detector's report climbs: its own, unless the tool or the action class of the
   * call at hand has another for it. A report about a whole turn, whose calls end in any order,
   * climbs the one among the ladders of its calls that halts last.
   *
   * @param of the tool or action class that the report is about, empty for all calls at hand
   */
  Ladder ladderAtHand(String detector, String of, Ladder own) {
    CallPolicies others = callPolicies;
    if (others == null) {
      return own;
    }
    if (turnEnds) {
      return others.ladderForTurn(detector, of, own);
    }
    return step == null ? own : others.ladderForCall(detector, own, step);
  }

  /** A rung of a detector's ladder fired, in the call at hand. */
  void fired(FiredRung rung) {
    anyFound = true;
    findings.add(rung, step, stepIsOver, recent);
  }

  /** The call at hand is judged: what it is answered with, or null for nothing. */
  Findings.@Nullable Strongest conclude() {
    step = null; // it holds what the application returned
    stepIsOver = false;
    if (!anyFound) {
      return null;
    }
    anyFound = false;
    Findings.Strongest found = findings.conclude();
    if (found != null) {
      count(found.finding().intervention());
    }
    if (pastLoops != null && found != null && !found.fired().isOfTalk()) {
      noteLoop(pastLoops, found.finding());
    }
    return found;
  }

  private void count(Intervention intervention) {
    if (intervention == Intervention.NUDGE) {
      usage.nudged();
      nudgesEffect = waiting(nudgesEffect);
    } else if (intervention == Intervention.ESCALATE) {
      usage.escalated();
      escalationsEffect = waiting(escalationsEffect);
    }
  }

  private InterventionEffect waiting(@Nullable InterventionEffect known) {
    InterventionEffect awaited = known == null ? new InterventionEffect() : known;
    awaited.began(position.stepsBegun());
    return awaited;
  }

  private void noteLoop(PastLoopDetector noting, Finding found) {
    if (found.intervention() != Intervention.HALT) {
      noting.nudged(found.detector());
      return;
    }
    List<LoopSeen.Part> loop = noting.loopAtHand();
    if (!loop.isEmpty()) {
      outbox.loopSeen(found.detector(), loop, null);
    }
  }

  /**
   * The run was watched under other settings.
   *
   * @param acted whether anything came of what was found
   * @param acts whether anything does now
   */
  void goesOnFrom(Watch before, boolean acted, boolean acts) {
    for (int i = 0; i < slots.length; i++) {
      slots[i].goesOnFrom(before.slots[i], acted, acts);
    }
  }

  /** How far each rule that counts anything has come. */
  List<Standing> standings() {
    List<Standing> standings = new ArrayList<>();
    for (DetectorSlot slot : slots) {
      slot.stand(standings);
    }
    return standings;
  }

  /** The call at hand is answered without regard to what was found, or broke off. */
  void forgetCallAtHand() {
    step = null;
    stepIsOver = false;
    turnEnds = false;
    anyFound = false;
    findings.clear();
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
    nudgesEffect = null;
    escalationsEffect = null;
    recent.clear();
    startAnew();
  }

  /** Writes everything but the recent actions. */
  void save(DataOutput out) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.save(out);
    }
    nudges.save(out);
    CallPolicies.save(callPolicies, out);
    findings.save(out);
    InterventionEffect.save(nudgesEffect, out);
    InterventionEffect.save(escalationsEffect, out);
  }

  /** Goes on where one of the same plan was; for one that has seen nothing. */
  void restore(DataInput in) throws IOException {
    for (DetectorSlot slot : slots) {
      slot.restore(in);
    }
    nudges.restore(in);
    CallPolicies.restore(callPolicies, in);
    findings.restore(in);
    nudgesEffect = InterventionEffect.restored(in);
    escalationsEffect = InterventionEffect.restored(in);
  }

  void saveLastActions(DataOutput out) throws IOException {
    recent.save(out);
  }

  void restoreLastActions(DataInput in) throws IOException {
    recent.restore(in);
  }
}
