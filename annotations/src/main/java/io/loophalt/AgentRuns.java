package io.loophalt;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an application may tell the agent, and ask it.
 *
 * <p>Everything here is optional: it sharpens what the agent sees by itself. Without the agent in
 * the JVM every method returns at once and does nothing, at the cost of a call that the JIT
 * removes. With the agent, calls take effect on the run that the calling thread is in. Thread-safe.
 *
 * <pre>{@code
 * try (RunScope run = AgentRuns.open("code-search")) {
 *   while (!done) {
 *     Reply reply = model.call(history);
 *     AgentRuns.reportTurn(reply.inputTokens(), reply.outputTokens(), reply.toolCalls().size());
 *     ...
 *   }
 * } catch (LoopHaltException halt) {
 *   log.warn(halt.stopReason().summary());
 * }
 * }</pre>
 */
public final class AgentRuns {

  private AgentRuns() {}

  /**
   * Opens a run on the calling thread; inside another run, a child of it. Close it on the same
   * thread.
   *
   * @param task selects thresholds in the configuration
   */
  public static RunScope open(String task) {
    return new RunScope(agent("open", task, null));
  }

  /**
   * As {@link #open(String)}, with an id of the caller's choice, such as a job's. Opening an id
   * whose run is still open continues that run, on this thread too. A blank id is none.
   *
   * <p>Ids are those of the whole JVM, whatever their task: two tasks that number their jobs from
   * one on need another word in each id, such as {@code invoice-77}.
   *
   * <p>An id names one execution: what is opened under it after a halt stays halted until {@link
   * #reset()} is called in it, for a day by default ({@code halted-for}), so that a retry does not
   * escape. Where the id is a chat's, either reset it when the person goes on, or leave the chat to
   * {@code conversation} in the configuration, which does so by itself.
   */
  public static RunScope open(String task, String runId) {
    return new RunScope(agent("open", task, runId));
  }

  /**
   * Enters, on the calling thread, the run of one execution that many workers take part in: of a
   * queue, of several threads, one after the other or at the same time. Closing the scope leaves
   * the run, and does not end it: a worker takes one step and returns, and the run goes on with the
   * next one that joins it.
   *
   * <pre>{@code
   * void onMessage(Job job) {
   *   try (RunScope run = AgentRuns.join("order-agent", job.id())) {
   *     boolean done = agent.takeOneStep(job);
   *     if (done) {
   *       run.end();
   *     }
   *   }
   * }
   * }</pre>
   *
   * <p>The run ends with {@link RunScope#end()}, else when nothing was called in it and nobody has
   * entered or left it for {@code join-gap}, a day by default. What joins after that is in a new
   * run; unless it was halted, which holds for its id as in {@link #open(String, String)}. Only
   * another joined run is above it, whatever else the thread is in: who comes first must not decide
   * what it is a part of.
   *
   * @param task selects thresholds in the configuration
   * @param id names one execution of the task, such as a job's; the same id of two tasks names two
   *     runs. Blank, it names none, and this is {@link #open(String)}. It must not come from whom
   *     you do not trust: whoever knows the id of a run can halt it
   */
  public static RunScope join(String task, String id) {
    return new RunScope(agent("join", task, id));
  }

  /**
   * The id of the run that a call on this thread would belong to; empty without one, or without the
   * agent. That of a joined run has its task before it, as in {@code order-agent/job-7}.
   */
  public static Optional<String> currentRunId() {
    return agent("current", null, null) instanceof String id ? Optional.of(id) : Optional.empty();
  }

  /**
   * What the current run was escalated for, so that a loop of your own can act on it before the
   * halt: by a stronger model, another prompt, a person. Empty if it was not escalated, was reset
   * or made progress since, or without a run or the agent.
   */
  public static Optional<String> escalation() {
    return agent("escalation", null, null) instanceof String reason
        ? Optional.of(reason)
        : Optional.empty();
  }

  /**
   * Why the run that this thread is in was stopped; outside any run, why the one was that ended
   * last on this thread, such as that of the call that has just returned.
   *
   * <p>With {@code on-halt: finish} a halted run still answers. This tells such an answer from a
   * complete one, for it is not empty where results are partial:
   *
   * <pre>{@code
   * String answer = assistant.answer(question);
   * AgentRuns.stopReason().ifPresent(reason -> log.warn("partial answer: {}", reason.summary()));
   * }</pre>
   */
  public static Optional<StopReason> stopReason() {
    return agent("stopReason", null, null) instanceof Map<?, ?> reason
        ? Optional.of(StopReason.fromMap(named(reason)))
        : Optional.empty();
  }

  /**
   * After how many steps the model of the current run, or of a sub-agent's inside it, was nudged:
   * 1-based, oldest first, at most the latest 64; also while the text waits for a result of a tool
   * that can carry it. Empty if it was not, or without a run or the agent.
   */
  public static List<Long> nudges() {
    return agent("nudges", null, null) instanceof long[] steps
        ? Arrays.stream(steps).boxed().toList()
        : List.of();
  }

