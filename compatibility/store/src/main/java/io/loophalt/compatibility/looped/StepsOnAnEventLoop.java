package io.loophalt.compatibility.looped;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A worker that takes a step of a job each time that it is told to by a line {@code NUMBER WHERE
 * JOB}: on a thread of Reactor's that must not block ({@code loop}), or on one that may ({@code
 * pool}).
 */
public final class StepsOnAnEventLoop {

  private StepsOnAnEventLoop() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("ready", true);
    for (String line = Lifeline.next(); !line.equals("done"); line = Lifeline.next()) {
      String[] words = line.split(" ", 3);
      Scheduler threads =
          words[1].equals("loop") ? Schedulers.parallel() : Schedulers.boundedElastic();
      String outcome = Mono.fromCallable(() -> step(words[2])).subscribeOn(threads).block();
      Report.fact(words[0], Objects.requireNonNull(outcome));
    }
    Report.fact("done", true);
    System.exit(0); // Reactor's threads would stay.
  }

  @SuppressWarnings("try") // the scope is what the step is in
  private static String step(String job) {
    try (RunScope run = AgentRuns.join("order", job)) {
      answer("the same");
      return "went on";
    } catch (LoopHaltException halted) {
      return "halted";
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }
}
