package io.loophalt.runtime.sdk;

import io.loophalt.instrumentation.ChokePoint;
import io.loophalt.runtime.application.sdk.HttpResponseFor;
import io.loophalt.runtime.application.sdk.RawChat;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.ModelResponse;
import java.util.concurrent.Callable;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/**
 * Answers that an SDK hands out as raw responses, of a run that is halted at its second idle turn.
 */
class RawResponsesTest {

  private static final class Models extends SdkAnswers {
    Models(RunCorrelator runs, boolean returnsFuture) {
      super(runs, returnsFuture, HttpResponseFor.class.getPackageName());
    }

    @Override
    protected ModelResponse answer(Object returned) {
      return new ModelResponse("model", returned.toString(), 0, 10, 0, 1);
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
    return SdkAnswers.assertOutcomes(
        RawChat.class,
        runs ->
            new ChokePoint(
                    RawChat.WithRawResponseImpl.class.getName(),
                    method,
                    1,
                    null,
                    new Models(runs, returnsFuture))
                .rewriting(),
        application);
  }
}
