package io.loophalt.compatibility.forged;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/**
 * Is stuck in a run whose id, task and tool pretend to be lines of Loophalt's own, command a
 * terminal and turn the direction of writing round; reports what it is told of the halt.
 */
public final class ForgedNames {

  /** A line break, a terminal's command as ESC and as C1, a bidi override and what is no letter. */
  private static final String FORGED =
      "\n[loophalt] WARNING forged\u001b[2J\u009b31m\u202eevil\u2066\u2028\u2029\u0085\ud800.";

  private static final String RUN_ID = "session-ü-会话-\ud83d\ude00" + FORGED;
  private static final String TASK = "task" + FORGED;
  private static final int CAP = 12;

  private ForgedNames() {}

  /** The same answer to the same question. */
  @AgentTool(
      name =
          "search\n[loophalt] WARNING forged\u001b[2J\u009b31m\u202eevil\u2066\u2028\u2029\u0085")
  private static String search(String words) {
    return "no match for " + words;
  }

  /** Entry point. */
  @SuppressWarnings("try") // the scope is there for what happens inside
  public static void main(String[] args) {
    Lifeline.hold();
    try (RunScope run = AgentRuns.open(TASK, RUN_ID)) {
      AgentRuns.onEscalation(
          said -> {
            throw new IllegalStateException(said);
          });
      for (int call = 0; call < CAP; call++) {
        tellWhatWasAdded(search("timeout"));
      }
    } catch (LoopHaltException halt) {
      tell(halt);
    }
    Report.fact("done", true);
  }

  private static void tellWhatWasAdded(String result) {
    int added = result.indexOf("[Loophalt]");
    if (added >= 0) {
      Report.fact("nudge", ascii(result.substring(added)));
    }
  }

  private static void tell(LoopHaltException halt) {
    StopReason reason = halt.stopReason();
    Report.fact("message", ascii(String.valueOf(halt.getMessage())));
    Report.fact("exception", ascii(halt.toString()));
    Report.fact("reason", ascii(reason.toString()));
    Report.fact("detail", ascii(reason.detail()));
    Report.fact("actions", ascii(String.join(",", reason.lastActions())));
    Report.fact("run.id.is.its.own", reason.runId().equals(RUN_ID));
    Report.fact("task.is.its.own", reason.task().equals(TASK));
  }

  /** With every character that is not of ASCII, or no character to be seen, in angle brackets. */
  private static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character < ' ' || character > '~') {
        ascii.append('<').append(Integer.toHexString(character)).append('>');
      } else {
        ascii.append(character);
      }
    }
    return ascii.toString();
  }
}
