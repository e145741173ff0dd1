package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work that a framework hands to another thread. */
class RunCarrierHandlerTest {

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(20), Presets::create, RunEvents.NONE);
  private final RunCarrierHandler carrier = new RunCarrierHandler(new RunCorrelator(registry, log));
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());
  private final InvocationStack thread = InvocationStack.current();
  private @Nullable Object scope;
  private @Nullable Invocation entered;

  @BeforeEach
  void workOnAnAnswerThatWasStreamed() {
    registry.goesOn(live);
    registry.streamBegan(live);
    scope = thread.enterScopeHere(live);
  }

  @AfterEach
  void leave() {
    if (entered != null) {
      thread.pop(entered);
    }
    if (scope != null) {
      thread.leaveScope(scope, registry);
    }
  }

  @Test
  void itBelongsToTheRunWhichLastsUntilItIsDone() throws Exception {
    AtomicReference<@Nullable LiveRun> seen = new AtomicReference<>();
    Invocation call = handOver(() -> seen.set(InvocationStack.current().scopedRun()));
    Runnable carried = carriedBy(call);
    carrier.after(call, null, null);
    registry.streamEnded(live);
    assertThat(registry.all()).as("before it is done").containsExactly(live);

    Thread worker = new Thread(carried);
    worker.start();
    worker.join();

    assertThat(seen).hasValue(live);
    assertThat(registry.all()).as("when it is done").isEmpty();
  }

  @Test
  void itsThreadIsInNoRunAfterwardsWhateverItThrows() throws Exception {
    AtomicReference<@Nullable LiveRun> seen = new AtomicReference<>(live);
    Invocation call =
        handOver(
            () -> {
              throw new IllegalStateException("of the work");
            });
    Runnable carried = carriedBy(call);
    carrier.after(call, null, null);

    Thread worker =
        new Thread(
            () -> {
              try {
                carried.run();
              } catch (IllegalStateException expected) {
                seen.set(InvocationStack.current().scopedRun());
              }
            });
    worker.start();
    worker.join();
    registry.streamEnded(live);

    assertThat(seen).hasValue(null);
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void theRunDoesNotWaitForWhatWasRefused() {
    Invocation call = handOver(() -> {});
    carrier.after(call, null, new RejectedExecutionException("no thread"));

    registry.streamEnded(live);

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void whatIsHandedOverInNoRunIsLeftAlone() {
    thread.leaveScope(Objects.requireNonNull(scope), registry);

    Invocation call = enter(() -> {});

    assertThat(carrier.before(call)).isNull();
    assertThat(call.rewritten()).isNull();
  }

  private Invocation handOver(Runnable work) {
    Invocation call = enter(work);
    assertThat(carrier.before(call)).isSameAs(call);
    return call;
  }

  private static Runnable carriedBy(Invocation call) {
    return (Runnable) Objects.requireNonNull(Objects.requireNonNull(call.rewritten())[0]);
  }

  private Invocation enter(Runnable work) {
    Invocation call = thread.push();
    entered = call;
    call.enter(
        failures, carrier, getClass(), this, work, null, null, null, new Object[] {work, false});
    return call;
  }
}
