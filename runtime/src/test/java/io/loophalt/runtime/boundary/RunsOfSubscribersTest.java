package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of those who subscribe to one publisher a halt is for. */
class RunsOfSubscribersTest {

  private static final long A_SILENCE = SmallPolicies.IDLE_GAP.plusSeconds(1).toNanos();

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(100), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs =
      new RunCorrelator(
          registry,
          new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)));
  private final RunsOfSubscribers subscribers =
      new RunsOfSubscribers(RunsOfSubscribersTest.class, "agent", null, null, runs);

  @Test
  void whoIsInTheSameRunOrInNoneIsHaltedAgain() {
    LiveRun user = open("user-1");
    halted(user);

    assertThat(subscribers.next(in(user))).isInstanceOf(Throwable.class);
    assertThat(subscribers.next(null)).isInstanceOf(Throwable.class);
    assertThat(subscribers.next(in(user))).as("still").isInstanceOf(Throwable.class);
  }

  @Test
  void whoIsInAnotherRunIsNot() {
    halted(open("user-1"));

    assertThat(subscribers.next(in(open("user-2")))).isInstanceOf(RunWork.class);
  }

  @Test
  void whoIsInARunIsNotHaltedForOneThatIsInNone() {
    halted(null);

    assertThat(subscribers.next(in(open("user-1")))).isInstanceOf(RunWork.class);
  }

  @Test
  void whereNothingTellsSubscribersApartASilenceDoes() {
    LiveRun halted = halted(null);
    assertThat(subscribers.next(null)).isInstanceOf(Throwable.class);

    halted.touch(System.nanoTime() - A_SILENCE);

    assertThat(subscribers.next(null)).isInstanceOf(RunWork.class);
  }

  @Test
  void aRunThatIsKnownStaysHaltedHoweverSilent() {
    LiveRun user = open("user-1");
    halted(user).touch(System.nanoTime() - A_SILENCE);

    assertThat(subscribers.next(in(user))).isInstanceOf(Throwable.class);
  }

  /** The run of one more subscription, which is halted. */
  private LiveRun halted(@Nullable LiveRun above) {
    assertThat(subscribers.next(in(above))).isInstanceOf(RunWork.class);
    LiveRun live =
        registry.all().stream()
            .filter(run -> run.run().task().equals("agent"))
            .findFirst()
            .orElseThrow();
    live.run().halt(Kind.NO_PROGRESS, "a test");
    registry.close(live);
    return live;
  }

  private LiveRun open(String id) {
    return registry.open(id, "user", null, System.nanoTime());
  }

  private static @Nullable StreamScope in(@Nullable LiveRun run) {
    return run == null ? null : new StreamScope(run, null);
  }
}
