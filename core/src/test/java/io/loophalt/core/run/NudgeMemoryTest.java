package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is remembered of the nudges that a model was given. */
class NudgeMemoryTest {

  private static final String DETECTOR = "identical-call";
  private static final long MATTER = 42;

  private final NudgeMemory memory = new NudgeMemory(true);
  private int news;

  @Test
  void theThirdNudgeAboutTheSameIsOneTooMany() {
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("before any nudge").isFalse();
    memory.nudged(DETECTOR, MATTER, 0, 9);
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("after one").isFalse();
    memory.nudged(DETECTOR, MATTER, 0, 9);
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("after two").isTrue();
  }

  @Test
  void theSameMustHaveComeSomewhatMoreOftenInAllThanTheLadderHaltsAtInARow() throws Exception {
    long matter = matterOf(worked("seen"));
    memory.nudged(DETECTOR, matter, 0, 3);
    memory.nudged(DETECTOR, matter, 0, 3);

    for (int times = 4; times <= 6; times++) {
      assertThat(memory.wasIgnored(DETECTOR, matter, 5)).as("the %dth time", times).isFalse();
      turn(worked("seen"));
      turn(fresh());
    }

    assertThat(memory.wasIgnored(DETECTOR, matter, 5)).as("the seventh time").isTrue();
  }

  @Test
  void nudgesAboutSomethingElseOrByAnotherDetectorAreOtherNudges() {
    nudgeTwice(MATTER);

    assertThat(memory.wasIgnored(DETECTOR, MATTER + 1, 3)).as("another matter").isFalse();
    assertThat(memory.wasIgnored("novelty", MATTER, 3)).as("another detector").isFalse();
  }

  @Test
  void nudgesAboutALaterMatterDoNotCountForAnEarlierOne() {
    memory.nudged(DETECTOR, MATTER, 0, 9);
    nudgeTwice(MATTER + 1);

    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("nudged about once").isFalse();
    assertThat(memory.wasIgnored(DETECTOR, MATTER + 1, 3)).as("nudged about twice").isTrue();
  }

