package io.loophalt.frameworks.adk;

import io.loophalt.extension.RunName;
import io.loophalt.extension.reflect.Getter;
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

  private AdkRuns() {}

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

  /** The run of a context; null if the context says nothing. */
  static @Nullable RunName of(@Nullable Object context) {
    String invocation = invocation(context);
    return invocation == null ? null : of(invocation, AGENT.of(context));
  }

  private static RunName of(String invocation, @Nullable Object agent) {
    for (Object each = agent; each != null; each = PARENT.of(each)) {
      Object parent = PARENT.of(each);
      if (isParallel(parent)) {
        return new RunName(branch(invocation, each), NAME.text(each), of(invocation, parent));
      }
    }
    return new RunName(invocation, NAME.text(agent));
  }
}
