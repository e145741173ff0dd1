package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.CarriedScopes;
import io.loophalt.extension.MethodCall;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import org.junit.jupiter.api.Test;

/** Which run an object carries to the thread on which a framework goes on. */
class ScopeCarrierHandlerTest {

  private final Log log = new Log(System.err);
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final InvocationStack thread = new InvocationStack();
  private final ScopeCarrierHandler scopes =
      new ScopeCarrierHandler(
          new CarriedScopes() {
            @Override
            public Object carrier(MethodCall call) {
              return String.valueOf(call.argument(0));
            }
          },
          runs);

  @Test
  void aScopeIsCarriedAndTheRunOfAnAnswerThatIsWorkedOnIsNot() {
    LiveRun run = registry.open(null, "task", null, System.nanoTime());
    run.boundary().becomeThatOfMethod();
    Object scope = thread.enterScopeHere(run);
    calls("part");
    assertThat(runs.carriedBy("part")).isSameAs(run);
    thread.leaveScope(scope, registry);

    run.run().halt(Kind.OPERATOR, "stuck");
    Object reaction = thread.enterReaction(run);
    calls("fallback");
    assertThat(runs.carriedBy("fallback")).isNull();
    calls("part");
    assertThat(runs.carriedBy("part")).as("once more").isSameAs(run);
    thread.leaveScope(reaction, registry);
  }

  private void calls(String carrier) {
    Invocation call = thread.push();
    InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
    call.enter(failures, scopes, getClass(), this, carrier, null, null, null, null);
    scopes.before(call);
    thread.pop(call);
  }
}
