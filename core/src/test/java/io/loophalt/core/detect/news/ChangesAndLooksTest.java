package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What is learned from a look between changes or failures, as real agents make them. */
class ChangesAndLooksTest {

  private static final String[] WORDS = {
    "amber", "birch", "cedar", "dune", "elder", "fjord", "grove", "heath", "inlet", "juniper"
  };

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void whoGoesThroughAListIsPaidForEachAnswerThoughMostFail() {
    for (int i = 0; i < 15; i++) {
      String host = WORDS[i % 10] + i / 10;
      String command = "probe --host " + host;
      boolean answers = i % 3 == 2;
      told.turn(
          answers
              ? worked("shell", command, "up since spring, " + host)
              : failed("shell", command, "exit code 1"));
    }

    assertThat(told.count()).as("five answered").isLessThan(4);
  }

  @Test
  void aSmallLookAtSomethingElsePaysLessTheMoreOftenItFailedAsBefore() {
    failWithLooks(told, 0, WORDS.length);

    assertThat(told.count()).as("three small looks").isGreaterThanOrEqualTo(5);
  }

  @Test
  void aLongLookPaysInFull() {
    for (int i = 0; i < WORDS.length; i++) {
      fail(told, i);
      if (i % 3 == 2) {
        told.turn(
            worked(
                "read_log",
                WORDS[i],
                "the %1$s came\nthe %1$s stayed\nthe %1$s left\nnobody saw the %1$s"
                    .formatted(WORDS[i])));
      }
    }

    assertThat(told.count()).as("three long looks").isLessThan(5);
  }

  @Test
  void howOftenItFailedIsKnownElsewhere() throws IOException {
    failWithLooks(told, 0, 5);
    NewsAccount elsewhere = goneOn(account);
    Told toldThere = new Told(elsewhere);

    failWithLooks(told, 5, WORDS.length);
    failWithLooks(toldThere, 5, WORDS.length);

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("before it");
  }

  /** Their lines have neither a letter nor a digit. */
  @Test
  void boardsOfSymbolsAreToldApartAsAWhole() {
    for (int at = 0; at < 10; at++) {
      told.turn(worked("move", "right", board(at, '.')));
      told.turn(worked("tap", "right", board(at, '#')));
    }
    assertThat(told.count()).as("no board came twice").isZero();

    for (int i = 0; i < 6; i++) {
      told.turn(worked("move", "right", board(9, '.')));
    }
    assertThat(told.count()).as("the same board").isGreaterThanOrEqualTo(5);
  }

