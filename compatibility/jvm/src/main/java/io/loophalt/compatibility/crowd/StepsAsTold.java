package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.TimeUnit;

/**
 * One of several workers: takes a step of a job, resets or ends it, each time that it is told to by
 * a line {@code NUMBER ORDER JOB [QUESTION]}, and reports what came of that under the number.
 */
@SuppressWarnings("try") // the scopes are what the steps are in
public final class StepsAsTold {

  private static int bodies;

  private StepsAsTold() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("ready", true);
    for (String line = Lifeline.next(); !line.equals("done"); line = Lifeline.next()) {
      String[] words = line.split(" ", 4);
      Report.fact(words[0], follow(words[1], words[2], words.length > 3 ? words[3] : ""));
    }
    Report.fact("done", true);
  }

  private static String follow(String order, String job, String question) {
    if (order.equals("race")) {
      return String.valueOf(bodiesOf(job, Integer.parseInt(question)));
    }
    if (order.equals("slowest")) {
      return String.valueOf(slowestMillisOf(job, Integer.parseInt(question)));
    }
    // Of a job, or of what was begun inside it: "part" and "piece", or "end-part" and so on.
    String task = order.replaceFirst(".*-", "");
    boolean isInside = task.equals("part") || task.equals("piece");
    try (RunScope run = AgentRuns.join(isInside ? task : "order", job)) {
      switch (order.replaceFirst("-.*", "")) {
        case "reset" -> AgentRuns.reset();
        case "end" -> run.end();
        case "ask" -> ask(question);
        case "hang" -> hang();
        case "inside" -> answerInside(job, question);
        case "deep" -> answerDeepInside(job, question);
        default -> answer(question);
      }
      return "went on";
    } catch (LoopHaltException halted) {
      return "halted";
    }
  }

  /** As many steps as one may take of a job while others take some of it, too. */
  private static int bodiesOf(String job, int steps) {
    int before = bodies;
    for (int i = 0; i < steps; i++) {
      try (RunScope run = AgentRuns.join("capped", job)) {
        answer("question " + i + " of " + ProcessHandle.current().pid());
      } catch (LoopHaltException halted) {
        break;
      }
    }
    return bodies - before;
  }

  /** How long the slowest of some steps takes, each with something new to do. */
  private static long slowestMillisOf(String job, int steps) {
    long slowest = 0;
    for (int i = 0; i < steps; i++) {
      long before = System.nanoTime();
      try (RunScope run = AgentRuns.join("order", job)) {
        answer("question " + bodies);
      }
      slowest = Math.max(slowest, System.nanoTime() - before);
    }
    return TimeUnit.NANOSECONDS.toMillis(slowest);
  }

  /** A step of a job that another job is a part of. */
  private static void answerInside(String job, String question) {
    try (RunScope part = AgentRuns.join("part", job)) {
      answer(question);
    }
  }

  /** A step of a job that is a part of a part. */
  private static void answerDeepInside(String job, String question) {
    try (RunScope part = AgentRuns.join("part", job);
        RunScope piece = AgentRuns.join("piece", job)) {
      answer(question);
    }
  }

  /** A model, where the configuration says so. */
  private static String ask(String prompt) {
    return "a reply to " + prompt;
  }

  @AgentTool(name = "hang")
  private static void hang() {
    Report.fact("hanging", true);
    Lifeline.next();
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    bodies++;
    return "an answer to " + question;
  }
}
