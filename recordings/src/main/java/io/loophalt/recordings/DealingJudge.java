package io.loophalt.recordings;

import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.PlayedPart.Stop;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunReport.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has every run played by several processes that read the same recordings, one part of a turn after
 * the other, and reports it when it is over as {@link Judge} does. Not thread-safe.
 */
public final class DealingJudge implements RunSink {

  /** The processes. */
  public interface Workers {

    /**
     * Parts of one turn are to be played; waits until they are.
     *
     * @param run counts the runs of the recordings in the order in which they begin, from 0
     * @param first counts the parts of the run, from 0; the next one follows it
     * @param parts how many; of more than one any may be played before the others
     */
    List<PlayedPart> play(long run, long first, int parts);
  }

  private final Function<String, TaskPolicy> policies;
  private final Workers workers;
  private final boolean race;
  private final Consumer<RunReport> reports;
  private long runs;

  /**
   * Makes a judge.
   *
   * @param policies the settings for a task, as the workers have them
   * @param race whether the calls of a turn are played at the same time
   * @param reports takes a report when its run is over
   */
  public DealingJudge(
      Function<String, TaskPolicy> policies,
      Workers workers,
      boolean race,
      Consumer<RunReport> reports) {
    this.policies = policies;
    this.workers = workers;
    this.race = race;
    this.reports = reports;
  }

  @Override
  public OpenRun begin(String id, String task) {
    return new Dealt(runs++, id, policies.apply(task).preset());
  }

  @Override
  public void judged(RunReport report) {
    reports.accept(report);
  }

  private final class Dealt implements OpenRun {

    private final long number;
    private final @Nullable String preset;
    private final List<Found> findings = new ArrayList<>();
    private String name;
    private long parts;
    private int entries;
    private long tokens;
    private long tokensAfterHalt;
    private @Nullable Integer haltedAt;
    private @Nullable Stop stop;

    Dealt(long number, String name, @Nullable String preset) {
      this.number = number;
      this.name = name;
      this.preset = preset;
    }

    @Override
    public void named(String id) {
      name = id;
    }

    @Override
    public void turn(RecordedTurn turn) {
      long spent = turn.turn().inputTokens() + turn.turn().outputTokens();
      tokens += spent;
      boolean over = haltedAt != null;
      if (!over) {
        play(parts, 1);
        // What is found before the model is called belongs to the turn before.
        over = haltedAt != null && haltedAt < turn.firstPosition();
      }
      entries = turn.lastPosition() + 1;
      tokensAfterHalt += over ? spent : 0;
      int calls = turn.calls().size();
      for (int call = 0; haltedAt == null && call < calls; call += race ? calls : 1) {
        play(parts + 1 + call, race ? calls : 1);
      }
      parts += 1 + calls;
    }

    private void play(long first, int count) {
      for (PlayedPart each : workers.play(number, first, count)) {
        findings.addAll(each.findings());
        Integer at = each.haltedAt();
        if (at != null && haltedAt == null) {
          haltedAt = at;
          stop = each.stop();
        }
      }
    }

    @Override
    public void end(@Nullable Boolean outcome) {
      Stop known = stop;
      String detector = known == null ? null : known.detector();
      if (detector == null && !findings.isEmpty()) {
        detector = findings.get(0).detector();
      }
      reports.accept(
          new RunReport(
              name,
              preset,
              entries,
              first(Intervention.NUDGE),
              first(Intervention.ESCALATE),
              haltedAt,
              detector,
              known == null ? "done" : known.kind(),
              known == null ? "" : known.detail(),
              findings,
              tokens,
              tokensAfterHalt,
              outcome,
              true));
    }

    private @Nullable Integer first(Intervention intervention) {
      for (Found each : findings) {
        if (each.delivered() && each.intervention() == intervention) {
          return each.position();
        }
      }
      return null;
    }
  }
}
