package io.loophalt.agent.gate;

import io.loophalt.StopReason;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.run.Run;
import io.loophalt.agent.run.RunRegistry;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import io.loophalt.agent.run.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Finds the run that a call belongs to and turns verdicts into what the gate hands back: the part
 * that all handlers share. Thread-safe.
 */
public final class Runs {

  private final RunRegistry registry;
  private final Log log;
  private final HaltExceptions exceptions = new HaltExceptions();
  private final AtomicBoolean warnedOfThreads = new AtomicBoolean();

  /** Shared by all handlers of one agent. */
  public Runs(RunRegistry registry, Log log) {
    this.registry = registry;
    this.log = log;
  }

  /** The live runs. */
  public RunRegistry registry() {
    return registry;
  }

  /**
   * The run a call belongs to: of a framework's id, else of the scope the thread is in, else the
   * thread's own.
   *
   * @param frameworkId what the framework calls the run, null if it says nothing here
   * @param task the task of a run that has to be opened
   */
  public LiveRun of(Call call, @Nullable String frameworkId, @Nullable String task, long nowNanos) {
    LiveRun live = frameworkId == null ? null : registry.find(frameworkId);
    if (live == null) {
      live = call.thread().scopedRun();
    }
    if (live == null) {
      live = call.thread().threadRun(registry, task, nowNanos);
      if (warnedOfThreads.compareAndSet(false, true)) {
        log.info(
            "no run boundary is known for "
                + call.declaring().getName()
                + ": calls of one thread are one run until it is silent for "
                + Log.inWords(registry.policy().idleGap())
                + ". Name the boundary with @AgentRun, AgentRuns.open(task), or 'weave: {runs: [...]}' in loophalt.yaml");
      }
    }
    live.touch(nowNanos);
    return live;
  }

  /** The task that a woven class and method make by default, such as {@code Assistant.chat}. */
  static String taskOf(Class<?> declaring, String method) {
    String name = declaring.getName();
    return name.substring(name.lastIndexOf('.') + 1) + '.' + method;
  }

  /**
   * What a verdict means for the call: the exception of a halt, or null. The texts of nudges and
   * escalations are left with the run, to go with the next tool result.
   */
  public @Nullable Throwable enforce(Verdict verdict, LiveRun live, @Nullable Call call) {
    if (verdict.intervention() == Intervention.NONE) {
      return null;
    }
    StopReason reason = verdict.stopReason();
    if (reason != null) {
      return exceptions.create(call == null ? null : call.declaring(), live, reason);
    }
    live.leaveMessage(verdict.message());
    return null;
  }

  /** Whether a throwable already is the halt of a run, whatever loader its type is from. */
  static boolean isHalt(Throwable thrown) {
    return thrown.getClass().getName().equals("io.loophalt.LoopHaltException");
  }

  /** Opens a run inside the one the thread is in. */
  LiveRun openChild(@Nullable String id, String task, @Nullable LiveRun parent, long nowNanos) {
    Run above = parent == null ? null : parent.run();
    return registry.open(id, task, above, nowNanos);
  }
}
