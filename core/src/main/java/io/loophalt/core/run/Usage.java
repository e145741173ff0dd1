package io.loophalt.core.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.RunEnded.Interventions;
import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.policy.CountedMoney;
import io.loophalt.core.run.Limits.Limit;
import io.loophalt.core.run.ToolUses.ToolUse;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a run has used, its children included, against its ceilings.
 *
 * <p>Thread-safe, and counts without locks, because children on other threads count here too; while
 * there are none, the tool calls of the run itself are counted under its lock. Counting allocates
 * nothing after a tool's first call.
 */
public final class Usage {

  /**
   * A ceiling that is used up.
   *
   * @param used in whole units of the ceiling, rounded down: calls, tokens, money, seconds
   */
  record Exceeded(Kind kind, String ceiling, long used, String description) {}

  // What was told of a limit.
  private static final int WARNED = 0;
  private static final int REPORTED = 1;
  private static final int BITS = 2;

  private final Limits limits;
  private final ToolUses tools;
  private final boolean anyLimitsOfTools;
  private final boolean acts;

  /** By the numbers of {@link Limits}; each is made when it is first asked for. */
  private final @Nullable AtomicLong[] counters;

  /** What was told of which limit; replaced when something is added. */
  private volatile @Nullable BitSet told;

  /** Null until a model with a name has answered. */
  private volatile @Nullable ModelUses models;

  /** Whether children count here too, without the lock of the run. Set with that lock held. */
  private volatile boolean sharedWithChildren;

  /**
   * Starts at zero.
   *
   * @param acts whether a full ceiling is told each time it is met, because it stops the run; else
   *     once
   */
  Usage(Limits limits, boolean acts) {
    this(limits, acts, new ToolUses(limits));
  }

  private Usage(Limits limits, boolean acts, ToolUses tools) {
    this.limits = limits;
    this.tools = tools;
    this.anyLimitsOfTools = limits.anyOfTools();
    this.acts = acts;
    this.counters = new AtomicLong[limits.counters()];
  }

  /**
   * The same counts against other limits. Whoever goes on to count in this one counts there, too,
   * but for calls of tools with limits of their own that are counted in this moment.
   *
   * @param acts as above
   */
  Usage under(Limits others, boolean acts) {
    Usage next = new Usage(others, acts, tools.under(others));
    for (int i = 0; i < Limits.OF_EVERY_RUN; i++) {
      next.counters[i] = counter(i);
    }
    others.countAnew(callsByTool(), next::counter);
    next.models = models();
    next.sharedWithChildren = sharedWithChildren;
    BitSet known = told;
    next.told = known == null ? null : others.toldOfTheSame(limits, known, BITS);
    return next;
  }

  /** What is used up of the limits that hold for whatever comes next; null if nothing is. */
  @Nullable Exceeded full() {
    for (Limit[] each : List.of(limits.beforeTurn, limits.beforeAny, limits.beforeStep)) {
      for (Limit limit : each) {
        // A run that goes on is idle no more.
        boolean isPassed = limit.counter == Limits.IDLE_TURNS;
        if (!isPassed && counter(limit.counter).get() >= limit.most) {
          return exceeded(limit);
        }
      }
    }
    return null;
  }

  /** Turns without a tool call are counted from zero again. */
  void forgetIdleTurns() {
    endIdleTurns();
  }

  /** Who sees none asks under a lock; who sees one sees at least the zero it began with. */
  private AtomicLong counter(int number) {
    AtomicLong counter = counters[number];
    return counter == null ? newCounter(number) : counter;
  }

  private synchronized AtomicLong newCounter(int number) {
    AtomicLong counter = counters[number];
    if (counter == null) {
      counter = new AtomicLong();
      counters[number] = counter;
    }
    return counter;
  }

  /** Tool calls so far. */
  public long steps() {
    return counter(Limits.STEPS).get();
  }

  /** Model calls so far. */
  public long turns() {
    return counter(Limits.TURNS).get();
  }

  /** Tokens sent to models so far. */
  public long inputTokens() {
    return counter(Limits.INPUT_TOKENS).get();
  }

  /** Tokens received from models so far. */
  public long outputTokens() {
    return counter(Limits.OUTPUT_TOKENS).get();
  }

  /** Money spent so far, in the currency of the price table. */
  public BigDecimal cost() {
    return CountedMoney.money(counter(Limits.COST).get());
  }

  /** The latest time that was seen, in milliseconds since the run began. */
  public long elapsedMillis() {
    return counter(Limits.ELAPSED_MILLIS).get();
  }

  /** Calls by tool name so far; a copy. */
  public Map<String, Long> callsByTool() {
    return tools.calls();
  }

