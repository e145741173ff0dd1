package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {

  /** An attempt at a job, some time after the one before. */
  record Attempt(int job, String answer, int pauseMillis) {}

  /** The job of an attempt that sleeps. */
  private static final int SLEEP = -2;

  /** The job of an attempt that changes something. */
  private static final int CHANGE = -3;

  private final Patience patience = new Patience();
  private int turn;
  private long millis;

  @Test
  void aCallThatIsMadeAgainIsRememberedLongerThanCallsThatAreNot() {
    note(new Attempt(0, "PENDING", 10));
    others(19);
    assertThat(note(new Attempt(0, "PENDING", 10))).isEqualTo(1);
    others(19);

    assertThat(note(new Attempt(0, "PENDING", 10))).isEqualTo(2);
  }

  @Test
  void aCallThatWasNotMadeForTwentyOthersIsForgotten() {
    note(new Attempt(0, "PENDING", 10));
    others(20);

    assertThat(note(new Attempt(0, "PENDING", 10))).isZero();
  }

  @Test
  void aCallOfAnEarlierTurnThatEndsLateIsForgottenFirst() {
    Step slow = step(new Attempt(-1, "PENDING", 10));
    others(19);
    patience.note(slow, slow.outcome());

    note(new Attempt(100, "PENDING", 10));

    assertThat(note(new Attempt(-1, "PENDING", 10))).as("begun long ago").isZero();
  }

  @ParameterizedTest
  @CsvSource({"call_api,true", "str_replace,false"})
  void growingGapsAreAWaitButNotThoseOfARejectedEdit(String tool, boolean waits) {
    Told told = new Told("polling");
    for (int seconds = 2; seconds < 2_000; seconds = 2 * seconds) {
      told.after(1_000L * seconds)
          .turn(Told.Called.failed(tool, "{\"path\":\"a.py\"}", "not done"));
    }

    assertThat(told.count() > 0).isEqualTo(waits);
  }

  @Test
  void whoHasSleptSinceLooksAgainPatiently() {
    note(new Attempt(0, "in line", 10));
    sleep();
    assertThat(note(new Attempt(0, "in line", 10))).isEqualTo(1);
    sleep();
    assertThat(note(new Attempt(0, "in line", 10))).isEqualTo(2);

    assertThat(note(new Attempt(0, "in line", 10))).as("not slept").isZero();
  }

  @Test
  void whoHasChangedSomethingBeforeItSleptDoesNotOnlyWait() {
    note(new Attempt(0, "in line", 10));
    note(new Attempt(CHANGE, "done", 10));
    sleep();
    assertThat(note(new Attempt(0, "in line", 10))).isZero();
    sleep();

    assertThat(note(new Attempt(0, "in line", 10))).as("changed before that").isEqualTo(1);
  }

  @Test
  void aSleepBesideTheLookIsNoneBeforeIt() {
    note(new Attempt(0, "in line", 10));
    turn--;
    sleep();
    assertThat(note(new Attempt(0, "in line", 10))).isZero();
    sleep();
    turn--;

    assertThat(note(new Attempt(0, "in line", 10))).as("both in one turn").isZero();
  }

  @Test
  void whoPausesForLongLooksAgainPatientlyWhateverTheStateIsCalled() {
    for (String state : List.of("{\"status\":\"CREATING\"}", "wird erstellt", "with the carrier")) {
      note(new Attempt(0, state, 10));
      for (int times = 1; times <= 3; times++) {
        assertThat(note(new Attempt(0, state, 50_000))).as(state).isEqualTo(times);
      }
      assertThat(note(new Attempt(0, state, 40_000))).as("as long as a model thinks").isZero();
    }
  }

  @Test
  void aPauseBeforeAnotherLookIsOneForBoth() {
    note(new Attempt(0, "with the carrier", 10));
    note(new Attempt(1, "in customs", 10));

    assertThat(note(new Attempt(0, "with the carrier", 60_000))).isEqualTo(1);
    assertThat(note(new Attempt(1, "in customs", 3_000))).isEqualTo(1);
    assertThat(note(new Attempt(0, "with the carrier", 3_000))).as("no pause since").isZero();
  }

  @Test
  void manyCallsInTurnAreNoPause() {
    for (int round = 0; round < 3; round++) {
      for (int job = 0; job < 5; job++) {
        assertThat(note(new Attempt(job, "with the carrier", 20_000))).isZero();
      }
    }
  }

  @Test
  void whoPausesBeforeAFailureALongTextOrAChangeOrTalksMeanwhileDoesNotOnlyWait() {
    for (String answer : List.of("error: no such host", "a page of it\n".repeat(100))) {
      note(new Attempt(0, answer, 10));
      assertThat(note(new Attempt(0, answer, 60_000))).as(answer).isZero();
    }
    note(new Attempt(CHANGE, "16 degrees", 10));
    assertThat(note(new Attempt(CHANGE, "16 degrees", 60_000))).as("a change").isZero();
    note(new Attempt(1, "16 degrees", 10));
    turn++;
    assertThat(note(new Attempt(1, "16 degrees", 60_000))).as("behind a turn of words").isZero();
  }

  @Test
  void gapsThatGrowAreNoWaitOfCallsThatOthersComeBetween() {
    assertThat(looksAtTwoSheets()).contains(1, 2);
    patience.readWords();
    assertThat(looksAtTwoSheets()).containsOnly(0);
    note(new Attempt(4, "down", 10));
    note(new Attempt(4, "down", 2_000));
    assertThat(note(new Attempt(4, "down", 4_000))).as("one after the other").isEqualTo(1);
  }

  @Test
  void whoSleepsLongerEachTimeBacksOffAlsoWithAChange() {
    patience.readWords();
    List<Integer> waits = new ArrayList<>();
    for (int seconds = 15; seconds < 500; seconds = 2 * seconds) {
      waits.add(note(new Attempt(CHANGE, "503 Service Unavailable", 10)));
      note(new Attempt(SLEEP, "", 1_000 * seconds));
    }
    assertThat(waits).containsExactly(0, 0, 1, 2, 3, 4);
  }

  private List<Integer> looksAtTwoSheets() {
    List<Integer> waits = new ArrayList<>();
    for (int seconds = 1; seconds < 10; seconds = 2 * seconds) {
      waits.add(note(new Attempt(1, "22 5 16", 1_000 * seconds)));
      waits.add(note(new Attempt(2, "34 67 82", 1_000 * seconds)));
    }
    return waits;
  }

  @Test
  void anAnswerAfterAPauseMayDifferInItsTimeWhereWordsAreRead() {
    assertThat(looksAtASensor(60_000)).containsOnly(0);
    patience.readWords();
    assertThat(looksAtASensor(60_000)).containsExactly(0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    assertThat(looksAtASensor(20_000)).as("as long as a model thinks").containsOnly(0);
    note(new Attempt(0, "{\"state\":\"open\",\"last_seen\":\"2026-03-03T10:01:07\"}", 60_000));
    assertThat(looksAtASensor(60_000)).as("another state").startsWith(0, 1, 1, 1, 2);
  }

  @Test
  void whoPausesBeforeEachPollGetsThreeTimesAsMany() {
    assertThat(polls(1, "PENDING", 60_000)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    patience.readWords();
    assertThat(polls(2, "PENDING", 10_000)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(polls(3, "PENDING", 60_000)).containsExactly(0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    String running = "{\"status\":\"running\",\"at\":\"09:%02d:17\"}";
    assertThat(polls(4, running, 60_000)).containsExactly(0, 0, 1, 1, 1, 2, 2, 2, 3, 3);
  }

  @Test
  void aSleepOfAMinuteIsAPauseAndOneOfASecondIsNone() {
    patience.readWords();
    for (int look = 0; look < 6; look++) {
      int times = note(new Attempt(1, "with the carrier", 10));
      assertThat(times).isEqualTo(look == 0 ? 0 : look < 4 ? 1 : 2);
      note(new Attempt(SLEEP, "", 60_000));
    }
    for (int look = 0; look < 6; look++) {
      assertThat(note(new Attempt(2, "with the carrier", 10))).isEqualTo(look);
      sleep();
    }
    for (int look = 0; look < 6; look++) {
      assertThat(note(new Attempt(3, "error: no such host", 10))).as("a failure").isEqualTo(look);
      note(new Attempt(SLEEP, "", 60_000));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error: connect ECONNREFUSED 10.0.0.7:80",
        "curl: (7) Failed to connect to db port 5432 after 0 ms: Connection refused",
        "HTTP 503 Service Unavailable",
        "error: sw-4 is not ready",
        "Fehler: 10.0.0.7 ist nicht erreichbar",
        "エラー: 接続を拒否されました"
      })
  void whatIsNotUpMayBeUpAfterThePause(String answer) {
    assertThat(polls(1, answer, 60_000)).as("no words").containsOnly(0);
    patience.readWords();
    assertThat(polls(2, answer, 60_000)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(polls(3, answer, 20_000)).as("as long as a model thinks").containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource({"error: timed out after 60 s", "error: permission denied", "504 Gateway Timeout"})
  void whatFailsForAnotherReasonFailsAfterAPauseToo(String answer) {
    patience.readWords();

    assertThat(polls(1, answer, 60_000)).containsOnly(0);
  }

  private List<Integer> polls(int job, String answer, int pauseMillis) {
    List<Integer> waits = new ArrayList<>();
    for (int look = 0; look < 10; look++) {
      waits.add(note(new Attempt(job, answer.formatted(look), pauseMillis)));
    }
    return waits;
  }

  private List<Integer> looksAtASensor(int pauseMillis) {
    List<Integer> waits = new ArrayList<>();
    for (int look = 0; look < 10; look++) {
      String time = "2026-03-03T09:%02d:07".formatted(turn);
      String answer = "{\"state\":\"closed\",\"last_seen\":\"" + time + "\"}";
      waits.add(note(new Attempt(0, answer, pauseMillis)));
    }
    return waits;
  }

  @Property
  void aRestoredOneGoesOnAsTheSavedOne(
      @ForAll("attempts") List<Attempt> attempts, @ForAll @IntRange(min = 0, max = 100) int percent)
      throws IOException {
    patience.readWords();
    int cut = attempts.size() * percent / 100;
    attempts.subList(0, cut).forEach(this::note);
    Patience saved = patience;
    Patience restored = restored(saved);
    restored.readWords();
    assertThat(restored.isUsed()).isEqualTo(saved.isUsed());

    for (Attempt each : attempts.subList(cut, attempts.size())) {
      Step step = step(each);
      assertThat(restored.note(step, step.outcome())).isEqualTo(saved.note(step, step.outcome()));
      assertThat(restored.isUsed()).isEqualTo(saved.isUsed());
    }
  }

  @Provide
  Arbitrary<List<Attempt>> attempts() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of(1, 2)),
                Tuple.of(2, Arbitraries.of(SLEEP, CHANGE)),
                Tuple.of(1, Arbitraries.integers().between(3, 30))),
            Arbitraries.of("down", "down", "PENDING", at("08:13:27"), at("08:14:28")),
            Arbitraries.of(10, 1_000, 1_500, 2_250, 3_400, 50_000))
        .as(Attempt::new)
        .list()
        .ofMaxSize(60);
  }

  private static String at(String time) {
    return "with the carrier, seen at " + time;
  }

  private static Patience restored(Patience saved) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    saved.save(new DataOutputStream(bytes));
    Patience restored = new Patience();
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return restored;
  }

  private void others(int calls) {
    for (int i = 0; i < calls; i++) {
      note(new Attempt(1_000 + turn, "done", 10));
    }
  }

  private void sleep() {
    note(new Attempt(SLEEP, "", 1_000));
  }

  private int note(Attempt attempt) {
    Step step = step(attempt);
    return patience.note(step, step.outcome());
  }

  private Step step(Attempt attempt) {
    millis += attempt.pauseMillis();
    Step step =
        new RecordedCall(
                attempt.job() == SLEEP ? "sleep" : "get_status",
                null,
                attempt.job() == CHANGE ? Effect.WRITE : Effect.READ,
                "{\"job\":" + attempt.job() + '}',
                attempt.answer(),
                null,
                null,
                List.of(),
                null,
                "",
                millis,
                millis)
            .step();
    step.placedAt(turn, turn);
    turn++;
    return step;
  }
}
