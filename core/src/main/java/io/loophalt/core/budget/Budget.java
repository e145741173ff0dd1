package io.loophalt.core.budget;

import io.loophalt.PrintableText;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.CountedMoney;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of some tasks may use together in a period, and what they have used of it: in this
 * process, and where somebody brings that, in others.
 *
 * <p>It has two limits, each known by the kind of the halt that it leads to: {@code COST_CAP} for
 * money and {@code TOKEN_CAP} for tokens. Model calls count when they are answered, in the period
 * in which they are: what is under way when a limit is reached goes beyond it.
 *
 * <p>Thread-safe. Counting takes a look at the clock and an atomic addition for each limit, no
 * lock, and allocates nothing but when a period begins.
 */
public final class Budget {

  /**
   * What the rule of a halt begins with, which is over when the budget opens again; no ceiling and
   * no detector is called so. A constant, so that who compares needs nothing of budgets.
   */
  public static final String RULE = "budget ";

  private static final long A_LITTLE_MILLIS = 60_000;

  // What was told of a limit in a period; the bits of tokens stand behind those of money.
  private static final int WARNED = 1;
  private static final int SPENT = 2;
  private static final int BITS = 2;

  private final Clock clock;
  private volatile Terms terms;
  private volatile Period period;

  /** The one before, to which a clock may go back that was ahead; null if there was none. */
  private @Nullable Period before;

  /** A limit, as it is counted; none with 0. */
  private record Limit(long most, long warnFrom) {
    static Limit of(long most, int percent) {
      // The share rounded up, in an order in which no limit overflows.
      return new Limit(most, most / 100 * percent + (most % 100 * percent + 99) / 100);
    }
  }

  /** What the configuration says. */
  private record Terms(BudgetPolicy policy, Limit cost, Limit tokens) {
    static Terms of(BudgetPolicy policy) {
      BigDecimal cost = policy.cost();
      int percent = policy.warnAtPercent();
      return new Terms(
          policy,
          Limit.of(cost == null ? 0 : CountedMoney.of(cost), percent),
          Limit.of(policy.tokens(), percent));
    }

    Limit of(Kind kind) {
      return kind == Kind.COST_CAP ? cost : tokens;
    }
  }

  /** What was used of one limit: here, and elsewhere as far as this is known. */
  private record Used(AtomicLong here, AtomicLong elsewhere) {

    static Used nothing() {
      return new Used(new AtomicLong(), new AtomicLong());
    }

    /** Never below 0. */
    long get() {
      long sum = here.get() + elsewhere.get();
      return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** What was used elsewhere never grows less in a period, whoever has forgotten of it. */
    void isElsewhere(long amount) {
      elsewhere.accumulateAndGet(amount, Math::max);
    }
  }

  /** What was used from one moment to another, in milliseconds since 1970. */
  private record Period(long start, long end, Used cost, Used tokens, AtomicInteger told) {

    static Period beginning(BudgetPeriod length, long now, Used cost, Used tokens) {
      long start = length.startOf(now);
      return new Period(start, length.endOf(start), cost, tokens, new AtomicInteger());
    }

    /** A clock that is set back a little does not bring back a period that was over. */
    boolean holds(long now) {
      return now < end && now >= start - Math.min((end - start) / 10, A_LITTLE_MILLIS);
    }

    Used of(Kind kind) {
      return kind == Kind.COST_CAP ? cost : tokens;
    }
  }

  /**
   * Something to be told of a limit, once in a period.
   *
   * @param spent false if a share of it is used, as a warning
   * @param used money or tokens
   * @param limit the same
   * @param until when it opens again
   */
  public record Notice(boolean spent, BigDecimal used, BigDecimal limit, Instant until) {}

  /** Of which nothing is used. */
  Budget(BudgetPolicy policy, Clock clock) {
    this.clock = clock;
    this.terms = Terms.of(policy);
    this.period = Period.beginning(policy.period(), clock.millis(), Used.nothing(), Used.nothing());
  }

  /** What people call it. */
  public String name() {
    return terms.policy().name();
  }

  /** Whether the runs of a task are of those that share it. */
  boolean covers(String task) {
    return terms.policy().covers(task);
  }

  private Period period() {
    long now = clock.millis();
    Period known = period;
    return known.holds(now) ? known : next(now);
  }

  private synchronized Period next(long now) {
    Period known = period;
    if (!known.holds(now)) {
      Period last = before;
      before = known;
      known =
          last != null && last.holds(now)
              ? last
              : Period.beginning(terms.policy().period(), now, Used.nothing(), Used.nothing());
      period = known;
    }
    return known;
  }

