package io.loophalt;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was seen in a run that is not halted for it.
 *
 * @param runId the run's id, as it was given
 * @param task the run's task, as it was given
 * @param detector the detector that found it
 * @param count what it counts
 * @param steps tool calls of the run so far
 * @param detail one sentence for a person
 */
public record LoopNotice(
    String runId, String task, String detector, long count, long steps, String detail) {

  static LoopNotice fromMap(Map<?, ?> map) {
    return new LoopNotice(
        String.valueOf(map.get("run_id")),
        String.valueOf(map.get("task")),
        String.valueOf(map.get("detector")),
        number(map.get("count")),
        number(map.get("steps")),
        String.valueOf(map.get("detail")));
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
