package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.TextDigest;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepHistoryTest {

  private static final String[] FIVE = {"a", "b", "a", "c", "d"};

  private final StepHistory history = new StepHistory(2);

  @Test
  void aStepIsLookedForAmongTheLatest() {
    history.lookBack(4);
    for (String argument : FIVE) {
      history.add(turn(argument));
    }

    assertThat(history.added()).isEqualTo(5);
    assertThat(ageOf("d", 4)).isEqualTo(0);
    assertThat(ageOf("a", 4)).as("the newer of two").isEqualTo(2);
    assertThat(ageOf("a", 2)).as("older than asked for").isEqualTo(-1);
    assertThat(ageOf("b", 4)).isEqualTo(3);
    assertThat(isAmong("b", 4)).isTrue();
    assertThat(isAmong("b", 3)).isFalse();
    assertThat(isAmong("b", 100)).isTrue();
    assertThat(isAmong("e", 100)).isFalse();
  }

  @Test
  void theOldestIsForgotten() {
    for (String argument : FIVE) {
      history.add(turn(argument));
    }

    assertThat(isAmong("c", 100)).isTrue();
    assertThat(isAmong("a", 100)).isFalse();
    assertThat(history.hasRepetition(turn("c").repetition(0))).isTrue();
    assertThat(history.hasRepetition(turn("a").repetition(0))).isFalse();
  }

  @Test
  void toLookBackLessThanBeforeChangesNothing() {
    history.lookBack(1);
    history.add(turn("a"));
    history.add(turn("b"));

    assertThat(isAmong("a", 2)).isTrue();
  }

  @Test
  void noLongerWindowIsPromisedWhenStepsAreForgotten() {
    history.add(turn("a"));

    assertThatThrownBy(() -> history.lookBack(4)).isInstanceOf(IllegalStateException.class);
  }

  private int ageOf(String argument, int latest) {
    return history.ageOfRepetition(turn(argument).repetition(0), latest);
  }

  /** By all that it is looked for by. */
  private boolean isAmong(String argument, int latest) {
    StepsOfTurn step = turn(argument);
    boolean among = history.hasAction(step.action(0), latest);
    assertThat(history.hasObservation(step.observation(0), latest)).isEqualTo(among);
    assertThat(history.hasRepetition(step.repetition(0), latest)).isEqualTo(among);
    return among;
  }

  /** One failed call, of which observation and repetition differ. */
  private static StepsOfTurn turn(String argument) {
    Step step =
        new RecordedCall(
                "read_file",
                null,
                Effect.UNKNOWN,
                "{\"x\":\"" + argument + "\"}",
                "",
                null,
                "no such file",
                List.of(),
                null,
                "",
                0,
                0)
            .step();
    StepsOfTurn steps = new StepsOfTurn();
    steps.add(step, TextDigest.combine(step.action(), step.outcome()), false, false);
    return steps;
  }
}