  @Test
  void threeTurnsInARowWithNewsTakeOneNudgeBack() {
    nudgeTwice(MATTER);

    assertThat(turn(fresh())).isFalse();
    assertThat(turn(fresh())).isFalse();
    assertThat(turn(fresh())).as("the third completes a progress").isTrue();

    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).isFalse();
    memory.nudged(DETECTOR, MATTER, 0, 9);
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("only one was taken back").isTrue();
  }

  @Test
  void eachThreeTurnsInARowWithNewsTakeAnotherNudgeBack() {
    nudgeTwice(MATTER);

    for (int i = 0; i < 6; i++) {
      assertThat(turn(fresh())).as("turn %d completes a progress", i).isEqualTo(i % 3 == 2);
    }

    memory.nudged(DETECTOR, MATTER, 0, 9);
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).as("both were taken back").isFalse();
  }

  @Test
  void aTurnWithoutNewsBetweenTakesNothingBack() {
    nudgeTwice(MATTER);
    turn(worked("seen"));
    turn(worked("seen"));

    for (int i = 0; i < 5; i++) {
      turn(fresh());
      turn(fresh());
      assertThat(turn(worked("seen"))).isFalse();
    }

    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).isTrue();
  }

  @Test
  void newFailuresAndRemarksAreNoNews() {
    nudgeTwice(MATTER);

    for (int i = 0; i < 9; i++) {
      assertThat(turn(failed("another reason " + "x".repeat(i)))).isFalse();
      assertThat(turn(step("bash", "echo " + i, "note " + i, null))).isFalse();
    }

    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).isTrue();
  }

  @Test
  void theCallThatGoesWellAfterItsFailuresTakesANudgeBack() {
    for (int receiver = 0; receiver < 4; receiver++) {
      long matter = nudgedFor(sent(receiver, "busy"));
      assertThat(memory.wasIgnored(DETECTOR, matter, 3)).as("receiver %d", receiver).isFalse();
      turn(sent(receiver, null));
    }
  }

  @Test
  void anotherCallThatGoesWellTakesNothingBackNorDoesTheSameAnswerOnceMore() {
    nudgedFor(sent(1, "busy"));
    turn(sent(2, null));
    assertThat(memory.wasIgnored(DETECTOR, nudgedFor(sent(1, "busy")), 3)).isTrue();

    memory.clear();
    for (int i = 0; i < 3; i++) {
      nudgedFor(sent(1, "busy"));
      turn(sent(1, null));
    }
    assertThat(memory.wasIgnored(DETECTOR, matterOf(sent(1, "busy")), 3)).isTrue();
  }

  private long nudgedFor(Step step) {
    memory.stepped(step);
    long matter = memory.matterAtHand();
    long calls = memory.failedAtHand();
    memory.turnEnded();
    memory.nudged(DETECTOR, matter, calls, 9);
    return matter;
  }

  private static Step sent(int receiver, @Nullable String error) {
    return step("send", "{\"to\":" + receiver + "}", error == null ? "sent" : "", error);
  }

  @Test
  void turnsWithoutACallCountNeitherWay() {
    nudgeTwice(MATTER);

    turn(fresh());
    turn();
    turn(fresh());
    turn();

    assertThat(turn(fresh())).isTrue();
  }

  @Test
  void aNudgeBeginsTheCountOfNewsAgain() {
    memory.nudged(DETECTOR, MATTER, 0, 9);
    turn(fresh());
    turn(fresh());
    memory.nudged(DETECTOR, MATTER, 0, 9);

    assertThat(turn(fresh())).isFalse();
    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).isTrue();
  }

  @Test
  void theMatterIsWhatTheTurnsCallsBroughtInAnyOrder() {
    long oneWay = matterOf(worked("a"), failed("b"));
    long otherWay = matterOf(failed("b"), worked("a"));

    assertThat(otherWay).isEqualTo(oneWay);
    assertThat(matterOf(worked("a"), failed("c"))).as("another failure").isNotEqualTo(oneWay);
    assertThat(memory.matterAtHand()).as("after the turn").isZero();
  }

  @Test
  void ofFailuresTheMatterIsTheFailureWhateverWasCalled() {
    long one = matterOf(step("t", "{\"n\":1}", "", "no route to host"));
    long other = matterOf(step("t", "{\"n\":2}", "", "no route to host"));

    assertThat(other).isEqualTo(one);
  }

  @Test
  void eightMattersAreRememberedAndThenTheOldestIsForgotten() {
    for (long matter = 1; matter <= 9; matter++) {
      nudgeTwice(matter);
    }

    assertThat(memory.wasIgnored(DETECTOR, 1, 3)).as("the first of nine").isFalse();
    for (long matter = 2; matter <= 9; matter++) {
      assertThat(memory.wasIgnored(DETECTOR, matter, 3)).as("matter %d", matter).isTrue();
    }
  }

  @Test
  void clearForgetsAll() {
    nudgeTwice(MATTER);
    memory.clear();

    assertThat(memory.wasIgnored(DETECTOR, MATTER, 3)).isFalse();
    assertThat(turn(fresh())).isFalse();
    assertThat(turn(fresh())).isFalse();
    assertThat(turn(fresh())).as("nothing to take back").isFalse();
  }

  @Test
  void whatWasSeenBeforeAClearIsNewsAfterIt() {
    nudgeTwice(MATTER);
    turn(worked("one"));
    turn(worked("two"));
    memory.clear();
    nudgeTwice(MATTER);

    turn(worked("one"));
    turn(worked("two"));

    assertThat(turn(fresh())).as("the third turn with news").isTrue();
  }

  @Test
  void whatIsSavedInTheMiddleOfATurnGoesOn() throws IOException {
    nudgeTwice(MATTER);
    turn(fresh());
    turn(fresh());
    memory.stepped(fresh());
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    memory.save(new DataOutputStream(saved));
    NudgeMemory restored = new NudgeMemory(true);
    restored.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));

    assertThat(restored.matterAtHand()).isEqualTo(memory.matterAtHand());
    assertThat(restored.wasIgnored(DETECTOR, MATTER, 3)).isTrue();
    assertThat(restored.turnEnded()).as("the third turn with news").isTrue();
    assertThat(restored.wasIgnored(DETECTOR, MATTER, 3)).isFalse();
  }

  @Test
  void whichCallsFailedIsKnownElsewhere() throws IOException {
    nudgedFor(sent(1, "busy"));
    long matter = nudgedFor(sent(1, "busy"));
    memory.stepped(sent(1, null));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    memory.save(new DataOutputStream(saved));
    NudgeMemory restored = new NudgeMemory(true);
    restored.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
    restored.turnEnded();

    assertThat(memory.wasIgnored(DETECTOR, matter, 3)).isTrue();
    assertThat(restored.wasIgnored(DETECTOR, matter, 3)).isFalse();
  }

  @Test
  void whereNoDetectorsNudgesAreRememberedStepsAreReadFromTheFirstNudgeOn() {
    NudgeMemory forEscalations = new NudgeMemory(false);

    forEscalations.stepped(fresh());
    assertThat(forEscalations.matterAtHand()).as("what nobody asks for").isZero();
    forEscalations.turnEnded();

    forEscalations.nudged(DETECTOR, MATTER, 0, 9);
    boolean progress = false;
    for (int i = 0; i < 3; i++) {
      forEscalations.stepped(fresh());
      progress = forEscalations.turnEnded();
    }
    assertThat(progress).isTrue();
  }

  private void nudgeTwice(long matter) {
    memory.nudged(DETECTOR, matter, 0, 9);
    memory.nudged(DETECTOR, matter, 0, 9);
  }

  private boolean turn(Step... steps) {
    for (Step step : steps) {
      memory.stepped(step);
    }
    return memory.turnEnded();
  }

  private long matterOf(Step... steps) {
    for (Step step : steps) {
      memory.stepped(step);
    }
    long matter = memory.matterAtHand();
    memory.turnEnded();
    return matter;
  }

  private Step fresh() {
    return worked("new " + news++);
  }

  private static Step worked(String result) {
    return step("lookup", "{\"of\":\"it\"}", result, null);
  }

  private static Step failed(String error) {
    return step("lookup", "{\"of\":\"it\"}", "", error);
  }

  private static Step step(String tool, String arguments, String result, @Nullable String error) {
    return new RecordedCall(
            tool, null, Effect.UNKNOWN, arguments, result, null, error, List.of(), null, "", 0, 0)
        .step();
  }
}
