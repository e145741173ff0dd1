package io.loophalt.frameworks;

import io.loophalt.core.run.LiveRun;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * Finds the run that an invocation context of Google ADK belongs to: that of the invocation, or
 * that of the branch of a {@code ParallelAgent} in which its agent works.
 *
 * <p>Branches have no names of their own that would hold from turn to turn, but agents have one
 * parent each, and names that are unique among them.
 */
final class AdkRuns {

  /** The agent that a context is for. */
  static final Getter AGENT = new Getter("agent");

  private static final String PARALLEL = "com.google.adk.agents.ParallelAgent";

  private static final Getter INVOCATION_ID = new Getter("invocationId");
  private static final Getter PARENT = new Getter("parentAgent");
  private static final Getter NAME = new Getter("name");

  private final RunCorrelator runs;

  AdkRuns(RunCorrelator runs) {
    this.runs = runs;
  }

  /** The run's id of the invocation that a context is for; null if there is none. */
  static @Nullable String invocation(@Nullable Object context) {
    Object id = INVOCATION_ID.of(context);
    return id == null ? null : "adk-" + id;
  }

  /** The run's id of a branch. */
  static String branch(String invocation, Object agent) {
    return invocation + '/' + NAME.text(agent);
  }

  static boolean isParallel(@Nullable Object agent) {
    return agent != null && agent.getClass().getName().equals(PARALLEL);
  }

  /** The run of a context, opened if need be; null if the context says nothing. */
  @Nullable LiveRun of(Invocation call, @Nullable Object context) {
    String invocation = invocation(context);
    return invocation == null ? null : of(call, invocation, AGENT.of(context), System.nanoTime());
  }

  private LiveRun of(Invocation call, String invocation, @Nullable Object agent, long nowNanos) {
    for (Object each = agent; each != null; each = PARENT.of(each)) {
      Object parent = PARENT.of(each);
      if (isParallel(parent)) {
        String id = branch(invocation, each);
        LiveRun known = runs.registry().find(id);
        if (known != null) {
          known.touch(nowNanos);
          return known;
        }
        LiveRun around = of(call, invocation, parent, nowNanos);
        return runs.registry().open(id, NAME.text(each), around, nowNanos);
      }
    }
    return runs.named(call, invocation, NAME.text(agent), nowNanos);
  }
}
