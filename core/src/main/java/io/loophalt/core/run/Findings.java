package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.memory.PastLoopDetector;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the detectors find in the call at hand, and which of it intervenes: the strongest, unless
 * another detector nudged about the same trouble a moment ago.
 *
 * <p>Not thread-safe; guarded by the run's lock. Entered only when a rung has fired, or where the
 * calls may be of several conversations.
 */
final class Findings {

  /** In place of a detector's number. */
  private static final int NOBODY = -1;

  /** In a saved state: what follows first is the row, which is told of no other runs. */
  private static final int ROW = -2;

  /**
   * A rung that fired.
   *
   * @param detector whose report it was
   * @param number how many detectors of the run are asked before that one
   * @param acts whether anything is to follow from what the detector finds
   * @param rule the rule of the detector
   * @param count the count that it reported
   * @param ladder what was climbed
   * @param rung how far
   */
  record FiredRung(
      Detector detector,
      int number,
      boolean acts,
      String rule,
      int count,
      Ladder ladder,
      Rung rung) {

    /** Whether it is about turns without a tool call. */
    boolean isOfTalk() {
      return detector.stopKind(rule) == StopReason.Kind.STALL;
    }

    /** How many rungs of the ladder are below it. */
    int rungsBelow() {
      int below = 0;
      for (Rung each : ladder.rungs()) {
        if (each.at() >= rung.at()) {
          break;
        }
        below++;
      }
      return below;
    }
  }

  /**
   * What a call is answered with.
   *
   * @param matter what is repeated, see {@link NudgeMemory#matterAtHand}
   * @param calls those that failed, see {@link NudgeMemory#failedAtHand}
   * @param message the text for the model, empty at a halt
   */
  record Strongest(FiredRung fired, Finding finding, long matter, long calls, String message) {

    private boolean isWeakerThan(Intervention other) {
      return finding.intervention().compareTo(other) < 0;
    }

    /** What kind of halt it is, if it is one. */
    StopReason.Kind stopKind() {
      return fired.detector().stopKind(fired.rule());
    }

    /** The model that is configured for an escalation, or null. */
    @Nullable String model() {
      return fired.rung().model();
    }
  }

  private final TaskPlan plan;
  private final RunPosition position;
  private final Usage usage;
  private final Outbox outbox;
  private final NudgeMemory nudges;
  private final @Nullable PastLoopDetector pastLoops;

  /** Of the call at hand. */
  private @Nullable Strongest strongest;

  // The same call with the same outcome, so often without any other between; where it matters.
  private long rowAction;
  private long rowOutcome;
  private int row;

  // The nudge given last, by which detector, and the turn it was given in.
  private int nudgedBy = NOBODY;
  private int nudgedInTurn;

  /** Nothing was found. */
  Findings(
      TaskPlan plan,
      RunPosition position,
      Usage usage,
      Outbox outbox,
      NudgeMemory nudges,
      @Nullable PastLoopDetector pastLoops) {
    this.plan = plan;
    this.position = position;
    this.usage = usage;
    this.outbox = outbox;
    this.nudges = nudges;
    this.pastLoops = pastLoops;
  }

  /** Nothing was found in the call at hand. */
  void clear() {
    strongest = null;
  }

  /** A step of a run whose calls may be of several conversations is over. */
  void growRow(Step over) {
    boolean same = over.action() == rowAction && over.gist() == rowOutcome;
    row = same ? row + 1 : 1;
    rowAction = over.action();
    rowOutcome = over.gist();
  }

  /**
   * Whether so much repetition is evidence enough for a halt. Where the calls may be of several
   * conversations it is only if nothing else happened in between.
   */
  private boolean mayHalt(int count, @Nullable Step step, boolean stepIsOver) {
    if (!position.isBoundaryGuessed()) {
      return true;
    }
    boolean onceMore = step != null && !stepIsOver && step.action() == rowAction;
    return row + (onceMore ? 1 : 0) >= count;
  }

