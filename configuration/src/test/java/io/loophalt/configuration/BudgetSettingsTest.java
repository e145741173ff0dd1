package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.Glob;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetSettingsTest {

  @Test
  void thereAreNoneByDefault() {
    assertThat(read("mode: act").policy().budgets()).isEmpty();
  }

  @Test
  void theyStandInTheOrderOfTheFile() {
    List<BudgetPolicy> budgets =
        read("""
            budgets:
              team-a: {match: {task: "research*"}, cost: 50, per: 1d}
              team-b: {match: {task: [triage, "mail-?"]}, tokens: 20_000_000, per: 12h, warn-at: 50%}
              everyone: {cost: 1_000, tokens: 9, per: month}
            """)
            .policy()
            .budgets();

    assertThat(budgets)
        .containsExactly(
            new BudgetPolicy(
                "team-a",
                List.of(new Glob("research*")),
                new BigDecimal("50"),
                0,
                new BudgetPeriod(Duration.ofDays(1)),
                80),
            new BudgetPolicy(
                "team-b",
                List.of(new Glob("triage"), new Glob("mail-?")),
                null,
                20_000_000,
                new BudgetPeriod(Duration.ofHours(12)),
                50),
            new BudgetPolicy(
                "everyone", List.of(), new BigDecimal("1000"), 9, new BudgetPeriod(null), 80));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "budgets: {a: {per: 1d}} | 1:14: a budget limits 'cost', 'tokens' or both under 'a'",
        "budgets: {a: {cost: none, per: 1d}} | 1:14: a budget limits 'cost', 'tokens' or both",
        "budgets: {a: {cost: 5}} | 1:14: 'per' is missing under 'a'",
        "budgets: {a: {cost: 5, per: 10ms}} | 1:29: 'per' must be a duration such as 1h, 1d or 7d",
        "budgets: {a: {cost: 5, per: 1d, match: {}}} | 1:40: 'task' is missing under 'match'",
        "budgets: {a: {cost: 5, per: 1d, match: {task: []}}} | 1:41: 'task' names no task",
        "budgets: {a: {cost: 5, pre: 1d}} | 1:24: unknown key 'pre' under 'a'; did you mean 'per'?",
        "budgets: {a: 5} | 1:14: 'a' must be keys with values, not the number 5"
      })
  void aMistakeIsToldWithItsPlace(String yaml, String told) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("loophalt.yaml:" + told);
  }

  @Test
  void moneyThatNoModelCostsIsNoticed() {
    String budget = "budgets: {team-a: {cost: 50, per: 1d}}";
    assertThat(read(budget).findings())
        .extracting(ConfigFinding::toString)
        .singleElement()
        .asString()
        .startsWith(
            "loophalt.yaml:1:11: the cost of budget 'team-a' can never be spent: no model has a"
                + " price");
    assertThat(read(budget + "\nprices: {m: {input: 1, output: 1}}").findings()).isEmpty();
    assertThat(read("budgets: {team-a: {tokens: 50, per: 1d}}").findings()).isEmpty();
  }

  private static CheckedConfig read(String text) {
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .parse("loophalt.yaml", text);
  }
}
