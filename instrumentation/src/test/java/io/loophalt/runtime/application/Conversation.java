package io.loophalt.runtime.application;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One conversation among many that ask the same questions. With a pool every step of it runs on
 * whatever thread of the pool is free; without, on its own thread, which gives way after each step.
 *
 * <p>Given its number and the pool. Answers {@code RUN-ID done} or {@code RUN-ID halted at step N}.
 */
public final class Conversation implements BiFunction<Integer, Function<Integer, Object>, String> {

  /** Steps of a conversation that nothing stops. */
  public static final int STEPS = 20;

  /** Every so many conversations one is stuck. */
  public static final int STUCK_EVERY = 10;

  @Override
  public String apply(Integer number, Function<Integer, Object> pools) {
    return converse(number % STUCK_EVERY == 0, pools.apply(number));
  }

  @AgentRun(task = "conversation")
  private static String converse(boolean stuck, Object pool) {
    String id = AgentRuns.currentRunId().orElse("no run");
    for (int step = 1; step <= STEPS; step++) {
      String question = "question " + step;
      try {
        String answer = on(pool, () -> stuck ? askInVain(question) : ask(question));
        if (answer.contains("[Loophalt]")) {
          return id + " nudged at step " + step;
        }
      } catch (LoopHaltException halt) {
        return id + " halted at step " + step;
      } catch (IllegalStateException error) {
        // As every agent loop does: the model is told, and tries again.
      }
    }
    return id + " done";
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: it only mixes the runs better
  private static String on(Object pool, Callable<String> step) {
    try {
      if (pool instanceof ExecutorService executor) {
        return executor.submit(AgentRuns.wrap(step)).get();
      }
      Thread.yield();
      return step.call();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(failed.getCause());
    } catch (RuntimeException failed) {
      throw failed;
    } catch (Exception unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @AgentTool(actionClass = "search")
  static String ask(String question) {
    return "answer to " + question;
  }

  @AgentTool(actionClass = "search")
  static String askInVain(String question) {
    if (question.isEmpty()) {
      return "nothing asked";
    }
    throw new IllegalStateException("the index is closed");
  }
}
