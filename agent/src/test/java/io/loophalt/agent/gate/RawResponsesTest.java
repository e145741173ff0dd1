package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.loophalt.agent.gate.application.sdk.HttpResponseFor;
import io.loophalt.agent.gate.application.sdk.RawChat;
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

/**
 * Answers that an SDK hands out as raw responses, of a run that is halted at its second idle turn.
 */
class RawResponsesTest {

  private static final class Models extends LoopModels {
    Models(Runs runs, boolean returnsFuture) {
      super(runs, returnsFuture, HttpResponseFor.class.getPackageName());
    }

    @Override
    protected Answer answer(Object returned) {
      return new Answer("model", returned.toString(), 0, 10, 0, 1);
    }

    @Override
    protected List<CallPart> callParts(Object returned) {
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
  void anAnswerCountsOnceWhenItIsParsedAndAHaltedRunMakesNoMoreCalls() throws Exception {
    assertOutcomes(RawChat.Parsed.class, "create", false)
        .containsExactly("called", "answer 1", "called", "halted", "halted", "halted");
  }

  @Test
  void aStreamedAnswerCountsWhenItsStreamEnds() throws Exception {
    assertOutcomes(RawChat.Streamed.class, "createStreaming", false)
        .containsExactly("called", "answer 1", "called", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatIsStillToComeCountsWhenItIsParsed() throws Exception {
    assertOutcomes(RawChat.Later.class, "createLater", true)
        .containsExactly("called", "answer 1", "called", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatIsReadByHandIsATurnThatIsNotIdle() throws Exception {
    assertOutcomes(RawChat.ReadByHand.class, "create", false)
        .containsExactly("answer 1", "answer 2", "halted", "halted");
  }

  @Test
  void anAnswerThatNobodyReadsIsATurnThatIsNotIdleAndClosingItThrowsNothing() throws Exception {
    assertOutcomes(RawChat.ThrownAway.class, "create", false)
        .containsExactly("called", "answer 2", "called", "halted");
  }

  private static ListAssert<String> assertOutcomes(
      Class<? extends Callable<?>> application, String method, boolean returnsFuture)
      throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(
            RawChat.class,
            runs ->
                new ChokePoint(
                        RawChat.WithRawResponseImpl.class.getName(),
                        method,
                        1,
                        null,
                        new Models(runs, returnsFuture))
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
