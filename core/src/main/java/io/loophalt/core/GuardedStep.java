package io.loophalt.core;

import io.loophalt.core.Decision.GoOn;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that a run was asked about. Either {@link #end} is to be called once when the tool
 * has run, or {@link #notMade} if it was not called after all; on any one thread. Until then it
 * counts as a call that is under way.
 */
public final class GuardedStep {

  private final @Nullable GuardedRun run;
  private final @Nullable ReportedCall call;
  private final Decision before;
  private boolean ended;

  /**
   * Belongs to a run.
   *
   * @param run null for a call that the settings say not to look at
   * @param before what was decided when the call was asked about
   */
  GuardedStep(@Nullable GuardedRun run, @Nullable ReportedCall call, Decision before) {
    this.run = run;
    this.call = call;
    this.before = before;
  }

  /** Whether the tool may run. What is to be said to the model comes with {@link #end}. */
  public boolean mayRun() {
    return !(before instanceof Decision.Halt || before instanceof Decision.Finish);
  }

  /**
   * What is decided in place of a tool that must not run: {@link Decision.Halt}; or {@link
   * Decision.Finish}, whose text answers the call.
   *
   * @throws IllegalStateException if the tool {@linkplain #mayRun may run}
   */
  public Decision refusal() {
    if (mayRun()) {
      throw new IllegalStateException("the tool may run: there is no refusal");
    }
    return before;
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
    Objects.requireNonNull(result, "result");
    endOnce();
    if (run == null || call == null || !mayRun()) {
      return before;
    }
    Decision after = run.afterStep(call, result);
    return after instanceof GoOn ? before : after;
  }

  /**
   * Takes the call back: the tool might have run, and was not called. It counts at no ceiling, and
   * its turn does not wait for it. Not needed where it must not run. O(detectors).
   *
   * @return as {@link #end}
   * @throws IllegalStateException if the step has ended before
   */
  public Decision notMade() {
    endOnce();
    return run == null || call == null || !mayRun() ? before : run.notMade(call);
  }

  private synchronized void endOnce() {
    if (ended) {
      throw new IllegalStateException("a step ends once");
    }
    ended = true;
  }
}
