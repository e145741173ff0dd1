package io.loophalt.core;

import io.loophalt.core.Decision.GoOn;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that a run was asked about. {@link #end} is to be called once when the tool has run,
 * on any one thread; a call that was not made is not ended, and does not count.
 */
public final class GuardedStep {

  private final @Nullable GuardedRun run;
  private final @Nullable ReportedStep step;
  private final Decision before;
  private boolean ended;

  /**
   * Belongs to a run.
   *
   * @param run null for a call that the settings say not to look at
   * @param before what was decided when the call was asked about
   */
  GuardedStep(@Nullable GuardedRun run, @Nullable ReportedStep step, Decision before) {
    this.run = run;
    this.step = step;
    this.before = before;
  }

  /**
   * Whether the tool may run: {@link GoOn}, or {@link Decision.Halt} or {@link Decision.Finish} if
   * it must not. What is to be said to the model comes with {@link #end}.
   */
  public Decision decision() {
    return mustNotRun() ? before : GoOn.INSTANCE;
  }

  private boolean mustNotRun() {
    return before instanceof Decision.Halt || before instanceof Decision.Finish;
  }

  /**
   * Reports what came of the call, and says how to go on. O(detectors) and O(result) for reading
   * it.
   *
   * @return as for {@link GuardedRun#beforeModelCall}; what was decided before the call, if it must
   *     not run
   * @throws IllegalStateException if the step has ended before
   */
  public Decision end(ToolResult result) {
    synchronized (this) {
      if (ended) {
        throw new IllegalStateException("a step ends once");
      }
      ended = true;
    }
    if (run == null || step == null || mustNotRun()) {
      return decision();
    }
    Decision after = run.afterStep(step, result);
    return after instanceof GoOn ? before : after;
  }
}
