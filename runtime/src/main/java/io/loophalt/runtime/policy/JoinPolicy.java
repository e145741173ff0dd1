package io.loophalt.runtime.policy;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When runs that many workers enter and leave are over, and which ids from outside name one.
 *
 * @param gap a joined run that was silent for this long is over
 * @param gapByTask the same for tasks that have one of their own
 * @param trusted ids from outside that are believed; null for none
 */
public record JoinPolicy(
    Duration gap, Map<String, Duration> gapByTask, @Nullable TrustedIds trusted) {

  /** A day, and nobody is believed. */
  public static final JoinPolicy DEFAULT = new JoinPolicy(Duration.ofHours(24), Map.of(), null);

  /** Copies the map. */
  public JoinPolicy {
    gapByTask = Map.copyOf(gapByTask);
  }

  /**
   * Ids that come with a request or a trace, from whom the operator trusts.
   *
   * @param header the HTTP header that names the run of a servlet request; null for none
   * @param baggage the key of OpenTelemetry's baggage that names the run of a call; null for none
   * @param spanAttribute the attribute of spans that names the run that they are of, for who judges
   *     traces; null for none
   * @param task the task of these runs
   */
  public record TrustedIds(
      @Nullable String header,
      @Nullable String baggage,
      @Nullable String spanAttribute,
      String task) {}

  /** After how long a silence a joined run of a task is over. */
  public Duration gap(String task) {
    return gapByTask.getOrDefault(task, gap);
  }
}
