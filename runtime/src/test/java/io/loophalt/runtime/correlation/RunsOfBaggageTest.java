package io.loophalt.runtime.correlation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.runs.UneventfulSharing;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which run OpenTelemetry's baggage names, and which it does not. */
@SuppressWarnings("try") // the scopes are what the run is looked for in
class RunsOfBaggageTest {

  private final RunRegistry registry =
      new RunRegistry(trusting("agent.run"), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, new Log(System.err));
  private final InvocationStack thread = new InvocationStack();

  @Test
  void theTrustedEntryNamesTheRunOfWhateverIsCalledUnderIt() {
    LiveRun first = requireNonNull(under("agent.run", "job-7"));

    assertThat(first.run().id()).isEqualTo("order/job-7");
    assertThat(under("agent.run", "job-7")).isSameAs(first);
    assertThat(under("agent.run", "job-8")).isNotSameAs(first);
    assertThat(first.isClosed()).isFalse();
  }

  @Test
  void anyOtherEntryAndABlankOneNameNone() {
    assertThat(under("run", "job-7")).isNull();
    assertThat(under("agent.run", " ")).isNull();
    registry.follow(SmallPolicies.of(JoinPolicy.DEFAULT));
    assertThat(under("agent.run", "job-7")).isNull();
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aScopeOfTheApplicationsCountsBeforeIt() {
    LiveRun opened = registry.open("opened", "task", null, System.nanoTime());
    Object scope = thread.enterScopeHere(opened);

    assertThat(under("agent.run", "job-7")).isSameAs(opened);
    thread.leaveScope(scope, registry);
    assertThat(under("agent.run", "job-7")).isNotSameAs(opened);
  }

  @Test
  void baggageWhoseApiCannotBeSeenNamesNone() {
    try (Scope scope = Baggage.builder().put("agent.run", "job-7").build().makeCurrent()) {
      Invocation call = new InvocationStack().push();
      call.standFor(String.class);
      assertThat(runs.existingRun(call)).isNull();
    }
  }

  @Test
  void whatEndedOnTheThreadBeforeIsNotWhyTheRunOfTheBaggageWasStopped() {
    InvocationStack pooled = new InvocationStack();
    LiveRun earlier = registry.open("earlier", "task", null, System.nanoTime());
    earlier.run().halt(Kind.NO_PROGRESS, "stuck");
    pooled.ended(earlier);

    assertThat(stopReasonUnder("job-7", pooled)).isNull();
    assertThat(requireNonNull(runs.stopReason(callOn(pooled))).runId()).isEqualTo("earlier");
  }

  @Test
  void whyTheRunOfTheBaggageWasStoppedIsSaidWhateverEndedWellOnTheThreadBefore() {
    InvocationStack pooled = new InvocationStack();
    pooled.ended(registry.open("earlier", "task", null, System.nanoTime()));
    requireNonNull(under("agent.run", "job-7")).run().halt(Kind.NO_PROGRESS, "stuck");

    assertThat(requireNonNull(stopReasonUnder("job-7", pooled)).runId()).isEqualTo("order/job-7");
    assertThat(runs.stopReason(callOn(pooled))).isNull();
  }

  @Test
  void oneCallWaitsOnceForTheOtherProcessesOfTheRunThatTheBaggageNames() {
    UneventfulSharing others = new UneventfulSharing();
    registry.shareBy(others);
    LiveRun live = requireNonNull(under("agent.run", "job-7"));
    live.boundary().modelSeen();

    Invocation tool = call();
    assertThat(ofToolUnder("job-7", tool)).isSameAs(live);
    assertThat(others.entered).as("by the framework that calls it").isEqualTo(2);

    Invocation model = call();
    try (Scope scope = Baggage.builder().put("agent.run", "job-7").build().makeCurrent()) {
      assertThat(runs.around(model)).isSameAs(live);
      assertThat(runs.ofModelCall(model, null, System.nanoTime())).isSameAs(live);
    }
    assertThat(others.entered).isEqualTo(3);
  }

  @Test
  void aRunOfTheBaggageThatEndsWithinACallIsNotTheRunOfWhatFollowsInIt() {
    Invocation call = call();
    try (Scope scope = Baggage.builder().put("agent.run", "job-7").build().makeCurrent()) {
      LiveRun first = requireNonNull(runs.around(call));
      assertThat(runs.around(call)).isSameAs(first);

      registry.close(first);

      assertThat(runs.around(call)).isNotNull().isNotSameAs(first);
    }
  }

  @Test
  void aCallIsNotOfTheRunThatBaggageHasNamedForTheOneBefore() {
    InvocationStack own = new InvocationStack();
    Invocation call = callOn(own);
    LiveRun first;
    try (Scope scope = Baggage.builder().put("agent.run", "job-7").build().makeCurrent()) {
      first = requireNonNull(runs.around(call));
    }
    own.pop(call);

    Invocation next = callOn(own);

    assertThat(next).isSameAs(call);
    assertThat(runs.around(next)).isNull();
    try (Scope scope = Baggage.builder().put("agent.run", "job-8").build().makeCurrent()) {
      assertThat(runs.around(next)).isNotNull().isNotSameAs(first);
    }
  }

  private @Nullable LiveRun ofToolUnder(String id, Invocation tool) {
    try (Scope scope = Baggage.builder().put("agent.run", id).build().makeCurrent()) {
      return runs.ofTool(tool, null, null, System.nanoTime());
    }
  }

  private static Invocation call() {
    return callOn(new InvocationStack());
  }

  private static Invocation callOn(InvocationStack calling) {
    Invocation call = calling.push();
    call.standFor(RunsOfBaggageTest.class);
    return call;
  }

  private @Nullable StopReason stopReasonUnder(String id, InvocationStack pooled) {
    try (Scope scope = Baggage.builder().put("agent.run", id).build().makeCurrent()) {
      return runs.stopReason(callOn(pooled));
    }
  }

  private @Nullable LiveRun under(String key, String value) {
    try (Scope scope = Baggage.builder().put(key, value).build().makeCurrent()) {
      Invocation call = callOn(thread);
      LiveRun live = runs.existingRun(call);
      thread.pop(call);
      return live;
    }
  }

  private static AgentPolicy trusting(String baggage) {
    return SmallPolicies.of(
        new JoinPolicy(
            Duration.ofHours(1), Map.of(), new TrustedIds(null, baggage, null, "order")));
  }
}
