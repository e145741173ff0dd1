package io.loophalt.recordings;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunKeeper;
import io.loophalt.core.run.TaskPlan;
import io.loophalt.core.run.Verdict;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays a recorded run through the live engine and notes where it would have intervened.
 *
 * <p>The agent acts in it whatever its own mode is, because that is the question; a detector that
 * is set to watch only watches.
 */
public final class Playback {

  /**
   * A finding with its place in the recording.
   *
   * @param position 0-based position of the entry (tool call or idle turn); for a finding at the
   *     end of a turn, of its last
   * @param delivered whether it was followed by what its rung asks for: not when it is only
   *     watched, nor when another finding spoke for it
   */
  public record PlacedFinding(int position, Finding finding, boolean delivered) {}

  /**
   * What the engine said.
   *
   * @param findings in order; nothing follows the one that halted
   * @param haltedAt position at which the run was stopped, or null
   * @param stopReason why, or null
   * @param entries entries of the recording so far, those after the halt included
   * @param tokens tokens in both directions so far, those after the halt included
   * @param tokensAfterHalt tokens of the turns after the halt
   */
  public record Outcome(
      List<PlacedFinding> findings,
      @Nullable Integer haltedAt,
      @Nullable StopReason stopReason,
      int entries,
      long tokens,
      long tokensAfterHalt) {

    /** Copies the findings. */
    public Outcome {
      findings = List.copyOf(findings);
    }

    /** Position at which an intervention was first delivered, or null. */
    public @Nullable Integer first(Intervention intervention) {
      for (PlacedFinding each : findings) {
        if (each.delivered() && each.finding().intervention() == intervention) {
          return each.position();
        }
      }
      return null;
    }
  }

  /** Hears what the detectors have to say of each entry, for a person who follows the run. */
  public interface Follower {

    /**
     * An entry is judged.
     *
     * @param position of the entry
     * @param turn the turn it is of
     * @param step the call; null for a reply without one
     * @param counts what the detectors count by now
     */
    void judged(int position, Turn turn, @Nullable Step step, List<Standing> counts);

    /** A turn is over, and what is judged at its end is. */
    void turnEnded(List<Standing> counts);
  }

  /** Costs where no price is known. */
  static final Function<Turn, BigDecimal> FREE = turn -> BigDecimal.ZERO;

  /** A recording has times of its own. */
  private static final Clock NO_CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private final Run run;
  private final Function<Turn, BigDecimal> costs;
  private final List<PlacedFinding> findings = new ArrayList<>();
  private long now;
  private int position;
  private int entries;
  private long tokens;
  private long tokensAfterHalt;
  private @Nullable Integer haltedAt;
  private @Nullable Follower follower;

  /**
   * A playback that is fed {@linkplain #turn turn by turn}.
   *
   * @param costs what a turn's model call cost, in the currency of the price table
   */
  public Playback(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs) {
    this(id, task, policy, detectors, costs, null);
  }

  /**
   * A playback that knows of earlier runs and tells of its own.
   *
   * <p>The other parameters are those of the other constructor.
   *
   * @param memory null for one that knows of none
   */
  public Playback(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      @Nullable LoopMemory memory) {
    this.costs = costs;
    EventSinks notes = new EventSinks();
    notes.add(this::note);
    if (memory != null) {
      notes.add(memory);
    }
    this.run =
        new Run(
            id,
            task,
            new TaskPlan(policy, Mode.ACT, detectors, memory),
            null,
            0,
            RunKeeper.NOBODY,
            new RunEvents(notes, NO_CLOCK, false));
  }

  /** Has what comes told to somebody. */
  void follow(Follower by) {
    follower = by;
  }

  private void note(Event event) {
    if (event instanceof RungReached reached) {
      findings.add(new PlacedFinding(position, reached.finding(), false));
    } else if (event instanceof Intervened intervened && intervened.enforced()) {
      deliver(intervened);
    }
  }

  private void deliver(Intervened intervened) {
    for (int i = findings.size() - 1; i >= 0; i--) {
      PlacedFinding placed = findings.get(i);
      if (intervened.followsFrom(placed.finding())) {
        findings.set(i, new PlacedFinding(placed.position(), placed.finding(), true));
        return;
      }
    }
  }

