package io.loophalt.core.run;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.CountedMoney;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Glob;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is worked out once for all runs of a task, so that each of them keeps only what differs.
 * Immutable.
 */
public final class TaskPlan {

  private final TaskPolicy policy;
  private final boolean acts;
  private final Function<DetectorPolicy, Detector> detectors;
  private final Limits limits;
  private final Wording wording;
  private final Glob[] patterns;
  private final boolean anyLadders;
  private final @Nullable LoopMemory memory;

  /** Those that the task's runs share with others; null if there are no budgets at all. */
  private final @Nullable List<Budget> budgets;

  /** What a person has granted to the one run that this is of; null for most. */
  private final @Nullable Ceilings granted;

  /** What the configuration says, whatever is granted. */
  private final Ceilings configured;

  /** See {@link #digest}; 0 until somebody asks. */
  private volatile long digest;

  /**
   * Works it out.
   *
   * @param mode whether the agent acts; with {@code OBSERVE} everything is found and nothing
   *     follows
   * @param detectors makes a detector from its settings
   */
  public TaskPlan(TaskPolicy policy, Mode mode, Function<DetectorPolicy, Detector> detectors) {
    this(policy, mode, detectors, null);
  }

  /**
   * Works it out for runs that are told what earlier ones were stuck in.
   *
   * <p>The other parameters are those of the other constructor.
   *
   * @param memory what is known of earlier runs; null if nothing is to be. It hears of these runs
   *     as one of their sinks
   */
  public TaskPlan(
      TaskPolicy policy,
      Mode mode,
      Function<DetectorPolicy, Detector> detectors,
      @Nullable LoopMemory memory) {
    this.granted = null;
    this.configured = policy.ceilings();
    this.budgets = null;
    this.memory = memory;
    this.policy = policy;
    this.acts = mode == Mode.ACT;
    this.detectors = detectors;
    this.limits = new Limits(policy.ceilings());
    this.wording = new Wording(policy.messages());
    this.patterns = new Glob[policy.tools().size()];
    boolean ladders = !policy.actionClassLadders().isEmpty();
    for (int i = 0; i < patterns.length; i++) {
      ToolPolicy tool = policy.tools().get(i);
      patterns[i] = new Glob(tool.pattern());
      ladders |= !tool.ladders().isEmpty();
    }
    this.anyLadders = ladders;
  }

  private TaskPlan(TaskPlan other, @Nullable Ceilings granted) {
    this(
        other,
        other.policy.with(over(other.configured, granted)),
        new Limits(over(other.configured, granted)),
        granted,
        other.budgets);
  }

  private TaskPlan(
      TaskPlan other,
      TaskPolicy policy,
      Limits limits,
      @Nullable Ceilings granted,
      @Nullable List<Budget> budgets) {
    this.granted = granted;
    this.configured = other.configured;
    this.budgets = budgets;
    this.memory = other.memory;
    this.policy = policy;
    this.acts = other.acts;
    this.detectors = other.detectors;
    this.limits = limits;
    this.wording = other.wording;
    this.patterns = other.patterns;
    this.anyLadders = other.anyLadders;
  }

  /**
   * The same for runs that share budgets with others.
   *
   * @param shared in the order in which they are asked; empty if the task has none and others do,
   *     so that what is called inside runs of those counts
   */
  public TaskPlan sharing(List<Budget> shared) {
    return new TaskPlan(this, policy, limits, granted, List.copyOf(shared));
  }

  /** Whether there are budgets, of this task or another. */
  boolean anyBudgets() {
    return budgets != null;
  }

  /** Those that the task's runs share with others. */
  List<Budget> budgets() {
    List<Budget> known = budgets;
    return known == null ? List.of() : known;
  }

  /**
   * Whether a person has granted the run so much more that no budget is asked: what is granted is a
   * limit of its own.
   *
   * @param kind of the budget's halt
   */
  boolean isGranted(Kind kind) {
    return granted != null
        && (kind == Kind.COST_CAP ? granted.cost() != null : granted.totalTokens() > 0);
  }

  /** The same for one run, which may use so much more than it has. */
  TaskPlan granting(Usage used, Allowance more) {
    return more.isNone() ? this : new TaskPlan(this, limitsOf(used, more, granted));
  }

  /** The same for a run to which something was granted while another plan held. */
  TaskPlan grantedAsBy(TaskPlan before) {
    Ceilings known = before.granted;
    return known == null ? this : new TaskPlan(this, known);
  }

  /** The same for a run to which exactly this is granted; null for nothing. */
  TaskPlan grantedExactly(@Nullable Ceilings limits) {
    return Objects.equals(granted, limits) ? this : new TaskPlan(this, limits);
  }

  /** What a person has granted; null for nothing. */
  @Nullable Ceilings granted() {
    return granted;
  }

  /** What the configuration says, whatever is granted. */
  Ceilings configured() {
    return configured;
  }

  /** The limits up to which something is granted; none where nothing is, now or before. */
  private static Ceilings limitsOf(Usage used, Allowance more, @Nullable Ceilings before) {
    Ceilings known = before == null ? Ceilings.NONE : before;
    BigDecimal cost = more.cost();
    Duration time = more.time();
    boolean tokens = more.tokens() > 0;
    return new Ceilings(
        more.steps() == 0 ? known.steps() : used.steps() + more.steps(),
        Map.of(),
        more.turns() == 0 ? known.turns() : used.turns() + more.turns(),
        tokens ? used.inputTokens() + more.tokens() : known.inputTokens(),
        tokens ? used.outputTokens() + more.tokens() : known.outputTokens(),
        tokens ? used.inputTokens() + used.outputTokens() + more.tokens() : known.totalTokens(),
        cost == null ? known.cost() : used.cost().add(asCounted(cost)),
        time == null ? known.wallClock() : after(used.elapsedMillis(), time),
        0,
        known.warnAtPercent());
  }

