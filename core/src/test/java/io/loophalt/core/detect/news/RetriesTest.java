package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Told;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the account makes of calls that say themselves that they are made once more. */
class RetriesTest {

  private static final String MISSING = "{\"state\":\"template_missing\"}";

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"attempt\":%d}",
        "{\"retry\":%d,\"invoice\":\"I-7\"}",
        "{\"invoice\":\"I-7\",\"attempt\":%1$d,\"requested_at\":\"2026-03-14T09:00:1%1$dZ\"}"
      })
  void theEighthAttemptWithOneAnswerIsTheLast(String arguments) {
    for (int i = 0; i < 8; i++) {
      assertThat(told.count()).as("before call %d", i + 1).isLessThan(6);
      told.turn(worked("render_pdf", arguments.formatted(i), MISSING));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theNumberOfTheAttemptThatAnAnswerGivesBackMakesItNoOther() {
    Told edited = new Told(new NewsAccount());
    for (int i = 0; i < 8; i++) {
      String asked = "{\"attempt\":" + i + "}";
      String answer = "{\"attempt\":" + i + ",\"state\":\"template_missing\"}";
      told.turn(worked("render_pdf", asked, answer));
      edited.turn(worked("edit_file", "line " + i, "edited"));
      edited.turn(worked("render_pdf", asked, answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(edited.count()).as("after an edit each").isLessThan(4);
  }

  @Test
  void whetherItWasTheLatestIsKnownElsewhere() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int i = 0; i < 8; i++) {
      elsewhere = SavedAccount.goneOn(elsewhere);
      Told.Called call =
          worked("render", "{\"attempt\":" + i + "}", "{\"attempt\":" + i + ",\"state\":\"bad\"}");
      new Told(elsewhere).turn(call);
      told.turn(call);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("again and again");
  }

  @Test
  void aNonceIsACounterOfALookOnly() {
    Told look = new Told(new NewsAccount());
    for (int i = 0; i < 8; i++) {
      String nonce = "{\"nonce\":\"5e1f" + i + "\"}";
      look.turn(worked("get_balance", nonce, "balance: 0.00 in the main wallet"));
      told.turn(worked("make_voucher", nonce, "one voucher of five"));
    }

    assertThat(look.count()).isEqualTo(6);
    assertThat(told.count()).isZero();
  }

  @Test
  void threeAttemptsAtEachThingAreLeftAlone() {
    for (int thing = 0; thing < 6; thing++) {
      for (int attempt = 1; attempt <= 3; attempt++) {
        told.turn(
            worked(
                "probe",
                "{\"machine\":\"m" + thing + "\",\"attempt\":" + attempt + "}",
                attempt < 3 ? "asleep" : "awake, in slot " + thing));
      }
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void aCoinIsNotThrownInVain() {
    String throwsOfACoin = "hthhhtthtthhhhhtthhh";
    for (int i = 0; i < throwsOfACoin.length(); i++) {
      String side = throwsOfACoin.charAt(i) == 'h' ? "heads" : "tails";
      told.turn(worked("flip_coin", "{\"attempt\":" + i + "}", side));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void whoWinsNowAndThenDoesNotDrawInVain() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("draw_lot", "{\"attempt\":" + i + "}", i % 3 == 2 ? "prize " + i : "blank"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void whatIsAcknowledgedMayBeOneThingMore() {
    for (int i = 0; i < 20; i++) {
      told.turn(worked("stamp_card", "{\"try\":" + i + "}", "1 card added"));
    }

    assertThat(told.count()).isZero();
  }

  /** Nothing says what is done once more: it may be the next slide. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"retry\":%d}", "{\"attempt\":%d}"})
  void whatIsAcknowledgedAndCountedAndNoMoreMayBeOneThingMore(String arguments) {
    for (int i = 0; i < 40; i++) {
      told.turn(worked("advance_slide", arguments.formatted(i), "ok"));
      assertThat(told.count()).as("call %d", i).isLessThan(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok", "{\"status\":\"ok\"}", "提交成功", "Enviado.", "{\"ok\": true}"})
  void whatSaysNoMoreThanOkIsDoneAgainAfterTheSixthAttempt(String answer) {
    for (int i = 1; i <= 11; i++) {
      assertThat(told.count()).as("before call %d", i).isLessThan(i <= 9 ? 4 : 6);
      told.turn(worked("update_order", "{\"order\":7,\"attempt\":" + i + "}", answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void soAreSeveralThingsInTurnOrAtOnce() {
    Told atOnce = new Told(new NewsAccount());
    for (int i = 1; i <= 12; i++) {
      var mail = worked("send_mail", "{\"to\":\"ada\",\"retry\":" + i + "}", "sent");
      var row = worked("append_row", "{\"cells\":[\"a\",\"b\"],\"attempt\":" + i + "}", "ok");
      var edit = worked("edit_file", "{\"path\":\"a\",\"new\":\"b\",\"attempt\":" + i + "}", "ok");
      told.turn(mail).turn(row).turn(edit);
      atOnce.turn(row, edit, mail);
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
    assertThat(atOnce.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sheet\":\"Q3\",\"row\":%d}",
        "{\"table\":\"users\",\"seed\":%d}",
        "{\"list\":\"orders\",\"page\":%d}",
        "{\"runner\":\"r7\",\"round\":%d}",
        "{\"campaign\":\"spring\",\"nonce\":\"a%d\"}",
        "{\"attempt\":1,\"order\":%d}",
        "{\"athlete\":\"a7\",\"attempt\":%1$d,\"metres\":%1$d}"
      })
  void whatIsCountedByAnotherNameOrSaysSomethingElseIsOneThingMore(String arguments) {
    for (int i = 1; i <= 40; i++) {
      told.turn(worked("add_entry", arguments.formatted(i), "ok"));
      assertThat(told.count()).as("call %d", i).isLessThan(4);
    }
  }

  @Test
  void fiveAttemptsAtEachThingThatAreAcknowledgedAreLeftAlone() {
    for (int thing = 0; thing < 8; thing++) {
      for (int attempt = 1; attempt <= 5; attempt++) {
        String call = "{\"guest\":\"g" + thing + "\",\"attempt\":" + attempt + "}";
        told.turn(worked("send_reminder", call, "sent"));
      }
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void somethingElseThatIsChangedInBetweenMayBeTheReason() {
    for (int i = 0; i < 20; i++) {
      String text = "{\"path\":\"t.html\",\"text\":\"draft " + i + "\"}";
      told.turn(worked("write_file", text, "wrote it"));
      told.turn(worked("publish_page", "{\"page_id\":\"p1\",\"attempt\":" + i + "}", "ok"));
      assertThat(told.count()).as("round %d", i).isLessThan(4);
    }
  }

  @Test
  void severalRequestsAreKnownElsewhere() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int i = 1; i <= 10; i++) {
      for (String to : "ada ben cleo".split(" ")) {
        elsewhere = SavedAccount.goneOn(elsewhere);
        var mail = worked("send", "{\"to\":\"" + to + "\",\"retry\":" + i + "}", "sent");
        new Told(elsewhere).turn(mail);
        told.turn(mail);
      }
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("again and again");
  }

  @Test
  void aChangeInBetweenMayHelp() {
    for (int i = 0; i < 8; i++) {
      told.turn(worked("write_file", "{\"path\":\"t.html\",\"text\":\"" + i + "\"}", "ok"));
      told.turn(worked("render_pdf", "{\"attempt\":" + i + "}", MISSING));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void aRetriedChangeWithoutAnEffectChangesNothing() {
    for (int i = 0; i < 8; i++) {
      told.turn(
          worked(
              "update_address",
              "{\"street\":\"Am Wall 3\",\"attempt\":" + i + "}",
              "{\"street\":\"Am Markt 1\",\"locked_by\":\"owner\"}"));
    }

    assertThat(told.count()).isEqualTo(6);
  }

  /** Of the calls of one turn none is known to the others. */
  @Test
  void attemptsOfOneTurnCountOnceWhicheverEndsFirst() {
    Told turned = new Told(new NewsAccount());
    for (int i = 0; i < 6; i++) {
      var one = worked("render_pdf", "{\"id\":1,\"attempt\":" + i + "}", MISSING);
      var other = worked("render_pdf", "{\"id\":2,\"attempt\":" + i + "}", MISSING);
      told.turn(one, other);
      turned.turn(other, one);
    }

    assertThat(told.count()).isEqualTo(turned.count());
  }

  @Test
  void attemptsGoOnInAnotherProcess() throws IOException {
    NewsAccount here = account;
    Told toldHere = told;
    for (int i = 0; i < 8; i++) {
      here = SavedAccount.goneOn(here);
      toldHere = new Told(here);
      toldHere.turn(worked("render_pdf", "{\"attempt\":" + i + "}", MISSING));
    }

    assertThat(toldHere.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void anAttemptOfATurnThatIsNotOverGoesOnElsewhere() throws IOException {
    Retries here = new Retries();
    for (int i = 0; i < 2; i++) {
      assertThat(here.inVain(attempt(i), 5)).isFalse();
      here = goneOn(here);
      here.endTurn();
    }

    assertThat(here.inVain(attempt(2), 5)).as("the fourth in all").isTrue();
    assertThat(here.inVain(attempt(2), 6)).as("with another answer").isFalse();
  }

  private static Retries goneOn(Retries retries) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    retries.save(new DataOutputStream(saved));
    retries.saveMore(new DataOutputStream(saved));
    Retries elsewhere = new Retries();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
    elsewhere.restore(in, retries.isAny(), retries.isAnyNow());
    elsewhere.restoreMore(in);
    return elsewhere;
  }

  private static Step attempt(int number) {
    return new RecordedCall(
            "render_pdf",
            null,
            Effect.UNKNOWN,
            "{\"attempt\":" + number + "}",
            MISSING,
            null,
            null,
            List.of(),
            null,
            "",
            0,
            0)
        .step();
  }

  @Test
  void whatWasThereBeforeCountsWholeInARunThatWasNudged() {
    Told nudged = new Told(new NewsAccount());
    for (int i = 0; i < 8; i++) {
      nudged.turn(
          worked(
              "browser_click", "{\"ref\":\"e" + i + "\"}", "Reports\n" + "none yet. ".repeat(30)));
    }

    assertThat(nudged.count()).as("five of 0.8, and two whole steps").isEqualTo(6);
  }
}
