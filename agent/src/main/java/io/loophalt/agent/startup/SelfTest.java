package io.loophalt.agent.startup;

import io.loophalt.Effect;
import io.loophalt.LoopHaltException;
import io.loophalt.agent.gate.CallHandler;
import io.loophalt.agent.gate.Runs;
import io.loophalt.agent.gate.Sites;
import io.loophalt.agent.gate.ToolMethod;
import io.loophalt.agent.gate.ToolMethodHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Provokes a known loop in a private run, through the real gate, and checks that it is halted: an
 * off switch that silently does not work is worse than none. The idea is BlockHound's.
 */
final class SelfTest {

  private static final int ATTEMPTS = 5;

  private SelfTest() {}

  /** Null if the loop was caught where it should be; otherwise what went wrong. */
  static @Nullable String run(Sites sites, Runs privateRuns) {
    ToolMethod tool = new ToolMethod("self_test", null, null, Effect.UNKNOWN, List.of(), true);
    CallHandler handler = new ToolMethodHandler(tool, privateRuns);
    int site = sites.add(handler);
    IllegalStateException failure = new IllegalStateException("self-test");
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Object call = LoopHaltGate.enter(site, SelfTest.class, null, null, null, null, null);
      if (call == null) {
        return "the gate did not reach the agent at attempt " + attempt;
      }
      Object outcome = LoopHaltGate.leave(call, null, failure);
      boolean halted = outcome instanceof LoopHaltException;
      if (halted != (attempt == ATTEMPTS)) {
        return halted
            ? "a loop was halted early, at attempt " + attempt
            : "a loop was not halted at attempt " + attempt;
      }
    }
    return null;
  }
}
