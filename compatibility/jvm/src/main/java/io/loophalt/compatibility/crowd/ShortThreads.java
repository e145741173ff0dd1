package io.loophalt.compatibility.crowd;

import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each tool call a short thread of its own, as many as the first argument says, virtual ones
 * if the second is {@code virtual}; then gets stuck on one thread.
 */
public final class ShortThreads {

  /** After so many the agent should long have said no. */
  private static final int MOST_ATTEMPTS = 20;

  private static final int AT_ONCE = 16;

  private static final AtomicInteger BODIES = new AtomicInteger();

  private ShortThreads() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    int calls = Integer.parseInt(args[0]);
    boolean virtual = args[1].equals("virtual");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      String question = "question " + i;
      threads.add(start(() -> answer(question), virtual));
      if (threads.size() == AT_ONCE || i == calls - 1) {
        for (Thread each : threads) {
          each.join();
        }
        threads.clear();
      }
    }
    Report.fact("bodies", BODIES);
    Report.fact("stuck on one thread", stuckOnOneThread());
    Report.fact("done", true);
  }

  /** By reflection, because this is compiled for JDK 17. */
  private static Thread start(Runnable task, boolean virtual) throws ReflectiveOperationException {
    if (virtual) {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  private static String stuckOnOneThread() {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        answer("the same question");
      } catch (LoopHaltException halted) {
        return "halted after " + attempt;
      }
    }
    return "never halted";
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    BODIES.incrementAndGet();
    return "an answer to " + question;
  }
}
