package io.loophalt.recordings;

import io.loophalt.core.policy.Intervention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said of one run: where it would have been nudged, escalated and halted, and what would
 * have been saved.
 *
 * <p>Positions are 0-based and count the entries of the recording: tool calls, and replies without
 * one.
 *
 * @param id the recording's name for the run
 * @param preset the preset that judged it, with its version if it has several; null if its log does
 *     not say
 * @param entries how many there are
 * @param nudgedAt position of the first nudge that is delivered, or null
 * @param escalatedAt position of the first escalation that is delivered, or null
 * @param haltedAt position of the halt, or null
 * @param detector what halted it, or else gave the first intervention; null if nothing did
 * @param stopKind {@code done} if it was not halted
 * @param stopDetail one sentence, empty if it was not halted
 * @param findings in order
 * @param tokensTotal tokens in both directions of the whole recording, as far as they are recorded
 * @param tokensAfterHalt those of the turns after the halt
 * @param outcome whether the task succeeded; null if unknown
 * @param anew false when this is what happened then, not what the engine says now
 */
public record RunReport(
    String id,
    @Nullable String preset,
    int entries,
    @Nullable Integer nudgedAt,
    @Nullable Integer escalatedAt,
    @Nullable Integer haltedAt,
    @Nullable String detector,
    String stopKind,
    String stopDetail,
    List<Found> findings,
    long tokensTotal,
    long tokensAfterHalt,
    @Nullable Boolean outcome,
    boolean anew) {

  /**
   * A rung that fired.
   *
   * @param position where
   * @param turn 0-based number of the turn
   * @param detector the detector or ceiling
   * @param count what it counted
   * @param intervention what the ladder asks for
   * @param observed whether nothing follows, because the detector or the agent only watches
   * @param delivered whether it was done: not when only watched, nor when another finding of the
   *     same moment was told in its place
   */
  public record Found(
      int position,
      long turn,
      String detector,
      long count,
      Intervention intervention,
      boolean observed,
      boolean delivered) {}

  /** Copies the findings. */
  public RunReport {
    findings = List.copyOf(findings);
  }

  /** How many entries follow the halt, 0 if there was none. */
  public int entriesAfterHalt() {
    return haltedAt == null ? 0 : Math.max(0, entries - haltedAt - 1);
  }
}
