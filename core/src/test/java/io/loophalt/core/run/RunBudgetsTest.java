package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.BudgetUse;
import io.loophalt.core.budget.Budgets;
import io.loophalt.core.budget.TestClock;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Glob;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What many runs may use together. */
class RunBudgetsTest {

  private static final BudgetPeriod DAY = new BudgetPeriod(Duration.ofDays(1));

  private final TestClock clock = new TestClock("2026-11-25T17:20:00Z");
  private final Budgets budgets = new Budgets(clock);
  private final Scene scene = new Scene();
  private int opened;

  @Test
  void runsOfTheTaskAreHaltedWhenTheySpentItTogether() {
    budgets.follow(List.of(costing(10)));
    Run one = open("research");
    Run another = open("research");
    Run outside = open("triage");
    assertThat(call(one, "6").intervention()).isEqualTo(Intervention.NONE);
    assertThat(call(another, "4.5").intervention()).isEqualTo(Intervention.NONE);

    StopReason reason = haltOf(call(one, "1"));

    assertThat(reason.kind()).isEqualTo(Kind.COST_CAP);
    assertThat(reason.detector()).isEqualTo("budget team-a");
    assertThat(reason.count()).isEqualTo(10);
    assertThat(reason.detail())
        .isEqualTo(
            "budget 'team-a' is spent: 10.5 of 10, in the currency of the price table, used by all"
                + " its runs since 2026-11-25T00:00:00Z; it opens again at 2026-11-26T00:00:00Z");
    assertThat(haltOf(call(another, "1")).kind()).isEqualTo(Kind.COST_CAP);
    assertThat(haltOf(call(open("research"), "1")).kind()).isEqualTo(Kind.COST_CAP);
    assertThat(call(outside, "1").intervention()).isEqualTo(Intervention.NONE);
    assertThat(used().cost()).as("calls that were made").isEqualByComparingTo("10.5");
    assertThat(scene.halts).extracting(each -> each.rule()).containsOnly("budget team-a");
  }

  @Test
  void whatIsHaltedForItGoesOnWhenItOpensAgain() {
    budgets.follow(List.of(costing(10)));
    Run run = open("research");
    call(run, "10");
    haltOf(call(run, "1"));
    assertThat(step(run, TestStep.of("tool")).stopReason()).as("sticky").isNotNull();
    assertThat(run.isHalted()).isTrue();

    clock.at("2026-11-26T00:00:00Z");

    assertThat(run.haltReason()).isNull();
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(call(run, "9").intervention()).isEqualTo(Intervention.NONE);
    assertThat(call(run, "2").intervention()).isEqualTo(Intervention.NONE);
    assertThat(haltOf(call(run, "1")).kind()).isEqualTo(Kind.COST_CAP);
  }

  @Test
  void whatAPersonHasHaltedStaysHaltedWhenItOpensAgain() {
    budgets.follow(List.of(costing(10)));
    Run run = open("research");
    call(run, "10");
    run.halt(Kind.OPERATOR, "enough");
    call(run, "1");

    clock.at("2026-11-26T00:00:00Z");

    assertThat(Objects.requireNonNull(run.haltReason()).kind()).isEqualTo(Kind.OPERATOR);
  }

  @Test
  void whatIsConfiguredAnewLetsRunsGoOnIfItAllowsMore() {
    budgets.follow(List.of(costing(10)));
    Run run = open("research");
    call(run, "10");
    haltOf(call(run, "1"));

    budgets.follow(List.of(costing(20)));

    assertThat(run.haltReason()).isNull();
    assertThat(call(run, "10").intervention()).isEqualTo(Intervention.NONE);
    assertThat(haltOf(call(run, "1")).detail()).contains("20 of 20");
  }

  @Test
  void whatARunInsideUsesCountsOnceWhereverItIsShared() {
    budgets.follow(
        List.of(
            costing(100), new BudgetPolicy("all", List.of(), BigDecimal.valueOf(100), 0, DAY, 80)));
    Run parent = open("research");
    Run child = open("search", parent);
    Run grandchild = open("research", child);

    call(child, "3");
    call(grandchild, "5");

    assertThat(budgets.uses())
        .extracting(BudgetUse::name, each -> each.cost().intValue())
        .containsExactly(tuple("team-a", 8), tuple("all", 8));
  }

