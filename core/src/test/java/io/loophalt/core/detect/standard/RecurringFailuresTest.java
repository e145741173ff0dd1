package io.loophalt.core.detect.standard;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.api.Test;

/** What failing-tool and futile-repeat count, and what begins their counts anew. */
class RecurringFailuresTest {

  private final Told failingTool = new Told("failing-tool");
  private final Told futileRepeat = new Told("futile-repeat");

  @Test
  void aToolThatFailsAlikeIsCountedByTurnsWhateverItsArguments() {
    failingTool
        .turn(failed("fetch", "a", "no route to host"), failed("fetch", "b", "no route to host"))
        .turn(failed("fetch", "c", "no route to host"));

    assertThat(failingTool.count("fetch")).isEqualTo(2);
  }

  @Test
  void callsOfOneTurnThatFailDifferentlyEndTheToolsStreak() {
    failingTool.turn(failed("fetch", "a", "no route to host"));
    failingTool.turn(failed("fetch", "b", "no route to host"));

    failingTool.turn(
        failed("fetch", "c", "no route to host"), failed("fetch", "d", "permission denied"));
    assertThat(failingTool.count("fetch")).isZero();

    failingTool.turn(failed("fetch", "e", "no route to host"), worked("fetch", "f", "a page"));
    assertThat(failingTool.count("fetch")).as("one of two worked").isZero();
  }

  @Test
  void whatOtherToolsGiveInTheSameTurnSaysNothingOfATool() {
    for (int i = 0; i < 3; i++) {
      failingTool.turn(
          failed("fetch", "a" + i, "no route to host"),
          failed("parse", "b" + i, "bad input " + "x".repeat(i)),
          worked("note", "c" + i, "done"));
    }

    assertThat(failingTool.count("fetch")).isEqualTo(3);
    assertThat(failingTool.count("note")).isZero();
  }

  @Test
  void theSameLookIsFutileUntilSomethingMayHaveChanged() {
    for (int i = 0; i < 4; i++) {
      futileRepeat.turn(look("same"));
    }
    assertThat(futileRepeat.count()).as("of those after the first, which was news").isEqualTo(3);

    futileRepeat.turn(worked("write_file", "a", "ok"));
    futileRepeat.turn(look("same")).turn(look("same"));
    assertThat(futileRepeat.count()).as("after a write").isEqualTo(2);
  }

  @Test
  void aLookThatBringsSomethingNewBeginsLooksAnewButNotFailures() {
    for (int i = 0; i < 4; i++) {
      futileRepeat.turn(look("same"));
    }
    futileRepeat.turn(worked("read_file", "other", "something else"));
    futileRepeat.turn(look("same")).turn(look("same"));
    assertThat(futileRepeat.count()).as("of looks").isEqualTo(2);

    Told ofFailures = new Told("futile-repeat");
    ofFailures.turn(failed("read_file", "f", "no such file")).turn(look("new"));
    ofFailures.turn(failed("read_file", "f", "no such file"));
    assertThat(ofFailures.count()).as("of failures").isEqualTo(2);
  }

  @Test
  void aWriteBeginsFailuresAnewToo() {
    futileRepeat.turn(failed("read_file", "f", "no such file"));
    futileRepeat.turn(worked("write_file", "a", "ok"));
    futileRepeat.turn(failed("read_file", "f", "no such file"));

    assertThat(futileRepeat.count()).as("nothing was repeated").isZero();
  }

  @Test
  void aFirstCallBetweenRepetitionsTakesNothingBack() {
    futileRepeat.turn(failed("read_file", "f", "no such file"));
    futileRepeat.turn(failed("read_file", "f", "no such file"));

    futileRepeat.turn(failed("read_file", "g", "access denied"));

    assertThat(futileRepeat.count()).isEqualTo(2);
  }

  private static Told.Called look(String result) {
    return worked("read_file", "notes.md", result);
  }
}
