package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

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
    if (order.equals("crowd")) {
      return String.valueOf(slowestMillisOfAtOnce(job, Integer.parseInt(question)));
    }
    if (order.equals("waits")) {
      return waitsOf(job, question, 1);
    }
    if (order.equals("waits-twice")) {
      return waitsOf(job, question, 2);
    }
    if (order.equals("waits-again")) {
      return waitsAgainOf(job, question);
    }
    if (order.equals("interrupted")) {
      return stepsThoughInterrupted(job, question);
    }
    if (order.equals("clock")) {
      return String.valueOf(System.currentTimeMillis());
    }
    // Of a job, or of what was begun inside it: "part" and "piece", or "end-part" and so on.
    String task = order.replaceFirst(".*-", "");
    boolean isInside = task.equals("part") || task.equals("piece");
    try (RunScope run = AgentRuns.join(isInside ? task : "order", job)) {
      switch (order.replaceFirst("-.*", "")) {
        case "reset" -> AgentRuns.reset();
        case "end" -> run.end();
        case "ask" -> ask(question);
        case "state" -> answerIn(question);
        case "say" -> answerTo(question);
        case "count" -> count(question);
        case "read" -> {
          return answer(question).contains("[Loophalt]") ? "told" : "not told";
        }
        case "nudges" -> {
          return AgentRuns.nudges().toString();
        }
        case "request" -> request(List.of(Map.of("role", "user", "content", question)));
        case "transcript" -> goOnAfter(Integer.parseInt(question));
        case "hang" -> hang();
        case "inside" -> answerInside(job, question);
        case "deep" -> answerDeepInside(job, question);
        case "delegate" -> {
          long before = System.nanoTime();
          long inside = delegate(job);
          return String.valueOf(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before - inside));
        }
        default -> answer(question);
      }
      return "went on";
    } catch (LoopHaltException halted) {
      return "halted";
    }
  }

  /**
   * How long it takes to join a job, and then each time to call a tool or report a turn, in
   * milliseconds.
   */
  private static String waitsOf(String job, String what, int times) {
    StringBuilder waits = new StringBuilder();
    long before = System.nanoTime();
    try (RunScope run = AgentRuns.join("order", job)) {
      long now = System.nanoTime();
      waits.append(TimeUnit.NANOSECONDS.toMillis(now - before));
      for (int i = 0; i < times; i++) {
        before = now;
        if (what.equals("turn")) {
          AgentRuns.reportTurn(/* inputTokens= */ 10, /* outputTokens= */ 1, /* toolCalls= */ 1);
        } else {
          answer(what + i);
        }
        now = System.nanoTime();
        waits.append(' ').append(TimeUnit.NANOSECONDS.toMillis(now - before));
      }
    }
    return waits.toString();
  }

  /** How long it takes to join a job, to join it once more at once, and then to call a tool. */
  private static String waitsAgainOf(String job, String question) {
    long before = System.nanoTime();
    try (RunScope run = AgentRuns.join("order", job)) {
      long joined = System.nanoTime();
      try (RunScope again = AgentRuns.join("order", job)) {
        long joinedAgain = System.nanoTime();
        answer(question);
        long called = System.nanoTime();
        return TimeUnit.NANOSECONDS.toMillis(joined - before)
            + " "
            + TimeUnit.NANOSECONDS.toMillis(joinedAgain - joined)
            + " "
            + TimeUnit.NANOSECONDS.toMillis(called - joinedAgain);
      }
    }
  }

  /**
   * Four steps that are alike, on a virtual thread that is interrupted before the first, and once
   * more so many milliseconds later.
   */
  private static String stepsThoughInterrupted(String job, String millis) {
    StringBuilder came = new StringBuilder();
    Runnable steps =
        () -> {
          Thread.currentThread().interrupt();
          try (RunScope run = AgentRuns.join("order", job)) {
            for (int i = 0; i < 4; i++) {
              answer("the same");
            }
          }
          came.append(Thread.currentThread().isInterrupted() ? "still interrupted" : "lost");
        };
    try {
      Thread thread =
          (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, steps);
      thread.join(Long.parseLong(millis));
      thread.interrupt();
      thread.join();
    } catch (ReflectiveOperationException | InterruptedException olderJdk) {
      throw new IllegalStateException(olderJdk);
    }
    return came.toString();
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
      slowest = Math.max(slowest, nanosOfAStep(job, "question " + bodies));
    }
    return TimeUnit.NANOSECONDS.toMillis(slowest);
  }

  /** How long the slowest of so many steps takes that threads take at once, each of its own job. */
  private static long slowestMillisOfAtOnce(String job, int threads) {
    AtomicLong slowest = new AtomicLong();
    CountDownLatch begin = new CountDownLatch(threads);
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String own = job + "-" + i;
      Thread thread =
          new Thread(
              () -> {
                begin.countDown();
                awaitAll(begin);
                slowest.accumulateAndGet(nanosOfAStep(own, "question of " + own), Math::max);
              });
      all.add(thread);
      thread.start();
    }
    all.forEach(StepsAsTold::awaitEnd);
    return TimeUnit.NANOSECONDS.toMillis(slowest.get());
  }

  private static void awaitAll(CountDownLatch begin) {
    try {
      begin.await();
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  private static long nanosOfAStep(String job, String question) {
    long before = System.nanoTime();
    try (RunScope run = AgentRuns.join("order", job)) {
      answer(question);
    }
    return System.nanoTime() - before;
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

  /** What it works on is in some state, and it asks once more. */
  private static void answerIn(String state) {
    AgentRuns.reportState(state);
    answer("the same");
  }

  /** A person speaks, a model that the agent does not see asks for a call, and it is made. */
  private static void answerTo(String words) {
    AgentRuns.reportUserMessage(words);
    AgentRuns.reportTurn(/* inputTokens= */ 10, /* outputTokens= */ 1, /* toolCalls= */ 1);
    answer("the same");
  }

  /** The whole conversation in one message, up to the last answer and what came of it. */
  private static void goOnAfter(int turn) {
    answerTo("You are a clerk. You said: my answer number " + turn + ". Nothing came of it.", turn);
  }

  /** A model that sees one text, where the configuration says so. */
  @SuppressWarnings("unused") // what it is sent is read by the agent
  private static String answerTo(String prompt, int turn) {
    return "my answer number " + (turn + 1);
  }

  /** A model that sees its messages, where the configuration says so. */
  private static String request(List<Map<String, String>> messages) {
    return "I will look into it, after " + messages.size();
  }

  /** A model, where the configuration says so. */
  private static String ask(String prompt) {
    return "a reply to " + prompt;
  }

  /** A tool that is an agent of its own; how long its body takes, in nanoseconds. */
  @AgentTool(name = "delegate")
  private static long delegate(String job) {
    long before = System.nanoTime();
    answerInside(job, "a question of the part's");
    return System.nanoTime() - before;
  }

  @AgentTool(name = "hang")
  private static void hang() {
    Report.fact("hanging", true);
    Lifeline.next();
  }

  /** Nothing can be written behind its result. */
  @AgentTool(name = "count")
  private static int count(String what) {
    return what.length();
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    bodies++;
    return "an answer to " + question;
  }
}
