package io.loophalt.core.detect.standard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Told.Called;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When failing steps of one action class are one streak. */
class FourDimensionStreakTest {

  private static final String CLASS = "test_run";

  private final Told told = new Told(FourDimensionStreak.NAME);
  private int calls;

  @Test
  void failuresAlikeInAllDimensionsAreCountedWhateverTheArguments() {
    told.turn(failing()).turn(failing()).turn(failing());

    assertThat(told.count(CLASS)).isEqualTo(3);
  }

  @Test
  void anotherErrorOutputFileOrStateBeginsAnotherStreak() {
    List<Called> others =
        List.of(
            Called.failed("mvn", "other", "no such module").of(CLASS),
            failing().printing("2 of 9 passed"),
            failing().touching("src/Main.java"),
            failing().inState("2 open"));

    for (Called other : others) {
      Told fresh = new Told(FourDimensionStreak.NAME).turn(failing()).turn(failing());
      assertThat(fresh.turn(other).count(CLASS)).as("%s", other).isEqualTo(1);
    }
  }

  @Test
  void aSuccessOfTheClassEndsItsStreakAndOneOfAnotherClassDoesNot() {
    told.turn(failing()).turn(failing());

    told.turn(Called.worked("edit", "a", "done").of("edit")).turn(failing());
    assertThat(told.count(CLASS)).as("after an edit").isEqualTo(3);

    told.turn(Called.worked("mvn", "b", "green").of(CLASS));
    assertThat(told.count(CLASS)).as("after a success").isZero();
    assertThat(told.turn(failing()).count(CLASS)).as("after another failure").isEqualTo(1);
  }

  @Test
  void aRetryOfTheVeryCallIsNotCountedUnlessSomethingWasDoneInBetween() {
    Called same = Called.failed("mvn", "same", "it broke").of(CLASS);

    assertThat(told.turn(same).turn(same).turn(same).count(CLASS)).isEqualTo(1);

    told.turn(Called.worked("note", "a", "done")).turn(same);
    assertThat(told.count(CLASS)).as("after a call of no class").isEqualTo(2);
  }

  @Test
  void parallelCallsOfOneTurnCountOnce() {
    told.turn(failing(), failing(), failing()).turn(failing(), failing());

    assertThat(told.count(CLASS)).isEqualTo(2);
  }

  @Test
  void parallelCallsThatFailDifferentlyBeginAnew() {
    told.turn(failing()).turn(failing());

    told.turn(failing(), Called.failed("mvn", "other", "no such module").of(CLASS));

    assertThat(told.count(CLASS)).isEqualTo(1);
  }

  @Test
  void aToolWithoutAnActionClassIsNotCounted() {
    Called classless = Called.failed("mvn", "a", "it broke");

    told.turn(classless).turn(Called.failed("mvn", "b", "it broke"));

    assertThat(told.count("mvn")).isZero();
  }

  @Test
  void eightClassesAreRememberedAndThenTheOneUsedLeastRecentlyIsForgotten() {
    for (int i = 0; i < FourDimensionStreak.CLASSES; i++) {
      told.turn(failing().of("class " + i));
    }
    told.turn(failing().of("class 0"));

    told.turn(failing().of("one more"));

    assertThat(told.turn(failing().of("class 0")).count("class 0")).isEqualTo(3);
    assertThat(told.turn(failing().of("class 2")).count("class 2")).isEqualTo(2);
    assertThat(told.turn(failing().of("class 1")).count("class 1")).as("forgotten").isEqualTo(1);
  }

  private Called failing() {
    return Called.failed("mvn", "attempt " + calls++, "it broke").of(CLASS);
  }
}
