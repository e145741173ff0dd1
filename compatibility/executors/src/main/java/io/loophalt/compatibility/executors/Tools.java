package io.loophalt.compatibility.executors;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** The tools of the applications here. The first class that the agent weaves. */
final class Tools {

  /** How often a body ran. */
  static final AtomicInteger BODIES = new AtomicInteger();

  /** How often a call was refused. */
  static final AtomicInteger HALTS = new AtomicInteger();

  private Tools() {}

  /** Where the calling thread is. */
  static String run() {
    return String.valueOf(AgentRuns.currentRunId());
  }

  static void reset() {
    BODIES.set(0);
    HALTS.set(0);
  }

  /** Says the same about the same, and counts it if it is halted. */
  static void look(String at) {
    try {
      looked(at);
    } catch (LoopHaltException halted) {
      HALTS.incrementAndGet();
    }
  }

  @AgentTool(name = "look")
  static String looked(String at) {
    BODIES.incrementAndGet();
    return "nothing new at " + at;
  }

  /** A tool that does something of the application's. */
  @AgentTool(name = "with")
  static String with(Callable<String> something) throws Exception {
    return something.call();
  }

  /** A tool that works with others, on another thread. */
  @AgentTool(name = "compare")
  static String compare(ExecutorService pool, int number) throws Exception {
    Callable<String> part = () -> looked("the same");
    return pool.submit(part).get() + ' ' + number;
  }
}
