package io.loophalt.compatibility.recorded;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;
import java.util.Map;

/**
 * Works a little, reports progress, is reset, and gets stuck until it is halted. What it says, asks
 * for and is told has planted texts in it.
 *
 * <p>With the argument {@value #AWAIT} it does so once, waits for the signal {@value #GO}, and does
 * it again.
 */
public final class RecordedAgent {

  /** In an argument that is no secret. */
  public static final String PLANTED_ARGUMENT = "planted-argument-4f9a";

  /** In an argument that is one, by its name. */
  public static final String PLANTED_SECRET = "planted-secret-7c1e";

  /** In every result. */
  public static final String PLANTED_RESULT = "planted-result-b2d8";

  /** In what is said to the model, and by it. */
  public static final String PLANTED_PROMPT = "planted-prompt-e05f";

  static final String AWAIT = "await";
  static final String GO = "go";

  private static final int MOST_CALLS = 12;

  private RecordedAgent() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    work("record-1");
    if (args.length > 0 && args[0].equals(AWAIT)) {
      Report.fact("ready", true);
      Lifeline.await(GO);
      work("record-2");
    }
    Report.fact("done", true);
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void work(String id) {
    try (RunScope scope = AgentRuns.open("recorded", id)) {
      AgentRuns.reportTurn(120, 30, 1);
      look("page 1", Map.of("token", PLANTED_SECRET));
      AgentRuns.reportProgress();
      AgentRuns.reportTurn(130, 30, 1);
      fail("page 2");
      AgentRuns.reset();
      for (int call = 0; call < MOST_CALLS; call++) {
        complete(PLANTED_PROMPT);
        look(PLANTED_ARGUMENT, Map.of("password", PLANTED_SECRET));
      }
      Report.fact(id + ".halted", false);
    } catch (LoopHaltException halt) {
      Report.fact(id + ".halted", true);
    }
  }

  /** A model's answer as the configuration reads it. */
  record Answer(String text, List<String> calls, long sent, long received) {}

  /** The model: named in the configuration. */
  static Answer complete(String prompt) {
    return new Answer(PLANTED_PROMPT + prompt, List.of("look"), 100, 10);
  }

  @AgentTool(name = "look")
  private static String look(String place, Map<String, String> headers) {
    return PLANTED_RESULT + place.length() + headers.size();
  }

  @AgentTool(name = "fail")
  private static String fail(String place) {
    // Nothing is thrown: JDK 25 puts the message of an exception into recordings by itself.
    return "Error: " + PLANTED_RESULT + place;
  }
}
