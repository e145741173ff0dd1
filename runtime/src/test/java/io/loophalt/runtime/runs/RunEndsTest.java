package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.value.SmallPolicies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunEndsTest {

  private final RunIds ids = new RunIds();
  private final KeptHalts halts = new KeptHalts(ids, 10, Long.MAX_VALUE, () -> 0);
  private final RunEnds ends = new RunEnds(ids, halts, 10);

  /** Two threads that make room may list the same run. */
  @Test
  void aRunThatIsDroppedTwiceStaysHalted() {
    LiveRun live = halted("session");
    ends.drop(live);
    ends.drop(live);

    assertThat(halts.find(HaltKey.ofId("session"))).isNotNull();
  }

  @Test
  void aRunThatIsClosedWhileItIsDroppedStaysHalted() {
    LiveRun live = halted("session");
    ends.close(live);
    ends.drop(live);

    assertThat(halts.find(HaltKey.ofId("session"))).isNotNull();
    assertThat(live.isClosed()).as("whoever has it begins another").isTrue();
  }

  @Test
  void aRunThatIsEndedHasTakenUntilNowAndOneThatWasSilentUntilItsLastCall() {
    long began = System.nanoTime() - Duration.ofMinutes(5).toNanos();
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    LiveRun ended = registry.open("ended", "task", null, began);
    LiveRun silent = registry.open("silent", "task", null, began);

    registry.close(ended);
    ends.close(silent);

    assertThat(ended.run().usage().elapsedMillis()).isGreaterThanOrEqualTo(300_000);
    assertThat(silent.run().usage().elapsedMillis()).isZero();
  }

  @Test
  void aRunKnowsTheLatestHaltOfThoseInsideWhenTheyAreOverAndHaltedNoMore() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    LiveRun outer = registry.open("outer", "task", null, 0);
    LiveRun inner = registry.open("inner", "task", outer, 0);
    assertThat(outer.latestHalt()).isNull();

    inner.run().halt(Kind.OPERATOR, "enough");
    inner.run().reset();
    registry.close(inner);

    assertThat(outer.run().haltReason()).isNull();
    assertThat(outer.latestHalt()).isNotNull().extracting(StopReason::detail).isEqualTo("enough");

    registry.reset(outer);
    assertThat(outer.latestHalt()).isNull();
  }

  private LiveRun halted(String id) {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    LiveRun live = registry.open(id, "task", null, 0);
    ids.add(live);
    live.run().halt(Kind.OPERATOR, "enough");
    return live;
  }
}