  /**
   * A rung of a detector's ladder fired, in the call at hand.
   *
   * @param step the step that is judged, null if something else is
   * @param stepIsOver whether the step has its outcome
   * @param recent the calls before
   */
  void add(FiredRung fired, @Nullable Step step, boolean stepIsOver, RecentActions recent) {
    Detector detector = fired.detector();
    boolean observedOnly = !plan.acts() || !fired.acts();
    boolean ignored = ignoresNudges(fired);
    Intervention intervention = ignored ? Intervention.HALT : fired.rung().intervention();
    if (intervention == Intervention.HALT
        && !fired.isOfTalk()
        && !mayHalt(fired.count(), step, stepIsOver)) {
      intervention = Intervention.NUDGE;
    }
    String why = detector.explain();
    String advice = intervention == Intervention.HALT ? detector.advice() : "";
    String seen =
        detector.describe(fired.rule(), fired.count())
            + (why.isEmpty() ? "" : ": " + why)
            + (ignored ? ", again, after two nudges about it" : "")
            + (advice.isEmpty() ? "" : " (" + advice + ")");
    if (step != null) {
      usage.markRepeated(step.tool());
    }
    Finding finding =
        new Finding(
            detector.name(),
            fired.rule(),
            fired.count(),
            intervention,
            observedOnly,
            position.stepsBegun(),
            step == null ? position.openTurnIndex() : step.turn(),
            step == null ? Step.ABSENT : step.action(),
            step == null || !stepIsOver ? Step.ABSENT : step.gist(),
            seen);
    outbox.found(finding);
    if (!observedOnly && (strongest == null || strongest.isWeakerThan(intervention))) {
      // A halt has words of its own.
      String message =
          intervention == Intervention.HALT
              ? ""
              : plan.wording().forRung(fired, intervention, finding.description(), step, recent);
      long matter = nudges.matterAtHand();
      strongest = new Strongest(fired, finding, matter, nudges.failedAtHand(), message);
    }
  }

  private boolean ignoresNudges(FiredRung fired) {
    Detector detector = fired.detector();
    Integer haltsAt = fired.ladder().haltsAt();
    return fired.rung().intervention() != Intervention.HALT
        && haltsAt != null
        && detector.nudgesAreRemembered()
        && nudges.wasIgnored(detector.name(), haltsAt);
  }

  /**
   * The call at hand is judged.
   *
   * @return what it is answered with, or null for nothing
   */
  @Nullable Strongest conclude() {
    Strongest found = strongest;
    strongest = null;
    if (found == null) {
      return null;
    }
    Intervention intervention = found.finding().intervention();
    if (intervention == Intervention.HALT) {
      return found;
    }
    FiredRung fired = found.fired();
    if (intervention == Intervention.NUDGE && saysTheSameAgain(fired)) {
      return null;
    }
    if (pastLoops != null && fired.detector() == pastLoops) {
      // Whoever is told of the past is halted where all others are: it counts for nothing else.
      pastLoops.toldIn(position.openTurnIndex());
      return found;
    }
    nudgedBy = fired.number();
    nudgedInTurn = position.openTurnIndex();
    int count = found.finding().count();
    nudges.nudged(fired.detector().name(), found.matter(), found.calls(), count);
    boolean saidTheSame = pastLoops != null && pastLoops.hasJustTold(nudgedInTurn);
    return intervention == Intervention.NUDGE && saidTheSame ? null : found;
  }

  /**
   * Whether another detector nudged about the same trouble a moment ago. Detectors see one loop
   * from several sides; the model is told once, and has had a turn to react before it is told
   * again.
   */
  private boolean saysTheSameAgain(FiredRung fired) {
    return nudgedBy != NOBODY
        && nudgedBy != fired.number()
        && position.openTurnIndex() - nudgedInTurn <= 1;
  }

  /** Any detector may nudge next. */
  void forgetNudge() {
    nudgedBy = NOBODY;
  }

  void save(DataOutput out) throws IOException {
    if (position.isBoundaryGuessed() && row > 0) {
      SmallNumbers.write(out, ROW);
      SmallNumbers.writeUnsigned(out, row);
      out.writeLong(rowAction);
      out.writeLong(rowOutcome);
    }
    SmallNumbers.write(out, nudgedBy);
    SmallNumbers.write(out, nudgedInTurn);
  }

  void restore(DataInput in) throws IOException {
    int first = SmallNumbers.readInt(in);
    row = 0;
    if (first == ROW) {
      row = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), Integer.MAX_VALUE);
      rowAction = in.readLong();
      rowOutcome = in.readLong();
      first = SmallNumbers.readInt(in);
    }
    nudgedBy = first;
    nudgedInTurn = SmallNumbers.readInt(in);
  }
}
