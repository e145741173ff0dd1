package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A detector that judges whole turns: what all their calls together brought, in whatever order they
 * ended.
 *
 * <p>Turns without a tool call are passed over. A message of the user ends every repetition: who is
 * asked to do it again does nothing wrong. A turn whose calls all wait for something is patient
 * (see {@link Patience}); it is judged by {@link #judgePatient} and nothing else, so that waiting
 * neither counts as repetition nor ends one.
 *
 * <p>A detector is told only of turns that it {@linkplain #heeds heeds}: it must not count turns by
 * the calls of its own methods, unless it heeds them all.
 */
public abstract class TurnDetector implements Detector {

  private final String name;
  private final int stepsLookedBack;
  private @Nullable TurnAtHand turn;
  private boolean turnIsShared;
  private int judged;
  private int heeded = TurnTraits.ANY;

  /** For a rule that compares a turn at most with the one before it. */
  protected TurnDetector(String name) {
    this(name, 0);
  }

  /** For a rule that compares a turn with so many steps of turns before it. */
  protected TurnDetector(String name, int stepsLookedBack) {
    this.name = name;
    this.stepsLookedBack = stepsLookedBack;
  }

  /** All calls of a turn have their outcome; at least one did more than wait. */
  protected abstract void judge(StepsOfTurn steps, FindingSink sink);

  /** A turn did nothing but wait, for the {@code repeats}th time. */
  protected void judgePatient(int repeats, FindingSink sink) {}

  /**
   * Those {@link TurnTraits} of which the next turn must have one if judging it is to change
   * anything, as the state of the rule is now: in what the rule remembers, in what it shares with
   * others, or in what it reported last. Of other turns it is not told. Asked after each turn that
   * was judged.
   */
  protected int heeds() {
    return TurnTraits.ANY;
  }

  /** The history was condensed: the model may have forgotten what it saw. */
  protected void compacted() {}

  /** Whether the rule {@linkplain #read reads} each step itself. */
  protected boolean readsSteps() {
    return false;
  }

  /** A step has its outcome, whose words are there for as long as this call. */
  protected void read(Step step) {}

  /**
   * A model has answered, after what a message of the user or a condensed history has made of the
   * rule; told to rules that {@linkplain #readsSteps read steps}. The answer's text is there for as
   * long as this call.
   */
  protected void answered(Turn turn) {}

  /**
   * A turn without a tool call is over, nothing was said before it by anybody but the agent, and
   * another model call follows. Who answers a person, be it the tenth "go on", is not idle.
   */
  protected void judgeIdle(FindingSink sink) {}

  /** Forgets everything of the rule itself. */
  protected abstract void clear();

  protected abstract void saveRule(DataOutput out) throws IOException;

  protected abstract void restoreRule(DataInput in) throws IOException;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int moments() {
    int ofSteps = readsSteps() ? AFTER_STEP | ANSWERED : turnIsShared ? 0 : AFTER_STEP;
    return HISTORY_CHANGED | TURN_ENDED | ofSteps;
  }

  @Override
  public boolean nudgesAreRemembered() {
    return true;
  }

  @Override
  public final void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      reset();
      sink.startsAnew();
    }
    if (turn.compactedBefore()) {
      compacted();
    }
    if (readsSteps()) {
      answered(turn);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>What a step is read for is the same for all detectors of this kind; a dozen of them would
   * otherwise read each step a dozen times.
   */
  @Override
  public void shareReading(Detector earlier) {
    if (earlier instanceof TurnDetector other) {
      turn = other.turn();
      needs(turn);
      turnIsShared = true;
    }
  }

  @Override
  public final void afterStep(Step step, FindingSink sink) {
    if (!turnIsShared) {
      turn().add(step);
    }
    if (readsSteps()) {
      read(step);
    }
  }

  @Override
  public final void turnEnded(Turn ended, FindingSink sink) {
    TurnAtHand ending = turn();
    StepsOfTurn steps = ending.end();
    int number = ending.number();
    if (number == judged) { // it had no steps
      if (ended.toolCalls() == 0 && ended.prompt() == Turn.Prompt.NONE) {
        judgeIdle(sink);
      }
      return;
    }
    judged = number;
    if ((ending.traits() & heeded) == 0) {
      return;
    }
    if (ending.onlyWaited()) {
      judgePatient(ending.patientRepeats(), sink);
    } else {
      judge(steps, sink);
    }
    heeded = heeds();
  }

  @Override
  public final void reset() {
    turn().clear();
    clear();
    heeded = TurnTraits.ANY;
  }

  @Override
  public final void save(DataOutput out) throws IOException {
    if (!turnIsShared) {
      turn().save(out);
    }
    SmallNumbers.write(out, heeded);
    saveRule(out);
  }

  @Override
  public final void restore(DataInput in) throws IOException {
    judged = turn().number();
    if (!turnIsShared) {
      turn().restore(in);
    }
    heeded = SmallNumbers.readInt(in);
    restoreRule(in);
  }

  /**
   * What is known in common with other detectors. Made when first needed: of the dozen such
   * detectors of a run, one has its own.
   */
  protected final TurnAtHand turn() {
    TurnAtHand known = turn;
    if (known == null) {
      known = new TurnAtHand();
      needs(known);
      turn = known;
    }
    return known;
  }

  private void needs(TurnAtHand known) {
    known.lookBack(stepsLookedBack);
    if (readsSteps()) {
      known.readWords();
    }
  }
}