  /**
   * Why the current run, or a sub-agent's inside it, was halted last, also if that was caught and
   * the sub-agent's run is over. Empty if none was, if the current run was {@link #reset()} since,
   * or without a run or the agent.
   */
  public static Optional<StopReason> latestHalt() {
    return agent("latestHalt", null, null) instanceof Map<?, ?> reason
        ? Optional.of(StopReason.fromMap(named(reason)))
        : Optional.empty();
  }

  private static Map<String, Object> named(Map<?, ?> map) {
    Map<String, Object> named = new HashMap<>();
    map.forEach((name, value) -> named.put(String.valueOf(name), value));
    return named;
  }

  /**
   * Asks to be told of each escalation of the current run, or of a sub-agent's inside it, as long
   * as the run lasts. Without a run, or the agent, does nothing.
   *
   * <p>The listener is told what the run is escalated for, once, on the thread whose call led to it
   * and before that call returns: it should be quick, such as switching to a stronger model for the
   * next call. What it calls is not watched, calls of this class in it do nothing, and what it
   * throws is logged and goes no further. {@link #escalation()} still says it until the run is
   * reset or makes progress. Of more than eight listeners of a run the latest eight are told.
   */
  public static void onEscalation(Consumer<String> listener) {
    agent("listen", listener, null);
  }

  /**
   * Asks to be told what the agent does to all runs of this JVM, and to be asked before a halt is
   * thrown, until it is {@linkplain #removeListener removed}. Without the agent, does nothing; one
   * that is attached later tells from the next call of this method on.
   */
  public static void addListener(LoopListener listener) {
    ToldListener.add(listener);
  }

  /** Takes a listener back. */
  public static void removeListener(LoopListener listener) {
    ToldListener.remove(listener);
  }

  /**
   * Reports the state of the environment the run works on: a checksum, test results, a
   * version-control head. As long as the state stays the same, changed words in arguments count for
   * less. A change to a state in which the run has not been before is progress, as if {@link
   * #reportProgress} were called; back and forth between known states is not.
   *
   * @param state a hash or any string; only its digest is kept
   */
  public static void reportState(String state) {
    agent("state", state, null);
  }

  /**
   * Reports progress that the agent cannot see: repetition is counted from zero again. A halted run
   * stays halted.
   */
  public static void reportProgress() {
    agent("progress", null, null);
  }

  /**
   * Lifts the halt of the current run and forgets all repetition, and what will come of tools that
   * are running. Counts of tokens, calls and time go on.
   */
  public static void reset() {
    agent("reset", null, null);
  }

  /**
   * Reports a model call of a hand-written loop whose model client the agent does not know.
   *
   * <p>The agent hears of the call when it has been made. So one that fills a ceiling and asks for
   * tools is the last: this method throws, and the next call is not made. One that asks for no tool
   * may end the run anyway; then the next report throws. It costs what {@code prices} say of {@code
   * "*"}.
   *
   * @param inputTokens tokens sent, 0 if unknown
   * @param outputTokens tokens received, 0 if unknown
   * @param toolCalls how many tool calls the model asked for
   * @throws LoopHaltException if the run is halted, or this call passes a ceiling
   */
  public static void reportTurn(long inputTokens, long outputTokens, int toolCalls) {
    agent("turn", new long[] {inputTokens, outputTokens, toolCalls}, null);
  }

  /**
   * Reports that a user has said something, where the agent does not see what the model is sent.
   * The answer to what is new to the run is not idle, however often it happens; where the same
   * words come again and again, and nothing comes of them, a program drives the agent on.
   *
   * @param text what was said; only its digest is kept
   */
  public static void reportUserMessage(String text) {
    agent("userMessage", text, null);
  }

  /**
   * Carries the current run to whatever thread runs {@code task}. Without a run, or the agent,
   * returns it as it is.
   *
   * <p>No thread inherits a run, virtual ones and those of a {@code StructuredTaskScope} included.
   * Where tasks cannot be wrapped one by one, an executor can: {@code task ->
   * pool.execute(AgentRuns.wrap(task))}. It takes the run of the thread that hands a task over,
   * which for a stage of a future is the thread that completed the one before it.
   */
  public static Runnable wrap(Runnable task) {
    Object run = agent("capture", null, null);
    if (run == null) {
      return task;
    }
    return () -> {
      Object entered = agent("enter", run, null);
      try {
        task.run();
      } finally {
        agent("leave", entered, null);
      }
    };
  }

  /**
   * Carries the current run to whatever thread calls {@code task}. Without a run, or the agent,
   * returns it as it is.
   */
  public static <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
    Object run = agent("capture", null, null);
    if (run == null) {
      return task;
    }
    return () -> {
      Object entered = agent("enter", run, null);
      try {
        return task.call();
      } finally {
        agent("leave", entered, null);
      }
    };
  }

  /**
   * The seam: the agent weaves this one method and answers in its place. Without the agent it is
   * what stands here.
   *
   * @param operation what is asked, by name, so that different versions of the two sides understand
   *     each other
   */
  static @Nullable Object agent(
      String operation, @Nullable Object argument, @Nullable Object second) {
    return null;
  }
}
