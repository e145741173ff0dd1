package io.loophalt.runtime.sdk;

import io.loophalt.extension.ModelResponse;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.sdk.EventChat;
import io.loophalt.runtime.application.sdk.EventHandler;
import java.util.concurrent.Callable;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/** Answers that a handler is given in events, of a run that is halted at its second idle turn. */
class EventStreamsTest {

  private static final class Models extends SdkAnswers {
    @Override
    public String eventHandlerType() {
      return EventHandler.class.getName();
    }

    @Override
    public ModelResponse answer(Object event) {
      int calls = event.equals(EventChat.TOOL) ? 1 : 0;
      return new ModelResponse("model", event.toString(), calls, 10, 0, 1);
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
    return SdkAnswers.assertOutcomes(
        EventChat.class,
        runs ->
            new Interception(
                    EventChat.Client.class.getName(),
                    "ask",
                    2,
                    null,
                    new SdkModelHandler(new Models(), null, runs))
                .rewriting(),
        application);
  }
}
