package io.loophalt.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.Budget.Share;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.CountedMoney;
import io.loophalt.core.policy.Glob;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetsTest {

  private static final BudgetPeriod DAY = new BudgetPeriod(Duration.ofDays(1));
  private static final BudgetPeriod HOUR = new BudgetPeriod(Duration.ofHours(1));

  private final TestClock clock = new TestClock("2026-11-25T17:20:00Z");
  private final Budgets budgets = new Budgets(clock);

  @ParameterizedTest
  @CsvSource({
    "PT1H, 2026-11-25T17:00:00Z, 2026-11-25T18:00:00Z",
    "P1D, 2026-11-25T00:00:00Z, 2026-11-26T00:00:00Z",
    "P7D, 2026-11-23T00:00:00Z, 2026-11-30T00:00:00Z",
    ", 2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z"
  })
  void aPeriodBeginsByTheClockWheneverTheJvmHasBegun(
      @Nullable Duration length, Instant since, Instant until) {
    BudgetUse use = only(limits(new BudgetPeriod(length), 5, 0)).use();

    assertThat(use.since()).isEqualTo(since);
    assertThat(use.until()).isEqualTo(until);
  }

  @Test
  void whatOtherProcessesUseCountsAndIsNoShareOfThisOne() {
    Budget budget = only(limits(DAY, 5, 0));
    budget.add(money("2"), 100);
    Share own = budget.share();

    budget.isUsedElsewhere(new Share(own.start(), own.end(), money("3"), 50));

    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
    assertThat(budget.use().cost()).isEqualByComparingTo("5");
    assertThat(budget.use().tokens()).isEqualTo(150);
    assertThat(budget.share()).isEqualTo(own);
    assertThat(own.cost()).isEqualTo(money("2"));
    assertThat(own.tokens()).isEqualTo(100);
  }

  @Test
  void whoForgetsWhatOthersHaveUsedDoesNotOpenIt() {
    Budget budget = only(limits(DAY, 5, 0));
    Share own = budget.share();
    budget.isUsedElsewhere(new Share(own.start(), own.end(), money("6"), 50));

    budget.isUsedElsewhere(new Share(own.start(), own.end(), money("1"), 10));

    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
  }

  @Test
  void whatOthersHaveUsedInAPeriodThatIsOverDoesNotCount() {
    Budget budget = only(limits(DAY, 5, 0));
    Share own = budget.share();
    clock.at("2026-11-26T00:00:00Z");

    budget.isUsedElsewhere(new Share(own.start(), own.end(), money("6"), 50));

    assertThat(budget.isSpent(Kind.COST_CAP)).isFalse();
  }

  @Test
  void oneThatIsSpentOpensAgainWithTheNextPeriod() {
    Budget budget = only(limits(DAY, 5, 0));
    budget.add(money("5.25"), 100);

    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
    assertThat(budget.isSpent(Kind.TOKEN_CAP)).isFalse();
    assertThat(budget.describe(Kind.COST_CAP))
        .isEqualTo(
            "budget 'team-a' is spent: 5.25 of 5, in the currency of the price table, used by all"
                + " its runs since 2026-11-25T00:00:00Z; it opens again at 2026-11-26T00:00:00Z");

    clock.at("2026-11-26T00:00:00Z");
    assertThat(budget.isSpent(Kind.COST_CAP)).isFalse();
    assertThat(budget.use().cost()).isEqualByComparingTo("0");
    assertThat(budget.use().since()).isEqualTo(Instant.parse("2026-11-26T00:00:00Z"));
  }

  @Test
  void aClockThatIsSetBackALittleBringsBackNoPeriodThatWasOver() {
    clock.at("2026-11-26T00:00:01Z");
    Budget budget = only(limits(DAY, 5, 0));
    budget.add(money("6"), 0);

    clock.at("2026-11-25T23:59:59Z");
    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();

    clock.at("2026-11-20T12:00:00Z");
    assertThat(budget.isSpent(Kind.COST_CAP)).as("another day altogether").isFalse();
  }

  /** As that of a machine which resumes with a wrong clock for a moment. */
  @ParameterizedTest
  @ValueSource(strings = {"2026-11-26T17:21:00Z", "2026-11-25T18:10:00Z"})
  void aClockThatJumpsAheadAndBackOpensNoBudgetThatIsSpent(String ahead) {
    Budget budget = only(limits(HOUR, 5, 0));
    budget.add(money("6"), 0);

    clock.at(ahead);
    assertThat(budget.isSpent(Kind.COST_CAP)).as(ahead).isFalse();
    clock.at("2026-11-25T17:22:00Z");
    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
    assertThat(budget.use().cost()).isEqualByComparingTo("6");

    clock.at("2026-11-25T18:00:00Z");
    assertThat(budget.isSpent(Kind.COST_CAP)).as("the next period").isFalse();
  }

  /** Of another length there is no period to go back to. */
  @Test
  void aPeriodBeforeIsForgottenWhereItsLengthHasChanged() {
    Budget budget = only(limits(HOUR, 5, 0));
    budget.add(money("6"), 0);
    clock.at("2026-11-25T18:00:00Z");
    only(limits(DAY, 5, 0));

    clock.at("2026-11-20T17:30:00Z");
    assertThat(budget.use().until()).isEqualTo(Instant.parse("2026-11-21T00:00:00Z"));
    clock.at("2026-11-25T17:30:00Z");
    assertThat(budget.use().until()).isEqualTo(Instant.parse("2026-11-26T00:00:00Z"));
  }

  @Test
  void eachLimitIsToldOfOnceInAPeriod() {
    Budget budget = only(limits(DAY, 10, 1_000));
    budget.add(money("7.99"), 799);
    assertThat(budget.notice(Kind.COST_CAP)).isNull();
    assertThat(budget.notice(Kind.TOKEN_CAP)).isNull();

    budget.add(money("0.01"), 1);
    assertThat(budget.notice(Kind.COST_CAP))
        .isEqualTo(
            new Budget.Notice(
                false,
                new BigDecimal("8"),
                new BigDecimal("10"),
                Instant.parse("2026-11-26T00:00:00Z")));
    assertThat(budget.notice(Kind.COST_CAP)).isNull();
    assertThat(budget.notice(Kind.TOKEN_CAP)).extracting(Budget.Notice::spent).isEqualTo(false);

    budget.add(money("2"), 0);
    assertThat(budget.notice(Kind.COST_CAP)).extracting(Budget.Notice::spent).isEqualTo(true);
    assertThat(budget.notice(Kind.COST_CAP)).isNull();

    clock.pass(Duration.ofDays(1));
    budget.add(money("11"), 0);
    assertThat(budget.notice(Kind.COST_CAP))
        .as("at once beyond both")
        .extracting(Budget.Notice::spent)
        .isEqualTo(true);
    assertThat(budget.notice(Kind.COST_CAP)).isNull();
  }

  @Test
  void anotherConfigurationKeepsWhatIsUsed() {
    Budget budget = only(limits(DAY, 5, 0));
    budget.add(money("6"), 10);

    assertThat(only(limits(DAY, 20, 0))).isSameAs(budget);
    assertThat(budget.isSpent(Kind.COST_CAP)).isFalse();
    assertThat(budget.use().cost()).isEqualByComparingTo("6");

    only(limits(HOUR, 5, 0));
    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
    assertThat(budget.use().until()).isEqualTo(Instant.parse("2026-11-25T18:00:00Z"));
  }

  @Test
  void oneThatIsLeftOutStopsNobody() {
    Budget budget = only(limits(DAY, 5, 100));
    budget.add(money("6"), 1_000);

    budgets.follow(List.of());

    assertThat(budget.isSpent(Kind.COST_CAP)).isFalse();
    assertThat(budget.isSpent(Kind.TOKEN_CAP)).isFalse();
    assertThat(budgets.uses()).isEmpty();
    assertThat(only(limits(DAY, 5, 100)).use().cost()).as("forgotten").isEqualByComparingTo("0");
  }

  @Test
  void thoseOfATaskAreWhosePatternsMatchItAndThoseOfAll() {
    budgets.follow(
        List.of(
            new BudgetPolicy(
                "a", List.of(new Glob("x"), new Glob("res*")), BigDecimal.ONE, 0, DAY, 80),
            new BudgetPolicy("all", List.of(), BigDecimal.ONE, 0, DAY, 80),
            new BudgetPolicy("b", List.of(new Glob("triage")), BigDecimal.ONE, 0, DAY, 80)));

    assertThat(budgets.of("research")).extracting(Budget::name).containsExactly("a", "all");
    assertThat(budgets.of("triage")).extracting(Budget::name).containsExactly("all", "b");
    assertThat(budgets.of("other")).extracting(Budget::name).containsExactly("all");
  }

  @Test
  void whateverIsReportedATotalNeitherFallsNorOverflows() {
    Budget budget = only(limits(DAY, 5, 100));
    budget.add(-5, -5);
    assertThat(budget.use().tokens()).isZero();

    budget.add(Long.MAX_VALUE, Long.MAX_VALUE);
    budget.add(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(budget.isSpent(Kind.COST_CAP)).isTrue();
    assertThat(budget.isSpent(Kind.TOKEN_CAP)).isTrue();
  }

  @Test
  @Tag("concurrency")
  void nothingIsLostOrToldTwiceWhereManyCountAtOnce() throws InterruptedException {
    Budget budget = only(limits(DAY, 1_000_000, 40_000));
    List<Budget.Notice> told = new ArrayList<>();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  begin.await();
                } catch (InterruptedException never) {
                  throw new AssertionError(never);
                }
                for (int call = 0; call < 10_000; call++) {
                  budget.add(0, 1);
                  Budget.Notice notice = budget.notice(Kind.TOKEN_CAP);
                  if (notice != null) {
                    synchronized (told) {
                      told.add(notice);
                    }
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    begin.countDown();
    for (Thread each : threads) {
      each.join();
    }

    assertThat(budget.use().tokens()).isEqualTo(40_000);
    assertThat(told).extracting(Budget.Notice::spent).containsExactlyInAnyOrder(false, true);
  }

  private Budget only(BudgetPolicy policy) {
    budgets.follow(List.of(policy));
    return budgets.of("task").get(0);
  }

  private static BudgetPolicy limits(BudgetPeriod period, long cost, long tokens) {
    return new BudgetPolicy("team-a", List.of(), BigDecimal.valueOf(cost), tokens, period, 80);
  }

  private static long money(String amount) {
    return CountedMoney.of(new BigDecimal(amount));
  }
}
