package io.loophalt.demo;

import io.loophalt.StopReason;
import io.loophalt.demo.RunReport.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The two runs side by side, as text of at most {@value #WIDTH} columns. */
final class Comparison {

  private static final int WIDTH = 100;
  private static final int MOST_ROWS = 12;
  private static final int NUDGED_ATTEMPT = 3;
  private static final int LAST_ATTEMPT = 5;

  private final RunReport unguarded;
  private final RunReport guarded;
  private final Style style;
  private final String model;

  /**
   * @param model what the agent was run with, in a few words
   */
  Comparison(RunReport unguarded, RunReport guarded, Style style, String model) {
    this.unguarded = unguarded;
    this.guarded = guarded;
    this.style = style;
    this.model = model;
  }

  /** What is not as it should be, if anything. */
  Optional<String> complaint() {
    if (unguarded.ending() != Ending.FRAMEWORK_CAP) {
      return Optional.of(
          "without Loophalt the run should end at LangChain4j's own cap, but it ended by "
              + describe(unguarded));
    }
    if (guarded.ending() != Ending.HALTED) {
      return Optional.of(
          "with Loophalt a LoopHaltException should reach the caller, but the run ended by "
              + describe(guarded));
    }
    if (guarded.attempts().size() != LAST_ATTEMPT) {
      return Optional.of(
          "Loophalt should halt the run at attempt "
              + LAST_ATTEMPT
              + ", but it was attempt "
              + guarded.attempts().size());
    }
    for (int i = 1; i <= NUDGED_ATTEMPT; i++) {
      boolean nudged = !guarded.attempts().get(i - 1).told().isEmpty();
      if (nudged != (i == NUDGED_ATTEMPT)) {
        return Optional.of(
            "Loophalt should first nudge the model at attempt "
                + NUDGED_ATTEMPT
                + ", but at attempt "
                + i
                + " it was "
                + (nudged ? "nudged already" : "not"));
      }
    }
    return Optional.empty();
  }

  private static String describe(RunReport report) {
    return report.ending().inWords() + ": " + report.message();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(style.title("One LangChain4j agent, run twice") + style.quiet("  " + model));
    lines.add(
        "Its task: make a client wait 60 s. The cause is a limit of 30 s behind the setting.");
    lines.add("");
    addTable(lines);
    if (guarded.stopReason() != null) {
      addTimeline(lines, guarded.stopReason());
      addStopReason(lines, guarded.stopReason());
    }
    return lines;
  }

  private void addTable(List<String> lines) {
    lines.add(style.quiet(row("", "without Loophalt", "with Loophalt")));
    lines.add(
        row("attempts", number(unguarded.attempts().size()), number(guarded.attempts().size())));
    lines.add(row("model calls", number(unguarded.modelCalls()), number(guarded.modelCalls())));
    lines.add(row("tokens", number(unguarded.tokens()), number(guarded.tokens())));
    lines.add(row("ended by", unguarded.ending().inWords(), guarded.ending().inWords()));
    lines.add("");
  }

  private static String row(String label, String left, String right) {
    return String.format(Locale.ROOT, "  %-12s %20s %20s", label, left, right);
  }

  private void addTimeline(List<String> lines, StopReason reason) {
    lines.add(
        style.quiet(
            step(
                "#",
                "what the model says it does",
                "the check fails at",
                "fingerprint",
                "streak",
                "")));
    List<String> errors = errorsOfChecks(reason);
    int shown = Math.min(errors.size(), guarded.attempts().size());
    int before = guarded.attempts().size() - shown;
    errors = errors.subList(errors.size() - shown, errors.size());
    int streak = 0;
    for (int i = 0; i < shown; i++) {
      Attempt attempt = guarded.attempts().get(before + i);
      streak = i > 0 && errors.get(i).equals(errors.get(i - 1)) ? streak + 1 : 1;
      boolean last = i == shown - 1;
      String intervention =
          last ? style.alarm("halt") : attempt.told().isEmpty() ? "" : style.warning("nudge");
      lines.add(
          step(
              number(before + i + 1),
              cut(attempt.says(), 44),
              attempt.outcome(),
              errors.get(i),
              number(streak),
              intervention));
    }
    lines.add("");
  }

  private static String step(
      String number, String says, String place, String error, String streak, String intervention) {
    return String.format(
            Locale.ROOT,
            "  %2s  %-44s  %-20s  %-11s  %6s  %s",
            number,
            says,
            place,
            error,
            streak,
            intervention)
        .stripTrailing();
  }

  /**
   * The normalised errors of the last checks in short form, oldest first. The stop reason holds the
   * last actions only, which in a run that ends as it should are all that matter.
   */
  private static List<String> errorsOfChecks(StopReason reason) {
    List<String> errors = new ArrayList<>();
    for (String action : reason.lastActions()) {
      String[] words = action.split(" ");
      if (words[0].equals("run_check")) {
        errors.add(words[words.length - 1]);
      }
    }
    return errors.subList(Math.max(0, errors.size() - MOST_ROWS), errors.size());
  }

  private void addStopReason(List<String> lines, StopReason reason) {
    lines.add(
        style.alarm("Stopped")
            + "  "
            + cut(reason.kind().id() + ": " + reason.detail(), WIDTH - 9));
    lines.add(
        "         after "
            + number(reason.steps())
            + " tool calls, "
            + number(reason.turns())
            + " turns, "
            + number(reason.totalTokens())
            + " tokens");
    long saved = unguarded.tokens() - guarded.tokens();
    lines.add(
        style.good("Saved")
            + "    "
            + number(saved)
            + String.format(
                Locale.ROOT,
                " tokens (%.1f %%) and ",
                100.0 * saved / Math.max(1, unguarded.tokens()))
            + number(unguarded.modelCalls() - guarded.modelCalls())
            + " model calls");
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String cut(String text, int length) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= length ? line : line.substring(0, length - 1) + "…";
  }
}