  @Test
  void aRunInsideAnotherTaskIsHaltedWithTheRunAroundIt() {
    budgets.follow(List.of(costing(10)));
    Run parent = open("research");
    Run child = open("search", parent);
    call(child, "11");

    StopReason reason = haltOf(call(child, "1"));

    assertThat(reason.runId()).isEqualTo(parent.id());
    assertThat(parent.isHalted()).isTrue();
    assertThat(child.isHalted()).isFalse();
  }

  @Test
  void tokensAreLimitedToo() {
    budgets.follow(
        List.of(new BudgetPolicy("team-a", List.of(new Glob("*")), null, 1_000, DAY, 80)));
    Run run = open("research");
    modelCall(run, 1, 700, 300, "5", 0);

    StopReason reason = haltOf(call(run, "0"));

    assertThat(reason.kind()).isEqualTo(Kind.TOKEN_CAP);
    assertThat(reason.detail()).startsWith("budget 'team-a' is spent: 1000 of 1000 tokens used by");
  }

  @Test
  void withoutGrantingMoreAPersonCannotResumeARunWhoseBudgetIsSpent() {
    budgets.follow(List.of(costing(10)));
    Run run = open("research");
    call(run, "10");
    haltOf(call(run, "1"));

    assertThat(run.resume(new Allowance(20, 0, 0, null, null)))
        .contains("budget 'team-a' is spent", "opens again at 2026-11-26");
    assertThat(run.isHalted()).isTrue();

    assertThat(run.resume(new Allowance(0, 0, 0, BigDecimal.valueOf(3), null))).isNull();
    assertThat(call(run, "2").intervention()).isEqualTo(Intervention.NONE);
    assertThat(used().cost()).as("it counts all the same").isEqualByComparingTo("12");
    assertThat(call(run, "1").intervention()).isEqualTo(Intervention.NONE);
    StopReason reason = haltOf(call(run, "1"));
    assertThat(reason.detector()).as("what was granted is a limit").isEqualTo("cost");
    assertThat(haltOf(call(open("research"), "1")).detector()).isEqualTo("budget team-a");
  }

  @Test
  void whatIsOnlyWatchedIsCountedAndToldAndGoesOn() {
    budgets.follow(List.of(costing(10)));
    scene.mode(Mode.OBSERVE);
    Run run = open("research");

    for (int i = 0; i < 5; i++) {
      assertThat(call(run, "4").stopReason()).isNull();
    }

    assertThat(run.haltReason()).isNull();
    assertThat(used().cost()).isEqualByComparingTo("20");
    assertThat(scene.budgets)
        .extracting(BudgetUsed::spent, BudgetUsed::enforced)
        .containsExactly(tuple(false, false), tuple(true, false));
  }

  @Test
  void itIsToldOnceThatItIsNearlySpentAndOnceThatItIs() {
    budgets.follow(List.of(costing(10)));
    Run one = open("research");
    Run another = open("research");
    call(one, "7");
    call(another, "1.5");
    call(one, "0.5");
    call(another, "2");
    call(one, "1");

    assertThat(scene.budgets)
        .extracting(each -> each.runId() + ' ' + each.spent() + ' ' + each.used().toPlainString())
        .containsExactly(another.id() + " false 8.5", another.id() + " true 11");
    assertThat(scene.budgets)
        .allSatisfy(each -> assertThat(each.enforced()).isTrue())
        .allSatisfy(each -> assertThat(each.unit()).isEqualTo("cost"));
  }

  private static BudgetPolicy costing(int most) {
    return new BudgetPolicy(
        "team-a", List.of(new Glob("research")), BigDecimal.valueOf(most), 0, DAY, 80);
  }

  private BudgetUse used() {
    return budgets.uses().get(0);
  }

  private Run open(String task) {
    return open(task, null);
  }

  private Run open(String task, @Nullable Run parent) {
    return new Run(
        "run-" + ++opened,
        task,
        scene.plan().sharing(budgets.of(task)),
        parent,
        0,
        RunKeeper.NOBODY,
        scene.events());
  }

  private static Verdict call(Run run, String cost) {
    return modelCall(run, 1, 0, 0, cost, 0);
  }

  private static StopReason haltOf(Verdict verdict) {
    return Objects.requireNonNull(verdict.stopReason(), "it goes on");
  }
}
