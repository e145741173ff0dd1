package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.runtime.runs.LiveRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class HaltedRunsTest {

  private static final int MOST = 200;

  private final SomeRuns runs = new SomeRuns();
  private final Control control = runs.control();

  @Test
  void aHaltedRunThatIsOverIsListedAfterTheLiveOnesAsItWas() throws ControlException {
    LiveRun one = runs.open("one");
    runs.thinks(one, 70);
    halted(one);
    runs.open("two");

    assertThat(control.runs(MOST))
        .satisfiesExactly(
            live -> assertThat(live.id()).isEqualTo("two"),
            over -> {
              assertThat(over.id()).isEqualTo("one");
              assertThat(over.over()).isTrue();
              assertThat(over.state()).isEqualTo("halted");
              assertThat(over.tokens()).isEqualTo(70);
              assertThat(over.reason()).isEqualTo("operator: too dear");
            });
    assertThat(control.agent().liveRuns()).isEqualTo(1);
    assertThat(control.show("one").stop())
        .satisfies(stop -> assertThat(stop.detail()).isEqualTo("too dear"));
    assertThat(control.agent().liveRuns()).as("a look wakes nothing").isEqualTo(1);
  }

  @Test
  void oneThatGoesOnIsNotListedAsHalted() throws ControlException {
    halted(runs.open("one"));
    assertThat(control.reset("one")).isEqualTo("one is halted no more, and is counted from zero");

    assertThat(control.runs(MOST)).noneMatch(run -> run.state().equals("halted"));
  }

  @Test
  void oneWithoutAnIdIsGoneForGood() throws ControlException {
    LiveRun unnamed = runs.open(null);
    halted(unnamed);

    assertThat(control.runs(MOST)).isEmpty();
  }

  @Test
  void theLatestHundredAreKept() throws ControlException {
    for (int i = 0; i < 130; i++) {
      halted(runs.open("run-of-" + i));
    }

    List<RunView> over = control.runs(MOST);

    assertThat(over).hasSize(100);
    assertThat(over.get(0).id()).isEqualTo("run-of-129");
  }

  @Test
  void whoLooksAllTheTimeIsToldOnceThatItIsOver() throws ControlException {
    ChangedRuns changes = new ChangedRuns(control);
    LiveRun one = runs.open("one");
    changes.next(10);
    halted(one);

    Changes told = changes.next(10);
    assertThat(told.gone()).isEmpty();
    assertThat(told.runs()).singleElement().satisfies(run -> assertThat(run.over()).isTrue());
    assertThat(changes.next(10).runs()).isEmpty();

    control.reset("one");
    Changes after = changes.next(10);
    assertThat(after.runs())
        .singleElement()
        .satisfies(run -> assertThat(run.over()).isFalse())
        .satisfies(run -> assertThat(run.state()).isEqualTo("going"));
  }

  @Test
  void oneThatIsOverAgainIsToldAgain() throws ControlException {
    ChangedRuns changes = new ChangedRuns(control);
    halted(runs.open("one"));
    changes.next(10);
    control.reset("one");
    LiveRun again = runs.open("one");
    runs.thinks(again, 70);
    halted(again);

    assertThat(changes.next(10).runs())
        .singleElement()
        .satisfies(run -> assertThat(run.tokens()).isEqualTo(70));
  }

  @Test
  void whereThereAreTooManyAQuarterMayBeOver() throws ControlException {
    for (int i = 0; i < 20; i++) {
      halted(runs.open("over-" + i));
      runs.open("live-" + i);
    }

    assertThat(control.runs(8)).filteredOn(RunView::over).hasSize(2);
    assertThat(control.runs(8)).hasSize(8);
    assertThat(control.runs(30)).filteredOn(RunView::over).hasSize(10);
    assertThat(control.runs(0)).isEmpty();
  }

  @Test
  void haltingOneThatIsOverWakesNothing() throws ControlException {
    halted(runs.open("one"));

    assertThat(control.halt("one", "again"))
        .isEqualTo(
            "one is over, and whatever begins under its id stays halted (operator: too dear)");
    assertThat(control.agent().liveRuns()).isZero();
  }

  @Test
  void anIdThatWasCutIsTheOneRunThatBeginsSoForWhoLooks() throws ControlException {
    runs.open("ticket-2026-1");
    halted(runs.open("ticket-2026-2"));
    runs.open("other");

    assertThat(control.wholeId("oth\u2026")).isEqualTo("other");
    assertThat(control.wholeId("ticket-2026-2...")).isEqualTo("ticket-2026-2");
    assertThat(control.wholeId("none...")).isEqualTo("none...");
    assertThat(control.wholeId("...")).isEqualTo("...");
    assertThatThrownBy(() -> control.wholeId("ticket\u2026"))
        .hasMessage(
            "2 runs begin so, the first two are ticket-2026-1 and ticket-2026-2: say more of the"
                + " id");
    assertThatThrownBy(() -> control.halt("oth...", "")).hasMessageStartingWith("there is no run");
  }

  @Test
  void anIdThatEndsInDotsIsItself() throws ControlException {
    runs.open("wait...");
    runs.open("wait for it");
    halted(runs.open("over..."));
    runs.open("over it");

    assertThat(control.wholeId("wait...")).isEqualTo("wait...");
    assertThat(control.wholeId("over...")).isEqualTo("over...");
  }

  private void halted(LiveRun live) throws ControlException {
    control.halt(live.run().id(), "too dear");
    runs.close(live);
  }
}
