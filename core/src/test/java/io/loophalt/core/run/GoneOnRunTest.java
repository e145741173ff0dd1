package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.count;
import static io.loophalt.core.run.Scene.modelCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A run that goes on where another process left it, after going a way of its own. */
class GoneOnRunTest {

  private final Scene scene = new Scene().detector("d", Scene.LADDER);
  private final Run here = scene.open();
  private final Run elsewhere = scene.open();

  @Test
  void itKnowsWhatTheModelWasToldThereAndNotWhatHere() throws IOException {
    count(elsewhere, 3);
    count(here, 1);

    goOn();

    assertThat(count(here, 3).intervention()).as("nudged there").isEqualTo(Intervention.NONE);
    assertThat(count(here, 5).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void whatWasUsedHereIsForgottenForWhatWasUsedThere() throws IOException {
    modelCall(elsewhere, 1, 70, 7, "0", 0);
    count(elsewhere, 0);
    for (int i = 0; i < 9; i++) {
      modelCall(here, 1, 1, 1, "0", 0);
      count(here, 0);
    }

    goOn();

    assertThat(here.usage().steps()).isEqualTo(1);
    assertThat(here.usage().inputTokens()).isEqualTo(70);
  }

  @Test
  void aHaltThereHoldsHereForTheSameReason() throws IOException {
    elsewhere.halt(Kind.OPERATOR, "too dear");

    goOn();

    assertThat(Objects.requireNonNull(here.haltReason()).detail()).isEqualTo("too dear");
    assertThat(here.beforeStep(TestStep.of("tool").step()).intervention())
        .isEqualTo(Intervention.HALT);
  }

  @Test
  void aResetThereLiftsTheHaltHere() throws IOException {
    here.halt(Kind.OPERATOR, "too dear");
    elsewhere.halt(Kind.OPERATOR, "too dear");
    elsewhere.reset();

    goOn();

    assertThat(here.haltReason()).isNull();
    assertThat(count(here, 1).intervention()).isEqualTo(Intervention.NONE);
  }

  @Test
  void whetherItCouldGoOnIsKnownWithoutDoingSo() throws IOException {
    elsewhere.halt(Kind.OPERATOR, "too dear");
    byte[] there = SavedRun.save(elsewhere, new SavedRun.Header(0, 0));
    byte[] ofAnotherVersion = there.clone();
    ofAnotherVersion[0]++;
    Run ofOtherSettings = new Scene().detector("another", Scene.LADDER).open();

    SavedRun.check(here, there);

    assertThat(here.haltReason()).isNull();
    assertThatThrownBy(() -> SavedRun.check(here, ofAnotherVersion))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this version of Loophalt reads");
    assertThatThrownBy(() -> SavedRun.check(ofOtherSettings, there))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("under other settings");
  }

  @Test
  void itGoesOnNowhereElseIfSomethingWasJudgedHereSinceThatWasDecided() throws IOException {
    count(here, 1);
    elsewhere.halt(Kind.OPERATOR, "too dear");
    byte[] there = SavedRun.save(elsewhere, new SavedRun.Header(0, 0));

    assertThat(SavedRun.goOn(here, there, 0, false)).isFalse();
    assertThat(here.haltReason()).isNull();
    assertThat(here.usage().steps()).isEqualTo(1);
    assertThat(SavedRun.goOn(here, there, 1, false)).isTrue();
    assertThat(here.haltReason()).isNotNull();
    assertThat(SavedRun.goOn(here, there, 0, false)).as("halted meanwhile").isFalse();
  }

  @Test
  void aHaltOfTheRunAroundItStaysThereWhereThatIsShared() throws IOException {
    Run around = scene.open();
    Run inside = scene.open(around, 0);
    around.halt(Kind.OPERATOR, "too dear");
    SavedRun.goOn(here, SavedRun.save(inside, new SavedRun.Header(0, 0)));
    assertThat(here.haltReason()).as("nobody knows elsewhere what is around it").isNotNull();

    around.shareBy(new Alone());
    Run part = scene.open(around, 0);
    SavedRun.goOn(here, SavedRun.save(part, new SavedRun.Header(0, 0)));

    assertThat(part.haltReason()).isNotNull();
    assertThat(here.haltReason()).isNull();
  }

  @Test
  void aStepThatBeganAloneBeginsWhereTheRunGoesOnMeanwhile() throws IOException {
    here.shareBy(new Alone());
    Step step = TestStep.of("tool").step();
    here.beforeStep(step);
    count(elsewhere, 1);
    goOn();

    here.afterStep(step);

    assertThat(here.usage().steps()).as("one there, and this one").isEqualTo(2);
  }

  @Test
  void aStepThatBeganAloneBeginsOnceWhereTheRunIsAsItWas() {
    here.shareBy(new Alone());
    Step step = TestStep.of("tool").step();
    here.beforeStep(step);

    here.afterStep(step);

    assertThat(here.usage().steps()).isEqualTo(1);
  }

  @Test
  void theTimesOfAStepAreThoseOfTheRunAlsoIfItTurnsOutMeanwhileWhenThatBegan() {
    Alone exchange = new Alone();
    here.shareBy(exchange);
    Step step = TestStep.of("tool").at(10).step();
    here.beforeStep(step);

    exchange.millisElsewhere = 5_000;
    here.afterStep(step);

    assertThat(step.startMillis()).isEqualTo(5_010);
    assertThat(step.endMillis()).isEqualTo(5_010);
  }

  /** Nobody else can be asked. */
  private static final class Alone implements RunExchange {

    long millisElsewhere;

    @Override
    public long millisElsewhere(Run run) {
      return millisElsewhere;
    }

    @Override
    public boolean begin() {
      return false;
    }

    @Override
    public void end() {}

    @Override
    public void alone() {}

    @Override
    public boolean isForAnotherThread() {
      return true;
    }
  }

  private void goOn() throws IOException {
    SavedRun.goOn(here, SavedRun.save(elsewhere, new SavedRun.Header(0, 0)));
  }
}