  /** What each model was used for so far, by its name; a copy. */
  public List<ModelUse> byModel() {
    ModelUses known = models;
    return known == null ? List.of() : known.all();
  }

  /** How often the model of the run itself was told, and what followed. */
  public Interventions interventions() {
    return new Interventions(
        known(Limits.NUDGES),
        known(Limits.ESCALATIONS),
        known(Limits.NUDGES_WITH_NEWS),
        known(Limits.ESCALATIONS_WITH_NEWS));
  }

  /** Without making the counter. */
  private long known(int number) {
    AtomicLong counter = counters[number];
    return counter == null ? 0 : counter.get();
  }

  void nudged() {
    counter(Limits.NUDGES).incrementAndGet();
  }

  void escalated() {
    counter(Limits.ESCALATIONS).incrementAndGet();
  }

  void nudgesFollowedByNews(int more) {
    add(Limits.NUDGES_WITH_NEWS, more);
  }

  void escalationsFollowedByNews(int more) {
    add(Limits.ESCALATIONS_WITH_NEWS, more);
  }

  private void add(int number, int more) {
    if (more > 0) {
      counter(number).addAndGet(more);
    }
  }

  /** Whether a finding pointed at the tool. */
  public boolean repeated(String tool) {
    return tools.isRepeated(tool);
  }

  void markRepeated(String tool) {
    tools.of(tool).repeated = true;
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
    ToolUse usage = tools.of(tool);
    boolean alone = own && !sharedWithChildren;
    Limit[] ofTool = usage.limits;
    for (int i = 0; i < ofTool.length; i++) {
      if (!take(ofTool[i], alone)) {
        giveBack(ofTool, i);
        return exceeded(ofTool[i]);
      }
    }
    if (limits.beforeStep.length == 0) {
      addOne(Limits.STEPS, alone);
    }
    for (Limit limit : limits.beforeStep) {
      if (!take(limit, alone)) {
        giveBack(ofTool, ofTool.length);
        return exceeded(limit);
      }
    }
    AtomicLong calls = usage.calls;
    if (alone) {
      calls.setRelease(calls.get() + 1);
    } else {
      calls.incrementAndGet();
    }
    if (own) {
      endIdleTurns();
    }
    return null;
  }

  /**
   * Uses one more, even beyond the limit if that only warns; false if there is none left.
   *
   * @param alone whether nobody else counts meanwhile
   */
  private boolean take(Limit limit, boolean alone) {
    long before;
    do {
      before = counter(limit.counter).get();
      if (acts && before >= limit.most) {
        return false;
      }
    } while (!replace(limit.counter, before, before + 1, alone));
    return true;
  }

  private void addOne(int counter, boolean alone) {
    long before;
    do {
      before = counter(counter).get();
    } while (!replace(counter, before, before + 1, alone));
  }

  /**
   * Sets a counter, if it still is what it was before; false if it is not. Who is alone need not
   * compare, and makes no processor wait for the others.
   */
  private boolean replace(int counter, long before, long after, boolean alone) {
    if (alone) {
      counter(counter).setRelease(after);
      return true;
    }
    return counter(counter).compareAndSet(before, after);
  }

  /** Takes back a tool call that was counted and is not made. */
  void uncountStep(String tool) {
    ToolUse usage = tools.of(tool);
    giveBack(usage.limits, usage.limits.length);
    counter(Limits.STEPS).decrementAndGet();
    usage.calls.decrementAndGet();
  }

  private void giveBack(Limit[] taken, int size) {
    for (int i = 0; i < size; i++) {
      counter(taken[i].counter).decrementAndGet();
    }
  }

  /**
   * Counts a model call of the run itself or of a child. A child that talks to itself does not make
   * its parent idle.
   *
   * @param model its name, empty if unknown
   */
  void countTurn(
      boolean own, boolean idle, String model, long input, long output, BigDecimal price) {
    counter(Limits.TURNS).incrementAndGet();
    spend(Limits.INPUT_TOKENS, input);
    spend(Limits.OUTPUT_TOKENS, output);
    spend(Limits.TOTAL_TOKENS, input);
    spend(Limits.TOTAL_TOKENS, output);
    long cost = CountedMoney.of(price);
    spend(Limits.COST, cost);
    if (!model.isEmpty()) {
      models().count(model, input, output, cost);
    }
    if (own) {
      if (idle) {
        counter(Limits.IDLE_TURNS).incrementAndGet();
      } else {
        endIdleTurns();
      }
    }
  }

  private ModelUses models() {
    ModelUses known = models;
    return known == null ? newModels() : known;
  }

  private synchronized ModelUses newModels() {
    ModelUses known = models;
    if (known == null) {
      known = new ModelUses();
      models = known;
    }
    return known;
  }