  /**
   * From now on something else is configured. What is used stays used; where the length of the
   * period has changed, until the new one is over.
   */
  synchronized void follow(BudgetPolicy next) {
    BudgetPolicy past = terms.policy();
    if (next.equals(past)) {
      return;
    }
    Period known = period();
    BudgetPeriod length = next.period();
    long now = known.start();
    if (!length.equals(past.period())) {
      now = clock.millis();
      before = null;
    }
    period = Period.beginning(length, now, known.cost(), known.tokens());
    terms = Terms.of(next);
  }

  /** It is configured no more: it stops nobody. */
  synchronized void end() {
    BudgetPolicy past = terms.policy();
    terms =
        Terms.of(
            new BudgetPolicy(
                past.name(), past.tasks(), null, 0, past.period(), past.warnAtPercent()));
  }

  /**
   * Counts what a model call has used.
   *
   * @param cost as {@link CountedMoney} counts it; what is below 0 counts as 0
   * @param tokens in both directions; the same
   */
  public void add(long cost, long tokens) {
    Period now = period();
    add(now.cost().here(), cost);
    add(now.tokens().here(), tokens);
  }

  /**
   * What this process has used in a period.
   *
   * @param start of the period, in milliseconds since 1970
   * @param end when it is over
   * @param cost as {@link CountedMoney} counts it
   * @param tokens in both directions
   */
  public record Share(long start, long end, long cost, long tokens) {}

  /** What this process has used in the period that it is now. */
  public Share share() {
    Period now = period();
    return new Share(now.start(), now.end(), now.cost().here().get(), now.tokens().here().get());
  }

  /**
   * What other processes have used, as far as somebody knows. Less than was known before in the
   * period changes nothing, and so does what is of a period that is over.
   *
   * @param used by all the others together
   */
  public void isUsedElsewhere(Share used) {
    Period now = period();
    if (now.start() == used.start() && now.end() == used.end()) {
      now.cost().isElsewhere(used.cost());
      now.tokens().isElsewhere(used.tokens());
    }
  }

  /** Whatever is reported, a total neither falls nor overflows. */
  private static void add(AtomicLong total, long amount) {
    if (amount > 0 && total.addAndGet(amount) < 0) {
      total.set(Long.MAX_VALUE);
    }
  }

  /** Whether a limit is reached, so that no run may call a model. */
  public boolean isSpent(Kind kind) {
    long most = terms.of(kind).most();
    return most > 0 && period().of(kind).get() >= most;
  }

  /** What is to be told of a limit; null for nothing, as nearly always. */
  public @Nullable Notice notice(Kind kind) {
    Limit limit = terms.of(kind);
    Period now = period();
    long used = now.of(kind).get();
    if (limit.most() == 0 || used < limit.warnFrom()) {
      return null;
    }
    boolean spent = used >= limit.most();
    int bit = (spent ? SPENT | WARNED : WARNED) << (kind == Kind.COST_CAP ? 0 : BITS);
    int before = now.told().getAndUpdate(told -> told | bit);
    return (before & bit) == bit
        ? null
        : new Notice(
            spent,
            inUnits(kind, used),
            inUnits(kind, limit.most()),
            Instant.ofEpochMilli(now.end()));
  }

  private static BigDecimal inUnits(Kind kind, long counted) {
    return kind == Kind.COST_CAP ? CountedMoney.money(counted) : BigDecimal.valueOf(counted);
  }

  /** By which name a halt for it is known. */
  public String rule() {
    return RULE + PrintableText.name(name());
  }

  /** What is used of a limit, in whole units. */
  public long used(Kind kind) {
    return inUnits(kind, period().of(kind).get()).longValue();
  }

  /** What is used of a limit and when it opens again, as a sentence. */
  public String describe(Kind kind) {
    Period now = period();
    return "budget '"
        + PrintableText.name(name())
        + "' is spent: "
        + inUnits(kind, now.of(kind).get()).toPlainString()
        + " of "
        + inUnits(kind, terms.of(kind).most()).toPlainString()
        + (kind == Kind.COST_CAP ? ", in the currency of the price table," : " tokens")
        + " used by all its runs since "
        + Instant.ofEpochMilli(now.start())
        + "; it opens again at "
        + Instant.ofEpochMilli(now.end());
  }

  /** How it is now. */
  public BudgetUse use() {
    Terms known = terms;
    Period now = period();
    return new BudgetUse(
        name(),
        Instant.ofEpochMilli(now.start()),
        Instant.ofEpochMilli(now.end()),
        CountedMoney.money(now.cost().get()),
        known.policy().cost(),
        now.tokens().get(),
        known.policy().tokens(),
        isSpent(Kind.COST_CAP) || isSpent(Kind.TOKEN_CAP));
  }
}
