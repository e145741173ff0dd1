package io.loophalt.runtime.correlation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
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
  private final InvocationStack thread = InvocationStack.current();

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
      assertThat(runs.existingRun(thread, String.class)).isNull();
    }
  }

  @Test
  void whatEndedOnTheThreadBeforeIsNotWhyTheRunOfTheBaggageWasStopped() {
    InvocationStack pooled = new InvocationStack();
    LiveRun earlier = registry.open("earlier", "task", null, System.nanoTime());
    earlier.run().halt(Kind.NO_PROGRESS, "stuck");
    pooled.ended(earlier);

    assertThat(stopReasonUnder("job-7", pooled)).isNull();
    assertThat(requireNonNull(runs.stopReason(pooled, RunsOfBaggageTest.class)).runId())
        .isEqualTo("earlier");
  }

  @Test
  void whyTheRunOfTheBaggageWasStoppedIsSaidWhateverEndedWellOnTheThreadBefore() {
    InvocationStack pooled = new InvocationStack();
    pooled.ended(registry.open("earlier", "task", null, System.nanoTime()));
    requireNonNull(under("agent.run", "job-7")).run().halt(Kind.NO_PROGRESS, "stuck");

    assertThat(requireNonNull(stopReasonUnder("job-7", pooled)).runId()).isEqualTo("order/job-7");
    assertThat(runs.stopReason(pooled, RunsOfBaggageTest.class)).isNull();
  }

  private @Nullable StopReason stopReasonUnder(String id, InvocationStack pooled) {
    try (Scope scope = Baggage.builder().put("agent.run", id).build().makeCurrent()) {
      return runs.stopReason(pooled, RunsOfBaggageTest.class);
    }
  }

  private @Nullable LiveRun under(String key, String value) {
    try (Scope scope = Baggage.builder().put(key, value).build().makeCurrent()) {
      return runs.existingRun(thread, RunsOfBaggageTest.class);
    }
  }

  private static AgentPolicy trusting(String baggage) {
    return SmallPolicies.of(
        new JoinPolicy(
            Duration.ofHours(1), Map.of(), new TrustedIds(null, baggage, null, "order")));
  }
}
