package io.loophalt.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunObserver;
import io.loophalt.core.run.RunRegistry;
import io.loophalt.core.run.RunRegistry.LiveRun;
import io.loophalt.presets.Presets;
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
class RunCarrierTest {

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final Failures failures = new Failures(log, () -> {});
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(20), Presets::create, RunObserver.NONE);
  private final RunCarrier carrier = new RunCarrier(new Runs(registry, log));
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());
  private final ThreadCalls thread = ThreadCalls.current();
  private @Nullable Object scope;
  private @Nullable Call entered;

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
    Call call = handOver(() -> seen.set(ThreadCalls.current().scopedRun()));
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
    Call call =
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
                seen.set(ThreadCalls.current().scopedRun());
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
    Call call = handOver(() -> {});
    carrier.after(call, null, new RejectedExecutionException("no thread"));

    registry.streamEnded(live);

    assertThat(registry.all()).isEmpty();
  }

  @Test
  void whatIsHandedOverInNoRunIsLeftAlone() {
    thread.leaveScope(Objects.requireNonNull(scope), registry);

    Call call = enter(() -> {});

    assertThat(carrier.before(call)).isNull();
    assertThat(call.rewritten()).isNull();
  }

  private Call handOver(Runnable work) {
    Call call = enter(work);
    assertThat(carrier.before(call)).isSameAs(call);
    return call;
  }

  private static Runnable carriedBy(Call call) {
    return (Runnable) Objects.requireNonNull(Objects.requireNonNull(call.rewritten())[0]);
  }

  private Call enter(Runnable work) {
    Call call = thread.push();
    entered = call;
    call.enter(
        failures, carrier, getClass(), this, work, null, null, null, new Object[] {work, false});
    return call;
  }
}
