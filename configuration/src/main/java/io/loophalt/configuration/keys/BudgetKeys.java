package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Glob;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of what many runs may use together. */
final class BudgetKeys {

  private static final String EXAMPLE =
      "budgets: {team-a: {match: {task: \"research*\"}, tokens: 20_000_000, per: 1d}}";

  private static final Type<List<Glob>> PATTERNS =
      new ChoiceType<>(
          List.of(
              new ShortType<>(Scalars.PATTERN, one -> List.of(new Glob(one.value()))),
              new ListType<>(
                  "a list of names and patterns", Scalars.PATTERN, (all, where) -> globs(all))));

  private static final Key<List<Glob>> TASK =
      required(
          "task",
          PATTERNS,
          "The tasks whose runs share the budget, by name or pattern: one, or a list.",
          EXAMPLE);
  private static final Key<List<Glob>> MATCH =
      optional(
          "match",
          ObjectType.of("budget-match", List.of(TASK), BudgetKeys::tasks),
          "Whose runs share it, those inside them included; all by default.",
          EXAMPLE);
  private static final Key<BigDecimal> COST =
      optional(
          "cost",
          Scalars.COST_LIMIT,
          "Money in a period, in the currency of `prices`; a model without a price costs nothing.",
          "budgets: {team-a: {cost: 50, per: 1d}}");
  private static final Key<Long> TOKENS =
      optional(
          "tokens",
          Scalars.LIMIT,
          "Tokens in a period, in both directions.",
          "budgets: {everyone: {tokens: 20_000_000, per: 1d}}");
  private static final Key<BudgetPeriod> PER =
      required(
          "per",
          Scalars.PERIOD,
          "The period after which it opens again, by the clock in UTC: `1d` begins at midnight,"
              + " `1h` at each full hour, `7d` on Mondays, `month` on the first.",
          EXAMPLE);
  private static final Key<Integer> WARN_AT =
      optional(
          "warn-at",
          Scalars.PERCENT,
          "Share of each limit at which a warning event is written; 80% by default.",
          "budgets: {everyone: {tokens: 500_000_000, per: month, warn-at: 80%}}");

  /** The key under which they stand. */
  static final Key<List<Located<BudgetPolicy>>> BUDGETS =
      optional(
          "budgets",
          new MapType<>(
              Scalars.NAME,
              ObjectType.of(
                  "budget", List.of(MATCH, COST, TOKENS, PER, WARN_AT), BudgetKeys::budget),
              BudgetKeys::named),
          "What many runs of this JVM may use together in a period, by the budget's name; when it is"
              + " spent, their model calls are halted until it opens again.",
          EXAMPLE);

  private BudgetKeys() {}

  private static List<Glob> tasks(Settings settings) {
    List<Glob> tasks = settings.require(TASK);
    if (tasks.isEmpty()) {
      throw settings.mistake(TASK, "'task' names no task, so that nobody would share the budget");
    }
    return tasks;
  }

  /** One without its name. */
  private static BudgetPolicy budget(Settings settings) {
    BigDecimal cost = settings.get(COST);
    long tokens = settings.get(TOKENS, 0L);
    if ((cost == null || cost.signum() == 0) && tokens == 0) {
      throw settings
          .where()
          .mistake(
              settings.place(),
              "a budget limits 'cost', 'tokens' or both" + settings.where().under());
    }
    return new BudgetPolicy(
        "",
        settings.get(MATCH, List.of()),
        cost == null || cost.signum() == 0 ? null : cost,
        tokens,
        settings.require(PER),
        settings.get(WARN_AT, Ceilings.NONE.warnAtPercent()));
  }

  private static List<Located<BudgetPolicy>> named(Map<String, Located<BudgetPolicy>> byName) {
    List<Located<BudgetPolicy>> budgets = new ArrayList<>();
    byName.forEach(
        (name, placed) -> budgets.add(new Located<>(placed.value().named(name), placed.place())));
    return budgets;
  }

  private static List<Glob> globs(List<Located<String>> patterns) {
    List<Glob> globs = new ArrayList<>();
    patterns.forEach(pattern -> globs.add(new Glob(pattern.value())));
    return globs;
  }
}