  /** Plays the whole recording. */
  public static Outcome of(
      RecordedRun recorded, TaskPolicy policy, Function<DetectorPolicy, Detector> detectors) {
    Playback playback = new Playback(recorded.id(), recorded.task(), policy, detectors, FREE);
    recorded.turns().forEach(playback::turn);
    return playback.outcome();
  }

  /** Plays the next turn; after a halt it is only counted. */
  public void turn(RecordedRun.RecordedTurn turn) {
    long spent = turn.turn().inputTokens() + turn.turn().outputTokens();
    tokens += spent;
    entries = turn.lastPosition() + 1;
    // What is found before the model is called belongs to the turn before.
    if (haltedAt != null || !answer(turn)) {
      tokensAfterHalt += spent;
      return;
    }
    for (int call = 0; haltedAt == null && call < turn.calls().size(); call++) {
      call(turn, call);
    }
  }

  /**
   * Plays one part of a turn; the others are played elsewhere, in their order.
   *
   * @param part 0 for the model's answer, else the number of the call, from 1
   */
  void part(RecordedRun.RecordedTurn turn, int part) {
    if (part == 0) {
      answer(turn);
    } else {
      call(turn, part - 1);
    }
  }

  /** A part of a turn is played elsewhere; the parameters are those of {@link #part}. */
  void partElsewhere(RecordedRun.RecordedTurn turn, int part) {
    if (part == 0) {
      now = Math.max(now, turn.answeredMillis());
    } else {
      RecordedStep recorded = turn.calls().get(part - 1);
      now = Math.max(now, recorded.step(run.toolPolicy(recorded.tool())).endMillis());
    }
    position = turn.firstPosition() + Math.max(0, part - 1);
  }

  /** The run that is played. */
  Run run() {
    return run;
  }

  /** Plays what comes before the calls of a turn; false if the run is halted before the answer. */
  private boolean answer(RecordedRun.RecordedTurn turn) {
    forget(turn, RecordedRun.Forgetting.BEFORE_ANSWER, false);
    if (endTurn()) {
      return false;
    }
    position = turn.firstPosition();
    now = Math.max(now, turn.answeredMillis());
    halts(run.turnStarted(turn.turn(), costs.apply(turn.turn()), now));
    if (turn.calls().isEmpty()) {
      judged(turn.turn(), null);
    }
    return true;
  }

  private void call(RecordedRun.RecordedTurn turn, int over) {
    RecordedStep recorded = turn.calls().get(over);
    position = turn.firstPosition() + over;
    ToolPolicy settings = run.toolPolicy(recorded.tool());
    boolean ignored = settings != null && settings.ignored();
    Step step = recorded.step(settings);
    forget(turn, over, false);
    now = Math.max(now, step.endMillis());
    if (!ignored && halts(run.beforeStep(step))) {
      return;
    }
    forget(turn, over, true);
    if (!ignored) {
      ends(turn.turn(), step);
    }
  }

  private void ends(Turn turn, Step step) {
    halts(run.afterStep(step));
    judged(turn, step);
  }

  private boolean endTurn() {
    boolean halted = halts(run.beforeModelCall(now));
    if (follower != null) {
      follower.turnEnded(run.standings());
    }
    return halted;
  }

  private void judged(Turn turn, @Nullable Step step) {
    if (follower != null) {
      follower.judged(position, turn, step, run.standings());
    }
  }

  private void forget(RecordedRun.RecordedTurn turn, int stepsOver, boolean inStep) {
    for (RecordedRun.Forgetting each : turn.forgettings()) {
      if (each.stepsOver() != stepsOver || each.inStep() != inStep) {
        continue;
      }
      if (each.reset()) {
        run.reset();
      } else {
        run.progress();
      }
    }
  }

  private boolean halts(Verdict verdict) {
    if (verdict.intervention() != Intervention.HALT) {
      return false;
    }
    haltedAt = position;
    return true;
  }

  /** The recording is over. */
  public void end() {
    run.end();
  }

  /** What the engine said so far. */
  public Outcome outcome() {
    return new Outcome(findings, haltedAt, run.haltReason(), entries, tokens, tokensAfterHalt);
  }
}
