package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/**
 * One run after the other asks the same thing until it is halted; with the argument {@value
 * #ENDLESS} until the JVM is killed.
 */
public final class ManyHalts {

  static final String ENDLESS = "endless";

  private static final int RUNS = 400;
  private static final int MOST_CALLS = 20;

  private ManyHalts() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    int runs = args.length > 0 && args[0].equals(ENDLESS) ? Integer.MAX_VALUE : RUNS;
    int halted = 0;
    for (int run = 0; run < runs; run++) {
      halted += isHalted() ? 1 : 0;
    }
    Report.fact("halted", halted);
    Report.fact("done", true);
  }

  @SuppressWarnings("try") // the scope is what the call is in
  private static boolean isHalted() {
    try (RunScope scope = AgentRuns.open("halts")) {
      for (int call = 0; call < MOST_CALLS; call++) {
        answer("the same");
      }
      return false;
    } catch (LoopHaltException halt) {
      return true;
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }
}
