package io.loophalt.agent.replay;

import io.loophalt.agent.detect.Turn;
import io.loophalt.agent.run.RunStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run.
 *
 * @param id the recording's name for it
 * @param task the task, for the choice of thresholds; empty if unknown
 * @param outcome whether the task succeeded; null if unknown
 * @param turns in order
 */
public record RecordedRun(
    String id, String task, @Nullable Boolean outcome, List<RecordedTurn> turns) {

  /** Copies the turns. */
  public RecordedRun {
    turns = List.copyOf(turns);
  }

  /**
   * One model answer and the calls it asked for.
   *
   * @param turn the answer
   * @param steps its calls, in the order in which they ended; empty for an idle turn
   * @param firstPosition 0-based position of its first entry in the recording, an idle turn being
   *     one entry
   */
  public record RecordedTurn(Turn turn, List<RunStep> steps, int firstPosition) {

    /** Copies the steps. */
    public RecordedTurn {
      steps = List.copyOf(steps);
    }

    /** Position of the last entry. */
    public int lastPosition() {
      return firstPosition + Math.max(0, steps.size() - 1);
    }
  }

  /** Number of entries: tool calls and idle turns. */
  public int entries() {
    return turns.isEmpty() ? 0 : turns.get(turns.size() - 1).lastPosition() + 1;
  }
}
