package io.loophalt.agent.startup;

import io.loophalt.Effect;
import io.loophalt.LoopHaltException;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.runtime.boundary.RunMethodHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.tool.ToolMethodHandler;
import io.loophalt.runtime.value.ToolMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Provokes a known loop in a private run, through the real gate, and checks that it is halted: an
 * off switch that silently does not work is worse than none. The idea is BlockHound's.
 */
final class SelfTest {

  /** A halt before this would be a false one. */
  private static final int TOO_EARLY = 3;

  /**
   * More than any default ladder needs, on a machine that is so busy that pauses look like
   * patience.
   */
  private static final int ATTEMPTS = 30;

  private SelfTest() {}

  /**
   * The defaults with the one detector that the provoked loop needs: the way through gate, run and
   * ladder is tested, and the other detectors' classes are loaded when there is a run to judge. It
   * nudges nobody: there is no model, and the tool returns nothing that could carry a text to one.
   */
  static AgentPolicy policy(AgentPolicy defaults) {
    TaskPolicy task = defaults.defaults();
    List<DetectorPolicy> needed = new ArrayList<>();
    for (DetectorPolicy each : task.detectors()) {
      Integer haltsAt = each.ladder().haltsAt();
      if (each.detector().equals("identical-call") && haltsAt != null) {
        Ladder halt = new Ladder(List.of(new Rung(haltsAt, Intervention.HALT, null)));
        needed.add(new DetectorPolicy(each.detector(), each.mode(), halt, each.parameters()));
      }
    }
    return defaults.onlyWith(task.with(needed));
  }

  /** Null if the loop was caught where it should be; otherwise what went wrong. */
  static @Nullable String run(CallSiteTable sites, RunCorrelator privateRuns) {
    int run = sites.add(new RunMethodHandler("self-test", privateRuns));
    int tool =
        sites.add(
            new ToolMethodHandler(
                new ToolMethod("self_test", null, null, Effect.UNKNOWN, List.of(), true),
                privateRuns));
    Object scope = enter(run);
    if (scope == null) {
      return "the gate does not reach the agent";
    }
    try {
      return provoke(tool);
    } finally {
      LoopHaltGate.leave(scope, null, null);
    }
  }

  /**
   * The tool returns nothing: what an outcome says is read by classes that are many, and not needed
   * to find out that it is the same again.
   */
  private static @Nullable String provoke(int tool) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Object call = enter(tool);
      Object outcome = call == null ? null : LoopHaltGate.leave(call, null, null);
      if (outcome instanceof LoopHaltException) {
        return attempt < TOO_EARLY ? "a loop was halted at attempt " + attempt : null;
      }
    }
    return "a loop was not halted in " + ATTEMPTS + " attempts";
  }

  private static @Nullable Object enter(int site) {
    return LoopHaltGate.enter(site, SelfTest.class, null, null, null, null, null);
  }
}
