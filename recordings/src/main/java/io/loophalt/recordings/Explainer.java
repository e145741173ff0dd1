package io.loophalt.recordings;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the story of the runs of one name, entry by entry. A recording may name a run only at its
 * end, so that each run's story is kept until then.
 */
public final class Explainer implements RunSink {

  private final String wanted;
  private final Function<String, TaskPolicy> policies;
  private final Function<DetectorPolicy, Detector> detectors;
  private final Function<Turn, BigDecimal> costs;
  private final Consumer<List<String>> stories;

  /**
   * Makes an explainer.
   *
   * @param wanted the run's id, or how it ends
   * @param stories takes the lines of a run when it is over
   */
  public Explainer(
      String wanted,
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      Consumer<List<String>> stories) {
    this.wanted = wanted;
    this.policies = policies;
    this.detectors = detectors;
    this.costs = costs;
    this.stories = stories;
  }

  @Override
  public OpenRun begin(String id, String task) {
    TaskPolicy policy = policies.apply(task);
    Playback playback = new Playback(id, task, policy, detectors, costs);
    ExplainedRun story = new ExplainedRun();
    playback.follow(story);
    return new OpenRun() {
      private String name = id;

      @Override
      public void named(String id) {
        name = id;
      }

      @Override
      public void turn(RecordedRun.RecordedTurn turn) {
        playback.turn(turn);
      }

      @Override
      public void end(@Nullable Boolean outcome) {
        if (name.endsWith(wanted)) {
          stories.accept(story.lines(name, policy.preset(), playback.outcome()));
        }
      }
    };
  }

  @Override
  public void judged(RunReport report) {
    if (report.id().endsWith(wanted)) {
      stories.accept(
          List.of("its event log holds no steps: what happened then is all that is known of it"));
    }
  }
}
