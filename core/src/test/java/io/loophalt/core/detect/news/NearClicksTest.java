package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Clicks that hit the same button a few pixels beside. */
class NearClicksTest {

  private static final int[] JITTER = {0, 4, -3, 5, -5, 2, -1, 3, -4, 1, 6, -2};

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void theSameButtonsWithTheSameScreensAreNothingNew() {
    for (int i = 0; i < 12; i++) {
      toAndFro(told, i);
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void buttonsThatAreFartherAwayAreOthers() {
    for (int i = 0; i < 12; i++) {
      told.turn(
          i % 2 == 0
              ? worked("tap", place(400, 200 + 40 * i), "a question")
              : worked("tap", place(400 + 20 * i, 900), "the list"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void placesInAGridAreOthers() {
    for (int i = 0; i < 24; i++) {
      told.turn(worked("click", place(i % 8, i / 8), i % 2 == 0 ? "1 beside" : "2 beside"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void whoDrawsIsAnsweredAlike() {
    for (int i = 0; i < 24; i++) {
      told.turn(worked("click", place(300 + 3 * i, 400 + i), "drawn"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void whoTypesSomethingElseInBetweenFillsAForm() {
    for (int i = 0; i < 12; i++) {
      told.turn(worked("tap", place(200 + JITTER[i], 300), "the field has the focus"));
      told.turn(worked("type_text", "{\"text\":\"No-" + (100 + i) + "\"}", "entered"));
      told.turn(worked("tap", place(200 + JITTER[i], 500), "the form is empty"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void anotherProcessKnowsWhatWasClicked() throws IOException {
    for (int i = 0; i < 4; i++) {
      toAndFro(told, i);
    }
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);
    for (int i = 4; i < 7; i++) {
      toAndFro(told, i);
      toAndFro(there, i);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("seen before");
  }

  private static void toAndFro(Told told, int i) {
    int beside = JITTER[i];
    told.turn(
        i % 2 == 0
            ? worked("tap", place(540 + beside, 1710 - beside), "busy, try later")
            : worked("tap", place(540 - beside, 960 + beside), "your cart: 3 things"));
  }

  private static String place(int x, int y) {
    return "{\"x\":" + x + ",\"y\":" + y + "}";
  }
}
