package io.loophalt.core;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What holds for the runs of a guard. A plain value; immutable.
 *
 * @param defaults for tasks that have no settings of their own
 * @param tasks by task name
 * @param prices the first whose pattern matches a model counts
 * @param observeOnly whether everything is found and nothing follows, for a trial
 */
public record GuardSettings(
    TaskPolicy defaults,
    Map<String, TaskPolicy> tasks,
    List<ModelPrice> prices,
    boolean observeOnly) {

  /** Copies the collections. */
  public GuardSettings {
    tasks = Map.copyOf(tasks);
    prices = List.copyOf(prices);
  }

  /**
   * The standard preset: no ceilings; the same with nothing gained is nudged about at the third
   * time and halted at the fifth, weaker evidence later. docs/detection.md has the rules and what
   * they were measured on.
   */
  public static GuardSettings standard() {
    return builder().build();
  }

  /** Starts from the {@linkplain #standard standard preset}. */
  public static Builder builder() {
    return new Builder();
  }

  List<TaskPolicy> policies() {
    List<TaskPolicy> all = new ArrayList<>(tasks.values());
    all.add(defaults);
    return all;
  }

  TaskPolicy policyOf(String task) {
    return tasks.getOrDefault(task, defaults);
  }

  BigDecimal costOf(ModelAnswer answer) {
    return ModelPrice.ofCall(
        prices,
        answer.model(),
        answer.inputTokens(),
        answer.cachedInputTokens(),
        answer.outputTokens());
  }

  /**
   * Puts settings together; not thread-safe. What is said of no task holds for all that say nothing
   * else.
   */
  public static final class Builder {

    private final TaskSettings defaults = new TaskSettings();
    private final Map<String, Consumer<TaskSettings>> tasks = new LinkedHashMap<>();
    private final List<ModelPrice> prices = new ArrayList<>();
    private boolean observeOnly;

    private Builder() {}

    /** See {@link TaskSettings#nudgeAt}. */
    public Builder nudgeAt(int count) {
      defaults.nudgeAt(count);
      return this;
    }

    /** See {@link TaskSettings#haltAt}. */
    public Builder haltAt(int count) {
      defaults.haltAt(count);
      return this;
    }

    /** See {@link TaskSettings#ladder}. */
    public Builder ladder(Ladder ladder) {
      defaults.ladder(ladder);
      return this;
    }

    /** See {@link TaskSettings#ceilings}. */
    public Builder ceilings(Ceilings ceilings) {
      defaults.ceilings(ceilings);
      return this;
    }

    /** See {@link TaskSettings#detectors}. */
    public Builder detectors(List<DetectorPolicy> detectors) {
      defaults.detectors(detectors);
      return this;
    }

    /** See {@link TaskSettings#detector}. */
    public Builder detector(DetectorPolicy detector) {
      defaults.detector(detector);
      return this;
    }

    /** See {@link TaskSettings#tool}. */
    public Builder tool(ToolPolicy tool) {
      defaults.tool(tool);
      return this;
    }

    /** See {@link TaskSettings#finishOnHalt}. */
    public Builder finishOnHalt() {
      defaults.finishOnHalt();
      return this;
    }

    /** See {@link TaskSettings#messages}. */
    public Builder messages(Messages texts) {
      defaults.messages(texts);
      return this;
    }

    /** What is different for one task; begins with what holds for all, in whatever order. */
    public Builder task(String name, Consumer<TaskSettings> changes) {
      tasks.merge(name, changes, Consumer::andThen);
      return this;
    }

    /** Adds a price; of several that match a model, the one added first counts. */
    public Builder price(ModelPrice price) {
      prices.add(price);
      return this;
    }

    /** Everything is found and recorded, and nothing follows: no nudge, no halt, no ceiling. */
    public Builder observeOnly() {
      observeOnly = true;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if a task would halt no later than it nudges
     */
    public GuardSettings build() {
      Map<String, TaskPolicy> own = new LinkedHashMap<>();
      tasks.forEach(
          (name, changes) -> {
            TaskSettings task = defaults.copy();
            changes.accept(task);
            own.put(name, task.policy(name));
          });
      return new GuardSettings(defaults.policy("*"), own, prices, observeOnly);
    }
  }
}
