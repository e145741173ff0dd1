package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Reports.Ending;
import io.loophalt.core.detect.Reports.Heard;
import io.loophalt.core.detect.Turn.Prompt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static final long[] NOTHING = {};
  private static final long[] GO_ON = {17};
  private static final long[] SOMETHING_ELSE = {4711};

  private final Reports reports = new Reports();

  @Test
  void aStateIsProgressTheFirstTimeThatTheRunChangesToIt() {
    assertThat(reports.addState(1)).as("the first of all").isFalse();
    assertThat(reports.addState(2)).isTrue();
    assertThat(reports.addState(1)).as("it has been there").isFalse();
    assertThat(reports.state()).isEqualTo(1);
  }

  @Test
  void wordsAreNewToTheRunAndNotToTheProcess() throws IOException {
    assertThat(promptAfter(Prompt.NEW, GO_ON)).isEqualTo(Prompt.NEW);

    Reports elsewhere = restored();

    assertThat(promptIn(elsewhere, Prompt.NEW, GO_ON, 0)).isEqualTo(Prompt.REPEATED);
    assertThat(promptIn(elsewhere, Prompt.NEW, SOMETHING_ELSE, 0)).isEqualTo(Prompt.NEW);
  }

  @Test
  void whatComesAfterStepsThatAnotherProcessTookIsWhatCameOfThem() throws IOException {
    promptAfter(Prompt.NEW, GO_ON);

    assertThat(promptIn(restored(), Prompt.NEW, SOMETHING_ELSE, 3)).isEqualTo(Prompt.RESULTS);
  }

  @Test
  void whatTheApplicationSaysIsSaidToTheNextAnswerWhereverItComes() throws IOException {
    reports.userSaid(17);

    Reports elsewhere = restored();

    assertThat(promptIn(elsewhere, Prompt.UNSEEN, null, 0)).isEqualTo(Prompt.NEW);
    assertThat(promptIn(elsewhere, Prompt.UNSEEN, null, 0)).isEqualTo(Prompt.UNSEEN);
    elsewhere.userSaid(17);
    assertThat(promptIn(elsewhere, Prompt.NONE, null, 0)).isEqualTo(Prompt.REPEATED);
    elsewhere.userSaid(17);
    assertThat(promptIn(elsewhere, Prompt.NONE, NOTHING, 0))
        .as("a later request says nothing")
        .isEqualTo(Prompt.NONE);
  }

  @Test
  void aRequestThatSaysNothingTellsOfStepsThatAnotherProcessTook() throws IOException {
    promptAfter(Prompt.NEW, GO_ON);

    assertThat(promptIn(restored(), Prompt.NONE, NOTHING, 3)).isEqualTo(Prompt.RESULTS);
    assertThat(promptIn(restored(), Prompt.NONE, null, 3)).as("reported").isEqualTo(Prompt.NONE);
  }

  @Test
  void whatWaitsForTheModelIsTakenOnceAndAllNudgesAreKnownElsewhere() throws IOException {
    reports.addNudges("first", new long[] {3});
    reports.addNudges("second", new long[] {7});
    reports.addNudges(null, new long[] {9});

    Reports elsewhere = restored();

    assertThat(elsewhere.takeMessage()).isEqualTo("second");
    assertThat(elsewhere.hasMessage()).isFalse();
    assertThat(elsewhere.takeMessage()).isNull();
    assertThat(elsewhere.nudges()).containsExactly(3, 7, 9);
  }

  @Test
  void whatWaitsForTheModelIsNotToldWhenAPersonHasSpoken() {
    promptAfter(Prompt.NEW, GO_ON);
    reports.addNudges("nothing new", new long[] {3});

    promptAfter(Prompt.NEW, GO_ON);
    assertThat(reports.hasMessage()).as("the same words").isTrue();
    promptAfter(Prompt.NEW, SOMETHING_ELSE);
    assertThat(reports.hasMessage()).isFalse();
  }

  @Test
  void statesAreKnownElsewhere() throws IOException {
    reports.addState(1);
    reports.addState(2);

    Reports elsewhere = restored();

    assertThat(elsewhere.state()).isEqualTo(2);
    assertThat(elsewhere.addState(1)).isFalse();
    assertThat(elsewhere.addState(3)).isTrue();
  }

  @Test
  void whatStandsBehindAnAnswerInATranscriptIsNoPersons() throws IOException {
    Ending ending = new Ending(20, 7);
    Heard first = new Heard(GO_ON, false, ending);
    assertThat(promptOf(reports, Prompt.NEW, first, 0)).isEqualTo(Prompt.NEW);

    Reports elsewhere = restored();

    assertThat(elsewhere.ending()).isEqualTo(ending);
    Heard next = new Heard(SOMETHING_ELSE, true, null);
    assertThat(promptOf(elsewhere, Prompt.RESULTS, next, 0))
        .as("new to the run")
        .isEqualTo(Prompt.RESULTS);
    assertThat(promptOf(elsewhere, Prompt.RESULTS, next, 0))
        .as("new to this process alone")
        .isEqualTo(Prompt.REPEATED);
    assertThat(promptOf(elsewhere, Prompt.NONE, next, 3))
        .as("after a step of another process")
        .isEqualTo(Prompt.RESULTS);
    assertThat(elsewhere.ending()).isNull();
  }

  private Prompt promptAfter(Prompt known, long[] said) {
    return promptIn(reports, known, said, 0);
  }

  private static Prompt promptIn(
      Reports reports, Prompt known, long @Nullable [] said, long steps) {
    return promptOf(reports, known, new Heard(said, false, null), steps);
  }

  private static Prompt promptOf(Reports reports, Prompt known, Heard heard, long steps) {
    return reports.answered(new Turn(0, 0, "", "", 0, 0, known, false), heard, steps).prompt();
  }

  private Reports restored() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    reports.save(new DataOutputStream(bytes));
    return Reports.restored(
        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), true);
  }
}
