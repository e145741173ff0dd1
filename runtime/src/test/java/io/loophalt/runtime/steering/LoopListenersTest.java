package io.loophalt.runtime.steering;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.scheduler.Schedulers;

/** What listeners are told, whose answer counts, and who is silenced. */
@Timeout(60)
class LoopListenersTest {

  /** A listener as the facade has it. */
  private static class Heard implements Function<Map<String, Object>, @Nullable Object> {

    final BlockingQueue<Map<String, Object>> told = new LinkedBlockingQueue<>();

    @Override
    public @Nullable Object apply(Map<String, Object> what) {
      told.add(what);
      return "halt".equals(what.get("event")) ? answer() : null;
    }

    @Nullable Object answer() {
      return null;
    }

    @Override
    public String toString() {
      return getClass().getSimpleName();
    }
  }

  private static final class Grants extends Heard {
    @Override
    Object answer() {
      return Map.of("steps", 5L);
    }
  }

  /** Says that there is no limit any more. */
  private static final class GrantsAll extends Heard {
    @Override
    Object answer() {
      Duration time = Duration.ofSeconds(Long.MAX_VALUE);
      BigDecimal cost = new BigDecimal("1E+1000000000");
      return Map.of("steps", Long.MAX_VALUE, "tokens", Long.MAX_VALUE, "time", time, "cost", cost);
    }
  }

  private static final class Late extends Heard {
    final CountDownLatch goesOn = new CountDownLatch(1);

    @Override
    Object answer() {
      try {
        goesOn.await();
      } catch (InterruptedException cancelled) {
        throw new IllegalStateException(cancelled);
      }
      return Map.of("steps", 5L);
    }
  }

  private static final class Throws extends Heard {
    @Override
    public @Nullable Object apply(Map<String, Object> what) {
      super.apply(what);
      if (told.size() % 2 == 0) {
        throw new AssertionError("planted");
      }
      throw new IllegalStateException("planted");
    }
  }

  /** Does not return from the first that it is told. */
  private static final class Stuck extends Heard {
    final CountDownLatch goesOn = new CountDownLatch(1);

