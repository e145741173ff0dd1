package io.loophalt.compatibility.onecall;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls one tool until the run is halted, again and again. When at last a debugger is to listen, no
 * class is new, and nothing is done for the first time.
 *
 * <p>It makes what it hears slow, and calls with ever longer pauses between them are taken for
 * patient ones. So it hears the last call only from its body on, and in the same run what is
 * between the first two calls, for nothing but a first pause that no later one outgrows, however
 * busy the machine is. For the same reason a tool that it hears takes its time.
 */
public final class OneCall {

  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int LAST = 5;
  private static final int REHEARSALS = 20;
  private static final int MILLIS_OF_A_TOOL = 200;

  /** Whether somebody listens from the body of the call at hand on. */
  private boolean isHeardFromBody;

  /** Whether nobody listens any more from there on. */
  private boolean isHeardUpToBody;

  private OneCall() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    OneCall agent = new OneCall();
    for (int i = 0; i < REHEARSALS; i++) {
      agent.solve(0, 0, 0);
    }
    agent.solve(SECOND, SECOND, 0);
    int halts = agent.solve(0, LAST, FIRST);
    Moments.over();
    Report.fact("halts", halts);
    Report.fact("done", true);
  }

  @AgentRun(task = "repair")
  private int solve(int heardToEnter, int heardToLeave, int slowToTheNext) {
    int halts = 0;
    for (int call = 1; call <= LAST; call++) {
      isHeardFromBody = call == heardToLeave || call == slowToTheNext;
      isHeardUpToBody = call - 1 == slowToTheNext && call > FIRST;
      if (call == heardToEnter) {
        Moments.enters();
      }
      try {
        search("timeout");
      } catch (LoopHaltException halt) {
        halts++;
      }
      if (call == heardToLeave) {
        Moments.left();
      }
    }
    return halts;
  }

  @AgentTool
  private String search(String words) {
    if (isHeardFromBody) {
      takeTime();
      Moments.leaves();
    } else if (isHeardUpToBody) {
      Moments.left();
    }
    return "no match for " + words;
  }

  /** So much that the run counts as used when it ends, too: who listens takes it in any case. */
  private static void takeTime() {
    long until = System.nanoTime() + MILLIS_OF_A_TOOL * 1_000_000L;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
