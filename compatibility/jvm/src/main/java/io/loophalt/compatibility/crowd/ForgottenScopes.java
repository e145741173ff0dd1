package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/**
 * Opens scopes and never closes one: as many as the first argument says, each inside the one before
 * if the second is {@code nested}, each on a thread of its own if it is {@code apart}. Inside a
 * scope that is closed, a stuck agent is halted all the same.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class ForgottenScopes {

  private static final int MOST_ATTEMPTS = 20;

  private ForgottenScopes() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    int scopes = Integer.parseInt(args[0]);
    boolean nested = args[1].equals("nested");
    for (int i = 0; i < scopes; i++) {
      int number = i;
      if (nested) {
        forget(number);
      } else {
        Thread thread = new Thread(() -> forget(number));
        thread.start();
        thread.join();
      }
    }
    Report.fact("stuck in a scope", stuckInScope());
    Report.fact("done", true);
  }

  private static void forget(int number) {
    AgentRuns.open("forgetful");
    answer("question " + number);
  }

  private static String stuckInScope() {
    try (var scope = AgentRuns.open("orderly")) {
      for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        answer("the same question");
      }
      return "never halted";
    } catch (LoopHaltException halted) {
      return "halted after " + halted.stopReason().steps();
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }
}
