package io.loophalt.core;

import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what holds for the runs of one task. Refuses null with a {@link
 * NullPointerException} that names the parameter. Not thread-safe.
 */
public final class TaskSettings {

  private static final int NUDGE_AT = 3;
  private static final int HALT_AT = 5;

  private @Nullable Ladder ladder;
  private @Nullable Integer nudgeAt;
  private @Nullable Integer haltAt;
  private @Nullable Ceilings ceilings;
  private Ceilings ceilingsOfAll = Ceilings.NONE;
  private List<DetectorPolicy> detectors = StandardPreset.detectors();
  private final List<DetectorPolicy> changed = new ArrayList<>();
  private final List<ToolPolicy> tools = new ArrayList<>();

  /** What holds for all tasks: behind what this one says, as in a configuration. */
  private final List<ToolPolicy> toolsOfAll = new ArrayList<>();

  private OnHalt onHalt = OnHalt.THROW;
  private Messages messages = Messages.DEFAULT;

  TaskSettings() {}

  TaskSettings copy() {
    TaskSettings copy = new TaskSettings();
    copy.ladder = ladder;
    copy.nudgeAt = nudgeAt;
    copy.haltAt = haltAt;
    copy.ceilingsOfAll = mergedCeilings();
    copy.detectors = detectors;
    copy.changed.addAll(changed);
    copy.toolsOfAll.addAll(tools);
    copy.onHalt = onHalt;
    copy.messages = messages;
    return copy;
  }

  /**
   * How often the same may come to nothing before the model is told, 1 or more; {@value #NUDGE_AT}
   * by default. Strict evidence counts so (the same call, the same outcome); rules on weaker
   * evidence halt no sooner than these do, and rules of something else keep their own counts.
   */
  public TaskSettings nudgeAt(int count) {
    nudgeAt = count;
    ladder = null;
    return this;
  }

  /**
   * How often the same may come to nothing before the run is halted, more than {@link #nudgeAt};
   * {@value #HALT_AT} by default.
   */
  public TaskSettings haltAt(int count) {
    haltAt = count;
    ladder = null;
    return this;
  }

  /** All rungs, in place of {@link #nudgeAt} and {@link #haltAt}. */
  public TaskSettings ladder(Ladder rungs) {
    ladder = Objects.requireNonNull(rungs, "rungs");
    nudgeAt = null;
    haltAt = null;
    return this;
  }

  /**
   * The hard limits; {@link Ceilings#NONE} by default. A task's are merged with those of all tasks,
   * limit by limit, and {@link Ceilings#NONE} lifts all of those. A limit that is 0 or left out, or
   * a share of 80, leaves the wider one: to lift one limit alone, give it a high number.
   */
  public TaskSettings ceilings(Ceilings limits) {
    ceilings = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /**
   * The detectors, in place of the standard preset's: each with the ladder it has, unless {@link
   * #nudgeAt} or {@link #haltAt} give one to all.
   */
  public TaskSettings detectors(List<DetectorPolicy> all) {
    detectors = List.copyOf(all);
    return this;
  }

  /** One more detector, or another ladder, mode or numbers for one that is there. */
  public TaskSettings detector(DetectorPolicy detector) {
    changed.add(Objects.requireNonNull(detector, "detector"));
    return this;
  }

  /**
   * What is known of the tools that a pattern matches. Of several, the first counts; those of a
   * task come before those of all tasks, and where both have a pattern, what the task's leaves open
   * is as the other says. Its {@code fileArguments} are read where {@link ToolCall#touching} does
   * not say what a call touches.
   */
  public TaskSettings tool(ToolPolicy tool) {
    tools.add(Objects.requireNonNull(tool, "tool"));
    return this;
  }

  /**
   * A halted run gets one last model call, with {@link Decision.Finish}, to give partial results.
   * For loops that can make a call without tools.
   */
  public TaskSettings finishOnHalt() {
    onHalt = OnHalt.FINISH;
    return this;
  }

  /**
   * What the model is told, in place of the default texts; a rung's own text comes before these.
   */
  public TaskSettings messages(Messages texts) {
    messages = Objects.requireNonNull(texts, "texts");
    return this;
  }

  TaskPolicy policy(String task) {
    Ladder general = generalLadder();
    List<DetectorPolicy> all = new ArrayList<>();
    for (DetectorPolicy each : detectors) {
      all.add(general == null ? each : StandardPreset.underLadder(each, general));
    }
    for (DetectorPolicy each : changed) {
      replaceOrAdd(all, each);
    }
    return new TaskPolicy(
        task,
        StandardPreset.VERSIONED_NAME,
        all,
        Map.of(),
        mergedCeilings(),
        mergedTools(),
        onHalt,
        messages);
  }

  private Ceilings mergedCeilings() {
    return ceilings == null ? ceilingsOfAll : ceilings.over(ceilingsOfAll);
  }

  private List<ToolPolicy> mergedTools() {
    Map<String, ToolPolicy> ofAll = new LinkedHashMap<>();
    for (ToolPolicy each : toolsOfAll) {
      ofAll.putIfAbsent(each.pattern(), each);
    }
    Map<String, ToolPolicy> merged = new LinkedHashMap<>();
    for (ToolPolicy own : tools) {
      ToolPolicy wider = ofAll.get(own.pattern());
      merged.putIfAbsent(own.pattern(), wider == null ? own : own.over(wider));
    }
    ofAll.forEach(merged::putIfAbsent);
    return List.copyOf(merged.values());
  }

  private static void replaceOrAdd(List<DetectorPolicy> all, DetectorPolicy detector) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).detector().equals(detector.detector())) {
        all.set(i, detector);
        return;
      }
    }
    all.add(detector);
  }

  private @Nullable Ladder generalLadder() {
    if (nudgeAt == null && haltAt == null) {
      return ladder;
    }
    int nudge = nudgeAt == null ? NUDGE_AT : nudgeAt;
    int halt = haltAt == null ? HALT_AT : haltAt;
    if (halt <= nudge) {
      throw new IllegalArgumentException(
          "haltAt ("
              + halt
              + (haltAt == null ? " by default" : "")
              + ") must be more than nudgeAt ("
              + nudge
              + (nudgeAt == null ? " by default" : "")
              + ")");
    }
    return Ladder.nudgeThenHalt(nudge, halt);
  }
}