  /** Who grants more money than can be counted grants as much as can be. */
  private static BigDecimal asCounted(BigDecimal money) {
    return CountedMoney.money(CountedMoney.of(money));
  }

  /** Who grants more time than can be counted grants as much as can be. */
  private static Duration after(long elapsedMillis, Duration time) {
    Duration most = Duration.ofMillis(Long.MAX_VALUE - elapsedMillis);
    return (time.compareTo(most) < 0 ? time : most).plusMillis(elapsedMillis);
  }

  /** What is granted in place of what is configured, whether that is more or less. */
  private static Ceilings over(Ceilings configured, @Nullable Ceilings granted) {
    if (granted == null) {
      return configured;
    }
    return new Ceilings(
        granted.steps() == 0 ? configured.steps() : granted.steps(),
        configured.toolCalls(),
        granted.turns() == 0 ? configured.turns() : granted.turns(),
        atLeast(configured.inputTokens(), granted.inputTokens()),
        atLeast(configured.outputTokens(), granted.outputTokens()),
        granted.totalTokens() == 0 ? configured.totalTokens() : granted.totalTokens(),
        granted.cost() == null ? configured.cost() : granted.cost(),
        granted.wallClock() == null ? configured.wallClock() : granted.wallClock(),
        configured.idleTurns(),
        configured.warnAtPercent(),
        configured.afterTurns());
  }

  /** A limit of one direction must not hold back what is granted for both. */
  private static long atLeast(long limit, long granted) {
    return limit == 0 ? 0 : Math.max(limit, granted);
  }

  /**
   * Whether what a run has watched by this plan can be judged on by the other: the same detectors,
   * with the same numbers, in the same order. Ladders, ceilings and mode may differ.
   */
  boolean watchesLike(TaskPlan other) {
    return anyLadders == other.anyLadders
        && (memory == null) == (other.memory == null)
        && watched().equals(other.watched());
  }

  private List<DetectorPolicy> watched() {
    List<DetectorPolicy> watched = new ArrayList<>();
    for (DetectorPolicy each : policy.detectors()) {
      if (each.mode() != Mode.OFF) {
        watched.add(new DetectorPolicy(each.detector(), Mode.ACT, Ladder.NONE, each.parameters()));
      }
    }
    return watched;
  }

  TaskPolicy policy() {
    return policy;
  }

  /** Whether what is found is followed by nudges and halts. */
  boolean acts() {
    return acts;
  }

  /** A detector that has seen nothing. */
  Detector newDetector(DetectorPolicy settings) {
    return detectors.apply(settings);
  }

  /** What is known of earlier runs, or null. */
  @Nullable LoopMemory memory() {
    return memory;
  }

  Limits limits() {
    return limits;
  }

  /** What the model is told. */
  Wording wording() {
    return wording;
  }

  /** Whether some tools or action classes have ladders of their own. */
  boolean anyLadders() {
    return anyLadders;
  }

  /** What holds for a tool, or null if nothing is said about it. */
  @Nullable ToolPolicy ofTool(String tool) {
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(tool)) {
        return policy.tools().get(i);
      }
    }
    return null;
  }

  /**
   * Of all that decides what the state means; maps in the order of their keys. The mode is a part
   * of it: rungs that were only observed are not climbed again.
   */
  long digest() {
    long known = digest;
    if (known == 0) {
      known = newDigest();
      digest = known;
    }
    return known;
  }

  private long newDigest() {
    StringBuilder text = new StringBuilder(acts ? "" : "observe\n");
    text.append(memory != null ? "memory\n" : "");
    for (DetectorPolicy each : policy.detectors()) {
      text.append(each.detector()).append(each.mode()).append(each.ladder());
      text.append(new TreeMap<>(each.parameters())).append('\n');
    }
    new TreeMap<>(policy.actionClassLadders())
        .forEach((name, ladders) -> text.append(name).append(new TreeMap<>(ladders)).append('\n'));
    for (ToolPolicy tool : policy.tools()) {
      text.append(tool.pattern()).append(tool.actionClass()).append(tool.effect());
      text.append(new TreeSet<>(tool.ignoredArguments()));
      text.append(new TreeSet<>(tool.fileArguments()));
      text.append(new TreeMap<>(tool.ladders())).append(tool.ignored());
      if (tool.exhaustive() != null || tool.volatileParts() != null) {
        text.append(tool.exhaustive()).append(tool.volatileParts());
      }
      text.append(tool.ignoredParts().isEmpty() ? "" : tool.ignoredParts()).append('\n');
    }
    text.append(new TreeMap<>(configured.toolCalls()));
    text.append(
        Arrays.asList(
            configured.steps(),
            configured.turns(),
            configured.inputTokens(),
            configured.outputTokens(),
            configured.totalTokens(),
            configured.cost(),
            configured.wallClock(),
            configured.idleTurns(),
            configured.warnAtPercent(),
            configured.afterTurns()));
    return TextDigest.of(text.append(policy.onHalt()));
  }
}
