package io.loophalt.runtime.executor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
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
