package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the account makes of a call that fails a few times and then goes well. */
class FailingCallsTest {

  private static final String BUSY = "the line is busy";

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void retriesOfOneThingAfterTheOtherThatEachHelpedDoNotAddUp() {
    for (int receiver = 0; receiver < 10; receiver++) {
      for (int attempt = 0; attempt < 3; attempt++) {
        told.turn(failed("send_fax", "{\"to\":\"n" + receiver + "\"}", BUSY));
        assertThat(told.count()).as("receiver %d", receiver).isLessThan(4);
      }
      told.turn(worked("send_fax", "{\"to\":\"n" + receiver + "\"}", "sent"));
      told.turn(worked("log", "{\"entry\":\"fax n" + receiver + "\"}", "logged"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void whoGivesWhatTheLastFailureAskedForGetsOn() throws IOException {
    NewsAccount at = account;
    told.turn(failed("cancel_hall", "{\"hall\":\"north\"}", lacks("reason")));
    StringBuilder given = new StringBuilder("{\"hall\":\"north\"");
    for (String next : "guests,evening,host_name,menu,deposit,voucher,seating,music".split(",")) {
      Told here = new Told(at);
      here.turn(failed("book_hall", given + "}", lacks(next)));
      assertThat(here.count()).as(next).isLessThan(4);
      given.append(",\"").append(next).append("\":\"as agreed\"");
      at = goneOn(at);
    }
  }

  @Test
  void whoGivesNothingOfWhatIsAskedForGetsNowhere() {
    String[] guesses = "room,wing,floor,door,key,code,badge,pass,gate,desk".split(",");
    int turns = 0;
    for (; turns < guesses.length && told.count() < 6; turns++) {
      told.turn(failed("book_hall", "{\"" + guesses[turns] + "\":\"north\"}", lacks("menu")));
    }

    assertThat(turns).as("until it is halted").isLessThanOrEqualTo(8);
  }

  @Test
  void whoGivesInTurnWhatIsAskedForAndLeavesOutTheRestGetsNowhere() {
    int turns = 0;
    for (; turns < 30 && told.count() < 6; turns++) {
      String given = turns % 2 == 0 ? "menu" : "guests";
      told.turn(
          failed(
              "book_hall",
              "{\"" + given + "\":\"take " + turns + "\"}",
              lacks(turns % 2 == 0 ? "guests" : "menu")));
    }

    assertThat(turns).as("until it is halted").isLessThanOrEqualTo(10);
  }

  private static String lacks(String member) {
    return "1 mistake was found in what was handed over to the booking of halls\n"
        + member
        + "\n  this has to be given, with some value that is not empty [kind=absent]";
  }

  @Test
  void whatNeverGoesWellAddsUpWhateverElseDoes() {
    for (int i = 0; i < 8; i++) {
      told.turn(failed("send_fax", "{\"to\":\"n0\"}", BUSY));
      told.turn(worked("list_faxes", "{}", "none in the queue"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whatFailsAndGoesWellInTurnGetsNowhere() throws IOException {
    NewsAccount at = account;
    int count = 0;
    int rounds = 0;
    for (; rounds < 30 && count < 6; rounds++) {
      new Told(at).turn(failed("send_fax", "{\"to\":\"n0\"}", BUSY));
      at = goneOn(at);
      Told here = new Told(at);
      here.turn(worked("send_fax", "{\"to\":\"n0\"}", "sent"));
      count = here.count();
      at = goneOn(at);
    }

    assertThat(rounds).as("until it is halted").isBetween(4, 12);
  }

  @Test
  void eachNewEntryMayBeSavedByACallThatFailsAtFirst() {
    for (int entry = 0; entry < 12; entry++) {
      told.turn(worked("fill_rate", "{\"day\":" + entry + "}", "ok"));
      told.turn(failed("save", "{}", "timed out, please retry"));
      told.turn(worked("save", "{}", "saved"));
      assertThat(told.count()).as("entry %d", entry).isLessThan(4);
    }
  }

  @Test
  void aChangeThatOnceFailedIsNoNewerThanOthersWhenItIsMadeAgainAndAgain() {
    told.turn(failed("run_sql", "{\"query\":\"alter table a add b int\"}", "lock timeout"));
    int times = 0;
    for (; times < 30 && told.count() < 6; times++) {
      told.turn(worked("run_sql", "{\"query\":\"alter table a add b int\"}", "ALTER TABLE"));
    }

    assertThat(times).as("until it is halted").isBetween(5, 10);
  }

  @Test
  void nothingIsPaidBackWhileAnotherCallComesBackToFail() {
    int turns = 0;
    for (; turns < 40 && told.count() < 6; turns += 4) {
      String login = "{\"user\":\"u" + turns + "\"}";
      told.turn(failed("login", login, "service unavailable"));
      told.turn(failed("login", login, "service unavailable"));
      told.turn(worked("login", login, "welcome"));
      told.turn(failed("download", "{\"file\":4}", "the session has expired"));
    }

    assertThat(turns).as("until it is halted").isLessThanOrEqualTo(20);
  }

  @Test
  void itDoesNotMatterWhichOfTwoThatGoWellInOneTurnEndsFirst() {
    for (String names : "alpha beta,one two,x1 y1".split(",")) {
      String[] both = names.split(" ");
      Told there = new Told(new NewsAccount());
      Told back = new Told(new NewsAccount());
      for (Told each : new Told[] {there, back}) {
        each.turn(failed("curl", both[0], BUSY));
        each.turn(failed("curl", both[0], BUSY));
        each.turn(failed("curl", both[1], BUSY));
        each.turn(failed("curl", both[1], BUSY));
        each.turn(failed("curl", both[1], BUSY));
      }
      there.turn(worked("curl", both[0], "done"), worked("curl", both[1], "done"));
      back.turn(worked("curl", both[1], "done"), worked("curl", both[0], "done"));

      assertThat(there.count()).as(names).isEqualTo(back.count());
      for (String name : both) {
        there.turn(worked("curl", name, "done"));
        back.turn(worked("curl", name, "done"));
        assertThat(there.count()).as(names).isEqualTo(back.count());
      }
    }
  }

  @Test
  void itIsPaidBackOnce() {
    for (int i = 0; i < 6; i++) {
      told.turn(failed("run_job", "{\"job\":1}", BUSY));
      told.turn(failed("run_job", "{\"job\":1}", BUSY));
      told.turn(worked("run_job", "{\"job\":1}", "ran, " + i + " rows"));
    }

    assertThat(told.count()).as("the debt of the later failures").isGreaterThanOrEqualTo(3);
  }

  @Test
  void whatIsOwedIsKnownElsewhere() throws IOException {
    for (int attempt = 0; attempt < 4; attempt++) {
      told.turn(failed("send_fax", "{\"to\":\"n1\"}", BUSY));
    }
    Told elsewhere = new Told(goneOn(account));
    elsewhere.turn(worked("send_fax", "{\"to\":\"n1\"}", "sent"));

    assertThat(told.count()).isEqualTo(3);
    assertThat(elsewhere.count()).isZero();
  }
}
