package io.loophalt.operations.timeline;

import java.util.List;
import java.util.Map;

/**
 * The story of a halted run.
 *
 * @param rows in order
 * @param turns what is known of its turns by their numbers
 * @param compared the steps whose call or outcome the halt was about
 * @param whole whether the steps were logged; else the rows are the last actions that the halt
 *     names, without turns and times
 */
public record Timeline(
    List<TimelineRow> rows, Map<Integer, TurnUse> turns, Compared compared, boolean whole) {

  /**
   * What one turn used.
   *
   * @param model as it is shown, empty if unknown
   * @param tokens in both directions
   */
  public record TurnUse(String model, long tokens) {}

  /**
   * What a halt says is the same, and where it was met.
   *
   * @param action digest of the call, {@link io.loophalt.core.detect.Step#ABSENT} if none was
   * @param outcome digest of its outcome, likewise
   * @param withCall numbers of the steps with that call
   * @param withOutcome numbers of the steps with that outcome
   */
  public record Compared(
      long action, long outcome, List<Integer> withCall, List<Integer> withOutcome) {

    /** Looks for them in a run's steps. */
    public static Compared in(List<TimelineStep> steps, long action, long outcome) {
      return new Compared(
          action,
          outcome,
          steps.stream()
              .filter(step -> action != 0 && step.action() == action)
              .map(TimelineStep::number)
              .toList(),
          steps.stream()
              .filter(step -> outcome != 0 && (step.outcome() == outcome || step.gist() == outcome))
              .map(TimelineStep::number)
              .toList());
    }
  }
}
