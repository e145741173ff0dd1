package io.loophalt.compatibility.plain;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.function.UnaryOperator;

/**
 * A hand-written loop with one dispatcher and one tool marked by the application's own annotation,
 * to be guarded by name alone. It knows a halt by the exception's simple name.
 */
public final class PlainAgent {

  private static final int CAP = 12;

  private PlainAgent() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("knows.loophalt", knows("io.loophalt.LoopHaltException"));
    solve("named", PlainAgent::dispatch);
    solve("annotated", PlainAgent::lookUp);
    Report.fact("done", true);
  }

  static void solve(String name, UnaryOperator<String> tool) {
    int haltedAt = 0;
    int halts = 0;
    int returns = 0;
    String caughtBy = "nobody";
    String message = "";
    for (int call = 1; call <= CAP; call++) {
      try {
        if (!tool.apply("timeout").isEmpty()) {
          returns++;
        }
      } catch (RuntimeException e) {
        halts++;
        if (haltedAt == 0) {
          haltedAt = call;
          caughtBy = e.getClass().getSimpleName();
          message = String.valueOf(e.getMessage());
        }
      }
    }
    Report.fact(name + ".halted.at", haltedAt);
    Report.fact(name + ".halts", halts);
    Report.fact(name + ".returns", returns);
    Report.fact(name + ".caught.by", caughtBy);
    Report.fact(name + ".message", message);
  }

  static String dispatch(String words) {
    return "no match for " + words;
  }

  /** Not a tool: same name, other parameters. */
  static String dispatch(String words, int limit) {
    return words.substring(0, limit);
  }

  @Tool
  private static String lookUp(String words) {
    return dispatch(words, 4);
  }

  private static boolean knows(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
