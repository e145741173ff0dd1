package io.loophalt.core.detect;

import io.loophalt.StopReason;

/** What a {@link CountingDetector} counts, and what ends the row. */
public abstract class Counted {

  /** When it is known that one more has come. */
  public enum At {
    /** A turn, as soon as it is answered; one of which only calls are seen never counts. */
    ANSWER(Detector.ANSWERED),
    /** As {@code ANSWER}, when another one is answered: the last turn of a run never counts. */
    NEXT_ANSWER(Detector.ANSWERED),
    /** A call, when it has run; any other call ends the row. */
    CALL(Detector.HISTORY_CHANGED | Detector.AFTER_STEP),
    /** A turn, when all its calls have run, if one of them counts; any other turn ends the row. */
    TURN_END(Detector.TURN_STARTED | Detector.AFTER_STEP | Detector.TURN_ENDED);

    final int moments;

    At(int moments) {
      this.moments = moments;
    }
  }

  private final String rule;
  private final StopReason.Kind stopKind;
  private final String inARow;
  private final At at;

  /**
   * Describes it.
   *
   * @param rule the rule's name in what is reported
   * @param stopKind what a halt by it is called in the stop reason
   * @param inARow what a number of them is, for a person: {@code turns in a row without a tool
   *     call}
   * @param at when one more is known
   */
  protected Counted(String rule, StopReason.Kind stopKind, String inARow, At at) {
    this.rule = rule;
    this.stopKind = stopKind;
    this.inARow = inARow;
    this.at = at;
  }

  final String rule() {
    return rule;
  }

  final StopReason.Kind stopKind() {
    return stopKind;
  }

  final String inARow() {
    return inARow;
  }

  final At at() {
    return at;
  }

  /** Whether the turn is one more. Asked where answers count. */
  protected boolean counts(Turn turn) {
    return false;
  }

  /** Whether the turn ends the row; one that does not, and is not one more, changes nothing. */
  protected boolean ends(Turn turn) {
    return !counts(turn);
  }

  /** Whether the call, which is over, is one more. Asked where calls count. */
  protected boolean counts(Step step) {
    return false;
  }
}
