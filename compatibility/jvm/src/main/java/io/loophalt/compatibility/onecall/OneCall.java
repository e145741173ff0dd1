package io.loophalt.compatibility.onecall;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/**
 * Calls one tool until the run is halted, again and again. When at last a debugger is to listen, no
 * class is new, and nothing is done for the first time.
 *
 * <p>It listens to one call of a run, and of the last one not before its body: it makes what it
 * hears slow, and calls with ever longer pauses between them are taken for patient ones.
 */
public final class OneCall {

  private static final int SECOND = 2;
  private static final int LAST = 5;
  private static final int REHEARSALS = 20;

  /** Whether somebody listens to how the call at hand is left. */
  private boolean leavesAreHeard;

  private OneCall() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    OneCall agent = new OneCall();
    for (int i = 0; i < REHEARSALS; i++) {
      agent.solve(0, 0);
    }
    agent.solve(SECOND, SECOND);
    int halts = agent.solve(0, LAST);
    Moments.over();
    Report.fact("halts", halts);
    Report.fact("done", true);
  }

  @AgentRun(task = "repair")
  private int solve(int heardToEnter, int heardToLeave) {
    int halts = 0;
    for (int call = 1; call <= LAST; call++) {
      leavesAreHeard = call == heardToLeave;
      if (call == heardToEnter) {
        Moments.enters();
      }
      try {
        search("timeout");
      } catch (LoopHaltException halt) {
        halts++;
      }
      if (leavesAreHeard) {
        Moments.left();
      }
    }
    return halts;
  }

  @AgentTool
  private String search(String words) {
    if (leavesAreHeard) {
      Moments.leaves();
    }
    return "no match for " + words;
  }
}
