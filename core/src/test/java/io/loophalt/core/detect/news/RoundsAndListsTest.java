package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is answered in each round before a check that fails, and a list of which each thing fails.
 */
class RoundsAndListsTest {

  private static final String FAILS = "LedgerTest > balances() FAILED, 1 of 3";

  private static final String[] WORDS = {
    "faktura", "odbiorca", "dostawa", "opona", "zwrot", "rabat", "podatek", "oferta", "zaliczka",
    "saldo", "monit", "przelew", "kurier", "umowa", "aneks", "teczka", "piasek", "dach"
  };

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void aBuildThatSaysTheSameInEachRoundPaysNothingOffWhileTheTestFailsAsBefore() {
    for (int round = 0; round < 7; round++) {
      round(told, round, "BUILD SUCCESSFUL in " + (round + 2) + "s", FAILS);
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void itPaysWhereTheFailureIsAnotherEachTime() {
    String[] names = {"anna", "boris", "clara", "dora", "emil", "franz", "gerda"};
    for (int round = 0; round < names.length; round++) {
      String failure = "KeyError: " + names[round] + " at " + names[names.length - 1 - round];
      round(told, round, "BUILD SUCCESSFUL in " + (round + 2) + "s", failure);
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void itPaysWhereTheBuildSaysMore() {
    for (int round = 0; round < 7; round++) {
      round(told, round, "compiled, " + (412 - 31 * round) + " warnings", FAILS);
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void aRoundGoesOnInAnotherProcess() throws IOException {
    for (int round = 0; round < 4; round++) {
      round(told, round, "BUILD SUCCESSFUL in " + (round + 2) + "s", FAILS);
    }
    NewsAccount saved = goneOn(account);
    Told elsewhere = new Told(saved);
    round(told, 4, "BUILD SUCCESSFUL in 9s", FAILS);
    round(elsewhere, 4, "BUILD SUCCESSFUL in 9s", FAILS);

    assertThat(saved.explain()).isEqualTo(account.explain());
  }

  private static void round(Told told, int round, String built, String tested) {
    told.turn(worked("edit_file", "{\"path\":\"a\",\"new\":\"v" + round + "\"}", "edited"));
    told.turn(worked("bash", "{\"command\":\"./gradlew assemble\"}", built));
    told.turn(worked("bash", "{\"command\":\"./gradlew test\"}", tested));
  }

  @Test
  void partOfWhatIsCheckedIsNotAllWell() {
    for (int i = 0; i < 8; i++) {
      told.turn(worked("edit_file", "{\"path\":\"p\",\"new\":\"v" + i + "\"}", "edited"));
      told.turn(worked("run_tests", "{\"suite\":\"s\"}", "{\"passed\": 4, \"failed\": 9}"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void whoIsRefusedTheSameThingInOtherAmountsGuesses() {
    for (int i = 0; i < 12; i++) {
      String asked = "{\"order\":\"O-5521\",\"amount\":" + (59 - 3 * i) + "}";
      told.turn(failed("issue_refund", asked, "order O-5521 may not be refunded by agents"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aListOfWhichAFewAreRefusedInARowIsLeftAlone() {
    for (int i = 0; i < 30; i++) {
      String asked = "{\"order\":\"O-5521\",\"amount\":" + (97 - 3 * i) + "}";
      told.turn(
          i % 5 == 4
              ? worked("issue_refund", asked, "refund R-" + 7 * i + " of " + (97 - 3 * i))
              : failed("issue_refund", asked, "order O-5521 may not be refunded by agents"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void aLongListThatFailsThroughoutHasAnEnd() {
    for (int i = 0; i < 14; i++) {
      told.turn(failed("get_invoice", "{\"id\":\"INV-" + (100 + i) + "\"}", locked(100 + i)));
    }
    assertThat(told.count()).as("fourteen").isLessThan(4);

    for (int i = 14; i < 24; i++) {
      told.turn(failed("get_invoice", "{\"id\":\"INV-" + (100 + i) + "\"}", locked(100 + i)));
    }
    assertThat(told.count()).as("twenty-four").isGreaterThanOrEqualTo(6);
  }

  private static String locked(int id) {
    return "invoice INV-" + id + " is locked by accounting";
  }

  @Test
  void pagesThatAreRefusedByTheNumberOfTheirStatusAreNoPages() {
    for (String word : WORDS) {
      String page = "{\"url\":\"https://paper.example/" + word + "/118\"}";
      told.turn(worked("open_url", page, "{\"status\": 403, \"body\": \"Just a moment...\"}"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aChangeThatIsRejectedForTheSameReasonsIsNotAccepted() {
    String[] reasons = {"no such key", "mapping values are misplaced"};
    for (int i = 0; i < 9; i++) {
      String asked = "{\"path\":\"p.yaml\",\"content\":\"spec: v" + i + "\"}";
      told.turn(worked("write_yaml", asked, "REJECTED: " + reasons[i % 2] + ", line " + 7 * i));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aChangeThatIsRejectedForAnotherReasonEachTimeIsMended() {
    for (int i = 0; i < 9; i++) {
      String asked = "{\"path\":\"p.yaml\",\"content\":\"spec: v" + i + "\"}";
      told.turn(worked("write_yaml", asked, "REJECTED: " + WORDS[i] + " is no " + WORDS[i + 1]));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void oneAnswerToEverySearchSaysInAnyLanguageThatThereIsNothing() {
    for (String word : WORDS) {
      told.turn(worked("szukaj", "{\"query\":\"" + word + "\"}", "Brak wyników"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void oneAnswerToSearchesThatFindSomethingNowAndThenDoesNot() {
    for (int i = 0; i < WORDS.length; i++) {
      String found = i % 5 == 4 ? "3 wyniki: " + WORDS[i] + " z " + 17 * i : "Brak wyników";
      told.turn(worked("szukaj", "{\"query\":\"" + WORDS[i] + "\"}", found));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void whoIsToldThatNothingWasChangedAndSaysItInOtherWordsHasDoneNothing() {
    for (String word : WORDS) {
      told.turn(closed("T-88", word, "{\"ticket\": \"T-88\", \"changed\": false}"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theNextThingThatIsAlreadyAsItShouldBeIsAnother() {
    for (int i = 0; i < WORDS.length; i++) {
      told.turn(closed("T-" + (88 + i), WORDS[i], "{\"changed\": false}"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Refusé : solde insuffisant",
        "Rejeição 539: duplicidade",
        "拒绝：余额不足",
        "552 5.3.4 Message size exceeds fixed limit",
        "Insufficient funds."
      })
  void whoIsRefusedAndAsksInOtherWordsIsRefusedWhateverTheLanguage(String refusal) {
    for (int i = 0; i < 8; i++) {
      String asked = "{\"employe\":\"E17\",\"motif\":\"%s %s\"}";
      told.turn(worked("poser_conges", asked.formatted(WORDS[i], WORDS[i + 8]), refusal));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"550 5.1.1 user unknown", "Refusé : adresse inconnue"})
  void aListOfWhichSomeAreRefusedIsWork(String refusal) {
    for (int i = 0; i < 40; i++) {
      String asked = "{\"to\":\"u%d@example.com\",\"subject\":\"Hello\"}".formatted(i);
      told.turn(worked("send_email", asked, i % 4 == 0 ? refusal : "Sent"));

      assertThat(told.count()).isLessThan(4);
    }
  }

  private static Told.Called closed(String ticket, String word, String answer) {
    String comment = "now " + word + " is resolved";
    String asked = "{\"ticket\":\"" + ticket + "\",\"comment\":\"" + comment + "\"}";
    return worked("set_ticket_status", asked, answer);
  }
}
