package io.loophalt.compatibility.handedon;

import io.loophalt.AgentTool;
import io.loophalt.compatibility.report.Report;

/** An agent that takes one step of an order at a time, always the same one. */
final class OrderAgent {

  /** Whether the order is done, which it never is. */
  boolean takeOneStep(String order) {
    lookUp("the same");
    return false;
  }

  @AgentTool(name = "look_up")
  private static String lookUp(String question) {
    Report.fact("step", question);
    return "an answer to " + question;
  }
}
