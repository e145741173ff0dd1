package io.loophalt.core.run;

import io.loophalt.core.policy.Intervention;

/**
 * The default texts to the model. Each states what was seen first, because a model that is told
 * only to "try something else" tends to rephrase the same attempt.
 */
final class Wording {

  private Wording() {}

  /** What the last model call of a halted run is told. */
  static String lastCall(String seen) {
    return "[Loophalt] The run was stopped: "
        + seen
        + ". No further tool calls will be carried out. Finish now, in this answer: give the"
        + " partial results there are, and say plainly what was not done and why.";
  }

  /** The text for the n-th rung of a ladder, 0-based. */
  static String forRung(Intervention intervention, int rungsBefore, String seen) {
    String notice = "[Loophalt] No progress: " + seen + ". ";
    if (intervention == Intervention.ESCALATE) {
      return notice
          + "What was tried so far does not work and will not work. Use a completely different tool"
          + " or method, or question the assumption behind it.";
    }
    if (rungsBefore == 0) {
      return notice
          + "Revise the plan: say what the attempts so far had in common, then change that instead"
          + " of repeating it in other words.";
    }
    return notice
        + "The run will be stopped soon. Either try a completely different tool or method, or"
        + " finish now with partial results and say what was not accomplished.";
  }
}
