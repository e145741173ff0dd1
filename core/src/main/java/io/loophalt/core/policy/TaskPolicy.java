package io.loophalt.core.policy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that holds for the runs of one task.
 *
 * @param task the task's name, {@code *} for runs whose task has no settings of its own
 * @param preset the preset it started from, with its version if it has several, for reports
 * @param detectors in the order in which they are asked
 * @param actionClassLadders ladders by action class and then detector name, in place of the task's
 * @param ceilings the hard limits
 * @param tools by pattern, the first match counts
 * @param onHalt what a halt does
 * @param messages what the model is told
 * @param haltWait how a halted run waits for a person first; null if it does not
 */
public record TaskPolicy(
    String task,
    String preset,
    List<DetectorPolicy> detectors,
    Map<String, Map<String, Ladder>> actionClassLadders,
    Ceilings ceilings,
    List<ToolPolicy> tools,
    OnHalt onHalt,
    Messages messages,
    @Nullable HaltWait haltWait) {

  /** What a halt does to the run. */
  public enum OnHalt {
    /** {@code LoopHaltException} reaches the caller. */
    THROW,
    /**
     * One last model call without tools may finish with partial results, where the framework allows
     * it.
     */
    FINISH
  }

  /** Copies the collections. */
  public TaskPolicy {
    detectors = List.copyOf(detectors);
    actionClassLadders = Map.copyOf(actionClassLadders);
    tools = List.copyOf(tools);
  }

  /** Whose halted runs do not wait. */
  public TaskPolicy(
      String task,
      String preset,
      List<DetectorPolicy> detectors,
      Map<String, Map<String, Ladder>> actionClassLadders,
      Ceilings ceilings,
      List<ToolPolicy> tools,
      OnHalt onHalt,
      Messages messages) {
    this(task, preset, detectors, actionClassLadders, ceilings, tools, onHalt, messages, null);
  }

  /** With the default messages. */
  public TaskPolicy(
      String task,
      String preset,
      List<DetectorPolicy> detectors,
      Map<String, Map<String, Ladder>> actionClassLadders,
      Ceilings ceilings,
      List<ToolPolicy> tools,
      OnHalt onHalt) {
    this(task, preset, detectors, actionClassLadders, ceilings, tools, onHalt, Messages.DEFAULT);
  }

  /** The same with other ceilings. */
  public TaskPolicy with(Ceilings others) {
    return new TaskPolicy(
        task, preset, detectors, actionClassLadders, others, tools, onHalt, messages, haltWait);
  }

  /** The same with other detectors. */
  public TaskPolicy with(List<DetectorPolicy> others) {
    return new TaskPolicy(
        task, preset, others, actionClassLadders, ceilings, tools, onHalt, messages, haltWait);
  }
}
