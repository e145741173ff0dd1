package io.loophalt.core.event;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.policy.Intervention;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ladder reached a rung, or a ceiling was passed.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param intervention what was done, or would have been; never {@code NONE}
 * @param enforced false when the agent or the detector only watches
 * @param stopReason why the run was stopped; null if it was not
 * @param detector the detector or ceiling
 * @param rule the rule inside it
 * @param count the count that reached the rung, or the value that passed the ceiling
 * @param step 0-based number of the latest step; -1 if there was none yet
 * @param turn 0-based number of the latest turn; -1 if there was none yet
 * @param action digest of the action it was found at, {@code Step.ABSENT} if it was found at a turn
 * @param outcome digest of that action's failure or result, {@code Step.ABSENT} if unknown
 * @param lastActions at a halt, the most recent actions in short form, oldest first: tool and
 *     fingerprint, never contents
 * @param description one clause for a person: what was found, or of a halt all that is known
 */
public record Intervened(
    Instant time,
    String runId,
    String task,
    Intervention intervention,
    boolean enforced,
    @Nullable Kind stopReason,
    String detector,
    String rule,
    long count,
    long step,
    long turn,
    long action,
    long outcome,
    List<String> lastActions,
    String description)
    implements Event {

  /** Copies the list. */
  public Intervened {
    lastActions = List.copyOf(lastActions);
  }

  /** The same of a run of which is only told, so that nothing was done. */
  public Intervened notEnforced() {
    return new Intervened(
        time,
        runId,
        task,
        intervention,
        /* enforced= */ false,
        stopReason,
        detector,
        rule,
        count,
        step,
        turn,
        action,
        outcome,
        lastActions,
        description);
  }

  /** Whether this is what followed from a finding in the same run. */
  public boolean followsFrom(Finding finding) {
    return detector.equals(finding.detector())
        && rule.equals(finding.rule())
        && intervention == finding.intervention()
        && step == finding.step() - 1L
        && turn == finding.turn();
  }

  @Override
  public boolean urgent() {
    return enforced && intervention == Intervention.HALT;
  }
}
