package io.loophalt.runtime.sdk;

import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.sdk.DrawnAnswer;
import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.sdk.IteratedChat;
import java.util.concurrent.Callable;
import org.assertj.core.api.ListAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Streams that are iterated over, of a run that is halted at its second idle turn. */
class IteratedStreamsTest {

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
    public IteratedStreams iteratedStreams() {
      return new Iterables();
    }

    @Override
    public boolean endsAnswer(Object piece) {
      return piece.equals(IteratedChat.END);
    }

    @Override
    public ModelResponse answer(Object piece) {
      return new ModelResponse("model", piece.toString(), 0, 10, 0, 1);
    }
  }

  private static final class Iterables implements IteratedStreams {
    @Override
    public @Nullable Object inFrontOf(Object returned, DrawnAnswer answer) {
      if (!(returned instanceof Iterable<?> source)) {
        return null;
      }
      return (Iterable<Object>)
          () -> {
            answer.fromTheBeginning();
            return answer.through(source.iterator());
          };
    }
  }

  @Test
  void anAnswerCountsOnceWhenItIsReadAndAHaltedRunMakesNoMoreCalls() throws Exception {
    assertOutcomes(IteratedChat.Twice.class, "create", false)
        .containsExactly("called", "answer 1", "answer 1", "called", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatIsReadFromTheBeginningAgainCountsOnce() throws Exception {
    assertOutcomes(IteratedChat.FromTheBeginning.class, "create", false)
        .containsExactly("answer ", "answer 1", "answer ", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatIsStillToComeCountsWhenItIsRead() throws Exception {
    assertOutcomes(IteratedChat.Later.class, "createLater", true)
        .containsExactly("called", "answer 1", "called", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatBreaksOffCountsAndItsHaltIsThrownInPlaceOfTheFailure() throws Exception {
    assertOutcomes(IteratedChat.BrokenOff.class, "createBroken", false)
        .containsExactly("broken", "halted", "halted", "halted");
  }

  @Test
  void anAnswerThatIsLeftWhenAllOfItHasComeCountsAtTheNextCall() throws Exception {
    assertOutcomes(IteratedChat.LeftAtItsEnd.class, "createWithUsage", false)
        .containsExactly("answer 1.", "answer 2.", "halted", "halted");
  }

  @Test
  void anAnswerThatIsLeftInItsMiddleIsNone() throws Exception {
    assertOutcomes(IteratedChat.LeftInItsMiddle.class, "createWithUsage", false)
        .containsExactly("answer ", "answer ", "answer ", "answer ");
  }

  private static ListAssert<String> assertOutcomes(
      Class<? extends Callable<?>> application, String method, boolean returnsFuture)
      throws Exception {
    return SdkAnswers.assertOutcomes(
        IteratedChat.class,
        runs ->
            new Interception(
                    IteratedChat.class.getName(),
                    method,
                    1,
                    null,
                    new SdkModelHandler(new Models(returnsFuture), null, runs))
                .rewriting(),
        application);
  }
}
