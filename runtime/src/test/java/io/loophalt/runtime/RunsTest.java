package io.loophalt.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.RunObserver;
import io.loophalt.core.run.RunRegistry;
import io.loophalt.core.run.RunRegistry.LiveRun;
import io.loophalt.core.run.Verdict;
import io.loophalt.presets.Presets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What verdicts mean for a call. */
class RunsTest {

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunObserver.NONE);
  private final Runs runs = new Runs(registry, new Log(System.err));
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());

  @Test
  void nobodyIsToldOfAnEscalationThatProgressOnAnotherThreadHasEndedMeanwhile() {
    List<String> told = new ArrayList<>();
    live.listen((String reason) -> told.add(reason));
    Verdict escalated = new Verdict(Intervention.ESCALATE, "try something else", null);

    live.run().progress();
    Throwable halt = runs.enforce(escalated, live, (Call) null);

    assertThat(halt).isNull();
    assertThat(told).isEmpty();
    assertThat(live.takeMessage()).as("for the model").isEqualTo("try something else");
  }
}
