package io.loophalt.test;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.RunRecord;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Where assertions on runs begin; to be imported statically. */
public final class LoopHaltAssertions {

  private LoopHaltAssertions() {}

  /** Begins assertions on a run of the library, as far as it has come. */
  public static RunAssert assertThat(@Nullable GuardedRun run) {
    return new RunAssert(run == null ? null : run.record());
  }

  /** Begins assertions on the record of a run of the library. */
  public static RunAssert assertThat(@Nullable RunRecord record) {
    return new RunAssert(record);
  }

  /** Begins assertions on the run of this test under the agent, as far as it has come. */
  public static AgentRunAssert assertThat(@Nullable AgentExtension agent) {
    return new AgentRunAssert(agent);
  }

  /** Begins assertions on why a run was stopped, with the agent or the library. */
  public static HaltAssert assertThat(@Nullable StopReason reason) {
    return new HaltAssert(reason);
  }

  /** Begins assertions on the halt that has reached the caller, with the agent or the library. */
  public static HaltAssert assertThat(@Nullable LoopHaltException halt) {
    return new HaltAssert(halt == null ? null : halt.stopReason());
  }

  /**
   * Runs an agent and begins assertions on the halt that is thrown out of it, or that is the cause
   * of what is thrown. Fails if none is: for JVMs with the agent as well as loops with the library.
   */
  public static HaltAssert assertThatHaltOf(ThrowingCallable agent) {
    Throwable thrown = null;
    try {
      agent.call();
    } catch (Throwable any) {
      thrown = any;
    }
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
      if (cause instanceof LoopHaltException halt) {
        return new HaltAssert(halt.stopReason());
      }
    }
    AssertionError none =
        new AssertionError(
            thrown == null
                ? "Expected a LoopHaltException, but the agent returned normally."
                    + " In a JVM with the agent, look for '[loophalt]' lines on standard error:"
                    + " they say whether it is on and what is woven."
                : "Expected a LoopHaltException, but the agent threw "
                    + Objects.requireNonNull(thrown)
                    + ", and no cause of it is one.");
    if (thrown != null) {
      none.initCause(thrown);
    }
    throw none;
  }
}
