package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are made again and again, and a number moves in their answers. */
class NumbersThatMoveTest {

  private static final int NUDGED = 4;
  private static final int HALTED = 6;
  private static final int TIMES = 20;
  private static final long LOOK = 12_000;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource(
      value = {
        "update_document | Document 4711 is locked by user MEIER (message %1$d)",
        "update_document | Document 4711 is locked by user MEIER (M3-%1$d)",
        "beleg_buchen | Beleg 4711 ist durch Benutzer MEIER gesperrt (Meldung M3-%1$d)",
        "send_form | The form was taken back, reference 48%1$d21",
        "enviar_nfe | Duplicidade de NF-e [nRec:45859%1$d43178%1$d]",
        "update_document | Document 4711 is locked, see %2$s",
        "update_document | Somebody else has the document (score 0.%1$d)",
      },
      delimiter = '|')
  void aChangeIsInVainWhoseAnswerHasAnotherNumberEachTime(String tool, String answer) {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked(tool, "4711", filled(answer, i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void soAreTwoInTurn() {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked("beleg_aendern", "4711", filled("Beleg 4711 ist gesperrt (M3-%1$d)", i)));
      told.turn(worked("beleg_buchen", "4711", filled("Beleg 4711 ist gesperrt (M3-%1$d)", -i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void itGoesOnInAnotherProcess() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int i = 0; i < TIMES; i++) {
      elsewhere = goneOn(elsewhere);
      Told.Called call = worked("update_document", "4711", filled("Locked (M3-%1$d)", i));
      new Told(elsewhere).turn(call);
      told.turn(call);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain());
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "get_price | The share stands at %1$d euros",
        "read_sensor | {\"sensor\":\"t1\",\"reading_id\":\"%2$s\",\"ppm\":%1$d}",
        "cours | 41 EUR, vol. %1$d",
        "run_benchmark | %1$d requests per second",
        "bash | PASS (%1$d ms)",
        "create_user | user %1$d was created",
      },
      delimiter = '|')
  void whoLooksMayBeThereForTheNumber(String tool, String answer) {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked(tool, "4711", filled(answer, i)));
      assertThat(told.count()).isLessThan(NUDGED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"update_index: %d documents are left", "update_index: document %3$d is done"})
  void whatFallsOrGrowsIsProgress(String answer) {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked("update_index", "all", answer.formatted(200 - 7 * i, "", 4711 + i)));
      assertThat(told.count()).isLessThan(NUDGED);
    }
  }

  @Test
  void whatIsUsedAfterwardsIsWork() {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked("update_lease", "mail", filled("The lease is %1$d", i)));
      told.turn(worked("send_mail", filled("lease %1$d", i), "sent"));
      assertThat(told.count()).isLessThan(NUDGED);
    }
  }

  @Test
  void whatMovesOneByOneToAndFroIsSomewhereElse() {
    for (int row = 0; row < 6; row++) {
      for (int column = 1; column < 6; column++) {
        boolean east = row % 2 == 0;
        int x = east ? column : 5 - column;
        told.turn(worked("set_step", east ? "east" : "west", "moved to " + x + " in row " + row));
        assertThat(told.count()).isLessThan(NUDGED);
      }
      told.turn(worked("set_step", "south", "moved to row " + row));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NAME   READY   STATUS    RESTARTS   AGE\nbig    0/1     Ready     0          %1$ds",
        "NAME   READY   STATUS    RESTARTS   AGE\nbig    0/1     Ready     0          %2$dm%3$ds",
        "{\"name\":\"big\",\"ready\":false,\"age\":\"%1$ds\"}",
        "Not ready for %1$d seconds",
        "Not ready for %2$d min",
      })
  void anAgeThatGrowsAsTheTimeDoesIsNone(String answer) {
    for (int i = 1; i < 2 * TIMES; i++) {
      int age = 9 + 13 * i;
      told.after(LOOK)
          .turn(worked("bash", "kubectl get pod big", answer.formatted(age, age / 60, age % 60)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(NUDGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%1$ds of audio are transcribed", "%2$ds are left"})
  void aDurationThatGrowsFasterThanTheTimeOrFallsIsProgress(String answer) {
    for (int i = 1; i < 2 * TIMES; i++) {
      told.after(LOOK)
          .turn(worked("bash", "tail -1 log", answer.formatted(9 + 60 * i, 2000 - 13 * i)));
      assertThat(told.count()).isLessThan(NUDGED);
    }
  }

  private static String filled(String answer, int i) {
    String id = UUID.nameUUIDFromBytes(new byte[] {(byte) i}).toString();
    return answer.formatted(100 + new Random(i).nextInt(900), id);
  }
}
