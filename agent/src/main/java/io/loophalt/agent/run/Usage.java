package io.loophalt.agent.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.Glob;
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
 * <p>Thread-safe without locks, because children on other threads count here too. Counting
 * allocates nothing after a tool's first call.
 */
public final class Usage {

  /**
   * Money is counted in millionths of a millionth of the currency, so that single tokens stay
   * exact.
   */
  private static final BigDecimal COST_UNITS = BigDecimal.TEN.pow(12);

  /** A ceiling that is used up. */
  record Exceeded(Kind kind, String ceiling, long used, long limit, String description) {}

  /** Calls of one tool. */
  private static final class ToolUsage {
    final AtomicLong calls = new AtomicLong();
    final List<Gauge> gauges = new ArrayList<>();
    volatile boolean repeated;
  }

  /** One limit and what was used of it. */
  private static final class Gauge {
    final Kind kind;
    final String name;
    final String unit;
    final long limit;
    final AtomicLong used;
    final AtomicBoolean warned = new AtomicBoolean();

    Gauge(Kind kind, String name, String unit, long limit, AtomicLong used) {
      this.kind = kind;
      this.name = name;
      this.unit = unit;
      this.limit = limit;
      this.used = used;
    }

    Exceeded exceeded() {
      return new Exceeded(
          kind, name, used.get(), limit, used.get() + " of " + limit + ' ' + unit + " used");
    }
  }

  private final Ceilings ceilings;
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong inputTokens = new AtomicLong();
  private final AtomicLong outputTokens = new AtomicLong();
  private final AtomicLong totalTokens = new AtomicLong();
  private final AtomicLong cost = new AtomicLong();
  private final AtomicLong elapsedMillis = new AtomicLong();
  private final AtomicLong idleTurns = new AtomicLong();
  private final Map<String, ToolUsage> tools = new ConcurrentHashMap<>();

  /** Limits that hold before any action. */
  private final Gauge[] beforeAny;

  /** Limits that hold before a tool call only. */
  private final Gauge[] beforeStep;

  /** Limits that hold before a model call only. */
  private final Gauge[] beforeTurn;

  private final Gauge[] byPattern;
  private final Glob[] patterns;

  Usage(Ceilings ceilings) {
    this.ceilings = ceilings;
    List<Gauge> any = new ArrayList<>();
    if (ceilings.wallClock() != null) {
      long limit = ceilings.wallClock().toMillis();
      add(any, Kind.WALL_CLOCK_CAP, "wall-clock", "ms", limit, elapsedMillis);
    }
    beforeAny = any.toArray(new Gauge[0]);

    List<Gauge> step = new ArrayList<>();
    add(step, Kind.STEP_CAP, "steps", "steps", ceilings.steps(), steps);
    beforeStep = step.toArray(new Gauge[0]);

    // Tokens and money stand here because only model calls spend them: the calls that a reply asks
    // for cost nothing more, a model call inside one of them is checked itself, and what was paid
    // for may be carried out.
    List<Gauge> turn = new ArrayList<>();
    add(turn, Kind.STEP_CAP, "turns", "turns", ceilings.turns(), turns);
    add(turn, Kind.TOKEN_CAP, "input-tokens", "input tokens", ceilings.inputTokens(), inputTokens);
    add(
        turn,
        Kind.TOKEN_CAP,
        "output-tokens",
        "output tokens",
        ceilings.outputTokens(),
        outputTokens);
    add(turn, Kind.TOKEN_CAP, "total-tokens", "tokens", ceilings.totalTokens(), totalTokens);
    if (ceilings.cost() != null) {
      long limit = ceilings.cost().multiply(COST_UNITS).longValue();
      add(turn, Kind.COST_CAP, "cost", "millionths of a millionth", limit, cost);
    }
    add(turn, Kind.STALL, "idle-turns", "idle turns in a row", ceilings.idleTurns(), idleTurns);
    beforeTurn = turn.toArray(new Gauge[0]);

    List<Gauge> perTool = new ArrayList<>();
    List<Glob> globs = new ArrayList<>();
    for (Map.Entry<String, Long> each : ceilings.toolCalls().entrySet()) {
      String pattern = each.getKey();
      perTool.add(
          new Gauge(
              Kind.TOOL_CALL_CAP,
              "tool-calls " + pattern,
              "calls of " + pattern,
              each.getValue(),
              new AtomicLong()));
      globs.add(new Glob(pattern));
    }
    byPattern = perTool.toArray(new Gauge[0]);
    patterns = globs.toArray(new Glob[0]);
  }

  private static void add(
      List<Gauge> gauges, Kind kind, String name, String unit, long limit, AtomicLong used) {
    if (limit > 0) {
      gauges.add(new Gauge(kind, name, unit, limit, used));
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
    return BigDecimal.valueOf(cost.get()).divide(COST_UNITS).stripTrailingZeros();
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

  void countStep(String tool) {
    steps.incrementAndGet();
    idleTurns.set(0);
    ToolUsage usage = tool(tool);
    usage.calls.incrementAndGet();
    for (int i = 0; i < usage.gauges.size(); i++) {
      usage.gauges.get(i).used.incrementAndGet();
    }
  }

  /** Takes back a step that was refused before its body ran. */
  void uncountStep(String tool) {
    steps.decrementAndGet();
    ToolUsage usage = tool(tool);
    usage.calls.decrementAndGet();
    for (int i = 0; i < usage.gauges.size(); i++) {
      usage.gauges.get(i).used.decrementAndGet();
    }
  }

  void countTurn(boolean idle, long input, long output, BigDecimal price) {
    turns.incrementAndGet();
    inputTokens.addAndGet(input);
    outputTokens.addAndGet(output);
    totalTokens.addAndGet(input + output);
    cost.addAndGet(price.multiply(COST_UNITS).longValue());
    if (idle) {
      idleTurns.incrementAndGet();
    } else {
      idleTurns.set(0);
    }
  }

  /** Notes the time; later times win. */
  void at(long millis) {
    if (millis > elapsedMillis.get()) {
      elapsedMillis.set(millis);
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
      return gauge.exceeded();
    }
    if (used * 100 >= gauge.limit * ceilings.warnAtPercent()
        && gauge.warned.compareAndSet(false, true)) {
      observer.ceilingNear(run, gauge.name, used, gauge.limit);
    }
    return null;
  }

  private ToolUsage tool(String tool) {
    ToolUsage usage = tools.get(tool);
    if (usage != null) {
      return usage;
    }
    ToolUsage made = newTool(tool);
    ToolUsage raced = tools.putIfAbsent(tool, made);
    return raced != null ? raced : made;
  }

  private ToolUsage newTool(String tool) {
    ToolUsage usage = new ToolUsage();
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(tool)) {
        usage.gauges.add(byPattern[i]);
      }
    }
    return usage;
  }
}
