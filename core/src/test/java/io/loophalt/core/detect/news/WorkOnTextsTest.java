package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Turn.Prompt;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Answers without a call before which nobody spoke: a text is worked on, or nothing comes of it.
 */
class WorkOnTextsTest {

  private static final int NUDGED = 4;
  private static final int ROUNDS = 30;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @EnumSource(names = {"REPEATED", "RESULTS"})
  void draftsAndVerdictsEachInOtherWordsAreWork(Prompt judging) {
    for (int i = 0; i < ROUNDS; i++) {
      told.talk(judging, "Not yet. " + words(2 * i, 12));
      told.talk(Prompt.NONE, words(2 * i + 1, 40));
      assertThat(told.count()).as("round " + i).isZero();
    }
  }

  @Test
  void aCheckInEachRoundChangesNothing() {
    for (int i = 0; i < ROUNDS; i++) {
      told.talk(Prompt.NONE, words(2 * i + 1, 40));
      told.turn(worked("check_links", words(2 * i + 1, 40), "no broken links"));
      told.talk(Prompt.RESULTS, "Not yet. " + words(2 * i, 12));
      assertThat(told.count()).as("round " + i).isLessThan(NUDGED);
    }
  }

  @Test
  void draftsThatComeBackAreNone() {
    for (int i = 0; i < ROUNDS; i++) {
      told.talk(Prompt.REPEATED, "Not yet. " + words(i % 3, 12));
      told.talk(Prompt.NONE, words(7 + i % 3, 40));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @Test
  void noMoreAreLongDraftsThatComeBackInTheEnd() {
    for (int i = 0; i < 3 * ROUNDS; i++) {
      told.talk(Prompt.REPEATED, words(2 * (i % 4), 130));
      told.talk(Prompt.NONE, words(2 * (i % 4) + 1, 130));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @Test
  void newVerdictsOnTheSameDraftAreNone() {
    for (int i = 0; i < ROUNDS; i++) {
      told.talk(Prompt.REPEATED, "Not yet. " + words(i, 12));
      told.talk(Prompt.NONE, "A first idea of a text.");
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @Test
  void whoOnlyAnswersItselfIsIdleInWhateverWords() {
    for (int i = 0; i < 10; i++) {
      told.talk(Prompt.NONE, words(i, 20));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @Test
  void whoAnswersItselfTwiceAfterEachWordOfAProgramIsIdle() {
    for (int i = 0; i < 12; i++) {
      told.talk(Prompt.REPEATED, words(3 * i, 20));
      told.talk(Prompt.NONE, words(3 * i + 1, 20));
      told.talk(Prompt.NONE, words(3 * i + 2, 20));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @Test
  void itGoesOnElsewhere() throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      told.talk(Prompt.REPEATED, words(2 * i, 12));
      Told there = new Told(goneOn(account));
      told.talk(Prompt.NONE, words(2 * i + 1, 40)).talk(Prompt.NONE, "x");
      there.talk(Prompt.NONE, words(2 * i + 1, 40)).talk(Prompt.NONE, "x");
      assertThat(there.count()).isEqualTo(told.count());
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  /** So many words, each of which is another one for each number. */
  private static String words(int number, int count) {
    String letters = "bcdfghklmnprstvz";
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int rest = number * 141 + i + 17; rest > 0; rest /= letters.length()) {
        words.append(letters.charAt(rest % letters.length())).append('a');
      }
      words.append(' ');
    }
    return words.toString();
  }
}
