package io.loophalt.core.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Glob;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a run has used, its children included, against its ceilings.
 *
 * <p>Thread-safe without locks, because children on other threads count here too; while there are
 * none, the tool calls of the run itself are counted under its lock. Counting allocates nothing
 * after a tool's first call.
 */
public final class Usage {

  /**
   * Money is counted in millionths of a millionth of the currency, so that single tokens stay
   * exact; it is exact up to nine million and stands still there.
   */
  private static final int COST_DECIMALS = 12;

  private static final int MILLIS_DECIMALS = 3;

  /**
   * A ceiling that is used up.
   *
   * @param used in whole units of the ceiling, rounded down: calls, tokens, money, seconds
   */
  record Exceeded(Kind kind, String ceiling, long used, String description) {}

  /** Calls of one tool. */
  private static final class ToolUsage {
    final String tool;
    final AtomicLong calls = new AtomicLong();
    final List<Gauge> gauges;
    volatile boolean repeated;

    ToolUsage(String tool, List<Gauge> gauges) {
      this.tool = tool;
      this.gauges = gauges;
    }
  }

  /** One limit and what was used of it. */
  private static final class Gauge {
    final Kind kind;
    final String name;
    final String afterNumbers;
    final int decimals;
    final long limit;
    final long warnFrom;
    final AtomicLong used;
    final AtomicBoolean warned = new AtomicBoolean();
    final AtomicBoolean reported = new AtomicBoolean();

    /**
     * @param afterNumbers what follows "7 of 5" in a message
     * @param decimals how many digits of limit and used stand behind the point
     */
    Gauge(
        Kind kind,
        String name,
        String afterNumbers,
        int decimals,
        long limit,
        int warnAtPercent,
        AtomicLong used) {
      this.kind = kind;
      this.name = name;
      this.afterNumbers = afterNumbers;
      this.decimals = decimals;
      this.limit = limit;
      // The share rounded up, in an order in which no limit overflows.
      this.warnFrom = limit / 100 * warnAtPercent + (limit % 100 * warnAtPercent + 99) / 100;
      this.used = used;
    }

    Exceeded exceeded() {
      BigDecimal amount = inUnits(used.get());
      return new Exceeded(
          kind,
          name,
          amount.longValue(),
          amount.toPlainString() + " of " + inUnits(limit).toPlainString() + ' ' + afterNumbers);
    }

    /**
     * Uses one more, even beyond the limit if that only warns; false if there is none left.
     *
     * @param alone whether nobody else counts meanwhile
     */
    boolean take(boolean stops, boolean alone) {
      long before;
      do {
        before = used.get();
        if (stops && before >= limit) {
          return false;
        }
      } while (!replace(used, before, before + 1, alone));
      return true;
    }

    BigDecimal inUnits(long counted) {
      return withoutTrailingZeros(BigDecimal.valueOf(counted, decimals));
    }
  }

  private final boolean acts;
  private final int warnAtPercent;
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong inputTokens = new AtomicLong();
  private final AtomicLong outputTokens = new AtomicLong();
  private final AtomicLong totalTokens = new AtomicLong();
  private final AtomicLong cost = new AtomicLong();
  private final AtomicLong elapsedMillis = new AtomicLong();
  private final AtomicLong idleTurns = new AtomicLong();

  /**
   * A model can invent names without end: further tools count against ceilings and in total, but
   * not one by one.
   */
  private static final int MOST_TOOLS = 1_000;

  private final Map<String, ToolUsage> tools = new ConcurrentHashMap<>();

  /**
   * The one asked for last: mostly the same tool is called again. Threads may see different ones,
   * each of them whole, because its fields are final.
   */
  private @Nullable ToolUsage latest;

  /** Whether children count here too, without the lock of the run. Set with that lock held. */
  private volatile boolean sharedWithChildren;

  /** Limits that hold before any action. */
  private final Gauge[] beforeAny;

  /** Limits that hold before a tool call only. */
  private final Gauge[] beforeStep;

  /** Limits that hold before a model call only. */
  private final Gauge[] beforeTurn;

  private final Gauge[] byPattern;
  private final Glob[] patterns;

