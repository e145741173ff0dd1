package io.loophalt.operations.control;

import io.loophalt.StopReason;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run, looked at closely.
 *
 * @param run as in the list
 * @param tools calls by tool
 * @param lastActions the most recent in short form, oldest first: tool and digests, never contents
 * @param arguments what the latest steps were called with, oldest first; empty unless the
 *     configuration has that captured
 * @param rules every rule that counts anything, with its explanation
 * @param nudges after how many steps its model was nudged, oldest first
 * @param stop why it is halted; null if it is not
 */
public record RunDetail(
    RunView run,
    Map<String, Long> tools,
    List<String> lastActions,
    List<Arguments> arguments,
    List<RunView.Rule> rules,
    List<Long> nudges,
    @Nullable Stop stop) {

  /**
   * Of a run that is over.
   *
   * @param captured as above
   */
  static RunDetail of(HaltedRuns.Over over, List<Arguments> captured) {
    Map<String, Long> tools = new LinkedHashMap<>();
    for (RunEnded.ToolUse each : over.end().tools()) {
      tools.put(each.tool(), each.calls());
    }
    Intervened halt = over.halt();
    return new RunDetail(
        RunView.of(over.end()),
        tools,
        halt == null ? List.of() : halt.lastActions(),
        captured,
        List.of(),
        List.of(),
        Stop.of(over));
  }

  /**
   * What a step was called with.
   *
   * @param step 0-based number
   * @param tool the tool's name
   * @param text without secrets
   * @param cut whether there was more of it
   */
  public record Arguments(long step, String tool, String text, boolean cut) {}

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

    static Stop of(HaltedRuns.Over over) {
      Intervened halt = over.halt();
      return new Stop(
          over.end().kind().id(),
          over.end().detail(),
          halt == null ? "" : halt.detector(),
          halt == null ? 0 : halt.count(),
          over.end().steps());
    }
  }
}
