package io.loophalt.compatibility.telemetry;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Report;
import java.util.function.Supplier;

/** Runs in which one tool is called again and again. */
public final class StuckWork {

  /** In an argument. */
  public static final String PLANTED_ARGUMENT = "planted-argument-77d1";

  /** In every result. */
  public static final String PLANTED_RESULT = "planted-result-5e0b";

  private static final int MOST_CALLS = 12;

  /** What an application does around each call. */
  interface Around {
    /** Makes the call in what has this name. */
    String call(String name, Supplier<String> call);
  }

  private StuckWork() {}

  /** Until it is halted. */
  @SuppressWarnings("try") // the scope is what the calls are in
  static void untilHalted(String task, String id, Around around) {
    try (RunScope scope = AgentRuns.open(task, id)) {
      for (int call = 1; call <= MOST_CALLS; call++) {
        around.call(id + " call " + call, () -> look(PLANTED_ARGUMENT));
      }
      Report.fact(id, "not halted");
    } catch (LoopHaltException halt) {
      Report.fact(id, halt.stopReason().kind().id());
    }
  }

  /** As somebody else halts it, in between. */
  @SuppressWarnings("try") // the scope is what the calls are in
  static void untilHaltedBy(Runnable operator, String id, Around around) {
    try (RunScope scope = AgentRuns.open("repair", id)) {
      around.call(id + " call 1", () -> look("first"));
      operator.run();
      for (int call = 2; call <= 3; call++) {
        String name = id + " call " + call;
        try {
          around.call(name, () -> look("another"));
        } catch (LoopHaltException halt) {
          Report.fact(name, halt.stopReason().kind().id());
        }
      }
    }
  }

  @AgentTool(name = "look")
  private static String look(String place) {
    return PLANTED_RESULT + place.length();
  }
}
