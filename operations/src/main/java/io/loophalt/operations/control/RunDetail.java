package io.loophalt.operations.control;

import io.loophalt.StopReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run, looked at closely.
 *
 * @param run as in the list
 * @param tools calls by tool
 * @param lastActions the most recent in short form, oldest first: tool and digests, never contents
 * @param rules every rule that counts anything, with its explanation
 * @param nudges after how many steps its model was nudged, oldest first
 * @param stop why it is halted; null if it is not
 */
public record RunDetail(
    RunView run,
    Map<String, Long> tools,
    List<String> lastActions,
    List<RunView.Rule> rules,
    List<Long> nudges,
    @Nullable Stop stop) {

  /**
   * Why a run is halted.
   *
   * @param kind such as {@code no_progress}
   * @param detail one sentence
   * @param detector what has halted it
   * @param count what that one had counted
   * @param steps after how many steps
   */
  public record Stop(String kind, String detail, String detector, long count, long steps) {

    static Stop of(StopReason reason) {
      return new Stop(
          reason.kind().id(), reason.detail(), reason.detector(), reason.count(), reason.steps());
    }
  }
}