  /**
   * Starts at zero.
   *
   * @param acts whether a full ceiling is told each time it is met, because it stops the run; else
   *     once
   */
  Usage(Ceilings ceilings, boolean acts) {
    this.acts = acts;
    this.warnAtPercent = ceilings.warnAtPercent();
    List<Gauge> any = new ArrayList<>();
    if (ceilings.wallClock() != null) {
      long limit = ceilings.wallClock().toMillis();
      String unit = "seconds used";
      add(any, Kind.WALL_CLOCK_CAP, "wall-clock", unit, MILLIS_DECIMALS, limit, elapsedMillis);
    }
    beforeAny = any.toArray(new Gauge[0]);

    List<Gauge> step = new ArrayList<>();
    add(step, Kind.STEP_CAP, "steps", "steps used", 0, ceilings.steps(), steps);
    beforeStep = step.toArray(new Gauge[0]);

    // Tokens and money stand here because only model calls spend them: the calls that a reply asks
    // for cost nothing more, a model call inside one of them is checked itself, and what was paid
    // for may be carried out.
    List<Gauge> turn = new ArrayList<>();
    add(turn, Kind.STEP_CAP, "turns", "turns used", 0, ceilings.turns(), turns);
    add(
        turn,
        Kind.TOKEN_CAP,
        "input-tokens",
        "input tokens used",
        0,
        ceilings.inputTokens(),
        inputTokens);
    add(
        turn,
        Kind.TOKEN_CAP,
        "output-tokens",
        "output tokens used",
        0,
        ceilings.outputTokens(),
        outputTokens);
    add(
        turn,
        Kind.TOKEN_CAP,
        "total-tokens",
        "tokens used",
        0,
        ceilings.totalTokens(),
        totalTokens);
    if (ceilings.cost() != null) {
      String unit = "spent, in the currency of the price table";
      add(turn, Kind.COST_CAP, "cost", unit, COST_DECIMALS, counted(ceilings.cost()), cost);
    }
    add(
        turn,
        Kind.STALL,
        "idle-turns",
        "idle turns in a row used",
        0,
        ceilings.idleTurns(),
        idleTurns);
    beforeTurn = turn.toArray(new Gauge[0]);

    List<Gauge> perTool = new ArrayList<>();
    List<Glob> globs = new ArrayList<>();
    for (Map.Entry<String, Long> each : ceilings.toolCalls().entrySet()) {
      String pattern = each.getKey();
      boolean total = pattern.equals("*");
      add(
          perTool,
          Kind.TOOL_CALL_CAP,
          total ? "tool-calls total" : "tool-calls " + pattern,
          total ? "tool calls used" : "calls of " + pattern + " used",
          0,
          each.getValue(),
          new AtomicLong());
      globs.add(new Glob(pattern));
    }
    byPattern = perTool.toArray(new Gauge[0]);
    patterns = globs.toArray(new Glob[0]);
  }

  private void add(
      List<Gauge> gauges,
      Kind kind,
      String name,
      String afterNumbers,
      int decimals,
      long limit,
      AtomicLong used) {
    if (limit > 0) {
      gauges.add(new Gauge(kind, name, afterNumbers, decimals, limit, warnAtPercent, used));
    }
  }

  /** Tool calls so far. */
  public long steps() {
    return steps.get();
  }

  /** Model calls so far. */
  public long turns() {
    return turns.get();
  }

  /** Tokens sent to models so far. */
  public long inputTokens() {
    return inputTokens.get();
  }

  /** Tokens received from models so far. */
  public long outputTokens() {
    return outputTokens.get();
  }

  /** Money spent so far, in the currency of the price table. */
  public BigDecimal cost() {
    return withoutTrailingZeros(BigDecimal.valueOf(cost.get(), COST_DECIMALS));
  }

  /** The latest time that was seen, in milliseconds since the run began. */
  public long elapsedMillis() {
    return elapsedMillis.get();
  }

  /** Calls by tool name so far; a copy. */
  public Map<String, Long> callsByTool() {
    Map<String, Long> calls = new java.util.TreeMap<>();
    tools.forEach((tool, usage) -> calls.put(tool, usage.calls.get()));
    return calls;
  }

  /** Whether a finding pointed at the tool. */
  public boolean repeated(String tool) {
    ToolUsage usage = tools.get(tool);
    return usage != null && usage.repeated;
  }

  void markRepeated(String tool) {
    tool(tool).repeated = true;
  }

  /** From now on children count here, too. The lock of the run is held. */
  void shareWithChildren() {
    sharedWithChildren = true;
  }

  /**
   * Counts a tool call of the run itself, whose lock is held, or of a child.
   *
   * @return null, or the ceiling at which another child has taken the last since {@link
   *     #beforeStep}, on another thread
   */
  @Nullable Exceeded countStep(String tool, boolean own) {
    ToolUsage usage = tool(tool);
    boolean alone = own && !sharedWithChildren;
    for (int i = 0; i < usage.gauges.size(); i++) {
      if (!usage.gauges.get(i).take(acts, alone)) {
        giveBack(usage, i);
        return usage.gauges.get(i).exceeded();
      }
    }
    if (beforeStep.length == 0) {
      addOne(steps, alone);
    }
    for (Gauge gauge : beforeStep) {
      if (!gauge.take(acts, alone)) {
        giveBack(usage, usage.gauges.size());
        return gauge.exceeded();
      }
    }
    addOne(usage.calls, alone);
    if (own) {
      endIdleTurns();
    }
    return null;
  }

  private static void addOne(AtomicLong counter, boolean alone) {
    long before;
    do {
      before = counter.get();
    } while (!replace(counter, before, before + 1, alone));
  }

