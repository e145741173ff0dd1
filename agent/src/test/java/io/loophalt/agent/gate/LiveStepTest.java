package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.agent.detect.Step;
import io.loophalt.agent.fingerprint.CanonicalDigest;
import io.loophalt.agent.fingerprint.TextDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read from the arguments of a call that a framework makes. */
class LiveStepTest {

  private static final CallHandler UNUSED =
      new CallHandler() {
        @Override
        public @Nullable Object before(Call call) {
          throw new AssertionError("the step is begun by the test");
        }

        @Override
        public @Nullable Object after(
            Call call, @Nullable Object returned, @Nullable Throwable thrown) {
          throw new AssertionError("the step is begun by the test");
        }
      };

  /** Arguments as JSON text and as the map that a framework has made of it. */
  static Stream<Object[]> calls() {
    return Stream.of(
        new Object[] {"{\"order\":7,\"stamp\":1001}", "{\"order\":7,\"stamp\":1002}"},
        new Object[] {Map.of("order", 7, "stamp", 1001), Map.of("order", 7, "stamp", 1002)});
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anArgumentThatIsLeftOutTellsNoFailuresApart(Object one, Object other) {
    Step first = failed(one, "gave up on 1001", Set.of("stamp"));
    Step second = failed(other, "gave up on 1002", Set.of("stamp"));

    assertThat(first.argumentsText()).isEqualTo("{\"order\":7}");
    assertThat(first.action()).isEqualTo(second.action());
    assertThat(first.failure()).isEqualTo(second.failure());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anArgumentThatCountsTellsFailuresAboutItApart(Object one, Object other) {
    assertThat(failed(one, "gave up on 1001", Set.of()).failure())
        .isNotEqualTo(failed(other, "gave up on 1002", Set.of()).failure());
  }

  @Test
  void anArgumentThatIsLeftOutOfAToolMethodAsksAndCommandsNothing() {
    ToolMethod bash =
        new ToolMethod(
            "bash",
            null,
            null,
            Effect.UNKNOWN,
            List.of(
                new ToolMethod.Parameter("command", ParameterRole.ARGUMENT),
                new ToolMethod.Parameter("thought", ParameterRole.LEFT_OUT)),
            true);

    Step step = called(bash, "sleep 30", "I wait until the server has come up again");

    assertThat(step.sleeps()).as("the thought is no command beside the other").isTrue();
    assertThat(step.question())
        .isEqualTo(called(bash, "sleep 30", "Another minute might well do").question());
  }

  @Test
  void argumentsThatAreNoJsonObjectStayAsTheyAre() {
    assertThat(failed("[1001", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001");
    assertThat(failed("[1001]", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001]");
  }

  @Test
  void anErrorThatALayerHasReturnedIsOneAlthoughTheFrameworkMakesAPlainTextOfIt() {
    LiveStep step = new LiveStep();
    step.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    step.innerFailed(true);
    step.end("connection refused", /* error= */ false, Step.ABSENT, 1);

    assertThat(step.failed()).isTrue();
    assertThat(step.errorText()).isEqualTo("connection refused");
  }

  @Test
  void whatIsAskedOfTheOutcomeBeforeTheCallSaysNothingOfItAfterwards() {
    LiveStep step = new LiveStep();
    step.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    long before = step.gist();
    step.end("AssertionError: 2 of 3", /* error= */ false, Step.ABSENT, 1);

    assertThat(step.result()).isEqualTo(TextDigest.of("AssertionError: 2 of 3"));
    assertThat(step.failure()).isNotEqualTo(Step.ABSENT);
    assertThat(step.gist()).isNotEqualTo(before);
  }

  private static Step called(ToolMethod method, Object... arguments) {
    Call call = new Call(new ThreadCalls(), 0);
    call.enter(
        new Failures(new Log(System.err), () -> {}),
        UNUSED,
        LiveStepTest.class,
        null,
        null,
        null,
        null,
        null,
        arguments);
    LiveStep step = new LiveStep();
    step.begin(method, call, null, 0);
    return step;
  }

  private static Step failed(Object arguments, String error, Set<String> leftOut) {
    LiveStep step = new LiveStep();
    step.begin("cancel", arguments, leftOut, new CanonicalDigest(), Effect.WRITE, null, 0);
    step.end(error, true, Step.ABSENT, 1);
    return step;
  }
}
