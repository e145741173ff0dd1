package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.value.SmallPolicies;
import org.junit.jupiter.api.Test;

class RunEndsTest {

  private final RunIds ids = new RunIds();
  private final DroppedHalts halts = new DroppedHalts(ids, 10);
  private final RunEnds ends = new RunEnds(ids, halts, 10);

  /** Two threads that make room may list the same run. */
  @Test
  void aRunThatIsDroppedTwiceStaysHalted() {
    LiveRun live = halted("session");
    ends.drop(live, 0);
    ends.drop(live, 0);

    assertThat(halts.find("session")).isNotNull();
  }

  @Test
  void aRunThatIsClosedWhileItIsDroppedIsHaltedForNobody() {
    LiveRun live = halted("session");
    ends.close(live);
    ends.drop(live, 0);

    assertThat(halts.find("session")).isNull();
  }

  private LiveRun halted(String id) {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    LiveRun live = registry.open(id, "task", null, 0);
    ids.add(live);
    live.run().halt(Kind.OPERATOR, "enough");
    return live;
  }
}
