package io.loophalt.compatibility.metered;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;

/**
 * Runs that end by themselves, are halted, take a hint, have names that command terminals, and one
 * that is still open when it reports {@code ready}; it ends at the signal {@value #GO}.
 *
 * <p>With the argument {@value #ENDLESS} it does so again and again instead, until its test hangs
 * up.
 */
public final class MeteredAgent {

  /** In an argument. */
  public static final String PLANTED_ARGUMENT = "planted-argument-51c7";

  /** In every result. */
  public static final String PLANTED_RESULT = "planted-result-90ad";

  /** In what is said to the model, and by it. */
  public static final String PLANTED_PROMPT = "planted-prompt-3e22";

  static final String ENDLESS = "endless";
  static final String GO = "go";

  private static final String FORGED = "task\"} 1\n# forged{\\ \u001b[2J\u202e<b>";
  private static final int MOST_TASKS = 60;
  private static final int MOST_CALLS = 12;
  private static final int HINT = 3;
  private static final long PAUSE_MILLIS = 200;

  private MeteredAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    if (args.length > 0 && args[0].equals(ENDLESS)) {
      for (int round = 0; true; round++) {
        round(round);
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    round(0);
    forged();
    crowd();
    waits();
    Report.fact("done", true);
  }

  private static void round(int round) {
    succeeds(round);
    stuck(round);
    takesTheHint(round);
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void succeeds(int round) {
    try (RunScope scope = AgentRuns.open("build", "build-" + round)) {
      for (int call = 0; call < HINT; call++) {
        ask("small-model");
        look("page " + call, call);
      }
    }
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void stuck(int round) {
    try (RunScope scope = AgentRuns.open("repair", "repair-" + round)) {
      for (int call = 0; call < MOST_CALLS; call++) {
        ask("large-model");
        look(PLANTED_ARGUMENT, 0);
      }
    } catch (LoopHaltException halt) {
      Report.fact("halted", halt.stopReason().kind().id());
    }
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void takesTheHint(int round) {
    try (RunScope scope = AgentRuns.open("search", "search-" + round)) {
      for (int call = 0; call < HINT; call++) {
        ask("large-model");
        look(PLANTED_ARGUMENT, 0);
      }
      for (int call = 1; call < HINT; call++) {
        ask("large-model");
        look("elsewhere " + call, call);
      }
    }
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void forged() {
    try (RunScope scope = AgentRuns.open(FORGED, "forged")) {
      ask("model\"\n" + FORGED);
      look("page", 0);
    }
  }

  /** More tasks than are told apart. */
  @SuppressWarnings("try") // the scope is what the calls are in
  private static void crowd() {
    for (int task = 0; task < MOST_TASKS; task++) {
      try (RunScope scope = AgentRuns.open("task-" + task, "crowd-" + task)) {
        look("page", task);
      }
    }
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static void waits() {
    try (RunScope scope = AgentRuns.open("build", "waits")) {
      ask("small-model");
      look("page", 0);
      Report.fact("ready", true);
      Lifeline.await(GO);
    }
  }

  private static void ask(String model) {
    complete(model, PLANTED_PROMPT);
  }

  /** A model's answer as the configuration reads it. */
  record Answer(String text, List<String> calls, long sent, long received) {}

  /** The model: named in the configuration. */
  static Answer complete(String model, String prompt) {
    return new Answer(PLANTED_PROMPT + model + prompt, List.of("look"), 100, 10);
  }

  @AgentTool(name = "look")
  private static String look(String place, int what) {
    return PLANTED_RESULT + " says " + place.length() + " of item " + "abcdefgh".charAt(what % 8);
  }
}
