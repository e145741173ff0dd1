package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.function.Supplier;

/**
 * A session is halted, as many others are opened as the first argument says, and it comes back on
 * another thread, before a reset and after it. No session is closed.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class DroppedSession {

  private static final int MOST_ATTEMPTS = 20;

  private static int bodies;

  private DroppedSession() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Report.fact("at first", onOtherThread(() -> workIn("session", MOST_ATTEMPTS)));
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      String other = "other " + i;
      onOtherThread(() -> workIn(other, 1));
    }
    Report.fact("coming back", onOtherThread(() -> workIn("session", 1)));
    onOtherThread(
        () -> {
          AgentRuns.open("task", "session");
          AgentRuns.reset();
          return "";
        });
    Report.fact("after the reset", onOtherThread(() -> workIn("session", 1)));
    Report.fact("done", true);
  }

  private static String onOtherThread(Supplier<String> work) throws Exception {
    String[] answer = {""};
    Thread thread = new Thread(() -> answer[0] = work.get());
    thread.start();
    thread.join();
    return answer[0];
  }

  private static String workIn(String session, int attempts) {
    AgentRuns.open("task", session);
    bodies = 0;
    try {
      for (int i = 0; i < attempts; i++) {
        answer("the same question");
      }
      return bodies + " bodies";
    } catch (LoopHaltException halted) {
      return bodies + " bodies, " + halted.stopReason().kind().id();
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    bodies++;
    return "an answer to " + question;
  }
}
