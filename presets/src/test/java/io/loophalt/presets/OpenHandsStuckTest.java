package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Intervention;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edges that the conformance vectors, which list each rung only once, leave open. */
class OpenHandsStuckTest {

  private final OpenHandsStuck detector = new OpenHandsStuck("openhands");
  private final List<String> reports = new ArrayList<>();
  private final FindingSink nudgingAtThree =
      (rule, count) -> {
        if (count > 0) {
          reports.add(rule + ' ' + count);
        }
        return count == 3 ? Intervention.NUDGE : count > 3 ? Intervention.HALT : Intervention.NONE;
      };
  private int turns;

  @Test
  void oneFailureIsNudgedForOnlyOnce() {
    callThatFails("a");
    callThatFails("a");
    callThatFails("a");
    message();
    message();

    assertThat(reports).containsExactly("action_error_nudge 3");
  }

  @Test
  void anotherFailureIsNudgedForAgain() {
    for (String call : List.of("a", "a", "a", "b", "b", "b")) {
      callThatFails(call);
    }

    assertThat(reports).containsExactly("action_error_nudge 3", "action_error_nudge 3");
  }

  @ParameterizedTest
  @CsvSource({"8, true", "9, false"})
  void aPatternIsSeenIfItFitsTwentyEvents(int messagesBetween, boolean seen) {
    int messages = 0;
    for (int call = 0; call < 6; call++) {
      call(call % 2 == 0 ? "a" : "b", null);
      for (int gap = 0; call < 5 && gap < 2 && messages < messagesBetween; gap++) {
        message();
        messages++;
      }
    }

    assertThat(reports.contains("alternating_pattern 6"))
        .as("6 calls with their results and %d messages: %s", messages, reports)
        .isEqualTo(seen);
  }

  private void callThatFails(String arguments) {
    call(arguments, "no");
  }

  private void call(String arguments, @Nullable String error) {
    Turn turn = new Turn(turns++, 1, "", "", 0, 0, false, false);
    Step step =
        new RecordedCall(
                "shell",
                null,
                Effect.UNKNOWN,
                arguments,
                "",
                null,
                error,
                List.of(),
                null,
                "",
                0,
                0)
            .step();
    detector.turnStarted(turn, nudgingAtThree);
    detector.beforeStep(step, nudgingAtThree);
    detector.afterStep(step, nudgingAtThree);
    detector.turnEnded(turn, nudgingAtThree);
  }

  private void message() {
    Turn turn = new Turn(turns++, 0, "Hm.", "", 0, 0, false, false);
    detector.turnStarted(turn, nudgingAtThree);
    detector.turnEnded(turn, nudgingAtThree);
  }
}
