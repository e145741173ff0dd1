package io.loophalt.operations.control;

import io.loophalt.core.detect.Standing;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.Usage;
import io.loophalt.operations.RunState;
import io.loophalt.runtime.runs.LiveRun;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as a person sees it in a list: one that is live, or one that was halted and is over and
 * stays halted for whoever begins it again.
 *
 * @param id its id
 * @param task its task
 * @param framework by whose calls it was seen first; null if by none
 * @param state {@code going}, {@code nudged}, {@code waiting} or {@code halted}
 * @param steps tool calls so far
 * @param turns model calls so far that were seen
 * @param tokens in both directions so far, as far as they were reported
 * @param cost in the currency of the price table; 0 if no price is known
 * @param seconds since it began, without pauses; of one that is over, how long it took
 * @param idleSeconds since it was used last, or over
 * @param nearest the rule that is nearest to a halt; null if none counts anything
 * @param reason why it is halted, as one sentence; null if it is not
 * @param parent the run inside which it was opened; null if none
 * @param over whether it is
 */
public record RunView(
    String id,
    String task,
    @Nullable String framework,
    String state,
    long steps,
    long turns,
    long tokens,
    BigDecimal cost,
    long seconds,
    long idleSeconds,
    @Nullable Rule nearest,
    @Nullable String reason,
    @Nullable String parent,
    boolean over) {

  /**
   * How far a rule has come.
   *
   * @param detector the detector's name
   * @param rule its rule
   * @param count its debt or streak
   * @param haltsAt at which count it halts; null if it never does
   * @param rung the strongest thing that it has led to since it last fell: {@code none}, {@code
   *     nudge}, {@code escalate} or {@code halt}
   * @param why one sentence
   */
  public record Rule(
      String detector, String rule, int count, @Nullable Integer haltsAt, String rung, String why) {

    static Rule of(Standing standing) {
      return new Rule(
          standing.detector(),
          standing.rule(),
          standing.count(),
          standing.haltsAt(),
          standing.reached().name().toLowerCase(Locale.ROOT),
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
        run.framework(),
        RunState.of(live, standings).id(),
        used.steps(),
        used.turns(),
        used.inputTokens() + used.outputTokens(),
        used.cost(),
        live.ageMillisAt(nowNanos) / 1_000,
        live.idleNanos(nowNanos) / 1_000_000_000,
        nearest == null ? null : Rule.of(nearest),
        halted == null ? null : halted.kind().id() + ": " + halted.detail(),
        parent == null ? null : parent.id(),
        false);
  }

  /** Of one that was halted and is over. */
  static RunView of(RunEnded end) {
    BigDecimal cost = end.cost();
    return new RunView(
        end.runId(),
        end.task(),
        end.framework(),
        RunState.HALTED.id(),
        end.steps(),
        end.turns(),
        end.inputTokens() + end.outputTokens(),
        cost == null ? BigDecimal.ZERO : cost,
        end.wall().toSeconds(),
        Math.max(0, Duration.between(end.time(), Instant.now()).toSeconds()),
        null,
        end.kind().id() + ": " + end.detail(),
        end.parentRunId(),
        true);
  }

  /** Whether one that is over has used what another one has, and is halted for the same. */
  boolean isAsFarAs(RunView other) {
    return steps == other.steps
        && turns == other.turns
        && tokens == other.tokens
        && cost.compareTo(other.cost) == 0
        && Objects.equals(reason, other.reason);
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
