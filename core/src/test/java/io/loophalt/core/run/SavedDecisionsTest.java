package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.Budgets;
import io.loophalt.core.budget.TestClock;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Glob;
import io.loophalt.core.policy.Intervention;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was decided about a run holds wherever it goes on. */
class SavedDecisionsTest {

  private final Scene scene =
      new Scene().ceilings(new Ceilings(2, Map.of(), 0, 0, 0, 0, null, null, 0, 80));

  @Test
  void whatAPersonHasGrantedIsGrantedElsewhere() throws IOException {
    Run here = scene.open();
    Run elsewhere = scene.open();
    untilFull(here);
    goOn(elsewhere, here);
    assertThat(elsewhere.haltReason()).isNotNull();

    assertThat(here.resume(new Allowance(3, 0, 0, null, null))).isNull();
    goOn(elsewhere, here);

    assertThat(elsewhere.haltReason()).isNull();
    for (int i = 0; i < 3; i++) {
      assertThat(step(elsewhere, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    }
    goOn(here, elsewhere);
    assertThat(step(here, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void whatWasGrantedOnlyHereIsNotGrantedWhereOneIsWithoutIt() throws IOException {
    Run here = scene.open();
    Run elsewhere = scene.open();
    untilFull(here);
    assertThat(here.resume(new Allowance(3, 0, 0, BigDecimal.TEN, Duration.ofHours(1)))).isNull();
    assertThat(step(elsewhere, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);

    goOn(here, elsewhere);

    assertThat(step(here, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(step(here, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aHaltForABudgetLastsForAsLongAsTheBudgetThatIsKnownThereIsSpent() throws IOException {
    Budgets spent = budgets();
    Budgets open = budgets();
    Run here = sharing(spent);
    Run elsewhere = sharing(open);
    modelCall(here, 1, 0, 0, "10", 0);
    assertThat(modelCall(here, 1, 0, 0, "1", 0).stopReason()).isNotNull();
    assertThat(here.isHalted()).isTrue();

    goOn(elsewhere, here);

    assertThat(elsewhere.haltReason()).as("its own budget is open").isNull();
    modelCall(elsewhere, 1, 0, 0, "10", 0);
    assertThat(modelCall(elsewhere, 1, 0, 0, "1", 0).stopReason()).isNotNull();
    goOn(here, elsewhere);
    assertThat(Objects.requireNonNull(here.haltReason()).kind()).isEqualTo(Kind.COST_CAP);
  }

  private void untilFull(Run run) {
    for (int i = 0; i < 2; i++) {
      assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    }
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);
  }

  private static Budgets budgets() {
    Budgets budgets = new Budgets(new TestClock("2026-11-25T17:20:00Z"));
    budgets.follow(
        List.of(
            new BudgetPolicy(
                "team-a",
                List.of(new Glob("task")),
                BigDecimal.TEN,
                0,
                new BudgetPeriod(Duration.ofDays(1)),
                80)));
    return budgets;
  }

  private Run sharing(Budgets budgets) {
    return new Run(
        "run",
        "task",
        scene.plan().sharing(budgets.of("task")),
        null,
        0,
        RunKeeper.NOBODY,
        scene.events());
  }

  private static void goOn(Run run, Run from) throws IOException {
    SavedRun.goOn(run, SavedRun.save(from, new SavedRun.Header(0, 0)));
  }
}
