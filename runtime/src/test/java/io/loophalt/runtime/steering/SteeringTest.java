package io.loophalt.runtime.steering;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.RunWaits;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.HaltWait;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.scheduler.Schedulers;

/** Who waits for a person, who must not, and what time that is. */
@Timeout(60)
class SteeringTest {

  private static final HaltWait LONG = new HaltWait(Duration.ofMinutes(10), 1);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final List<Event> told = new CopyOnWriteArrayList<>();
  private final Steering steering =
      new Steering(
          new Log(new PrintStream(said, true, StandardCharsets.UTF_8)),
          new RunEvents(told::add, Clock.systemUTC(), false));
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final LiveRun run = registry.open("run", "task", null, System.nanoTime());

  @Test
  void aThreadThatMustNotWaitIsStoppedThisOnceAndItIsSaidOnce() throws Exception {
    steering.freeze(Freeze.Calls.ALL, /* halts= */ false, Duration.ofMinutes(10));

    assertThat(onEventLoop(() -> steering.admit(run, null)))
        .extracting(StopReason::kind, StopReason::detector)
        .containsExactly(Kind.OPERATOR, "operator");
    assertThat(onEventLoop(() -> steering.admit(run, null))).isNotNull();
    assertThat(run.run().haltReason()).as("it is not sticky").isNull();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("runs are frozen, but parallel-");

    steering.unfreeze();
    assertThat(onEventLoop(() -> steering.admit(run, null))).isNull();
  }

  @Test
  void callsThatOnlyReadAreNotHeldWhereOnlyWritingOnesAre() throws Exception {
    steering.freeze(Freeze.Calls.WRITING, /* halts= */ false, Duration.ofMinutes(10));

    assertThat(onEventLoop(() -> steering.admit(run, Effect.READ))).isNull();
    assertThat(onEventLoop(() -> steering.admit(run, null))).as("of a model").isNull();
    assertThat(onEventLoop(() -> steering.admit(run, Effect.UNKNOWN))).isNotNull();
  }

  @Test
  void aHaltedRunOnSuchAThreadDoesNotWaitNorDoesOneOnAThreadOfTheAgents() throws Exception {
    run.run().halt(Kind.NO_PROGRESS, "stuck");

    assertThat(onEventLoop(() -> steering.awaitPerson(run, run, LONG))).isFalse();

    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    OwnThread.of(() -> answer.complete(steering.awaitPerson(run, run, LONG)), "listener").start();
    assertThat(answer.get()).isFalse();
  }

  @Test
  void whileACallWaitsForTheRunAroundItTheTimeOfBothStandsStill() throws Exception {
    LiveRun child = registry.open("child", "task", run, System.nanoTime());
    run.run().halt(Kind.STEP_CAP, "full");

    CompletableFuture<Boolean> call =
        CompletableFuture.supplyAsync(() -> steering.awaitPerson(child, run, LONG));
    while (!child.isWaiting()) {
      Thread.onSpinWait();
    }
    long later = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    assertThat(run.isWaiting()).isTrue();
    assertThat(child.millisAt(later)).isLessThan(TimeUnit.MINUTES.toMillis(1));
    assertThat(run.millisAt(later)).isLessThan(TimeUnit.MINUTES.toMillis(1));
    assertThat(child.isSilent(later, 1)).isFalse();

    registry.resume(run, Allowance.none());
    assertThat(call.get()).isTrue();
    assertThat(run.isWaiting() || child.isWaiting()).isFalse();
  }

  @Test
  void ofOneRunAsManyCallsWaitAsThereAreAndTheNextRunDoesNot() throws Exception {
    LiveRun other = registry.open("other", "task", null, System.nanoTime());
    run.run().halt(Kind.STEP_CAP, "full");
    other.run().halt(Kind.STEP_CAP, "full");
    CompletableFuture<Boolean> first =
        CompletableFuture.supplyAsync(() -> steering.awaitPerson(run, run, LONG));
    CompletableFuture<Boolean> second =
        CompletableFuture.supplyAsync(() -> steering.awaitPerson(run, run, LONG));
    while (steering.waiting() < 2) {
      Thread.onSpinWait();
    }

    assertThat(steering.awaitPerson(other, other, LONG)).isFalse();
    assertThat(first.isDone() || second.isDone()).isFalse();

    run.pause().refuse();
    assertThat(first.get() || second.get()).isFalse();
    assertThat(steering.awaitPerson(run, run, LONG)).as("it was decided").isFalse();
  }

  @Test
  void whoIsInterruptedDoesNotWaitAndNobodyIsToldThatItDoes() throws Exception {
    run.run().halt(Kind.STEP_CAP, "full");

    CompletableFuture<Boolean> interrupted =
        CompletableFuture.supplyAsync(
            () -> {
              Thread.currentThread().interrupt();
              return steering.awaitPerson(run, run, LONG) || !Thread.interrupted();
            });
    assertThat(interrupted.get()).isFalse();
    assertThat(told).isEmpty();

    CompletableFuture<Boolean> next =
        CompletableFuture.supplyAsync(() -> steering.awaitPerson(run, run, LONG));
    while (told.isEmpty()) {
      Thread.onSpinWait();
    }
    registry.resume(run, Allowance.none());
    assertThat(next.get()).isTrue();
    assertThat(told).hasExactlyElementsOfTypes(RunWaits.class);
  }

  @Test
  void ofTheCallsOfOneHaltOneTellsThatTheyWaitAndOfTheNextHaltAgain() throws Exception {
    for (int halts = 1; halts <= 2; halts++) {
      run.run().halt(Kind.STEP_CAP, "full");
      CompletableFuture<Boolean> first =
          CompletableFuture.supplyAsync(() -> steering.awaitPerson(run, run, LONG));
      CompletableFuture<Boolean> second =
          CompletableFuture.supplyAsync(() -> steering.awaitPerson(run, run, LONG));
      while (steering.waiting() < 2 || told.size() < halts) {
        Thread.onSpinWait();
      }
      registry.resume(run, Allowance.none());
      assertThat(first.get() && second.get()).isTrue();
      assertThat(told).hasSize(halts);
    }
  }

  @Test
  void aFreezeHoldsMoreCallsThanMayWaitForAPerson() throws Exception {
    int calls = 3 * HaltWait.MAX_PARKED;
    steering.freeze(Freeze.Calls.ALL, /* halts= */ false, Duration.ofMinutes(10));
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<@Nullable StopReason>> held = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        LiveRun each = registry.open("run-" + i, "task", null, System.nanoTime());
        held.add(threads.submit(() -> steering.admit(each, null)));
      }
      while (steering.waiting() < calls) {
        Thread.onSpinWait();
      }

      steering.unfreeze();
      for (Future<@Nullable StopReason> each : held) {
        assertThat(each.get()).isNull();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whenTheJvmEndsNobodyWaitsAndNobodyBeginsTo() throws Exception {
    steering.freeze(Freeze.Calls.ALL, /* halts= */ false, Duration.ofMinutes(10));
    CompletableFuture<@Nullable StopReason> held =
        CompletableFuture.supplyAsync(() -> steering.admit(run, null));
    while (!run.isWaiting()) {
      Thread.onSpinWait();
    }

    steering.endWaiting();

    assertThat(requireNonNull(held.get()).detail()).startsWith("frozen by an operator until ");
    assertThat(steering.admit(run, null)).isNotNull();
  }

  private static <T extends @Nullable Object> T onEventLoop(Supplier<T> call)
      throws InterruptedException, ExecutionException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Schedulers.parallel().schedule(() -> answer.complete(call.get()));
    return answer.get();
  }
}
