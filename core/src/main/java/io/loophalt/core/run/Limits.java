package io.loophalt.core.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.CountedMoney;
import io.loophalt.core.policy.Glob;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * The ceilings of a task, as its runs count against them: each limit with the number of the counter
 * that it bounds. Immutable; shared by all runs of the task.
 */
final class Limits {

  private static final int MILLIS_DECIMALS = 3;

  private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

  // Counters of every run; behind them those of the patterns of tools.
  static final int STEPS = 0;
  static final int TURNS = 1;
  static final int INPUT_TOKENS = 2;
  static final int OUTPUT_TOKENS = 3;
  static final int TOTAL_TOKENS = 4;
  static final int COST = 5;
  static final int ELAPSED_MILLIS = 6;
  static final int IDLE_TURNS = 7;
  static final int NUDGES = 8;
  static final int ESCALATIONS = 9;
  static final int NUDGES_WITH_NEWS = 10;
  static final int ESCALATIONS_WITH_NEWS = 11;
  static final int OF_EVERY_RUN = 12;

  private static final Limit[] NONE = {};

  /** One limit, and the counter that it bounds. */
  static final class Limit {
    final Kind kind;
    final String name;
    final int counter;

    /** How many limits of the task come before it. */
    final int number;

    /** The count that leaves no room. */
    final long most;

    /** What people are told of it. */
    final long told;

    final long warnFrom;
    private final String afterNumbers;
    private final int decimals;

    /**
     * @param afterNumbers what follows "7 of 5" in a message
     * @param decimals how many digits of limit and used stand behind the point
     * @param most the count that leaves no room
     * @param told what people are told of it, as it was configured
     */
    Limit(
        Kind kind,
        String name,
        String afterNumbers,
        int decimals,
        long most,
        long told,
        int warnAtPercent,
        int counter,
        int number) {
      this.kind = kind;
      this.name = name;
      this.afterNumbers = afterNumbers;
      this.decimals = decimals;
      this.most = most;
      this.told = told;
      // The share rounded up, in an order in which no limit overflows.
      this.warnFrom = most / 100 * warnAtPercent + (most % 100 * warnAtPercent + 99) / 100;
      this.counter = counter;
      this.number = number;
    }

    boolean isSameAs(Limit other) {
      return name.equals(other.name) && most == other.most && warnFrom == other.warnFrom;
    }

    String describe(long used) {
      return inUnits(used).toPlainString()
          + " of "
          + inUnits(told).toPlainString()
          + ' '
          + afterNumbers;
    }

    BigDecimal inUnits(long counted) {
      return CountedMoney.withoutTrailingZeros(BigDecimal.valueOf(counted, decimals));
    }
  }

  /** Whether limits of turns, tokens, cost and time are checked when a turn is over. */
  final boolean afterTurns;

  /** Limits that hold before any action. */
  final Limit[] beforeAny;

  /** Limits that hold before a tool call only. */
  final Limit[] beforeStep;

  /** Limits that hold before a model call only. */
  final Limit[] beforeTurn;

  private final Limit[] byPattern;
  private final Glob[] patterns;
  private final int warnAtPercent;
  private int size;

