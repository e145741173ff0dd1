package io.loophalt.compatibility.onecall;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/**
 * Calls one tool until the run is halted, again and again, so that the last time no class is new
 * and nothing is done for the first time.
 */
public final class OneCall {

  static final int CALLS = 5;
  private static final int REHEARSALS = 20;

  private OneCall() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    OneCall agent = new OneCall();
    for (int i = 0; i < REHEARSALS; i++) {
      agent.solve();
    }
    Moments.rehearsed();
    int halts = agent.solve();
    Moments.over();
    Report.fact("halts", halts);
    Report.fact("done", true);
  }

  @AgentRun(task = "repair")
  private int solve() {
    int halts = 0;
    for (int call = 1; call <= CALLS; call++) {
      Moments.calls();
      try {
        search("timeout");
      } catch (LoopHaltException halt) {
        halts++;
      }
      Moments.returned();
    }
    return halts;
  }

  @AgentTool
  private String search(String words) {
    Moments.body();
    return "no match for " + words;
  }
}
