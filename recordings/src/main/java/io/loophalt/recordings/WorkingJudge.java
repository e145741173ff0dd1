package io.loophalt.recordings;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of several that read the same recordings and play the parts that {@link DealingJudge} deals
 * them. Not thread-safe.
 */
public final class WorkingJudge implements RunSink {

  /**
   * What is to be played next.
   *
   * @param run counts the runs in the order in which they begin, from 0
   * @param part counts the parts of the run, from 0
   */
  public record Order(long run, long part) {}

  /** Who deals. */
  public interface Dealer {

    /** Waits for the next order, which is of a later part than all before; null for none. */
    @Nullable Order next();

    /** What came of the latest. */
    void played(PlayedPart part);
  }

  private final Function<String, TaskPolicy> policies;
  private final Function<DetectorPolicy, Detector> detectors;
  private final Function<Turn, BigDecimal> costs;
  private final Function<Long, String> names;
  private final Consumer<Run> shared;
  private final Dealer dealer;
  private long runs;
  private @Nullable Order next;
  private boolean begun;

  /**
   * Makes one.
   *
   * @param names what all workers call a run, by its number
   * @param shared lets a run be judged by all of them
   */
  public WorkingJudge(
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      Function<Long, String> names,
      Consumer<Run> shared,
      Dealer dealer) {
    this.policies = policies;
    this.detectors = detectors;
    this.costs = costs;
    this.names = names;
    this.shared = shared;
    this.dealer = dealer;
  }

  @Override
  public OpenRun begin(String id, String task) {
    long number = runs++;
    Playback playback =
        new Playback(names.apply(number), task, policies.apply(task), detectors, costs);
    shared.accept(playback.run());
    return new OpenRun() {
      private long parts;

      @Override
      public void named(String later) {
        // The dealer tells it.
      }

      @Override
      public void turn(RecordedTurn turn) {
        for (int part = 0; part <= turn.calls().size(); part++) {
          if (isDealt(number, parts++)) {
            play(playback, turn, part);
          } else {
            playback.partElsewhere(turn, part);
          }
        }
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        // As above.
      }
    };
  }

  private boolean isDealt(long run, long part) {
    if (!begun) {
      begun = true;
      next = dealer.next();
    }
    Order order = next;
    return order != null && order.run() == run && order.part() == part;
  }

  private void play(Playback playback, RecordedTurn turn, int part) {
    int before = playback.outcome().findings().size();
    playback.part(turn, part);
    Playback.Outcome outcome = playback.outcome();
    List<RunReport.Found> found =
        Judge.found(outcome.findings().subList(before, outcome.findings().size()));
    dealer.played(
        new PlayedPart(found, outcome.haltedAt(), PlayedPart.Stop.of(outcome.stopReason())));
    next = dealer.next();
  }

  @Override
  public void judged(RunReport report) {
    // As above.
  }
}
