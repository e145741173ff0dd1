package io.loophalt.compatibility.stuck;

import io.loophalt.AgentRun;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls tools that get it nowhere until its own cap, whatever it catches on the way, and reports
 * which of its catch blocks fired when.
 *
 * <p>With the argument {@value #AWAIT} it first does all of it once, so that every class here is
 * loaded and linked, and then waits for the signal {@value #GO}; with {@value #MIDWAY} it waits
 * inside its first run, after two calls.
 */
public final class StuckAgent {

  static final String AWAIT = "await";
  static final String MIDWAY = "midway";
  static final String GO = "go";
  static final int CAP = 12;

  private static boolean pausesMidway;

  private StuckAgent() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    String argument = args.length > 0 ? args[0] : "";
    if (argument.equals(AWAIT)) {
      loadOwnException();
      solveAll("before.");
      pause();
    }
    pausesMidway = argument.equals(MIDWAY);
    solveAll("");
    Report.fact("done", true);
  }

  private static void pause() {
    Report.fact("ready", true);
    Lifeline.await(GO);
  }

  private static void loadOwnException() {
    Report.fact("exception.loaded", LoopHaltException.class.getName());
  }

  private static void solveAll(String prefix) {
    solve(prefix + "result", workshop -> workshop.search("timeout"));
    solve(prefix + "error", Workshop::check);
    Report.fact(prefix + "afterwards", healthy());
  }

  @AgentRun(task = "repair")
  private static void solve(String name, Function<Workshop, String> tool) {
    Workshop workshop = new Workshop();
    Attempts attempts = new Attempts();
    for (int call = 1; call <= CAP; call++) {
      if (call == 3 && pausesMidway) {
        pausesMidway = false;
        pause();
      }
      attempts.record(call, () -> tool.apply(workshop), workshop::bodies);
    }
    attempts.report(name, workshop.bodies());
  }

  /** A run that is over must not hold up the next one. */
  @AgentRun(task = "repair")
  private static String healthy() {
    return new Workshop().search("retries");
  }

  /** What came of the calls of one run. */
  private static final class Attempts {

    private int nudgedAt;
    private int haltedAt;
    private int halts;
    private int bodiesAtHalt;
    private String caughtBy = "nobody";
    private String reason = "none";

    void record(int call, Supplier<String> tool, Supplier<Integer> bodies) {
      try {
        String result = tool.get();
        if (nudgedAt == 0 && !result.equals("no match for timeout")) {
          nudgedAt = call;
        }
      } catch (LoopHaltException e) {
        halts++;
        if (haltedAt == 0) {
          haltedAt = call;
          bodiesAtHalt = bodies.get();
          caughtBy = "own LoopHaltException";
          reason = e.stopReason().kind().id();
        }
      } catch (IllegalStateException e) {
        if (!String.valueOf(e.getMessage()).startsWith("expected 60 but was 30")) {
          caughtBy = e.toString();
        }
      } catch (RuntimeException e) {
        caughtBy = e.getClass().getName() + " of " + e.getClass().getClassLoader();
      }
    }

    void report(String name, int bodies) {
      Report.fact(name + ".nudged.at", nudgedAt);
      Report.fact(name + ".halted.at", haltedAt);
      Report.fact(name + ".halts", halts);
      Report.fact(name + ".caught.by", caughtBy);
      Report.fact(name + ".reason", reason);
      Report.fact(name + ".bodies", bodies);
      Report.fact(name + ".bodies.after.halt", haltedAt == 0 ? 0 : bodies - bodiesAtHalt);
    }
  }
}
