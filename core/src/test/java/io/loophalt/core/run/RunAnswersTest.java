package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Detectors that wait for answers hear before the next one that calls came between. */
class RunAnswersTest {

  private static final int IDLE_ANSWERS_TO_A_HALT = 5;

  @Test
  void asManyIdleAnswersInARowHaltTheRun() {
    Run run = open();

    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);
    assertThat(run.haltReason()).isNull();

    answerIdly(run, 1);
    assertThat(run.haltReason()).isNotNull();
  }

  @Test
  void aCallOfWhichNoAnswerIsSeenEndsTheRow() {
    Run run = open();
    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);

    Scene.step(run, TestStep.of("tool"));
    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);

    assertThat(run.haltReason()).isNull();
  }

  @Test
  void aRunThatGoesOnElsewhereKnowsOfSuchACall() throws IOException {
    Run run = open();
    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);
    Scene.step(run, TestStep.of("tool"));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    run.save(new DataOutputStream(saved));

    Run elsewhere = open();
    elsewhere
        .orders()
        .restore(
            new DataInputStream(new ByteArrayInputStream(saved.toByteArray())),
            SavedRun.WITH_ENDING);
    answerIdly(elsewhere, IDLE_ANSWERS_TO_A_HALT - 1);

    assertThat(elsewhere.haltReason()).isNull();
  }

  @Test
  void aRunThatSleptKnowsOfSuchACall() {
    Run run = open();
    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);
    Scene.step(run, TestStep.of("tool"));

    assertThat(run.sleep()).isTrue();
    answerIdly(run, IDLE_ANSWERS_TO_A_HALT - 1);

    assertThat(run.haltReason()).isNull();
  }

  private static void answerIdly(Run run, int times) {
    for (int i = 0; i < times; i++) {
      Scene.modelCall(run, 0, 1, 1, "0", 0);
    }
  }

  /** Halts where one more idle answer follows so many. */
  private static Run open() {
    Ladder ladder = Ladder.nudgeThenHalt(2, IDLE_ANSWERS_TO_A_HALT - 1);
    DetectorPolicy idle = new DetectorPolicy("idle-turns", Mode.ACT, ladder, Map.of());
    TaskPolicy policy =
        new TaskPolicy(
            "task", "none", List.of(idle), Map.of(), Ceilings.NONE, List.of(), OnHalt.THROW);
    return new Run("run", "task", policy, StandardPreset::detector, Mode.ACT, null, RunEvents.NONE);
  }
}
