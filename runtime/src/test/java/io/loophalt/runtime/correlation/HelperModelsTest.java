package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.runtime.value.StepReader;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent in a scope that asks a second model about each of its steps, and is stuck. */
class HelperModelsTest {

  private static final String FAILURE = "Error: timeout";

  private final RunRegistry registry = new RunRegistry(standard(), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, new Log(System.err));
  private final LiveRun live = registry.open(null, "support", null, System.nanoTime());
  private final Written chat = new Written().says("Where is order 7?");

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 1", "2, 0", "0, 2", "2, 2"})
  void aStuckAgentIsHaltedHoweverManyHelpersItAsks(int beforeTheTool, int afterIt) {
    int round = 0;
    while (live.run().haltReason() == null && round < 25) {
      round++;
      String id = "call_" + round;
      turn(chat, () -> chat.asks(id, "get_order", "{\"id\": 7}"), 1);
      helpers(beforeTheTool, "call " + round);
      step();
      helpers(afterIt, "result " + round);
      chat.results(1);
    }

    StopReason reason = Objects.requireNonNull(live.run().haltReason(), "after 25 rounds");
    assertThat(reason.detector()).isEqualTo("identical-call");
    assertThat(round).isEqualTo(5);
  }

  private void helpers(int count, String about) {
    for (int i = 0; i < count; i++) {
      Written other = new Written().says("Helper " + i + ", is this safe? " + about);
      turn(other, () -> other.answers("safe"), 0);
    }
  }

  private void turn(Written request, Supplier<AnswerTrace> answer, int calls) {
    runs.hear(live, request.request());
    if (live.run().beforeModelCall(0).stopReason() != null) {
      return;
    }
    runs.answered(live, answer.get());
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            calls,
            calls == 0 ? "safe" : "",
            "model",
            10,
            1,
            live.talk().takePrompt(),
            /* compactedBefore= */ false);
    live.run().turnStarted(turn, BigDecimal.ZERO, 0);
  }

  private void step() {
    StepReader reader = new StepReader();
    reader.begin(
        "get_order", "{\"id\": 7}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);
    live.run().beforeStep(reader.step());
    reader.end(FAILURE, /* error= */ true, live.state(), 0);
    live.run().afterStep(reader.step());
  }

  private static AgentPolicy standard() {
    return SmallPolicies.of("standard", Presets.named("standard").detectors());
  }
}
