package io.loophalt.core.detect.standard;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.Told;
import io.loophalt.core.detect.Told.Called;
import org.junit.jupiter.api.Test;

/**
 * What single detectors of the default preset count. In whole runs several see the same loop, and
 * what one of them counts wrongly hides behind the others.
 */
class SingleDetectorsTest {

  private static final Called A = worked("read_file", "a", "text of a");
  private static final Called B = worked("read_file", "b", "text of b");
  private static final Called C = worked("read_file", "c", "text of c");

  private int made;

  @Test
  void anIdleTurnCountsWhenAnotherOneFollows() {
    Told idle = new Told("idle-turns");

    assertThat(idle.turn().count()).as("one").isZero();
    assertThat(idle.turn().count()).as("two").isEqualTo(1);
    assertThat(idle.turn().count()).as("three").isEqualTo(2);
    assertThat(idle.turn(A).count()).as("a call").isZero();
    assertThat(idle.turn().count()).as("one after it").isZero();
  }

  @Test
  void aTurnIsIdenticalInWhateverOrderItsCallsEnd() {
    Told identical = new Told("identical-call");

    assertThat(identical.turn(A, B).turn(B, A).turn(A, B).count()).isEqualTo(3);
    assertThat(identical.turn(A).count()).as("one call fewer").isEqualTo(1);
    assertThat(identical.turn(worked("read_file", "a", "changed")).count())
        .as("another outcome")
        .isEqualTo(1);
  }

  @Test
  void aTurnOfMoreCallsThanAreKeptIsIdenticalToNone() {
    Called[] many = new Called[StepsOfTurn.CAPACITY + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = fresh();
    }

    assertThat(new Told("identical-call").turn(many).turn(many).count()).isEqualTo(1);
    assertThat(new Told("novelty").turn(many).turn(many).count()).isZero();
  }

  @Test
  void whatWasSeenIsNotNewInWhateverOrderItComesAgain() {
    Told novelty = new Told("novelty").turn(A).turn(B).turn(C);
    assertThat(novelty.count()).isZero();

    assertThat(novelty.turn(B).turn(A).turn(C).turn(A).count()).isEqualTo(4);
    assertThat(novelty.turn(A, fresh()).count()).as("one of two is new").isEqualTo(1);
    assertThat(novelty.turn(fresh()).count()).isZero();
  }

  @Test
  void aFailureIsNotNewWhateverItsArguments() {
    Told novelty = new Told("novelty");

    novelty.turn(failed("fetch", "a", "no route to host"));
    novelty.turn(failed("fetch", "b", "no route to host"));
    assertThat(novelty.count()).isEqualTo(1);

    novelty.turn(failed("fetch", "c", "permission denied"));
    assertThat(novelty.count()).as("another failure").isZero();
  }

  @Test
  void afterTheHistoryWasCondensedEverythingMayBeLookedAtOnceMore() {
    Told novelty = new Told("novelty").turn(A).turn(B).turn(A);
    assertThat(novelty.count()).isEqualTo(1);

    assertThat(novelty.condensedTurn(A).turn(B).count()).as("once more").isEqualTo(1);
    assertThat(novelty.turn(A).count()).as("twice more").isEqualTo(2);
    assertThat(novelty.condensedTurn(A).turn(B).count())
        .as("after being condensed again")
        .isEqualTo(4);
  }

  @Test
  void aTightLoopRevolvesAroundTwoOutcomesAtMost() {
    Told two = new Told("tight-loop").turn(A).turn(B);
    assertThat(two.turn(A).turn(B).turn(A).turn(B).count()).isEqualTo(4);

    Told three = new Told("tight-loop").turn(A).turn(B).turn(C);
    assertThat(three.turn(A).turn(B).turn(C).turn(A).turn(B).count())
        .as("the latest repetitions with two outcomes")
        .isEqualTo(2);
    assertThat(three.turn(B).turn(B).count()).as("and when it narrows down").isEqualTo(4);
  }

  @Test
  void outputThatOnlyReadsLikeAFailureOfAnotherCallIsNoTightLoop() {
    Called[] calls = {
      worked("run", "a", "Error: connection refused"),
      worked("run", "b", "Error: connection refused"),
      worked("run", "c", "Error: connection refused")
    };
    Told novelty = new Told("novelty");
    Told tight = new Told("tight-loop");
    for (Called call : calls) {
      novelty.turn(call);
      tight.turn(call);
    }

    assertThat(novelty.count()).as("nothing new").isEqualTo(2);
    assertThat(tight.count()).as("but other calls").isZero();
    assertThat(tight.turn(calls[0]).count()).as("until one is repeated").isEqualTo(1);
  }

  @Test
  void theSameEditCountsOnceATurnWhateverComesOfItAndInBetween() {
    Told edits = new Told("repeated-edit");

    edits.turn(edit("a", "line 1"), edit("a", "line 2"));
    assertThat(edits.count()).as("twice in one turn").isZero();
    edits.turn(fresh()).turn(edit("b", "ok")).turn(edit("a", "line 3"));
    assertThat(edits.count()).as("in a later turn").isEqualTo(2);
    assertThat(edits.turn(A).turn(A).count()).as("looks are none").isEqualTo(2);

    edits.turn(edit("a", "line 4")).turn(edit("c", "ok"));
    assertThat(edits.count()).as("a new one says nothing of it").isEqualTo(3);

    for (int i = 0; i < 20; i++) {
      edits.turn(fresh());
    }
    edits.turn(edit("a", "line 5")).turn(edit("a", "line 6"));
    assertThat(edits.count()).as("twenty turns later").isEqualTo(2);
  }

  @Test
  void oldCallsAreReworkFromTheSecondEditAmongThemOn() {
    Told rework = new Told("rework");
    rework.turn(edit("a", "1")).turn(edit("b", "1")).turn(worked("run_tests", "t", "1"));
    assertThat(rework.count()).as("all of them new").isZero();

    assertThat(rework.turn(edit("a", "2")).count()).as("one edit again").isZero();
    assertThat(rework.turn(worked("run_tests", "t", "2")).count()).as("and a run").isZero();
    assertThat(rework.turn(edit("b", "2")).count()).as("a second edit again").isEqualTo(1);
    assertThat(rework.turn(worked("run_tests", "t", "3")).count()).isEqualTo(2);
    assertThat(rework.turn(edit("a", "3"), fresh()).count()).as("a new call").isZero();
    assertThat(rework.turn(edit("a", "4")).count()).as("one edit since").isZero();
  }

  @Test
  void pollsAreCountedUntilSomethingElseIsNew() {
    Called pending = worked("get_status", "job", "PENDING");
    Told polling = new Told("polling");

    assertThat(polling.turn(pending).turn(pending).turn(pending).count()).isEqualTo(2);
    assertThat(polling.turn(fresh()).count()).as("news").isZero();
    assertThat(polling.turn(pending).turn(pending).count()).as("a new budget").isEqualTo(2);
    assertThat(polling.turn(A).turn(pending).turn(pending).count()).isEqualTo(2);
    assertThat(polling.turn(A).count()).as("a look that brings nothing new").isEqualTo(2);
    assertThat(polling.turn(pending).count()).isEqualTo(3);
  }

  private Called fresh() {
    made++;
    return worked("read_file", "new " + made, "what is in it: " + made);
  }

  private static Called edit(String file, String result) {
    return worked("edit_file", file, result);
  }
}