  /**
   * Sets a counter, if it still is what it was before; false if it is not. Who is alone need not
   * compare, and makes no processor wait for the others.
   */
  private static boolean replace(AtomicLong counter, long before, long after, boolean alone) {
    if (alone) {
      counter.setRelease(after);
      return true;
    }
    return counter.compareAndSet(before, after);
  }

  /** Takes back a tool call that was counted and is not made, because a run above has no room. */
  void uncountStep(String tool) {
    ToolUsage usage = tool(tool);
    giveBack(usage, usage.gauges.size());
    steps.decrementAndGet();
    usage.calls.decrementAndGet();
  }

  private static void giveBack(ToolUsage usage, int gauges) {
    for (int i = 0; i < gauges; i++) {
      usage.gauges.get(i).used.decrementAndGet();
    }
  }

  /**
   * Counts a model call of the run itself or of a child. A child that talks to itself does not make
   * its parent idle.
   */
  void countTurn(boolean own, boolean idle, long input, long output, BigDecimal price) {
    turns.incrementAndGet();
    spend(inputTokens, input);
    spend(outputTokens, output);
    spend(totalTokens, input);
    spend(totalTokens, output);
    spend(cost, counted(price));
    if (own) {
      if (idle) {
        idleTurns.incrementAndGet();
      } else {
        endIdleTurns();
      }
    }
  }

  /** Writes only where there is something to end: a write would be seen by every processor. */
  private void endIdleTurns() {
    if (idleTurns.get() != 0) {
      idleTurns.set(0);
    }
  }

  /** Adds what a model call used. Whatever is reported, a total neither falls nor overflows. */
  private static void spend(AtomicLong total, long amount) {
    if (amount <= 0) {
      return;
    }
    long before;
    long after;
    do {
      before = total.get();
      after = before + amount < 0 ? Long.MAX_VALUE : before + amount;
    } while (!total.compareAndSet(before, after));
  }

  private static long counted(BigDecimal money) {
    BigDecimal units = money.movePointRight(COST_DECIMALS);
    return units.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0
        ? units.longValue()
        : Long.MAX_VALUE;
  }

  private static BigDecimal withoutTrailingZeros(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Notes the time; later times win. */
  void at(long millis) {
    long latest = elapsedMillis.get();
    while (millis > latest && !elapsedMillis.compareAndSet(latest, millis)) {
      latest = elapsedMillis.get();
    }
  }

  /** The first ceiling that leaves no room for another tool call, or null. */
  @Nullable Exceeded beforeStep(String tool, Run run, RunObserver observer) {
    Exceeded exceeded = firstFull(beforeAny, run, observer);
    if (exceeded == null) {
      exceeded = firstFull(beforeStep, run, observer);
    }
    if (exceeded == null && byPattern.length > 0) {
      List<Gauge> gauges = tool(tool).gauges;
      for (int i = 0; i < gauges.size() && exceeded == null; i++) {
        exceeded = check(gauges.get(i), run, observer);
      }
    }
    return exceeded;
  }

  /** The first ceiling that leaves no room for another model call, or null. */
  @Nullable Exceeded beforeTurn(Run run, RunObserver observer) {
    Exceeded exceeded = firstFull(beforeTurn, run, observer);
    return exceeded == null ? firstFull(beforeAny, run, observer) : exceeded;
  }

  private @Nullable Exceeded firstFull(Gauge[] gauges, Run run, RunObserver observer) {
    for (Gauge gauge : gauges) {
      Exceeded exceeded = check(gauge, run, observer);
      if (exceeded != null) {
        return exceeded;
      }
    }
    return null;
  }

  private @Nullable Exceeded check(Gauge gauge, Run run, RunObserver observer) {
    long used = gauge.used.get();
    if (used >= gauge.limit) {
      return acts || gauge.reported.compareAndSet(false, true) ? gauge.exceeded() : null;
    }
    if (used >= gauge.warnFrom && gauge.warned.compareAndSet(false, true)) {
      observer.ceilingNear(run, gauge.name, gauge.inUnits(used), gauge.inUnits(gauge.limit));
    }
    return null;
  }

  private ToolUsage tool(String tool) {
    ToolUsage usage = latest;
    if (usage != null && usage.tool.equals(tool)) {
      return usage;
    }
    usage = tools.get(tool);
    if (usage != null) {
      latest = usage;
      return usage;
    }
    ToolUsage made = newTool(tool);
    if (tools.size() >= MOST_TOOLS) {
      return made;
    }
    ToolUsage raced = tools.putIfAbsent(tool, made);
    return raced != null ? raced : made;
  }

  private ToolUsage newTool(String tool) {
    List<Gauge> gauges = new ArrayList<>();
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(tool)) {
        gauges.add(byPattern[i]);
      }
    }
    return new ToolUsage(tool, gauges);
  }
}
