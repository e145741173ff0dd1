package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.budget.BudgetUse;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.safety.Warnings;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens, finds and closes the live runs. Bounded: beyond the number that may be kept, the runs idle
 * longest are dropped, those of threads that are gone before all others, a tenth at a time so that
 * the cost of looking for them is spread ({@link RunEnds}). A halted one with an id stays halted
 * when it is over ({@link KeptHalts}), and those that are not used are put to sleep ({@link
 * AwakeRuns}).
 *
 * <p>Thread-safe; finding a run takes no lock.
 */
public final class RunRegistry {

  private final RunEvents events;
  private final RunIds ids;
  private final KeptHalts halts;
  private final RunEnds ends;
  private final RunOpener opener;

  /** Made for the first who joins a run. */
  private @Nullable JoinedRuns joined;

  /** Starts empty, and keeps as many runs as the policy says. */
  public RunRegistry(
      AgentPolicy policy, Function<DetectorPolicy, Detector> detectors, RunEvents events) {
    this(policy, RunBounds.of(policy.maxRuns(), Long.MAX_VALUE), detectors, events);
  }

  /** Starts empty. */
  public RunRegistry(
      AgentPolicy policy,
      RunBounds bounds,
      Function<DetectorPolicy, Detector> detectors,
      RunEvents events) {
    this(policy, bounds, detectors, events, null);
  }

  /**
   * Starts empty, with runs that are told what earlier ones were stuck in.
   *
   * @param memory what is known of earlier runs, and one of the sinks of events; null if nothing is
   *     to be known
   */
  public RunRegistry(
      AgentPolicy policy,
      RunBounds bounds,
      Function<DetectorPolicy, Detector> detectors,
      RunEvents events,
      @Nullable LoopMemory memory) {
    this(policy, bounds, detectors, events, memory, null);
  }

  /**
   * Starts empty.
   *
   * @param memory as above
   * @param clock by which halts are kept for so long, in nanoseconds; null for the JVM's
   */
  RunRegistry(
      AgentPolicy policy,
      RunBounds bounds,
      Function<DetectorPolicy, Detector> detectors,
      RunEvents events,
      @Nullable LoopMemory memory,
      @Nullable LongSupplier clock) {
    this.events = events;
    this.ids = new RunIds();
    this.halts = new KeptHalts(ids, bounds.tombstones(), policy.haltedFor().toNanos(), clock);
    this.ends = new RunEnds(ids, halts, bounds.runs());
    AwakeRuns awake = new AwakeRuns(ends, halts, bounds.awake());
    this.opener = new RunOpener(policy, detectors, memory, events, ids, halts, ends, awake);
  }

  /** Where it is told what happens to runs. */
  public RunEvents events() {
    return events;
  }

  /** Of more runs the idlest are dropped: {@code max-runs}, or fewer in a small heap. */
  public int mostRuns() {
    return ends.mostRuns();
  }

  /** The configuration in force. */
  public AgentPolicy policy() {
    return opener.plans().policy();
  }

  /**
   * From now on another configuration holds, for the runs that there are from their next call on:
   * tasks, detectors, ceilings, prices, budgets, mode and the idle gap. How many runs are kept and
   * for how long halts are, was settled at the beginning.
   */
  public void follow(AgentPolicy next) {
    opener.follow(next);
  }

  /** How the budgets are that runs share, in the order of the configuration. */
  public List<BudgetUse> budgets() {
    return opener.plans().budgets();
  }

  /** The budgets themselves, of which other processes may use some, too. */
  public List<Budget> sharedBudgets() {
    return opener.plans().sharedBudgets();
  }

  /**
   * Lets a halted run go on, that may use this much more than it has.
   *
   * @return null, or why not, see {@link Run#resume}: then nothing has changed
   */
  public @Nullable String resume(LiveRun live, Allowance more) {
    String refused = live.run().resume(more);
    if (refused == null) {
      begunAgain(live);
    }
    return refused;
  }

  /** The run with this id or alias, halted as it was when it was over; null if there is none. */
  public @Nullable LiveRun find(String id) {
    LiveRun live = ids.find(id);
    return live != null ? live : opener.revive(id, /* joined= */ false);
  }

  /**
   * The run that a person means by an id: as {@link #find}, but a joined one before all others,
   * because its id cannot be made up by whom nobody trusts.
   */
  public @Nullable LiveRun findForPerson(String id) {
    LiveRun live = ids.joined(id);
    if (live == null) {
      live = opener.revive(id, /* joined= */ true);
    }
    return live == null ? find(id) : live;
  }

  /**
   * Opens a run.
   *
   * @param id unique among live runs, or null to have one made
   * @param parent the run inside which it is opened
   * @return the new run, or the live one with that id
   */
  public LiveRun open(@Nullable String id, String task, @Nullable LiveRun parent, long nowNanos) {
    return opener.open(id, task, parent, RunBoundary.ofCaller(), null, null, nowNanos);
  }

