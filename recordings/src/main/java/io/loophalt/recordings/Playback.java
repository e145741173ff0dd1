package io.loophalt.recordings;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
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
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.TaskPlan;
import io.loophalt.core.run.Verdict;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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
     * @param source what the recording has of the call; null for a reply without one
     * @param counts what the detectors count by now
     */
    void judged(
        int position,
        Turn turn,
        @Nullable Step step,
        LazyStep.@Nullable Source source,
        List<Standing> counts);

    /** A turn is over, and what is judged at its end is. */
    void turnEnded(List<Standing> counts);
  }

  /** No call of a turn was played, nor its answer, because the run was halted by then. */
  public static final int NOT_PLAYED = -1;

  private static final int NOT_HALTED = -1;

  /** A larger saved run is nothing that was written. */
  private static final int LARGEST_RUN = 1 << 26;

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
    this(id, task, policy, detectors, costs, memory, EventSink.NONE, NO_CLOCK);
  }

  /**
   * A playback that tells somebody what happens in the run, as the live agent does.
   *
   * <p>The other parameters are those of the other constructors.
   *
   * @param heard hears of it
   * @param clock the times of what it hears
   */
  public Playback(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      @Nullable LoopMemory memory,
      EventSink heard,
      Clock clock) {
    this.costs = costs;
    EventSinks notes = new EventSinks();
    notes.add(this::note);
    if (memory != null) {
      notes.add(memory);
    }
    if (heard != EventSink.NONE) {
      notes.add(heard);
    }
    this.run =
        new Run(
            id,
            task,
            new TaskPlan(policy, Mode.ACT, detectors, memory),
            null,
            0,
            RunKeeper.NOBODY,
            new RunEvents(notes, clock, false));
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

  /**
   * Plays the next turn; after a halt it is only counted.
   *
   * @return how many of its calls were played; {@link #NOT_PLAYED} if not even its answer was
   */
  public int turn(RecordedRun.RecordedTurn turn) {
    long spent = turn.turn().inputTokens() + turn.turn().outputTokens();
    tokens += spent;
    entries = turn.lastPosition() + 1;
    // What is found before the model is called belongs to the turn before.
    if (haltedAt != null || !answer(turn)) {
      tokensAfterHalt += spent;
      return NOT_PLAYED;
    }
    int call = 0;
    while (haltedAt == null && call < turn.calls().size() && call(turn, call)) {
      call++;
    }
    return call;
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
      LazyStep recorded = turn.calls().get(part - 1);
      now = Math.max(now, recorded.step(run.toolPolicy(recorded.tool())).endMillis());
    }
    position = turn.firstPosition() + Math.max(0, part - 1);
  }

  /** The run that is played. */
  public Run run() {
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
      judged(turn.turn(), null, null);
    }
    return true;
  }

  /** Plays a call of a turn; false if the run is halted before it. */
  private boolean call(RecordedRun.RecordedTurn turn, int over) {
    LazyStep recorded = turn.calls().get(over);
    position = turn.firstPosition() + over;
    ToolPolicy settings = run.toolPolicy(recorded.tool());
    boolean ignored = settings != null && settings.ignored();
    Step step = recorded.step(settings);
    forget(turn, over, false);
    now = Math.max(now, step.endMillis());
    if (!ignored && halts(run.beforeStep(step))) {
      return false;
    }
    forget(turn, over, true);
    if (!ignored) {
      halts(run.afterStep(step));
      judged(turn.turn(), step, recorded.source());
    }
    return true;
  }

  private boolean endTurn() {
    boolean halted = halts(run.beforeModelCall(now));
    if (follower != null) {
      follower.turnEnded(run.standings());
    }
    return halted;
  }

  private void judged(Turn turn, @Nullable Step step, LazyStep.@Nullable Source source) {
    if (follower != null) {
      follower.judged(position, turn, step, source, run.standings());
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

  /**
   * Writes where the playback is, between two turns; {@link #restore} goes on from it. No contents
   * of the recording are in it, and the digests are sealed.
   */
  public void save(DataOutput out) throws IOException {
    byte[] saved = SavedRun.save(run, new SavedRun.Header(now, 0));
    SmallNumbers.writeUnsigned(out, saved.length);
    out.write(saved);
    SmallNumbers.write(out, now);
    SmallNumbers.write(out, position);
    SmallNumbers.write(out, entries);
    SmallNumbers.write(out, tokens);
    SmallNumbers.write(out, tokensAfterHalt);
    SmallNumbers.write(out, haltedAt == null ? NOT_HALTED : haltedAt);
    SmallNumbers.writeUnsigned(out, findings.size());
    for (PlacedFinding each : findings) {
      SmallNumbers.write(out, each.position());
      write(out, each.finding());
      out.writeBoolean(each.delivered());
    }
  }

  /**
   * Goes on where another playback of the same run was saved; nothing may have been played before.
   *
   * @throws IOException if it was saved under other settings, another digest key or by another
   *     version, or is damaged; the message says which
   */
  public void restore(DataInput in) throws IOException {
    byte[] saved = new byte[SmallNumbers.inRange(SmallNumbers.readUnsigned(in), LARGEST_RUN)];
    in.readFully(saved);
    SavedRun.restore(run, saved);
    now = SmallNumbers.read(in);
    position = SmallNumbers.readInt(in);
    entries = SmallNumbers.readInt(in);
    tokens = SmallNumbers.read(in);
    tokensAfterHalt = SmallNumbers.read(in);
    int halted = SmallNumbers.readInt(in);
    haltedAt = halted == NOT_HALTED ? null : halted;
    for (long left = SmallNumbers.readUnsigned(in); left > 0; left--) {
      findings.add(new PlacedFinding(SmallNumbers.readInt(in), finding(in), in.readBoolean()));
    }
  }

  /** Its digests are left out: they serve only while it is told. */
  private static void write(DataOutput out, Finding finding) throws IOException {
    out.writeUTF(finding.detector());
    out.writeUTF(finding.rule());
    SmallNumbers.write(out, finding.count());
    out.writeUTF(finding.intervention().name());
    out.writeBoolean(finding.observedOnly());
    SmallNumbers.write(out, finding.step());
    SmallNumbers.write(out, finding.turn());
  }

  private static Finding finding(DataInput in) throws IOException {
    return new Finding(
        in.readUTF(),
        in.readUTF(),
        SmallNumbers.readInt(in),
        intervention(in.readUTF()),
        in.readBoolean(),
        SmallNumbers.readInt(in),
        SmallNumbers.readInt(in),
        Step.ABSENT,
        Step.ABSENT,
        "");
  }

  private static Intervention intervention(String name) throws IOException {
    for (Intervention each : Intervention.values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IOException("no intervention is called " + name);
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
