package io.loophalt.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublisherModelCalls;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.Chat;
import io.loophalt.runtime.application.ReactiveChat;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/** Model calls of a framework whose requests are texts: the last of a halted run, and streams. */
class ModelCallHandlerTest {

  /** Requests that can be changed. */
  private static class Models implements ModelCalls {
    @Override
    public ModelResponse answer(Object returned) {
      return new ModelResponse("model", String.valueOf(returned), 0, 10, 0, 1);
    }

    @Override
    public int requestArgument() {
      return 0;
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      return request + " but finish now";
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return model + ", " + request;
    }
  }

  /** The same, answered in pieces. */
  private static final class Streams implements CallbackModelCalls {
    @Override
    public String handlerType() {
      return Chat.Listener.class.getName();
    }

    @Override
    public String completeMethod() {
      return "done";
    }

    @Override
    public String errorMethod() {
      return "failed";
    }

    @Override
    public ModelResponse answer(Object returned) {
      return new ModelResponse("model", String.valueOf(returned), 0, 10, 0, 1);
    }

    @Override
    public int handlerArgument(MethodCall call) {
      return 1;
    }

    @Override
    public int requestArgument() {
      return 0;
    }

    @Override
    public Object withoutTools(Object request, String text) {
      return request + " but finish now";
    }
  }

  /** Answered in a publisher. */
  private static final class Publishers implements PublisherModelCalls {
    @Override
    public String method() {
      return "stream";
    }

    @Override
    public int parameters() {
      return 1;
    }

    @Override
    public Object withoutTools(Object request, String text) {
      return request + " but finish now";
    }

    @Override
    public Object withModel(Object request, String model) {
      return model + ", " + request;
    }

    @Override
    public ModelResponse answer(Object piece) {
      return new ModelResponse("model", String.valueOf(piece), 0, 10, 0, 1);
    }
  }

  /** Of idle turns in a row; their rule counts each at once, whether or not requests are seen. */
  private static final Ladder HALT_AT_THE_SECOND =
      new Ladder(List.of(new Rung(2, Intervention.HALT, null)));

  @Test
  void theLastCallOfAHaltedRunIsMadeWithAnotherRequest() throws Exception {
    assertOutcomes(
            Chat.Blocking.class,
            "ask",
            runs -> new ModelCallHandler(new Models(), runs),
            OnHalt.FINISH)
        .containsExactly("1: go on", "2: go on", "3: go on but finish now", "halted[]");
  }

  @Test
  void withoutFinishingTheAnswerThatIsOneTooManyIsTheHalt() throws Exception {
    assertOutcomes(
            Chat.Blocking.class,
            "ask",
            runs -> new ModelCallHandler(new Models(), runs),
            OnHalt.THROW)
        .containsExactly("1: go on", "halted[]", "halted[]", "halted[]");
  }

  @Test
  void whoAsksOneQuestionAfterTheOtherIsNoAgentThatOnlyTalks() throws Exception {
    assertOutcomes(
            Chat.QuestionAfterQuestion.class,
            "ask",
            runs -> new ModelCallHandler(new Models(), runs),
            OnHalt.THROW)
        .containsExactly("1: go on", "2: go on", "3: go on", "4: go on");
  }

  @Test
  void whenTheLastCallFailsTheRunIsHaltedAfterAll() throws Exception {
    assertOutcomes(
            Chat.BlockingThatFails.class,
            "ask",
            runs -> new ModelCallHandler(new Models(), runs),
            OnHalt.FINISH)
        .containsExactly(
            "1: go on",
            "2: go on",
            "halted[java.lang.IllegalStateException: the model is down]",
            "halted[]");
  }

  @Test
  void aRequestFromWhichToolsCannotBeTakenIsNotMade() throws Exception {
    Function<RunCorrelator, Interceptor> drifted =
        runs ->
            new ModelCallHandler(
                new Models() {
                  @Override
                  public Object withoutTools(Object request, String text)
                      throws ReflectiveOperationException {
                    throw new NoSuchMethodException("toolSpecifications");
                  }
                },
                runs);
    assertOutcomes(Chat.Blocking.class, "ask", drifted, OnHalt.FINISH)
        .containsExactly(
            "1: go on",
            "2: go on",
            "halted[java.lang.NoSuchMethodException: toolSpecifications]",
            "halted[]");
  }

  @Test
  void anEscalatedRunAsksAnotherModel() throws Exception {
    try (GuardedClasses agent =
        agent(
            "ask",
            runs -> new ModelCallHandler(new Models(), runs),
            escalateAtTheSecond(),
            OnHalt.THROW)) {
      assertThat(agent.call(Chat.Blocking.class))
          .asInstanceOf(list(String.class))
          .containsExactly("1: go on", "2: go on", "3: big, go on", "4: big, go on");
    }
  }

