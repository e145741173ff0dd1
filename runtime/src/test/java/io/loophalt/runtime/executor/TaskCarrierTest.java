package io.loophalt.runtime.executor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.Invocation.NamedRun;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On threads of its own: others' tests may have left calls on the one that runs them all. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TaskCarrierTest {

  private static final int NO_EVENT = -1;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final TaskCarrier carrier =
      new TaskCarrier(new RunCorrelator(registry, log), new InternalErrorBreaker(log, () -> {}));
  private final Runnable task = new FutureTask<>(() -> null);

  @Test
  void aThreadLeavesTheRunOfItsTaskAlsoWhenRunsGoWithTasksNoMore() {
    InvocationStack thread = InvocationStack.current();
    Object entered = begun(thread);

    switchOff();
    carrier.on(LoopHaltGate.TASK_ENDS, entered);

    assertThat(thread.isInRun()).isFalse();
    carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
    assertThat(carrier.on(LoopHaltGate.TASK_BEGINS, task)).isNull();
  }

  @Test
  void aTaskThatIsNullEndsNothing() {
    InvocationStack thread = InvocationStack.current();
    Object entered = begun(thread);
    thread.workerTask = entered;

    carrier.on(LoopHaltGate.TASK_HANDED_OVER, null);

    assertThat(thread.isInRun()).isTrue();
    carrier.on(LoopHaltGate.WORKER_ENDS, null);
    assertThat(thread.isInRun()).isFalse();
  }

  @Test
  void anObjectThatAHandlerMayHaveKeptIsOfNoOtherRunUntilItsOwnIsOver() {
    LiveRun first = registry.open("first", "task", null, 0);
    LiveRun second = registry.open("second", "task", null, 0);
    in(first, this::leaveToHandler);

    in(second, () -> carrier.on(LoopHaltGate.TASK_HANDED_OVER, task));
    assertThat(runInTask(task)).as("of which of them, nobody knows").isNull();

    registry.close(first);
    in(second, () -> carrier.on(LoopHaltGate.TASK_HANDED_OVER, task));
    assertThat(runInTask(task)).isSameAs(second);
    assertThat(runInTask(task)).as("it was handed over once").isNull();
  }

  @Test
  void whatAHandlerHasKeptGoesWithItsRun() {
    LiveRun run = registry.open("a run", "task", null, 0);

    in(run, this::leaveToHandler);

    assertThat(runInTask(task)).isSameAs(run);
    assertThat(runInTask(task)).as("it was handed over once").isNull();
  }

  @Test
  void ofATaskThatAHandlerWrapsTheWrapperGoesWithTheRunAlone() {
    LiveRun run = registry.open("a run", "task", null, 0);
    FutureTask<?> wrapper = new FutureTask<>(task, null);
    in(
        run,
        () -> {
          carrier.on(LoopHaltGate.TASK_HANDED_OVER, task); // waits in another pool
          carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
          Object left = requireNonNull(carrier.on(LoopHaltGate.TASK_IS_LEFT, task));
          carrier.on(LoopHaltGate.TASK_HANDED_OVER, wrapper);
          carrier.on(LoopHaltGate.TASK_WAS_REFUSED, left);
        });

    assertThat(runInTask(wrapper)).isSameAs(run);
    assertThat(runInTask(task)).as("in the other pool").isSameAs(run);
    assertThat(runInTask(task)).as("once").isNull();
  }

  @Test
  void aTaskThatTheHandlerRunsIsNotLeftForAnotherTime() {
    LiveRun run = registry.open("a run", "task", null, 0);
    in(
        run,
        () -> {
          carrier.on(LoopHaltGate.TASK_HANDED_OVER, task); // waits in another pool
          carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
          Object left = requireNonNull(carrier.on(LoopHaltGate.TASK_IS_LEFT, task));
          assertThat(carrier.on(LoopHaltGate.TASK_BEGINS, task)).as("it is there").isNull();
          carrier.on(LoopHaltGate.TASK_WAS_REFUSED, left);
        });

    assertThat(runInTask(task)).as("in the other pool").isSameAs(run);
    assertThat(runInTask(task)).as("once").isNull();
  }

  private void leaveToHandler() {
    carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
    carrier.on(
        LoopHaltGate.TASK_MAY_BE_KEPT, requireNonNull(carrier.on(LoopHaltGate.TASK_IS_LEFT, task)));
  }

  private void in(LiveRun run, Runnable work) {
    InvocationStack thread = InvocationStack.current();
    Object scope = thread.enterScopeHere(run);
    work.run();
    thread.leaveScope(scope, registry);
  }

  /** In which run a task is that begins on this thread, which is in none; null if in none. */
  private @Nullable LiveRun runInTask(Object begun) {
    Object entered = carrier.on(LoopHaltGate.TASK_BEGINS, begun);
    LiveRun run = InvocationStack.current().scopedRun();
    if (entered != null) {
      carrier.on(LoopHaltGate.TASK_ENDS, entered);
    }
    return run;
  }

  @Test
  void aTaskOfARequestGoesWithTheJoinedRunThatTheRequestNames() {
    InvocationStack thread = InvocationStack.current();
    List<Boolean> inside = new ArrayList<>();
    RunEvents opened = new RunEvents(event -> inside.add(thread.inside), Clock.systemUTC(), true);
    Invocation request = thread.push();
    request.becomeRequestOf(
        new NamedRun(
            new RunRegistry(SmallPolicies.of(10), Presets::create, opened), "order", "job-7"));

    carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
    assertThat(inside)
        .as("what the agent hands over to join it is told to nobody")
        .containsExactly(true);
    assertThat(thread.inside).isFalse();
    thread.pop(request);

    Object entered = requireNonNull(carrier.on(LoopHaltGate.TASK_BEGINS, task));
    assertThat(requireNonNull(thread.scopedRun()).run().id()).isEqualTo("order/job-7");
    carrier.on(LoopHaltGate.TASK_ENDS, entered);
    assertThat(thread.isInRun()).isFalse();
  }

  /** A task of a run begins on this thread, which is in no run. */
  private Object begun(InvocationStack thread) {
    Object scope = thread.enterScopeHere(registry.open("a run", "task", null, 0));
    carrier.on(LoopHaltGate.TASK_HANDED_OVER, task);
    thread.leaveScope(scope, registry);
    assertThat(thread.isInRun()).isFalse();
    Object entered = requireNonNull(carrier.on(LoopHaltGate.TASK_BEGINS, task));
    assertThat(thread.isInRun()).isTrue();
    return entered;
  }

  /** More internal errors than one part is forgiven. */
  private void switchOff() {
    for (int i = 0; i < InternalErrorBreaker.LIMIT; i++) {
      carrier.on(NO_EVENT, task);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("runs do not go with tasks");
  }
}