    @Override
    public @Nullable Object apply(Map<String, Object> what) {
      try {
        goesOn.await();
      } catch (InterruptedException cancelled) {
        throw new IllegalStateException(cancelled);
      }
      return null;
    }
  }

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final EventSinks sinks = new EventSinks();
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(10), Presets::create, new RunEvents(sinks, Clock.systemUTC(), false));
  private final FromOutside outside = new FromOutside(registry, log);
  private final LoopListeners listeners = outside.listeners(sinks);

  /** Held by this, as by an application: a listener that nobody else holds is forgotten. */
  private final Grants grants = new Grants();

  private int runs;

  private LiveRun halted(Kind kind) {
    LiveRun live = registry.open("run-" + ++runs, "task", null, System.nanoTime());
    live.run().halt(kind, "full");
    return live;
  }

  private static StopReason reason(LiveRun live) {
    return requireNonNull(live.run().haltReason());
  }

  @Test
  void theFirstGrantCountsAndNobodyElseIsWaitedFor() {
    Late late = new Late();
    listeners.add(grants);
    listeners.add(late);

    LiveRun live = halted(Kind.STEP_CAP);
    assertThat(outside.letsGoOn(live, reason(live))).isTrue();
    assertThat(live.run().haltReason()).isNull();
    late.goesOn.countDown();
  }

  @Test
  void whoGrantsMoreThanCanBeCountedGrantsAsMuchAsCanBe() {
    GrantsAll all = new GrantsAll();
    listeners.add(all);

    for (int i = 0; i < 4; i++) {
      LiveRun live = halted(Kind.STEP_CAP);
      live.run().lasts(5_000);
      assertThat(outside.letsGoOn(live, reason(live))).as("run %d", i).isTrue();
      assertThat(live.run().haltReason()).isNull();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void whatCannotBeGrantedIsSaidAndHoldsUpNobody() {
    Function<Map<String, Object>, @Nullable Object> below =
        what -> "halt".equals(what.get("event")) ? Map.of("steps", -1L) : null;
    listeners.add(below);
    listeners.add(grants);

    for (int i = 0; i < 4; i++) {
      LiveRun live = halted(Kind.STEP_CAP);
      assertThat(outside.letsGoOn(live, reason(live))).as("run %d", i).isTrue();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).containsOnlyOnce("grants cannot be given: ");
  }

  @Test
  void onlyTheLateListenerIsSilencedAndItsAnswersAreCounted() throws Exception {
    Late late = new Late();
    listeners.add(late);
    listeners.add(grants);

    for (int i = 0; i < 3; i++) {
      LiveRun live = halted(Kind.STEP_CAP);
      assertThat(outside.letsGoOn(live, reason(live))).isFalse();
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("the listener Late, given to AgentRuns.addListener, has not answered");

    for (int i = 0; i < 3; i++) {
      assertThat(grants.told.take()).containsEntry("event", "halt");
    }
    while (outside.droppedByListeners() < 3) { // what it granted too late
      Thread.onSpinWait();
    }
    LiveRun live = halted(Kind.STEP_CAP);
    assertThat(outside.letsGoOn(live, reason(live))).as("the other is asked still").isTrue();
    assertThat(late.told).hasSize(1);

    late.goesOn.countDown();
    while (outside.droppedByListeners() < 4) {
      Thread.onSpinWait();
    }
    assertThat(late.told).as("nothing that waited for it").hasSize(1);
  }

  @Test
  void whoIsStuckInWhatIsOnlyToldIsSilencedWhenHaltsWaitForIt() {
    Stuck stuck = new Stuck();
    listeners.add(stuck);
    listeners.add(grants);
    for (int i = 0; i < 300; i++) {
      registry.close(registry.open("over-" + i, "task", null, System.nanoTime()));
    }
    assertThat(outside.droppedByListeners()).as("no room is left").isPositive();

    LiveRun next;
    do {
      next = halted(Kind.STEP_CAP);
    } while (!outside.letsGoOn(next, reason(next)));

    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("the listener Stuck, given to AgentRuns.addListener, has not answered");
    stuck.goesOn.countDown();
  }

  @Test
  void whoIsTakenBackWhileItIsStuckHoldsUpNobody() throws Exception {
    Late late = new Late();
    Heard heard = new Heard();
    listeners.add(late);
    listeners.add(heard);
    LiveRun first = halted(Kind.STEP_CAP);
    assertThat(outside.letsGoOn(first, reason(first))).isFalse();
    listeners.remove(late);

    while (heard.told.isEmpty()) {
      LiveRun next = halted(Kind.STEP_CAP);
      assertThat(outside.letsGoOn(next, reason(next))).isFalse();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    late.goesOn.countDown();
  }

  @Test
  void onAThreadThatMustNotBlockTheGrantHoldsFromTheNextCallOn() throws Exception {
    listeners.add(grants);
    LiveRun live = halted(Kind.STEP_CAP);

    CompletableFuture<Boolean> call = new CompletableFuture<>();
    Schedulers.parallel().schedule(() -> call.complete(outside.letsGoOn(live, reason(live))));

    assertThat(call.get()).as("its call is halted").isFalse();
    while (live.run().haltReason() != null) {
      Thread.onSpinWait();
    }
    assertThat(grants.told).hasSize(1);
  }

  @Test
  void whatAPersonHaltsIsToldOnceAndNoListenerLetsItGoOn() throws Exception {
    listeners.add(grants);
    LiveRun live = halted(Kind.OPERATOR);

    outside.tellOfOrderedHalt(live, reason(live));
    assertThat(outside.letsGoOn(live, reason(live))).isFalse();
    outside.tellOfOrderedHalt(live, reason(live));
    registry.close(live);

    assertThat(List.of(grants.told.take(), grants.told.take()))
        .extracting(each -> each.get("event") + " " + each.get("kind"))
        .containsExactly("halt operator", "end operator");
    assertThat(live.run().haltReason()).isNotNull();
  }

  @Test
  void whoThrowsEachTimeIsToldOfOnceForEachKind() throws Exception {
    Throws throwing = new Throws();
    Heard second = new Heard();
    listeners.add(throwing);
    listeners.add(second);

    for (int i = 0; i < 50; i++) {
      registry.close(halted(Kind.STEP_CAP));
      assertThat(second.told.take()).containsEntry("event", "end");
    }

    assertThat(throwing.told).as("what it is told").hasSize(50);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .hasSize(2)
        .allMatch(line -> line.contains("the listener Throws, given to AgentRuns.addListener"))
        .anyMatch(line -> line.contains(" threw java.lang.IllegalStateException; "))
        .anyMatch(line -> line.contains(" threw java.lang.AssertionError; "))
        .allMatch(line -> line.endsWith("This is said once"));
  }

  @Test
  void whoIsTakenBackHearsNothing() throws Exception {
    Heard first = new Heard();
    Heard second = new Heard();
    listeners.add(first);
    listeners.add(first);
    listeners.add(second);
    registry.close(halted(Kind.STEP_CAP));
    assertThat(second.told.take()).containsEntry("event", "end");
    assertThat(first.told).as("once, however often it was added").hasSize(1);

    listeners.remove(first);
    registry.close(halted(Kind.STEP_CAP));
    assertThat(second.told.take()).containsEntry("event", "end");
    assertThat(first.told).hasSize(1);
  }
}
