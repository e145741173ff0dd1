package io.loophalt.runtime.sdk;

import io.loophalt.extension.ModelResponse;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.sdk.HttpResponseFor;
import io.loophalt.runtime.application.sdk.RawChat;
import java.util.concurrent.Callable;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/**
 * Answers that an SDK hands out as raw responses, of a run that is halted at its second idle turn.
 */
class RawResponsesTest {

  private static final class Models extends SdkAnswers {
    private final boolean returnsFuture;

    Models(boolean returnsFuture) {
      this.returnsFuture = returnsFuture;
    }

    @Override
    public boolean returnsFuture() {
      return returnsFuture;
    }

    @Override
    public String streamPackage() {
      return HttpResponseFor.class.getPackageName();
    }

    @Override
    public ModelResponse answer(Object returned) {
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
        .containsExactly("answer 1", "answer 2", "answer 3", "halted");
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
            new Interception(
                    RawChat.WithRawResponseImpl.class.getName(),
                    method,
                    1,
                    null,
                    new SdkModelHandler(new Models(returnsFuture), null, runs))
                .rewriting(),
        application);
  }
}
