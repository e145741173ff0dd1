package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs and other things that are looked at until they are in another state, one after another. */
class PolledThingsTest {

  private static final int NUDGED = 4;
  private static final int HALTED = 6;
  private static final int THINGS = 40;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"id\":%1$d} | {\"status\":\"PENDING\"} | {\"status\":\"DONE\"} | 3",
        "{\"id\":%1$d} | PENDING | DONE | 1",
        "{\"id\":\"0f8fad5b-d9cb-469f-a165-7086%1$08d\"} | queued | finished | 2",
        "{\"job\":\"nightly-%1$d\"} | {\"state\":\"RUNNING\"} | {\"state\":\"COMPLETED\"} | 1",
        "{\"job\":\"nightly-%1$d\"} | {\"state\":\"queued\"} | {\"state\":\"ok\",\"exit\":0} | 3",
        "{\"job\":\"nightly-%1$d\"} | {\"status\":\"IN_PROGRESS\"} | DONE | 8",
        "{\"vm\":\"web-%1$d\"} | CREATING | READY | 1",
        "{\"vm\":\"web-%1$d\"} | {\"state\":\"STARTING\"} | {\"state\":\"RUNNING\"} | 1",
      })
  void eachThingThatIsInAnotherStateThanBeforeIsDone(
      String arguments, String before, String after, int polls) {
    for (int thing = 0; thing < THINGS; thing++) {
      for (int poll = 0; poll < polls; poll++) {
        told.turn(worked("get_job", arguments.formatted(thing), before));
        assertThat(told.count()).as("poll of %d", thing).isLessThan(NUDGED);
      }
      told.turn(worked("get_job", arguments.formatted(thing), after));
      assertThat(told.count()).as("end of %d", thing).isLessThan(NUDGED);
    }
  }

  @ParameterizedTest
  @CsvSource({"start_job, started", "archive_job, ok"})
  void soItIsWithAnotherCallForEach(String tool, String answer) {
    for (int thing = 0; thing < THINGS; thing++) {
      String job = "{\"id\":\"j-" + thing + "\"}";
      told.turn(worked(tool, job, answer));
      told.turn(worked("get_job", job, "{\"status\":\"PENDING\"}"));
      told.turn(worked("get_job", job, "{\"status\":\"DONE\"}"));
      assertThat(told.count()).as("job " + thing).isLessThan(NUDGED);
    }
  }

  @Test
  void aSecondJobGetsOnThroughTheStatesOfTheFirst() {
    pollTwoJobs("%1$s", 3);

    assertThat(told.count()).isLessThan(NUDGED);
  }

  @Test
  void butNotOneThatStaysInOne() {
    pollTwoJobs("build", 5);

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private void pollTwoJobs(String stageOfTheSecond, int polls) {
    String[] stages = {"checkout", "build", "unit-tests", "image", "deploy", "smoke"};
    for (int job = 7; job < 9; job++) {
      int elapsed = 0;
      for (String stage : stages) {
        String at = job == 7 ? stage : stageOfTheSecond.formatted(stage);
        for (int poll = 0; poll < polls; poll++) {
          elapsed += 20;
          String answer =
              "{\"id\":%d,\"status\":\"running\",\"stage\":\"%s\",\"elapsed_seconds\":%d}";
          told.turn(worked("get_job", "{\"id\":" + job + "}", answer.formatted(job, at, elapsed)));
        }
      }
    }
  }

  @Test
  void soItIsWhenTheCallBetweenHasBroughtTheState() {
    for (int thing = 0; thing < THINGS; thing++) {
      String ticket = "{\"id\":\"t-" + thing + "\"}";
      told.turn(worked("get_ticket", ticket, "{\"state\":\"open\"}"));
      told.turn(worked("close_ticket", ticket, "ok"));
      told.turn(worked("get_ticket", ticket, "{\"state\":\"closed\"}"));
      assertThat(told.count()).as("ticket " + thing).isLessThan(NUDGED);
    }
  }

  @ParameterizedTest
  @CsvSource({"1800, false", "50, false", "5, true"})
  void whoLooksEveryHalfHourIsPatientAlsoWhereTheAnswerTellsWhenItWasMade(
      int seconds, boolean stuck) {
    int most = 0;
    for (int look = 0; look < 40; look++) {
      String answer =
          "{\"state\":\"%s\",\"changes_today\":%d,\"last_seen\":\"2026-03-03T%02d:%02d:07\"}"
              .formatted(look / 8 % 2 == 0 ? "closed" : "open", look / 8, look / 2, look % 2 * 30);
      told.after(1_000L * seconds).turn(worked("read_sensor", "{\"id\":\"door\"}", answer));
      most = Math.max(most, told.count());
    }
    assertThat(most >= NUDGED).isEqualTo(stuck);
  }

  /** In a language of which nothing is known, and by a tool whose name says nothing. */
  @ParameterizedTest
  @CsvSource({"900, %1$08x, 12, true", "900, x_17, 12, false", "5, x_17, 12, true"})
  void soIsWhoAsksAToolOfWhichNothingIsKnownUnlessAnIdVaries(
      int seconds, String id, int looks, boolean stuck) {
    for (int look = 0; look < looks; look++) {
      String answer =
          "{\"الحالة\": \"قيد الانتظار\", \"معرف\": \"%s\", \"الوقت\": \"2026-03-21T%02d:%02d:11Z\"}";
      told.after(1_000L * seconds)
          .turn(
              worked(
                  "حالة_التفتيش",
                  "{\"حاوية\": \"MSKU-77\"}",
                  answer.formatted(
                      id.formatted(0x147e_b926 + 0x0123_4567 * look), look / 4, look % 4 * 15)));
    }

    assertThat(told.count() >= NUDGED).isEqualTo(stuck);
  }

  private static final String[] CHECKS = {"lint", "unit", "e2e", "docker", "docs", "security"};

  /** One object for each check; of those in a list of digits the state is another. */
  private static String list(String form, String done, String before, String after) {
    StringBuilder all = new StringBuilder();
    for (int check = 0; check < CHECKS.length; check++) {
      String state = done.indexOf('0' + check) >= 0 ? after : before;
      String one = form.replace("__", "\n").formatted(CHECKS[check], state, 100 + check);
      all.append(check == 0 ? "" : ",").append(one);
    }
    return "{\"total_count\":6,\"check_runs\":[" + all + "]}";
  }

  private void look(int seconds, String answer) {
    told.after(1_000L * seconds).turn(worked("get_checks", "{\"pull\":412}", answer));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"context\":\"%1$s\",\"state\":\"%2$s\"} | pending | success",
        "{__  \"context\": \"%1$s\",__  \"state\": \"%2$s\"__} | pending | success",
        "{\"id\":%3$d,\"name\":\"%1$s\",\"status\":\"%2$s\",\"conclusion\":null} | in_progress | completed",
        "{\"id\":\"%1$s\",\"status\":{\"phase\":\"%2$s\"}} | Pending | Ready",
      })
  void aListInWhichOneMoreIsDoneNowAndThenGetsOn(String form, String before, String after) {
    String done = "";
    for (int check = 0; check <= CHECKS.length; check++) {
      for (int look = 0; look < 1 + check % 3; look++) {
        look(60, list(form, done, before, after));
        assertThat(told.count()).as("look at " + done).isLessThan(NUDGED);
      }
      done += check;
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        // Which of six are done, in turn.
        "~012,014~, pending, success, 60",
        "~012,345~, pending, success, 60",
        // All the time.
        "~012~, pending, success, 10",
        "~012~, open, closed, 60",
        "~012345~, pending, success, 60",
      })
  void butNotOneThatGoesBackAndForthOrIsLookedAtWithoutAPauseOrWaitsForNothing(
      String done, String before, String after, int seconds) {
    String[] each = done.split(",");
    for (int i = 0; i < 12; i++) {
      look(
          seconds,
          list("{\"context\":\"%1$s\",\"state\":\"%2$s\"}", each[i % each.length], before, after));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void itIsKnownElsewhereWhichStatesAListWasIn() throws IOException {
    String form = "{\"context\":\"%1$s\",\"state\":\"%2$s\"}";
    for (String done : new String[] {"", "0", "01"}) {
      look(10, list(form, done, "pending", "success"));
    }
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);

    look(10, list(form, "23", "pending", "success"));
    there.turn(worked("get_checks", "{\"pull\":412}", list(form, "23", "pending", "success")));

    assertThat(elsewhere.explain())
        .isEqualTo(account.explain())
        .contains("differs in a time or an id only");
  }

  @Test
  void itIsKnownElsewhereWhatACallHasSaid() throws IOException {
    for (int thing = 0; thing < 3; thing++) {
      told.turn(worked("get_job", "{\"id\":" + thing + "}", "PENDING"));
      told.turn(worked("get_job", "{\"id\":" + thing + "}", "DONE"));
    }
    told.turn(worked("get_job", "{\"id\":9}", "PENDING"));
    NewsAccount elsewhere = goneOn(account);

    new Told(elsewhere).turn(worked("get_job", "{\"id\":9}", "DONE"));

    assertThat(elsewhere.explain()).contains("did one thing more");
  }

  @Test
  void whoLooksAtOneThingForEverIsHalted() {
    for (int look = 0; look < 8; look++) {
      told.turn(worked("get_job", "{\"id\":7}", "CREATING"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  /** A longer ladder of {@code polling} lets it go on. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"status\":\"PENDING\"}", "RUNNING", "queued"})
  void whoPollsOneThingForEverIsHaltedByTheBudgetOfPollsAlone(String state) {
    Told polling = new Told("polling");
    for (int poll = 0; poll < 60; poll++) {
      told.turn(worked("get_job", "{\"id\":7}", state));
      polling.turn(worked("get_job", "{\"id\":7}", state));
    }

    assertThat(polling.count()).isEqualTo(59);
    assertThat(told.count()).isBetween(NUDGED, HALTED - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void soIsWhoseJobsAllFailAlike(int polls) {
    for (int job = 0; job < 30; job++) {
      for (int poll = 0; poll < polls; poll++) {
        told.turn(worked("get_job", "{\"id\":" + job + "}", "{\"status\":\"PENDING\"}"));
      }
      told.turn(worked("get_job", "{\"id\":" + job + "}", "{\"status\":\"FAILED\"}"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void soIsWhoStartsTheSameJobAnewEachTimeThatItIsDone() {
    for (int round = 0; round < 12; round++) {
      for (int poll = 0; poll < 6; poll++) {
        told.turn(worked("get_job", "{\"id\":7}", "PENDING"));
      }
      told.turn(worked("get_job", "{\"id\":7}", "DONE"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void soIsWhoIsToldTheSameStateAtOtherTimes() {
    told.turn(worked("get_job", "{\"id\":7}", "at 12:00:01 packed"));
    for (int poll = 10; poll < 30; poll++) {
      told.turn(worked("get_job", "{\"id\":7}", "at 12:00:" + poll + " packed"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }
}