  /** Writes only where there is something to end: a write would be seen by every processor. */
  private void endIdleTurns() {
    AtomicLong idleTurns = counters[Limits.IDLE_TURNS];
    if (idleTurns != null && idleTurns.get() != 0) {
      idleTurns.set(0);
    }
  }

  /** Adds what a model call used. Whatever is reported, a total neither falls nor overflows. */
  private void spend(int total, long amount) {
    if (amount <= 0) {
      return;
    }
    long before;
    long after;
    do {
      before = counter(total).get();
      after = before + amount < 0 ? Long.MAX_VALUE : before + amount;
    } while (!counter(total).compareAndSet(before, after));
  }

  /** Notes the time; later times win. */
  void at(long millis) {
    long latest = counter(Limits.ELAPSED_MILLIS).get();
    while (millis > latest && !counter(Limits.ELAPSED_MILLIS).compareAndSet(latest, millis)) {
      latest = counter(Limits.ELAPSED_MILLIS).get();
    }
  }

  /**
   * Notes the time; the first ceiling that leaves no room for another tool call, or null.
   *
   * @param outbox of the run; gets what is near its end
   */
  @Nullable Exceeded beforeStep(String tool, long millis, Outbox outbox) {
    at(millis);
    Exceeded exceeded = firstFull(limits.beforeAny, outbox);
    if (exceeded == null) {
      exceeded = firstFull(limits.beforeStep, outbox);
    }
    return exceeded == null && anyLimitsOfTools
        ? firstFull(tools.of(tool).limits, outbox)
        : exceeded;
  }

  /**
   * The first ceiling that leaves no room for another model call, or null.
   *
   * @param outbox of the run; gets what is near its end
   */
  @Nullable Exceeded beforeTurn(Outbox outbox) {
    Exceeded exceeded = firstFull(limits.beforeTurn, outbox);
    return exceeded == null ? firstFull(limits.beforeAny, outbox) : exceeded;
  }

  private @Nullable Exceeded firstFull(Limit[] candidates, Outbox outbox) {
    for (Limit limit : candidates) {
      Exceeded exceeded = check(limit, outbox);
      if (exceeded != null) {
        return exceeded;
      }
    }
    return null;
  }

  private @Nullable Exceeded check(Limit limit, Outbox outbox) {
    long used = counter(limit.counter).get();
    if (used >= limit.most) {
      return acts || isFirst(limit, REPORTED) ? exceeded(limit) : null;
    }
    if (used >= limit.warnFrom && isFirst(limit, WARNED)) {
      outbox.ceilingNear(limit.name, limit.inUnits(used), limit.inUnits(limit.told));
    }
    return null;
  }

  private Exceeded exceeded(Limit limit) {
    long used = counter(limit.counter).get();
    return new Exceeded(
        limit.kind, limit.name, limit.inUnits(used).longValue(), limit.describe(used));
  }

  /** Whether this was not told of the limit before; it is from now on. */
  private boolean isFirst(Limit limit, int what) {
    int bit = BITS * limit.number + what;
    BitSet known = told;
    return (known == null || !known.get(bit)) && tell(bit);
  }

  private synchronized boolean tell(int bit) {
    BitSet known = told;
    if (known != null && known.get(bit)) {
      return false;
    }
    BitSet more = new BitSet();
    if (known != null) {
      more.or(known);
    }
    more.set(bit);
    told = more;
    return true;
  }

  /** Whether only the run itself counts here. */
  boolean isUnshared() {
    return !sharedWithChildren;
  }

  void save(DataOutput out) throws IOException {
    for (AtomicLong counter : counters) {
      SmallNumbers.write(out, counter == null ? 0 : counter.get());
    }
    BitSet toldOf = told;
    long[] bits = toldOf == null ? new long[0] : toldOf.toLongArray();
    out.writeInt(bits.length);
    for (long each : bits) {
      SmallNumbers.write(out, each);
    }
    tools.save(out);
    ModelUses known = models;
    if (known == null) {
      SmallNumbers.write(out, 0);
    } else {
      known.save(out);
    }
  }

  /** Goes on where one with the same limits was; for one that has counted nothing. */
  void restore(DataInput in) throws IOException {
    for (int i = 0; i < counters.length; i++) {
      long used = SmallNumbers.read(in);
      if (used != 0) {
        counter(i).set(used);
      }
    }
    long[] bits = new long[SmallNumbers.inRange(in.readInt(), counters.length)];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = SmallNumbers.read(in);
    }
    told = bits.length == 0 ? null : BitSet.valueOf(bits);
    tools.restore(in);
    int size = SmallNumbers.readInt(in);
    if (size != 0) {
      models().restore(size, in);
    }
  }
}
