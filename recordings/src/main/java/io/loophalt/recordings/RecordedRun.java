package io.loophalt.recordings;

import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.util.List;
import java.util.Locale;
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
   * @param calls its calls, in the order in which they ended; empty for an idle turn
   * @param answeredMillis when the answer was there, as far as the recording tells: milliseconds
   *     since the run began, 0 if it does not
   * @param firstPosition 0-based position of its first entry in the recording, an idle turn being
   *     one entry
   * @param forgettings what the application told the agent to forget meanwhile, in order
   */
  public record RecordedTurn(
      Turn turn,
      List<LazyStep> calls,
      long answeredMillis,
      int firstPosition,
      List<Forgetting> forgettings) {

    /** Copies the lists. */
    public RecordedTurn {
      calls = List.copyOf(calls);
      forgettings = List.copyOf(forgettings);
    }

    /** A turn in which nothing was to be forgotten, as in recordings that do not tell. */
    public RecordedTurn(Turn turn, List<LazyStep> calls, long answeredMillis, int firstPosition) {
      this(turn, calls, answeredMillis, firstPosition, List.of());
    }

    /** The steps that its calls are where no settings say anything of their tools. */
    public List<Step> steps() {
      return calls.stream().map(LazyStep::step).toList();
    }

    /**
     * When the last of its calls was over, or the answer was there, milliseconds since the run
     * began; 0 if the recording does not tell.
     */
    public long lastMillis() {
      long last = answeredMillis;
      for (LazyStep step : calls) {
        last = Math.max(last, step.source().endMillis());
      }
      return last;
    }

    /** Position of the last entry. */
    public int lastPosition() {
      return firstPosition + Math.max(0, calls.size() - 1);
    }
  }

  /**
   * The application said that repetition counts from zero again.
   *
   * @param reset whether by resetting the run, else by reporting progress
   * @param stepsOver how many steps of the turn were over, {@link #BEFORE_ANSWER} if the model had
   *     not answered yet
   * @param inStep whether the next step had begun
   */
  public record Forgetting(boolean reset, int stepsOver, boolean inStep) {

    /** Before the turn began. */
    public static final int BEFORE_ANSWER = -1;
  }

  /**
   * What came of a run by a word or a number that stands for it, such as {@code true}, {@code
   * Success} or {@code 1}, and {@code false}, {@code failed} or {@code 0}.
   *
   * @return whether the task succeeded; null for what says neither
   */
  public static @Nullable Boolean outcomeOf(String said) {
    return switch (said.strip().toLowerCase(Locale.ROOT)) {
      case "true", "1", "1.0", "success", "succeeded", "successful", "passed", "resolved" -> true;
      case "false", "0", "0.0", "failure", "failed", "unsuccessful", "unresolved" -> false;
      default -> null;
    };
  }

  /** Number of entries: tool calls and idle turns. */
  public int entries() {
    return turns.isEmpty() ? 0 : turns.get(turns.size() - 1).lastPosition() + 1;
  }
}
