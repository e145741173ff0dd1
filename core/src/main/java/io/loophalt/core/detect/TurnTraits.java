package io.loophalt.core.detect;

/**
 * What a turn may have that makes it matter to a detector: bits that {@link TurnAtHand} finds out
 * once for all detectors that judge turns.
 *
 * <p>A healthy turn has few, so that of a dozen detectors most need not be asked about it.
 */
public final class TurnTraits {

  /** Every turn has it. */
  public static final int ANY = 1;

  /** The outcome of a call tells of a failure. */
  public static final int FAILS = 1 << 1;

  /** A call edits a text. */
  public static final int EDITS = 1 << 2;

  /** A tool that only reads was called. */
  public static final int READS = 1 << 3;

  /** A tool gave an outcome that it gave before. */
  public static final int KNOWN_ANSWER = 1 << 4;

  /** Those that a single step gives its turn. */
  static final int OF_STEPS = FAILS | EDITS | READS | KNOWN_ANSWER;

  /** A call had an outcome that it had before. */
  public static final int REPEATS = 1 << 5;

  /** Nothing new came of it, and nothing may have been changed. */
  public static final int STANDS_STILL = 1 << 6;

  /** A call waits, or has waited since the budget of waiting was granted. */
  public static final int WAITS = 1 << 7;

  private TurnTraits() {}
}
