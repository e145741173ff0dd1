package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.Verdict;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What verdicts mean for a call. */
class RunCorrelatorTest {

  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, new Log(System.err));
  private final LiveRun live = registry.open("run", "task", null, System.nanoTime());

  @Test
  void nobodyIsToldOfAnEscalationThatProgressOnAnotherThreadHasEndedMeanwhile() {
    List<String> told = new ArrayList<>();
    live.listen((String reason) -> told.add(reason));
    Verdict escalated = new Verdict(Intervention.ESCALATE, "try something else", null);

    live.run().progress();
    Throwable halt = runs.enforce(escalated, live, (Invocation) null);

    assertThat(halt).isNull();
    assertThat(told).isEmpty();
    assertThat(live.takeMessage()).as("for the model").isEqualTo("try something else");
  }

  @Test
  void whatWaitsForTheModelIsNotToldWhenAPersonHasSpoken() {
    Written chat = new Written();
    runs.hear(live, chat.says("Any news?").request());
    runs.answered(live, chat.answers("I am waiting for the bank."));
    live.interventions().leaveMessage("nothing new");

    runs.hear(live, chat.says("Any news?").request());
    assertThat(live.takeMessage()).as("the same words").isEqualTo("nothing new");
    live.interventions().leaveMessage("nothing new");
    runs.hear(live, chat.says("Which labels are there?").request());
    assertThat(live.takeMessage()).as("new words").isNull();
    live.interventions().leaveMessage("nothing new");
    runs.told(live, "And which colours?");
    assertThat(live.takeMessage()).as("new words that are reported").isNull();
  }
}