  Limits(Ceilings ceilings) {
    this.warnAtPercent = ceilings.warnAtPercent();
    this.afterTurns = ceilings.afterTurns();
    List<Limit> any = new ArrayList<>();
    if (ceilings.wallClock() != null) {
      // Beyond what milliseconds can count lies no limit that a run could reach.
      Duration time = ceilings.wallClock();
      long limit = time.compareTo(LONGEST) < 0 ? Math.max(1, time.toMillis()) : Long.MAX_VALUE;
      // A turn that ends in time is right: who looks when it is over looks for what is above.
      long most = afterTurns && limit < Long.MAX_VALUE ? limit + 1 : limit;
      any.add(
          new Limit(
              Kind.WALL_CLOCK_CAP,
              "wall-clock",
              "seconds used",
              MILLIS_DECIMALS,
              most,
              limit,
              warnAtPercent,
              ELAPSED_MILLIS,
              size++));
    }
    beforeAny = afterTurns ? NONE : any.toArray(new Limit[0]);

    List<Limit> step = new ArrayList<>();
    add(step, Kind.STEP_CAP, "steps", "steps used", 0, ceilings.steps(), STEPS);
    beforeStep = step.toArray(new Limit[0]);

    // Tokens and money stand here because only model calls spend them: the calls that a reply asks
    // for cost nothing more, a model call inside one of them is checked itself, and what was paid
    // for may be carried out.
    List<Limit> turn = new ArrayList<>();
    add(turn, Kind.STEP_CAP, "turns", "turns used", 0, ceilings.turns(), TURNS);
    add(
        turn,
        Kind.TOKEN_CAP,
        "input-tokens",
        "input tokens used",
        0,
        ceilings.inputTokens(),
        INPUT_TOKENS);
    add(
        turn,
        Kind.TOKEN_CAP,
        "output-tokens",
        "output tokens used",
        0,
        ceilings.outputTokens(),
        OUTPUT_TOKENS);
    add(
        turn,
        Kind.TOKEN_CAP,
        "total-tokens",
        "tokens used",
        0,
        ceilings.totalTokens(),
        TOTAL_TOKENS);
    if (ceilings.cost() != null) {
      String unit = "spent, in the currency of the price table";
      add(
          turn,
          Kind.COST_CAP,
          "cost",
          unit,
          CountedMoney.DECIMALS,
          ceilings.cost().signum() == 0 ? 0 : Math.max(1, CountedMoney.of(ceilings.cost())),
          COST);
    }
    add(
        turn,
        Kind.STALL,
        "idle-turns",
        "idle turns in a row used",
        0,
        ceilings.idleTurns(),
        IDLE_TURNS);
    if (afterTurns) {
      turn.addAll(any);
    }
    beforeTurn = turn.toArray(new Limit[0]);

    List<Limit> perTool = new ArrayList<>();
    List<Glob> globs = new ArrayList<>();
    for (Map.Entry<String, Long> each : ceilings.toolCalls().entrySet()) {
      if (each.getValue() <= 0) {
        continue;
      }
      String pattern = each.getKey();
      boolean total = pattern.equals("*");
      add(
          perTool,
          Kind.TOOL_CALL_CAP,
          total ? "tool-calls total" : "tool-calls " + pattern,
          total ? "tool calls used" : "calls of " + pattern + " used",
          0,
          each.getValue(),
          OF_EVERY_RUN + globs.size());
      globs.add(new Glob(pattern));
    }
    byPattern = perTool.toArray(new Limit[0]);
    patterns = globs.toArray(new Glob[0]);
  }

  private void add(
      List<Limit> limits,
      Kind kind,
      String name,
      String afterNumbers,
      int decimals,
      long limit,
      int counter) {
    if (limit > 0) {
      limits.add(
          new Limit(
              kind, name, afterNumbers, decimals, limit, limit, warnAtPercent, counter, size++));
    }
  }

  /** How many counters a run has. */
  int counters() {
    return OF_EVERY_RUN + patterns.length;
  }

  /**
   * Sets the counters of tools' limits to what was called so far.
   *
   * @param calls by tool
   */
  void countAnew(Map<String, Long> calls, IntFunction<AtomicLong> counters) {
    for (int i = 0; i < patterns.length; i++) {
      long sum = 0;
      for (Map.Entry<String, Long> each : calls.entrySet()) {
        sum += patterns[i].matches(each.getKey()) ? each.getValue() : 0;
      }
      counters.apply(OF_EVERY_RUN + i).set(sum);
    }
  }

  /**
   * What was told of limits that are the same here.
   *
   * @param bits of each limit, by its number
   */
  BitSet toldOfTheSame(Limits before, BitSet told, int bits) {
    BitSet same = new BitSet();
    for (Limit each : all()) {
      for (Limit other : before.all()) {
        if (each.isSameAs(other)) {
          for (int i = 0; i < bits; i++) {
            same.set(each.number * bits + i, told.get(other.number * bits + i));
          }
        }
      }
    }
    return same;
  }

  private List<Limit> all() {
    List<Limit> all = new ArrayList<>();
    for (Limit[] some : List.of(beforeAny, beforeStep, beforeTurn, byPattern)) {
      Collections.addAll(all, some);
    }
    return all;
  }

  /** Whether calls of some tools have limits of their own. */
  boolean anyOfTools() {
    return patterns.length > 0;
  }

  /** The limits that calls of a tool count against, apart from those of all tools. */
  Limit[] ofTool(String tool) {
    List<Limit> limits = new ArrayList<>();
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(tool)) {
        limits.add(byPattern[i]);
      }
    }
    return limits.isEmpty() ? NONE : limits.toArray(new Limit[0]);
  }
}
