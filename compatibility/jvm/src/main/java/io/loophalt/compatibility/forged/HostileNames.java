package io.loophalt.compatibility.forged;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;

/**
 * Is stuck in a run of which every name is written against whoever shows it: a terminal, a log, a
 * page, a spreadsheet. Stays until it is told to end.
 */
public final class HostileNames {

  /** What every name begins with. */
  public static final String TEXT =
      "=HYPERLINK(0)\n[loophalt] forged\u001b[2J\u009b31m\u202e\u2066\u2028\u0085"
          + "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&";

  private static final int CAP = 12;

  private HostileNames() {}

  @AgentTool(
      name =
          "=HYPERLINK(0)\n[loophalt] forged\u001b[2J\u009b31m\u202e\u2066\u2028\u0085"
              + "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&tool")
  private static String search(String words) {
    return "no match for " + words;
  }

  /** Entry point. */
  @SuppressWarnings("try") // the scope is there for what happens inside
  public static void main(String[] args) throws IOException {
    try (RunScope run = AgentRuns.open(TEXT + "task", TEXT + "run")) {
      try {
        for (int call = 0; call < CAP; call++) {
          search(TEXT);
        }
      } catch (LoopHaltException halt) {
        Report.fact("halted", true);
        System.err.println(halt.getMessage());
      }
      while (System.in.read() >= 0) {
        // until the test hangs up
      }
    }
  }
}
