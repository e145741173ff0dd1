package io.loophalt.core.run;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.run.Findings.FiredRung;
import org.jspecify.annotations.Nullable;

/**
 * The texts to the model: those of the task, else the default ones. Immutable, thread-safe.
 *
 * <p>The default ones say whom they are from, what was seen, and two ways on. They neither command
 * nor threaten: a coercive note in a tool's result looks like an injected prompt, and models treat
 * it as one. What was seen comes first, because a model that is told only to try something else
 * tends to rephrase the same attempt.
 */
final class Wording {

  private static final String FROM = "[Loophalt] Note of a monitor beside this run: ";
  private static final String ENDING =
      "or an answer with what there is so far, which says what is missing.";

  private static final String FAILED = ", failed";
  private static final String ANSWERED = ", gave an answer";

  private final Messages messages;

  Wording(Messages messages) {
    this.messages = messages;
  }

  /** What the last model call of a run is told that is halted for this. */
  String lastCall(StopReason reason) {
    String seen = reason.detail();
    String own = messages.finish();
    return own == null
        ? FROM
            + "the run has ended: "
            + seen
            + ". Tools are no longer available in it. This answer is its last: it can give the"
            + " partial results there are, and say what is missing and why."
        : filled(own, seen, RecentActions.latestTool(reason.lastActions()), reason.count());
  }

  /**
   * The text for a rung that fired.
   *
   * @param seen what was found, as a clause
   * @param step the call at hand, or null if there is none
   * @param recent the calls before, of which the latest stands for it then
   */
  String forRung(
      FiredRung fired,
      Intervention intervention,
      String seen,
      @Nullable Step step,
      RecentActions recent) {
    String call = step == null ? recent.latestTool() : PrintableText.name(step.tool());
    String own = own(fired, intervention);
    if (own != null) {
      return filled(own, seen, call, fired.count());
    }
    StringBuilder text = new StringBuilder(FROM).append(seen);
    if (!call.isEmpty() && !(step == null && fired.isOfTalk())) {
      boolean failed = step == null ? recent.latestFailed() : step.failure() != Step.ABSENT;
      text.append("; the latest call, of ").append(call).append(failed ? FAILED : ANSWERED);
    }
    return text.append(". ")
        .append(ways(intervention, fired.rungsBelow()))
        .append(ENDING)
        .toString();
  }

  private @Nullable String own(FiredRung fired, Intervention intervention) {
    String ofRung = fired.rung().message();
    if (ofRung != null) {
      return ofRung;
    }
    if (intervention == Intervention.ESCALATE) {
      return messages.escalate();
    }
    return fired.rungsBelow() == 0 ? messages.nudge() : messages.again();
  }

  private static String ways(Intervention intervention, int rungsBelow) {
    if (intervention == Intervention.ESCALATE) {
      return "What these attempts take for granted may not hold. Two ways on: a different tool or"
          + " method; ";
    }
    return rungsBelow == 0
        ? "Two ways on: another approach, which changes what these attempts have in common; "
        : "This was noted before, and nothing new has come of it since. Two ways on: another"
            + " approach; ";
  }

  private static String filled(String text, String seen, String call, long count) {
    return text.replace("{seen}", seen)
        .replace("{call}", call)
        .replace("{count}", Long.toString(count));
  }
}