  private static String board(int at, char empty) {
    StringBuilder board = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      board.append(i == at ? '@' : empty).append('_').append('\n');
    }
    return board.toString();
  }

  private static void failWithLooks(Told told, int from, int to) {
    for (int i = from; i < to; i++) {
      fail(told, i);
      if (i % 3 == 2) {
        told.turn(worked("form_help", WORDS[i], "about the " + WORDS[i]));
      }
    }
  }

  private static void fail(Told told, int i) {
    told.turn(failed("submit_form", WORDS[i], "field 9: the account is not verified"));
  }

  @Test
  void changesThatWereUndoneMayBeMadeOnceMore() {
    for (int i = 0; i < 5; i++) {
      told.turn(worked("edit_file", "change " + WORDS[i], "edited"));
    }
    told.turn(worked("shell", "git checkout .", "Updated 5 paths from the index"));
    for (int i = 0; i < 5; i++) {
      told.turn(worked("edit_file", "change " + WORDS[i], "edited"));
    }
    assertThat(told.count()).as("once more").isLessThan(4);

    for (int i = 0; i < 3; i++) {
      told.turn(worked("edit_file", "change " + WORDS[i], "edited"));
    }
    assertThat(told.count()).as("and once more").isGreaterThanOrEqualTo(4);
  }

  @Test
  void aChangeThatIsMadeTwiceWithNothingInBetweenIsARepetition() {
    told.turn(worked("edit_file", "a change", "edited"));
    told.turn(worked("edit_file", "a change", "edited"));

    assertThat(told.count()).isEqualTo(1);
  }

  @Test
  void aScriptThatWasJustWrittenMayRunWithoutAWord() {
    for (String word : WORDS) {
      told.turn(worked("write_file", "fix_" + word + ".py", "wrote fix_" + word + ".py"));
      told.turn(worked("shell", "python fix_" + word + ".py " + word + ".csv", ""));
    }
    assertThat(told.count()).isZero();

    for (String word : WORDS) {
      // Two new words might make one file of another.
      String more = "python once_more_" + word + ".py in " + word + "s as " + word + "es";
      told.turn(worked("shell", more, ""));
    }
    assertThat(told.count()).as("nothing was written").isGreaterThanOrEqualTo(4);
  }

  @Test
  void aFileWithOneNewLineIsLittleNewsAndOneWithoutIsNone() {
    told.turn(worked("read_file", "notes", page("")));
    for (int i = 0; i < 5; i++) {
      told.turn(
          worked("read_file", WORDS[i] + " " + WORDS[9 - i], page(WORDS[i] + " was seen first")));
    }
    assertThat(told.count()).as("one line of twenty").isEqualTo(1);

    for (int i = 5; i < 10; i++) {
      told.turn(worked("read_file", WORDS[i] + " " + WORDS[9 - i], page("")));
    }
    assertThat(told.count()).as("no line").isGreaterThanOrEqualTo(4);
  }

  private static String page(String more) {
    StringBuilder page = new StringBuilder("Notes");
    for (int i = 0; i < 20; i++) {
      page.append("\nof the ").append(WORDS[i % 10]).append(i < 10 ? ": early" : ": late");
    }
    return page.append('\n').append(more).toString();
  }

  @Test
  void aListIsCheckedEntryByEntryAndOneThingInOtherWays() {
    Told list = new Told(new NewsAccount());
    Told ways = new Told(new NewsAccount());
    for (int i = 0; i < 25; i++) {
      list.turn(worked("verify_cert", "{\"serial\":\"" + (4711 + i) + "\"}", "valid"));
    }
    for (String way :
        "pytest,pytest -q,pytest -x,pytest -v,pytest -rA,pytest -s,pytest -l".split(",")) {
      ways.turn(worked("bash", "{\"command\":\"" + way + "\"}", "12 passed"));
    }

    assertThat(list.count()).as("debt for a list of which each entry is well").isLessThan(2);
    assertThat(ways.count()).as("debt for the same tests").isGreaterThanOrEqualTo(2);
  }

  @Test
  void aCheckOfMessagesThatHasNothingToSayPasses() {
    for (String tool : "validate_messages lint_messages check_responses".split(" ")) {
      Told checked = new Told(new NewsAccount());
      for (String word : WORDS) {
        String edit = "{\"path\":\"de.json\",\"new_string\":\"" + word + " " + word + "\"}";
        checked.turn(worked("edit_file", edit, "edited"));
        checked.turn(worked(tool, "{\"path\":\"de.json\"}", "[]"));
        assertThat(checked.count()).as(tool).isLessThan(4);
      }
    }
  }

  @Test
  void anEmptyInboxAfterEachReminderIsNoGoodNews() {
    for (String tool : "check_inbox mail__check_mailbox check_voicemail".split(" ")) {
      Told reminded = new Told(new NewsAccount());
      for (String word : WORDS) {
        reminded.turn(worked("send_message", remind("dba", word), "{\"delivered\": true}"));
        reminded.turn(worked(tool, "{\"of\":\"me\"}", "{\"messages\": [], \"unread\": 0}"));
      }
      assertThat(reminded.count()).as(tool).isGreaterThanOrEqualTo(6);
    }
  }

  @Test
  void aMailingToManyMayFindTheInboxEmptyEachTime() {
    for (String word : WORDS) {
      told.turn(worked("send_message", remind(word, word), "{\"delivered\": true}"));
      told.turn(worked("check_inbox", "{\"of\":\"me\"}", "{\"messages\": [], \"unread\": 0}"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  private static String remind(String to, String word) {
    return "{\"to\":\"" + to + "\",\"text\":\"the " + word + " is still to come\"}";
  }
}
