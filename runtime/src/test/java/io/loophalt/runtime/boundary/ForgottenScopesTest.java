package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thread has only so many scopes open, whoever forgets to close them. */
class ForgottenScopesTest {

  private static final int MANY = 1_000;

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(2 * MANY), Presets::create, RunEvents.NONE);
  private final InvocationStack thread = new InvocationStack();

  private final List<LiveRun> left = new ArrayList<>();

  @Test
  void beyondTheBoundScopesAreLeftAndTheirRunsAreOver() {
    LiveRun latest = enter().scope;
    for (int i = 0; i < MANY; i++) {
      latest = enter().scope;
    }

    assertThat(thread.openScopes()).isEqualTo(InvocationStack.MOST_SCOPES);
    assertThat(thread.scopedRun()).isSameAs(latest);
    assertThat(left).hasSize(MANY + 1 - InvocationStack.MOST_SCOPES).allMatch(LiveRun::isClosed);
    assertThat(registry.all()).hasSize(InvocationStack.MOST_SCOPES);
  }

  @Test
  void whoClosesAnOuterScopeClosesAllThatWereForgottenInside() {
    Entered outer = enter();
    for (int i = 0; i < MANY; i++) {
      enter();
    }

    thread.leaveScope(outer.handle, registry);

    assertThat(thread.scopedRun()).isNull();
    assertThat(registry.all()).isEmpty();
  }

  private record Entered(LiveRun scope, Object handle) {}

  /** As from inside the woven seam of the facade. */
  private Entered enter() {
    Invocation seam = thread.push();
    LiveRun opened = registry.open(null, "task", thread.scopedRun(), 0);
    Object handle = thread.enterScope(opened, true);
    LiveRun forgotten = thread.leaveForgotten(registry);
    if (forgotten != null) {
      left.add(forgotten);
    }
    thread.pop(seam);
    return new Entered(opened, handle);
  }
}
