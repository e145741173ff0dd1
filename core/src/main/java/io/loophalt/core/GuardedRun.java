package io.loophalt.core;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.Decision.GoOn;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.Verdict;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one task: is told what happens, and says whether to go on.
 *
 * <p>For each turn, in this order: {@link #beforeModelCall}, {@link #afterModelCall}, and for each
 * tool call that the answer asks for {@link #beforeStep} and {@link GuardedStep#end}; the tool
 * calls of one turn may overlap. A loop that sees only its tools may leave the model calls out;
 * then each tool call counts as a turn.
 *
 * <p>A halt is sticky: every later question is answered by it, until {@link #reset}. A halted
 * parent halts its children.
 *
 * <p>Thread-safe; calls of one run exclude each other, calls of different runs share nothing but
 * the counters of a common parent. Each costs O(detectors) and what is said at it.
 *
 * <p>An error inside the engine, or in a detector of the caller's, is thrown as a {@link
 * io.loophalt.core.failure.CoreFailure} with its cause; the run goes on, and counts repetition from
 * zero again. Null is refused before anything is counted.
 */
public final class GuardedRun implements AutoCloseable {

  // What a saved run notes of what was said since the last answer.
  private static final int PERSON_SPOKE = 1;
  private static final int CONDENSED = 2;

  private final GuardSettings settings;
  private final Run run;
  private final @Nullable GuardedRun parent;
  private final RunJournal journal;
  private final LongSupplier nanoClock;
  private final long beganNanos;
  private final AtomicBoolean personSpoke = new AtomicBoolean();
  private final AtomicBoolean historyCondensed = new AtomicBoolean();

  /** Begins, or goes on if some time has passed since {@code beganNanos}. */
  GuardedRun(
      GuardSettings settings,
      Run run,
      @Nullable GuardedRun parent,
      RunJournal journal,
      LongSupplier nanoClock,
      long beganNanos) {
    this.settings = settings;
    this.run = run;
    this.parent = parent;
    this.journal = journal;
    this.nanoClock = nanoClock;
    this.beganNanos = beganNanos;
    if (run.policy().onHalt() == OnHalt.FINISH) {
      run.canFinish();
    }
  }

  /** The id it was opened with. */
  public String id() {
    return run.id();
  }

  /** The task it was opened for. */
  public String task() {
    return run.task();
  }

  /** The run inside which it was opened, or null. */
  public @Nullable GuardedRun parent() {
    return parent;
  }

  /** Why the run, or one above it, is halted; null if it is not. One volatile read a level. */
  public @Nullable StopReason stopReason() {
    return run.haltReason();
  }

  /** A person has spoken, or an event has come in, since the last answer: to talk is no idling. */
  public void personSpoke() {
    personSpoke.set(true);
  }

  /** The history was condensed since the last answer: the model may do again what it forgot. */
  public void historyCondensed() {
    historyCondensed.set(true);
  }

  /**
   * A model is about to be called: is there room for one more call, and has the turn before got
   * anywhere? Checks the ceilings of turns, tokens, cost and time.
   *
   * @return {@link Decision.GoOn}; a text to add to the request; one last call without tools; or
   *     the halt
   */
  public Decision beforeModelCall() {
    return decision(run.beforeModelCall(nowMillis()));
  }

  /**
   * A model has answered. Counts its tokens and, by the settings' prices, its cost; both count for
   * the runs above this one, too.
   *
   * @return as {@link #beforeModelCall}; a halt if the answer to the last call asks for tools. One
   *     of which nobody knows whether it does is a partial result, for it was given none
   */
  public Decision afterModelCall(ModelAnswer answer) {
    Turn turn =
        new Turn(
            run.nextTurnIndex(),
            answer.toolCalls(),
            answer.text(),
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            personSpoke.getAndSet(false),
            historyCondensed.getAndSet(false));
    return decision(
        run.awaitsLastAnswer()
            ? run.lastAnswer(turn, settings.costOf(answer), nowMillis())
            : run.turnStarted(turn, settings.costOf(answer), nowMillis()));
  }

  /**
   * A tool is about to run: may it? Checks the ceilings of steps, tool calls and time. The tool
   * must not run unless the step {@linkplain GuardedStep#mayRun may}.
   */
  public GuardedStep beforeStep(ToolCall call) {
    ToolPolicy policy = run.toolPolicy(call.tool());
    if (policy != null && policy.ignored()) {
      return new GuardedStep(null, null, GoOn.INSTANCE);
    }
    ReportedCall reported = new ReportedCall(call, policy, nowMillis());
    return new GuardedStep(this, reported, decision(run.beforeStep(reported.step())));
  }

  Decision notMade(ReportedCall call) {
    return decision(run.notMade(call.step()));
  }

  Decision afterStep(ReportedCall call, ToolResult result) {
    call.end(result, nowMillis());
    long state = call.step().state();
    if (state != Step.ABSENT) {
      run.reportState(state);
    }
    return decision(run.afterStep(call.step()));
  }

  /** Progress that no rule can see: repetition is counted from zero again; a halt stays. */
  public void progress() {
    run.progress();
  }

  /**
   * Stops the run from outside, as {@link Kind#OPERATOR}. Does nothing if it is halted already.
   *
   * @param detail why, in one sentence for a person; may be empty
   */
  public void halt(String detail) {
    run.halt(Kind.OPERATOR, Objects.requireNonNull(detail, "detail"));
  }

  /** Lifts a halt and forgets all repetition; what was used stays used. */
  public void reset() {
    run.reset();
  }

  /**
   * Ends the run: observers are told so, with all that it has used until now. What comes after is
   * judged and counted all the same, and a halt of it is told, but no turns and no steps. Does
   * nothing the second time.
   */
  @Override
  public void close() {
    run.lasts(nowMillis());
    run.end();
  }

  /** What has happened so far; a copy. Complete once the run is closed. */
  public RunRecord record() {
    return journal.record(run, parent == null ? null : parent.id());
  }

  /**
   * Everything that the run's judgement rests on: what the rules remember, what was used, a halt.
   * {@link Guard#restore} goes on from it, in this process or another. Some hundred bytes to a few
   * kilobytes, digests and names of tools; never answers, arguments or results. Where a run above
   * this one is halted, the state is halted, too.
   *
   * <p>To be called between steps: one under way cannot be ended in another process.
   */
  public byte[] saveState() {
    int noted = (personSpoke.get() ? PERSON_SPOKE : 0) | (historyCondensed.get() ? CONDENSED : 0);
    return SavedRun.save(run, new SavedRun.Header(nowMillis(), noted));
  }

  /** Takes over a state, into a run in which nothing has happened yet. */
  void restore(byte[] state, int noted) throws IOException {
    SavedRun.restore(run, state);
    personSpoke.set((noted & PERSON_SPOKE) != 0);
    historyCondensed.set((noted & CONDENSED) != 0);
  }

  Run run() {
    return run;
  }

  /** Milliseconds since the run began; one that has begun counts. */
  long nowMillis() {
    return (nanoClock.getAsLong() - beganNanos + 999_999) / 1_000_000;
  }

  private Decision decision(Verdict verdict) {
    StopReason reason = verdict.stopReason();
    if (reason != null) {
      return verdict.mayFinish()
          ? new Decision.Finish(verdict.message(), reason)
          : new Decision.Halt(reason);
    }
    return switch (verdict.intervention()) {
      case NUDGE -> new Decision.Nudge(verdict.message());
      case ESCALATE -> new Decision.Escalate(verdict.message(), run.escalatedModel());
      case NONE, HALT -> GoOn.INSTANCE;
    };
  }
}
