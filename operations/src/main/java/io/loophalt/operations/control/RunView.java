package io.loophalt.operations.control;

import io.loophalt.core.detect.Standing;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.Usage;
import io.loophalt.operations.RunState;
import io.loophalt.runtime.runs.LiveRun;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as a person sees it in a list.
 *
 * @param id its id
 * @param task its task
 * @param state {@code going}, {@code nudged}, {@code waiting} or {@code halted}
 * @param steps tool calls so far
 * @param turns model calls so far that were seen
 * @param tokens in both directions so far, as far as they were reported
 * @param cost in the currency of the price table; 0 if no price is known
 * @param seconds since it began, without pauses
 * @param idleSeconds since it was used last
 * @param nearest the rule that is nearest to a halt; null if none counts anything
 * @param reason why it is halted, as one sentence; null if it is not
 * @param parent the run inside which it was opened; null if none
 */
public record RunView(
    String id,
    String task,
    String state,
    long steps,
    long turns,
    long tokens,
    BigDecimal cost,
    long seconds,
    long idleSeconds,
    @Nullable Rule nearest,
    @Nullable String reason,
    @Nullable String parent) {

  /**
   * How far a rule has come.
   *
   * @param detector the detector's name
   * @param rule its rule
   * @param count its debt or streak
   * @param haltsAt at which count it halts; null if it never does
   * @param why one sentence
   */
  public record Rule(
      String detector, String rule, int count, @Nullable Integer haltsAt, String why) {

    static Rule of(Standing standing) {
      return new Rule(
          standing.detector(),
          standing.rule(),
          standing.count(),
          standing.haltsAt(),
          standing.why());
    }
  }

  static RunView of(LiveRun live, long nowNanos) {
    Run run = live.run();
    Usage used = run.usage();
    List<Standing> standings = run.standings();
    Standing nearest = null;
    for (Standing each : standings) {
      boolean nearer = nearest == null || each.share() > nearest.share();
      nearest = each.count() > 0 && nearer ? each : nearest;
    }
    var halted = run.haltReason();
    Run parent = run.parent();
    return new RunView(
        run.id(),
        run.task(),
        RunState.of(live, standings).id(),
        used.steps(),
        used.turns(),
        used.inputTokens() + used.outputTokens(),
        used.cost(),
        live.millisAt(nowNanos) / 1_000,
        live.idleNanos(nowNanos) / 1_000_000_000,
        nearest == null ? null : Rule.of(nearest),
        halted == null ? null : halted.kind().id() + ": " + halted.detail(),
        parent == null ? null : parent.id());
  }

  /** How near it is to a halt, from 0 to 1; halted ones are at 1. */
  double share() {
    if (reason != null) {
      return 1;
    }
    Integer haltsAt = nearest == null ? null : nearest.haltsAt();
    return nearest == null || haltsAt == null ? 0 : (double) nearest.count() / haltsAt;
  }
}
