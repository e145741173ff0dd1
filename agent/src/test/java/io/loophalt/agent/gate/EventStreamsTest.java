package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.loophalt.agent.gate.application.sdk.EventChat;
import io.loophalt.agent.gate.application.sdk.EventHandler;
import io.loophalt.agent.instrument.ChokePoint;
import io.loophalt.agent.instrument.GuardedClasses;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.Rung;
import io.loophalt.agent.policy.TaskPolicy.OnHalt;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/** Answers that a handler is given in events, of a run that is halted at its second idle turn. */
class EventStreamsTest {

  private static final class Models extends LoopModels {
    Models(Runs runs) {
      super(runs, EventHandler.class.getName());
    }

    @Override
    protected Answer answer(Object event) {
      int calls = event.equals(EventChat.TOOL) ? 1 : 0;
      return new Answer("model", event.toString(), calls, 10, 0, 1);
    }

    @Override
    protected List<CallPart> callParts(Object event) {
      return List.of();
    }

    @Override
    protected List<ToolResult> toolResults(Object request) {
      return List.of();
    }

    @Override
    protected Object withText(Object request, ToolResult result, String text) {
      return request + text;
    }
  }

  @Test
  void anAnswerCountsOnceAndTheHaltReachesTheHandlerAndTheFuture() throws Exception {
    assertOutcomes(EventChat.OverASoundConnection.class)
        .containsExactly(
            "answer 1", "complete", "answer 2", "told of the halt", "halted", "halted");
  }

  @Test
  void whatCameBeforeTheSdkTriedAgainIsNoPartOfTheAnswer() throws Exception {
    assertOutcomes(EventChat.OverABadConnection.class)
        .as("a tool that the whole answer does not ask for would make it no idle turn")
        .containsExactly(
            "tool",
            "broken",
            "answer 1",
            "complete",
            "tool",
            "broken",
            "answer 2",
            "told of the halt",
            "halted",
            "halted");
  }

  private static ListAssert<String> assertOutcomes(Class<? extends Callable<?>> application)
      throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(
            EventChat.class,
            runs ->
                new ChokePoint(EventChat.Client.class.getName(), "ask", 2, null, new Models(runs))
                    .rewriting(),
            List.of(
                new DetectorPolicy(
                    "idle-turns",
                    Mode.ACT,
                    new Ladder(List.of(new Rung(1, Intervention.HALT, null))),
                    Map.of())),
            OnHalt.THROW)) {
      Object outcomes = agent.call(application);
      assertThat(agent.failures()).as(agent.log()).isZero();
      return assertThat(outcomes).asInstanceOf(list(String.class));
    }
  }
}
