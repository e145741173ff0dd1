package io.loophalt.compatibility.remembered;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/** Asks the same thing until it is halted, and reports each answer. */
public final class SameLoop {

  private static final int MOST_CALLS = 12;

  private SameLoop() {}

  /** Entry point. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static void main(String[] args) {
    Lifeline.hold();
    int call = 1;
    try (RunScope scope = AgentRuns.open("repair")) {
      for (; call <= MOST_CALLS; call++) {
        Report.fact("answer." + call, search("timeout").replace('\n', ' '));
      }
    } catch (LoopHaltException halt) {
      Report.fact("halted.at", call);
    }
    Report.fact("done", true);
  }

  @AgentTool(name = "search")
  private static String search(String words) {
    return "no match for " + words;
  }
}
