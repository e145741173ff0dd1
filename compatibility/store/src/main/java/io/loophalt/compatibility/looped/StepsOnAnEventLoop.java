package io.loophalt.compatibility.looped;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A worker that takes a step of a job each time that it is told to by a line {@code NUMBER WHERE
 * JOB [ORDER]}: on a thread of Reactor's that must not block ({@code loop}), or on one that may
 * ({@code pool}). It may also repeat a step until it is halted ({@code repeat}), or take one and
 * call nothing until it is halted from elsewhere ({@code watch}).
 */
@SuppressWarnings("try") // the scopes are what the steps are in
public final class StepsOnAnEventLoop {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private StepsOnAnEventLoop() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("ready", true);
    for (String line = Lifeline.next(); !line.equals("done"); line = Lifeline.next()) {
      String[] words = line.split(" ", 4);
      Scheduler threads =
          words[1].equals("loop") ? Schedulers.parallel() : Schedulers.boundedElastic();
      String order = words.length > 3 ? words[3] : "step";
      String outcome =
          Mono.fromCallable(() -> follow(order, words[2])).subscribeOn(threads).block();
      Report.fact(words[0], Objects.requireNonNull(outcome));
    }
    Report.fact("done", true);
    System.exit(0); // Reactor's threads would stay.
  }

  private static String follow(String order, String job) {
    try (RunScope run = AgentRuns.join("order", job)) {
      return switch (order) {
        case "repeat" -> repeat();
        case "watch" -> watch(job);
        default -> step("the same");
      };
    }
  }

  private static String step(String question) {
    try {
      answer(question);
      return "went on";
    } catch (LoopHaltException halted) {
      return "halted";
    }
  }

  /** When it was halted, in milliseconds since 1970. */
  private static String repeat() {
    while (step("the same").equals("went on")) {
      LockSupport.parkNanos(1_000_000);
    }
    return String.valueOf(System.currentTimeMillis());
  }

  /** When it was halted, and whether its next call is refused; nothing is called until then. */
  private static String watch(String job) {
    step("something else");
    Report.fact("watching", job);
    long begun = System.nanoTime();
    while (AgentRuns.stopReason().isEmpty()) {
      if (System.nanoTime() - begun > MOST_NANOS) {
        return "never heard of it";
      }
      LockSupport.parkNanos(1_000_000);
    }
    long heard = System.currentTimeMillis();
    return step("something new") + ' ' + heard;
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }
}