  /**
   * Opens a run of a conversation with a person, whose id is made up. Where an equal conversation
   * was halted, it stays so until a person says something new.
   *
   * @param identity what is the same in all calls of the conversation, and different in others of
   *     this task
   * @param parent the run inside which it is opened; inside each joined run it is one of its own
   */
  public LiveRun openConversation(
      String task, String identity, @Nullable LiveRun parent, long nowNanos) {
    LiveRun joinedOne = parent == null ? null : parent.joinedOne();
    HaltKey conversation =
        joinedOne == null
            ? HaltKey.ofConversation(task, identity)
            : HaltKey.ofConversation(task, identity, joinedOne.run().id());
    return opener.open(null, task, parent, RunBoundary.ofCaller(), conversation, null, nowNanos);
  }

  /**
   * The run of one execution that many take part in, begun by the first of them. One that was
   * silent for the {@code join-gap} of its task is over, and what follows is another.
   *
   * @param id of the execution, unique within the task
   * @param around the run that the caller is in; the new one is a part of the joined run there, if
   *     there is one, unless another process has begun it elsewhere
   */
  public LiveRun join(String task, String id, @Nullable LiveRun around, long nowNanos) {
    return joinedRuns().join(task, id, around, nowNanos);
  }

  /**
   * The joined run of this name, to be looked at; one that other processes judge is not asked for.
   *
   * @param name as it stands in commands
   */
  public LiveRun mirror(String name, String task, long nowNanos) {
    return joinedRuns().mirror(name, task, nowNanos);
  }

  /** Two who are made at once are one as good as the other: all they know is not theirs. */
  private JoinedRuns joinedRuns() {
    JoinedRuns known = joined;
    if (known == null) {
      known = new JoinedRuns(ids, ends, opener);
      joined = known;
    }
    return known;
  }

  /** From now on joined runs are shared with other processes. Before any is joined. */
  public void shareBy(RunSharing shared) {
    opener.shareBy(shared);
  }

  /** How often a call of a shared run was judged by what this process knows alone. */
  public long judgedAlone() {
    RunSharing known = opener.sharing();
    return known == null ? 0 : known.judgedAlone();
  }

  /** Ends a run by somebody's word, in all processes that take part in it. */
  public void end(LiveRun live) {
    RunSharing.Shared shared = live.shared();
    if (shared != null) {
      shared.over();
    }
    close(live);
  }

  /**
   * Opens the run of the calling thread, which is in no other. Such runs end by silence: those that
   * were silent for the idle gap are closed here. Where the thread is gone, as one that was made
   * for a single task, a tenth of it is enough; others may still work on what the thread began.
   */
  public LiveRun openForThread(String task, long nowNanos) {
    ends.closeSilent(policy(), nowNanos);
    return opener.open(null, task, null, RunBoundary.ofThread(), null, null, nowNanos);
  }

  /**
   * Opens the run of a trace, whose end nobody tells: it ends by silence, too.
   *
   * @return the new run, or the live one that another thread has opened for the trace
   */
  public LiveRun openForTrace(String trace, String task, long nowNanos) {
    ends.closeSilent(policy(), nowNanos);
    return opener.open(trace, task, null, RunBoundary.ofTrace(), null, null, nowNanos);
  }

  /** A run with the settings of a task that is not kept here, and that nobody is told of. */
  public Run aside(String id, String task) {
    return opener.aside(id, task);
  }

  /**
   * A person has said something in a run, and a model is about to answer. A halted run of a
   * conversation begins anew if that is not what they had said last, so that a chat is not over for
   * long; a program that tries again sends the same words. What an operator has halted stays so.
   *
   * @param words a digest of what was said, without what is different each time; not 0
   */
  public void personSaid(LiveRun live, long words, long nowNanos) {
    personSaid(live, words, /* anyNew= */ false, nowNanos);
  }

  /**
   * The same, where more may have been said than stands last.
   *
   * @param anyNew whether something of it is known to be new to the run, which begins it anew, too
   */
  public void personSaid(LiveRun live, long words, boolean anyNew, long nowNanos) {
    if (!live.isConversation()) {
      return;
    }
    Remains remains = live.remains();
    boolean isNew = anyNew || words != remains.words();
    remains.words(words);
    StopReason halted = isNew ? live.run().haltReason() : null;
    if (halted == null
        || halted.kind() == StopReason.Kind.OPERATOR
        || !halted.runId().equals(live.run().id())) {
      return;
    }
    opener.beginAnew(live, nowNanos);
  }

  /**
   * A program has said something in a person's place, such as what came of a tool. It begins no run
   * anew, and a program that tries again says it again.
   *
   * @param words as of a person
   */
  public void programSaid(LiveRun live, long words) {
    if (live.isConversation()) {
      live.remains().words(words);
    }
  }

  /**
   * Lets further ids lead to a run, such as a framework's own, until it is closed, or has many
   * later ones. A later run takes the alias of an earlier one; the id of a live run stays its own.
   */
  public void alias(String id, LiveRun live) {
    ids.alias(id, live);
  }

