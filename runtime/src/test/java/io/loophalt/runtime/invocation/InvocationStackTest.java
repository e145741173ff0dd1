package io.loophalt.runtime.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.SmallPolicies;
import org.junit.jupiter.api.Test;

class InvocationStackTest {

  /** As where a thread of a server waits for a future, and runs a task of another one meanwhile. */
  @Test
  void aTaskOfNoRunIsNotOfTheRequestWhoseThreadItIsRunOn() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    InvocationStack thread = new InvocationStack();
    Invocation request = thread.push();
    request.becomeRequest();
    assertThat(thread.request()).isSameAs(request);

    Object scope = thread.enterHandedOver(null, null, "a task");
    assertThat(thread.request()).isNull();

    thread.leaveScope(scope, registry);
    assertThat(thread.request()).isSameAs(request);
  }

  /** As of a build that takes longer than the gap. */
  @Test
  void aRunIsNotSilentWhileACallOfItGoesOn() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    InvocationStack thread = new InvocationStack();
    long begun = System.nanoTime();
    long gap = registry.policy().idleGap().toNanos();
    LiveRun live = thread.threadRun(registry, "build", begun);

    thread.wasBusyIn(live, begun + 2 * gap);

    assertThat(thread.threadRun(registry, "build", begun + 2 * gap + gap / 2)).isSameAs(live);
    assertThat(thread.threadRun(registry, "build", begun + 4 * gap)).isNotSameAs(live);
  }

  /** As of a tool that gives a future, which another thread completes. */
  @Test
  void aRunIsNotSilentWhereAnotherThreadIsInIt() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    InvocationStack thread = new InvocationStack();
    long begun = System.nanoTime();
    long gap = registry.policy().idleGap().toNanos();
    LiveRun live = thread.threadRun(registry, "build", begun);

    new InvocationStack().wasBusyIn(live, begun + 2 * gap);

    assertThat(thread.threadRun(registry, "build", begun + 2 * gap + gap / 2)).isSameAs(live);
  }

  @Test
  void aTaskThatLeavesAJoinedRunIsNotTheEndOfOneOnTheThreadOfThePool() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    LiveRun joined = registry.join("order", "job-7", null, System.nanoTime());
    joined.run().halt(Kind.NO_PROGRESS, "stuck");
    InvocationStack thread = new InvocationStack();

    thread.leaveScope(thread.enterHandedOver(joined, null, "a task"), registry);
    thread.leaveScope(thread.enterScopeHere(joined), registry);
    thread.leaveScope(thread.enterScopeFor(null, joined), registry);
    assertThat(thread.oneEnded()).isFalse();

    thread.leaveScope(thread.enterScope(joined, false), registry);
    assertThat(thread.oneEnded()).as("it was joined here").isTrue();
    assertThat(thread.stopOfEnded()).isEqualTo(joined.run().haltReason());
  }
}
