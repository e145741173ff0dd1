package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.agent.detect.Step;
import io.loophalt.agent.fingerprint.CanonicalDigest;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read from the arguments of a call that a framework makes. */
class LiveStepTest {

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
  void argumentsThatAreNoJsonObjectStayAsTheyAre() {
    assertThat(failed("[1001", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001");
    assertThat(failed("[1001]", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001]");
  }

  private static Step failed(Object arguments, String error, Set<String> leftOut) {
    LiveStep step = new LiveStep();
    step.begin("cancel", arguments, leftOut, new CanonicalDigest(), Effect.WRITE, null, 0);
    step.end(error, true, Step.ABSENT, 1);
    return step;
  }
}
