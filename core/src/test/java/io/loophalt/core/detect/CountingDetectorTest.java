package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted.At;
import io.loophalt.core.policy.Intervention;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountingDetectorTest {

  /**
   * Counts idle turns and failed calls; a turn with calls ends the row, one with any number not.
   */
  private static final class Idle extends Counted {
    Idle(At at) {
      super("rule", StopReason.Kind.STALL, "of them in a row", at);
    }

    @Override
    protected boolean counts(Turn turn) {
      return turn.toolCalls() == 0;
    }

    @Override
    protected boolean ends(Turn turn) {
      return turn.toolCalls() > 0;
    }

    @Override
    protected boolean counts(Step step) {
      return step.failed();
    }
  }

  /** All reports in their order, as the ladder hears them. */
  private final List<Integer> reports = new ArrayList<>();

  private final FindingSink sink =
      (rule, count) -> {
        assertThat(rule).isEqualTo("rule");
        reports.add(count);
        return Intervention.NONE;
      };

  @Test
  void anAnswerCountsAtOnce() {
    CountingDetector detector = new CountingDetector("d", new Idle(At.ANSWER));
    turn(detector, 0, false);
    turn(detector, 0, false);
    turn(detector, Turn.CALLS_UNKNOWN, false);
    turn(detector, 0, true);
    turn(detector, 2, false);

    assertThat(reports).containsExactly(1, 2, 0, 1, 0);
    assertThat(detector.describe("rule", 2)).isEqualTo("2 of them in a row");
    assertThat(detector.stopKind("rule")).isEqualTo(StopReason.Kind.STALL);
    assertThat(detector.moments()).isEqualTo(Detector.ANSWERED);
  }

  @Test
  void anAnswerThatAnotherOneMustFollowCountsThen() {
    CountingDetector detector = new CountingDetector("d", new Idle(At.NEXT_ANSWER));
    turn(detector, 0, false);
    turn(detector, 0, false);
    turn(detector, Turn.CALLS_UNKNOWN, false);

    assertThat(reports).containsExactly(0, 1, 2);

    reports.clear();
    turn(detector, 1, false);
    turn(detector, 0, false);

    assertThat(reports).containsOnly(0);
  }

  @Test
  void aCallCountsWhenItIsOver() {
    CountingDetector detector = new CountingDetector("d", new Idle(At.CALL));
    detector.afterStep(call("broken"), sink);
    detector.afterStep(call("broken"), sink);
    detector.afterStep(call(null), sink);
    detector.afterStep(call("broken"), sink);
    turn(detector, 0, true);

    assertThat(reports).containsExactly(1, 2, 0, 1, 0);
  }

  @Test
  void aTurnWithSeveralCallsThatCountIsOneMore() {
    CountingDetector detector = new CountingDetector("d", new Idle(At.TURN_END));
    turn(detector, 2, false, call("broken"), call("broken"));
    turn(detector, 2, false, call("broken"), call(null));
    turn(detector, 1, false, call(null));
    turn(detector, 0, false);

    assertThat(reports).containsExactly(1, 2, 0, 0);
  }

  @ParameterizedTest
  @EnumSource
  void aRestoredOneGoesOnInTheMiddleOfATurn(At at) throws IOException {
    CountingDetector saved = new CountingDetector("d", new Idle(at));
    turn(saved, 0, false, call("broken"));
    saved.turnStarted(answer(0, false), sink);
    saved.afterStep(call("broken"), sink);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    saved.save(new DataOutputStream(bytes));
    assertThat(bytes.size()).isEqualTo(at == At.TURN_END ? 5 : 4);

    CountingDetector restored = new CountingDetector("d", new Idle(at));
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(goOn(restored)).isEqualTo(goOn(saved)).contains(at == At.NEXT_ANSWER ? 2 : 3);
    restored.reset();
    assertThat(goOn(restored)).doesNotContain(3);
  }

  private List<Integer> goOn(CountingDetector detector) {
    reports.clear();
    if ((detector.moments() & Detector.TURN_ENDED) != 0) {
      detector.turnEnded(answer(0, false), sink);
    }
    turn(detector, 0, false, call("broken"));
    return List.copyOf(reports);
  }

  private void turn(CountingDetector detector, int toolCalls, boolean asked, Step... calls) {
    Turn answer = answer(toolCalls, asked);
    detector.turnStarted(answer, sink);
    for (Step call : calls) {
      if ((detector.moments() & Detector.AFTER_STEP) != 0) {
        detector.afterStep(call, sink);
      }
    }
    if ((detector.moments() & Detector.TURN_ENDED) != 0) {
      detector.turnEnded(answer, sink);
    }
  }

  private static Turn answer(int toolCalls, boolean asked) {
    return new Turn(0, toolCalls, "", "model", 0, 0, asked, false);
  }

  private static Step call(@Nullable String error) {
    return new RecordedCall(
            "look", null, Effect.UNKNOWN, "{}", "", null, error, List.of(), null, "", 0, 0)
        .step();
  }
}
