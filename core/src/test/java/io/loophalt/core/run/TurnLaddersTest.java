package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Which ladder a report climbs that is about a whole turn, whose calls are of several tools. */
class TurnLaddersTest {

  private static final Ladder PATIENT = Ladder.nudgeThenHalt(7, 9);

  private final Scene scene =
      new Scene().detector("d", Scene.LADDER).toolLadder("poll", "d", PATIENT);

  @Test
  void itIsTheOneThatHaltsLastWhicheverCallEndsFirst() {
    assertThat(ofTurn("search", "poll")).isEqualTo(Intervention.NONE);
    assertThat(ofTurn("poll", "search")).isEqualTo(Intervention.NONE);
    assertThat(ofTurn("poll", "poll")).isEqualTo(Intervention.NONE);
  }

  @Test
  void itIsTheDetectorsOwnWhereNoCallHasAnother() {
    assertThat(ofTurn("search", "open")).isEqualTo(Intervention.HALT);
  }

  @Test
  void theCallsOfTheTurnBeforeDoNotMatter() {
    Run run = scene.open();
    modelCall(run, 1, 1, 1, "0", 0);
    step(run, TestStep.of("poll"));
    modelCall(run, 1, 1, 1, "0", 0);
    step(run, TestStep.of("search").countedAtTurnEnd("d", 5));

    assertThat(run.beforeModelCall(0).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aRunThatGoesOnElsewhereInTheMiddleOfATurnKnowsItsCalls() throws IOException {
    Run run = scene.open();
    modelCall(run, 2, 1, 1, "0", 0);
    step(run, TestStep.of("poll"));

    Run elsewhere = scene.open();
    SavedRun.restore(elsewhere, SavedRun.save(run, new SavedRun.Header(0, 0)));
    step(elsewhere, TestStep.of("search").countedAtTurnEnd("d", 5));

    assertThat(elsewhere.beforeModelCall(0).intervention()).isEqualTo(Intervention.NONE);
  }

  /** What follows from a count of five at the end of a turn with two calls. */
  private Intervention ofTurn(String first, String second) {
    Run run = scene.open();
    modelCall(run, 2, 1, 1, "0", 0);
    step(run, TestStep.of(first));
    step(run, TestStep.of(second).countedAtTurnEnd("d", 5));
    return run.beforeModelCall(0).intervention();
  }
}