  /** Takes an alias back. */
  public void removeAlias(String id, LiveRun live) {
    ids.removeAlias(id, live);
  }

  /**
   * Lets the trace in which a thread asks a model lead to the thread's own run, instead of the one
   * in which it asked before.
   *
   * @return false if the run has become that of a trace and is the thread's own no more
   */
  public boolean leadTo(LiveRun own, @Nullable String before, @Nullable String trace) {
    synchronized (own) {
      if (own.boundary().isOfTrace()) {
        return false;
      }
      if (before != null && !before.equals(trace)) {
        removeAlias(before, own);
      }
      if (trace != null) {
        alias(trace, own);
      }
      return true;
    }
  }

  /**
   * Makes the run to which a trace leads that of the trace, on whatever threads it is worked for.
   *
   * @return false if the trace does not lead to it any more
   */
  public boolean takeForTrace(String trace, LiveRun live) {
    return live.becomesThatOf(trace);
  }

  /**
   * The method that opened the run has returned, but the run goes on: until its last streamed
   * answer is there, or, if that never comes, until it is silent for the idle gap.
   */
  public void goesOn(LiveRun live) {
    live.boundary().beginToGoOn();
    closeAfterStreams(live);
  }

  /**
   * The run for one more subscriber of what a method has returned: the one in which the method was
   * called for the first, unless that is over by then; for others a new one of the same task. One
   * that was halted is not begun anew, and one that others have yet to close is shared.
   */
  public LiveRun forSubscriber(LiveRun latest, long nowNanos) {
    if (latest.run().haltReason() != null || latest.isShared()) {
      return latest;
    }
    boolean first = latest.boundary().claim();
    boolean silent = latest.isSilent(nowNanos, policy().idleGap().toNanos());
    if (first && !latest.isOver() && !silent) {
      return latest;
    }
    if (first) {
      ends.close(latest);
    }
    LiveRun opened = open(null, latest.run().task(), latest.parent(), nowNanos);
    opened.boundary().claim();
    if (latest.boundary().isOfOneQuestion()) {
      opened.boundary().becomeThatOfMethod();
    }
    goesOn(opened);
    return opened;
  }

  /** Ends a run that goes on, because nobody waits for it any more. */
  public void abandon(LiveRun live) {
    if (live.boundary().goesOn()) {
      close(live);
    }
  }

  /** An answer is to be streamed; {@link #streamEnded} follows when all that came of it is done. */
  public void streamBegan(LiveRun live) {
    live.boundary().streamBegan();
  }

  /** A streamed answer is there and was worked on, or has failed. */
  public void streamEnded(LiveRun live) {
    live.boundary().streamEnded();
    closeAfterStreams(live);
  }

  private void closeAfterStreams(LiveRun live) {
    if (live.boundary().streamsAreOver()) {
      close(live);
    }
  }

  /** Ends a run that has gone on until now. Does nothing the second time. */
  public void close(LiveRun live) {
    ends.closeNow(live);
  }

  /** Lifts a halt and forgets all repetition seen so far; see {@link Run#reset}. */
  public void reset(LiveRun live) {
    live.run().reset();
    live.forgetHalts();
    begunAgain(live);
  }

  /**
   * Another process has reset a joined run, which this one may have halted and ended: nothing stays
   * halted for it, and the next halt of one that is live waits for a person again.
   *
   * @param id as in {@link #live}
   */
  public void isResetElsewhere(String id) {
    halts.liftJoined(id);
    LiveRun live = ids.joined(id);
    if (live != null) {
      live.goesOnByDecision();
    }
  }

  private void begunAgain(LiveRun live) {
    live.takeMessage();
    live.isNoMoreDropped(); // whoever has it begins another one
    halts.lift(live);
    live.goesOnByDecision();
  }

  /** Tells the calling thread that the run it works in was halted elsewhere. */
  public void tellUnseen(Intervened halt) {
    events.sink().decided(halt);
  }

  /** Where it is said that halted runs are not kept halted any more, because of too many others. */
  public void warnBy(Warnings warnings) {
    halts.warnBy(warnings);
  }

  /** The live run whose own id this is, without reviving a halted one; null if there is none. */
  public @Nullable LiveRun live(String id) {
    LiveRun joined = ids.joined(id);
    return joined == null ? ids.own(id) : joined;
  }

  /** Whether a run of this id was halted and is over, and whatever begins under it is halted. */
  public boolean staysHalted(String id) {
    return !halts.isEmpty()
        && (halts.find(HaltKey.ofId(id)) != null || halts.find(HaltKey.ofJoined(id)) != null);
  }

  /** The live runs; a copy. */
  public List<LiveRun> all() {
    return ids.all();
  }

  /**
   * A run that was dropped and not closed by then, of which is known where it was opened; null if
   * there is none. Once.
   */
  public @Nullable LiveRun takeNeverClosed() {
    return ends.takeNeverClosed();
  }

  /** What is left of runs that were dropped halted. */
  Tombstones tombstones() {
    return halts.tombstones();
  }
}