  @Test
  void aRunWhoseModelCannotBeChangedGoesOnWithItsOwnAndSaysSo() throws Exception {
    Function<RunCorrelator, Interceptor> drifted =
        runs ->
            new ModelCallHandler(
                new Models() {
                  @Override
                  public Object withModel(Object request, String model)
                      throws ReflectiveOperationException {
                    throw new NoSuchMethodException("modelName");
                  }
                },
                runs);
    try (GuardedClasses agent = agent("ask", drifted, escalateAtTheSecond(), OnHalt.THROW)) {
      assertThat(agent.call(Chat.Blocking.class))
          .asInstanceOf(list(String.class))
          .containsExactly("1: go on", "2: go on", "3: go on", "4: go on");
      assertThat(agent.log()).containsOnlyOnce("escalated to model 'big'").contains("modelName");
      assertThat(agent.failures()).isZero();
    }
  }

  @Test
  void aStreamedAnswerCountsWhenItIsCompleteAndTheHaltIsTheHandlersError() throws Exception {
    assertOutcomes(
            Chat.Streaming.class,
            "stream",
            runs -> new CallbackModelHandler(new Streams(), runs),
            OnHalt.THROW)
        .containsExactly("piece 1:", "1: go on", "piece 2:", "halted[]", "halted[]", "halted[]");
  }

  @Test
  void aHaltedRunFinishesInAStream() throws Exception {
    assertOutcomes(
            Chat.Streaming.class,
            "stream",
            runs -> new CallbackModelHandler(new Streams(), runs),
            OnHalt.FINISH)
        .containsExactly(
            "piece 1:",
            "1: go on",
            "piece 2:",
            "2: go on",
            "piece 3:",
            "3: go on but finish now",
            "halted[]");
  }

  @Test
  void aLastStreamThatNeverBeginsIsTheHalt() throws Exception {
    assertOutcomes(
            Chat.StreamingThatFails.class,
            "stream",
            runs -> new CallbackModelHandler(new Streams(), runs),
            OnHalt.FINISH)
        .containsExactly(
            "piece 1:",
            "1: go on",
            "piece 2:",
            "2: go on",
            "thrown: halted[java.lang.IllegalStateException: the model is down]",
            "halted[]");
  }

  @Test
  void layersOfOneStreamCountOnceAlthoughTheyChangeTheThread() throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(
            ReactiveChat.class,
            runs ->
                new Interception(
                    ReactiveChat.Model.class.getName(),
                    "stream",
                    1,
                    null,
                    new PublisherModelHandler(new Publishers(), runs)),
            List.of(new DetectorPolicy("runaway-stall", Mode.ACT, HALT_AT_THE_SECOND, Map.of())),
            OnHalt.THROW)) {
      assertThat(agent.call(ReactiveChat.OfSeveralLayers.class))
          .asInstanceOf(list(String.class))
          .containsExactly("answer to question 1", "halted", "halted");
      assertThat(agent.failures()).as(agent.log()).isZero();
    }
  }

  @Test
  void whatAHandlerThrowsIsThrownAsWithoutTheAgent() throws Exception {
    try (GuardedClasses agent =
        agent(
            "stream",
            runs -> new CallbackModelHandler(new Streams(), runs),
            HALT_AT_THE_SECOND,
            OnHalt.THROW)) {
      assertThat(agent.call(Chat.BrokenListener.class)).isEqualTo("cannot use 1: go on");
      assertThat(agent.failures()).as(agent.log()).isZero();
    }
  }

  private static ListAssert<String> assertOutcomes(
      Class<? extends Callable<?>> application,
      String method,
      Function<RunCorrelator, Interceptor> handler,
      OnHalt onHalt)
      throws Exception {
    try (GuardedClasses agent = agent(method, handler, HALT_AT_THE_SECOND, onHalt)) {
      Object outcomes = agent.call(application);
      assertThat(agent.failures()).as(agent.log()).isZero();
      return assertThat(outcomes).asInstanceOf(list(String.class));
    }
  }

  private static GuardedClasses agent(
      String method, Function<RunCorrelator, Interceptor> handler, Ladder ladder, OnHalt onHalt) {
    return GuardedClasses.around(
        Chat.class,
        runs ->
            new Interception(Chat.Model.class.getName(), method, -1, null, handler.apply(runs))
                .rewriting(),
        List.of(new DetectorPolicy("runaway-stall", Mode.ACT, ladder, Map.of())),
        onHalt);
  }

  private static Ladder escalateAtTheSecond() {
    return new Ladder(List.of(new Rung(2, Intervention.ESCALATE, null, "big")));
  }
}
