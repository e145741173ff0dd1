package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That nobody who relies on a glance answers otherwise than by reading the text. */
class GlanceTest {

  private static final int NOTHING_IS_KNOWN = -1;

  private static final String[] PIECES = {
    "error",
    "Error",
    "ERROR",
    "failed",
    "ValueError",
    "IOException",
    "not found",
    "no such file",
    "exit code 1",
    "Exit status: 0",
    "exited",
    "[exit code 2]",
    "{\"ok\": false}",
    "{",
    "}",
    "[]",
    "null",
    "none",
    "no results",
    "(0 rows)",
    "nothing",
    "No output",
    "0",
    "1",
    "17",
    "answer",
    "name",
    "ok",
    "done",
    "e",
    "E",
    "x",
    "fehler",
    "Traceback",
    "denied",
    "timeout",
    "cannot",
    "could not",
    "pending",
    "in_progress",
    "läuft",
    "no progress",
    "invalid",
    "fatal",
    "panic",
    "empty",
    "keine",
    "sin",
    "nada",
    "nenhum",
    "erro",
    "не найдено",
    "エラー",
    "错误",
    "没有",
    "\u00e9",
    "404",
    "500",
    "Aufruf: ",
    "<part>",
    "[-o"
  };

  private static final String[] BETWEEN = {
    " ", "", "_", "-", ": ", "\n", "\t", "\"", ".", "/", "=", ", "
  };

  @Test
  void sees_everything_that_reading_finds() {
    Random random = new Random(7);
    int told = 0;
    int nothing = 0;
    int waiting = 0;
    for (int i = 0; i < 300_000; i++) {
      String text = text(random);
      int glance = Glance.over(text);
      if (FailureText.tellsOfFailure(text) || FailureText.beginsWithFailure(text)) {
        told++;
        assertThat(Glance.mayTellOfFailure(glance)).as(text).isTrue();
      }
      if (WaitText.saysNotYet(text) || WaitText.beginsNotYet(text)) {
        waiting++;
        assertThat(Glance.mayWait(glance)).as(text).isTrue();
      }
      boolean saysNothing = EmptyText.saysNothing(text, NOTHING_IS_KNOWN);
      nothing += saysNothing ? 1 : 0;
      assertThat(EmptyText.saysNothing(text, glance)).as(text).isEqualTo(saysNothing);
    }
    assertThat(told).isGreaterThan(10_000);
    assertThat(nothing).isGreaterThan(1_000);
    assertThat(waiting).isGreaterThan(1_000);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(5);
    for (int i = 0; i < pieces; i++) {
      if (random.nextInt(4) == 0) {
        for (int letters = random.nextInt(4); letters >= 0; letters--) {
          text.append((char) (' ' + random.nextInt(0x60)));
        }
      } else {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      text.append(BETWEEN[random.nextInt(BETWEEN.length)]);
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"answer-4711", "17", ""})
  void tells_of_an_ordinary_answer_that_it_need_not_be_read(String answer) {
    int glance = Glance.over(answer);

    assertThat(Glance.mayTellOfFailure(glance)).isFalse();
    assertThat(Glance.mayHoldExitStatus(glance)).isFalse();
    assertThat(EmptyText.mayRefuse(glance)).isFalse();
    assertThat(Glance.mayWait(glance)).isFalse();
  }

  @Test
  void knows_nothing_of_a_longer_text() {
    int glance = Glance.over("a".repeat(Glance.LONGEST + 1));

    assertThat(Glance.mayTellOfFailure(glance)).isTrue();
    assertThat(Glance.maySayNothing(glance)).isTrue();
  }
}
