package io.loophalt.core.detect.standard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Told.Called;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is asked to do it again does nothing wrong. */
class UserMessageTest {

  private static final Called UNKNOWN =
      Called.failed("deploy", "x", "Tool 'deploy' not found").of("rollout");
  private static final Called LOOK = Called.worked("read_file", "notes.md", "nothing here");
  private static final Called WRITE = Called.worked("write_file", "notes.md", "ok");

  /** Turns that make no progress when they are repeated. */
  private static final List<Called[]> TURNS =
      List.of(
          new Called[] {},
          new Called[] {UNKNOWN},
          new Called[] {LOOK},
          new Called[] {WRITE},
          new Called[] {UNKNOWN, LOOK, WRITE});

  /** All that count repetitions; {@code token-ratio} counts what was spent. */
  static Stream<String> detectors() {
    return StandardPreset.detectorNames().stream().filter(name -> !name.equals("token-ratio"));
  }

  @ParameterizedTest
  @MethodSource("detectors")
  void aMessageOfTheUserStartsEveryCountAnew(String detector) {
    for (Called[] turn : TURNS) {
      Told told = new Told(detector);
      for (int i = 0; i < 6; i++) {
        told.turn(turn);
      }

      told.askedTurn(turn).turn(turn).turn(turn);

      assertThat(told.counts())
          .as("what follows the message, after %s", Arrays.toString(turn))
          .isEqualTo(new Told(detector).askedTurn(turn).turn(turn).turn(turn).counts());
    }
  }

  @ParameterizedTest
  @MethodSource("detectors")
  void aMessageOfTheUserTakesBackWhatWasReported(String detector) {
    for (Called[] turn : TURNS) {
      Told told = new Told(detector);
      for (int i = 0; i < 6; i++) {
        told.condensedTurn(turn).turn(turn).turn(turn).turn(turn);
      }

      told.askedTurn();

      assertThat(told.counts())
          .as("what is said of %s", Arrays.toString(turn))
          .isEqualTo(new Told(detector).askedTurn().counts());
    }
  }
}
