package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.RunReset;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The events of one run between the run's lock, inside which they are only written down, and the
 * sinks, which hear them when the lock is released, in the order in which they were written.
 *
 * <p>Thread-safe. Allocates only where something happens.
 */
final class Outbox {

  private final RunEvents events;

  /** Whether anybody hears: what nobody hears is not even made. */
  private final boolean heard;

  private final String run;
  private final String task;

  /** By whose choke point the run was seen first; null for none. */
  private volatile @Nullable String framework;

  /** How long a halt waits for another thread that is handing it over. */
  private static final long MOST_WAIT_MILLIS = 100;

  // Guarded by this, which is held for a moment. The one thread that hands events over, so that
  // they keep their order, and those that wait; null if there are none.
  private @Nullable Thread deliverer;
  private @Nullable Queue<Event> waiting;

  /** What was decided in calls that have not returned yet; null if nothing was. */
  private @Nullable List<Decided> decided;

  /** Whether something waits to be handed over: looked at before each {@link #deliver}. */
  volatile boolean any;

  /** Whether the run's end was told. Guarded by the run's lock. */
  private boolean endTold;

  /**
   * What has happened in a call that is judged once more, until it is known whether it is told;
   * null while nothing is. Guarded by the run's lock.
   */
  private @Nullable List<Event> again;

  /** What a call has led to, and on which thread that is told. */
  private record Decided(Thread by, Intervened what) {}

  /** Empty. */
  Outbox(RunEvents events, String run, String task) {
    this.events = events;
    this.heard = events.sink() != EventSink.NONE;
    this.run = run;
    this.task = task;
  }

  /** The run's id. */
  String run() {
    return run;
  }

  /** The task's name. */
  String task() {
    return task;
  }

  /** By whose choke point the run was seen first; null for none. */
  @Nullable String framework() {
    return framework;
  }

  void seenThrough(String name) {
    framework = name;
  }

  private void add(Event event) {
    List<Event> held = again;
    if (held == null) {
      enqueue(event);
    } else {
      held.add(event);
    }
  }

  private synchronized void enqueue(Event event) {
    Queue<Event> queue = waiting;
    if (queue == null) {
      queue = new ArrayDeque<>(2);
      waiting = queue;
    }
    queue.add(event);
    any = true;
  }

  private void addDecision(Intervened what) {
    List<Event> held = again;
    if (held == null) {
      enqueueDecision(what);
    } else {
      held.add(what);
    }
  }

  private synchronized void enqueueDecision(Intervened what) {
    List<Decided> others = decided;
    if (others == null) {
      others = new ArrayList<>(1);
      decided = others;
    }
    others.add(new Decided(Thread.currentThread(), what));
    enqueue(what);
  }

  /** The next that was decided in a call of this thread; null if there is no more. */
  private synchronized @Nullable Intervened nextDecision() {
    List<Decided> all = decided;
    Thread own = Thread.currentThread();
    for (int i = 0; all != null && i < all.size(); i++) {
      if (all.get(i).by() == own) {
        Intervened what = all.remove(i).what();
        decided = all.isEmpty() ? null : all;
        any = decided != null || waiting != null;
        return what;
      }
    }
    return null;
  }

  private synchronized @Nullable Event next() {
    Event next = waiting == null ? null : waiting.poll();
    if (next == null) {
      waiting = null;
      any = decided != null;
      deliverer = null;
      notifyAll();
    }
    return next;
  }

  private synchronized boolean begins() {
    if (deliverer != null) {
      return false;
    }
    deliverer = Thread.currentThread();
    return true;
  }

  /**
   * Hands over what has happened, unless another thread does so already, which then takes this
   * along; no lock of a run may be held. What was decided in a call of this thread is told here in
   * any case, before that. One volatile read if nothing has happened. What a sink throws is thrown
   * when the others have heard, and all that comes after it.
   */
  void deliver() {
    if (any) {
      Throwable first = tellDecisions();
      rethrow(begins() ? deliverAll(first) : first);
    }
  }

  private @Nullable Throwable tellDecisions() {
    Throwable first = null;
    for (Intervened what = nextDecision(); what != null; what = nextDecision()) {
      try {
        events.sink().decided(what);
      } catch (RuntimeException | Error broken) {
        first = first == null ? broken : first;
      }
    }
    return first;
  }

  private @Nullable Throwable deliverAll(@Nullable Throwable before) {
    Throwable first = before;
    for (Event event = next(); event != null; event = next()) {
      try {
        events.sink().publish(event);
      } catch (RuntimeException | Error broken) {
        first = first == null ? broken : first;
      }
    }
    return first;
  }

  private static void rethrow(@Nullable Throwable first) {
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  /**
   * Returns when halts are on record, or could not be put there in time; at once on a thread that
   * must not wait.
   */
  void awaitUrgent() {
    if (!events.sink().mayWait()) {
      return;
    }
    if (any) {
      awaitDelivery();
    }
    events.sink().awaitUrgent();
  }

  /** Who is woken too early throws a halt a moment before its line is written, and no more. */
  @SuppressWarnings("WaitNotInLoop")
  private synchronized void awaitDelivery() {
    if (deliverer == null || deliverer == Thread.currentThread()) {
      return;
    }
    try {
      wait(MOST_WAIT_MILLIS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Error refused) {
      ThreadStop.passOn(refused);
      return; // A thread that must not block; what it would wait for is on its way.
    }
  }

  private Instant now() {
    return events.clock().instant();
  }

  void opened(@Nullable String parent) {
    if (!heard) {
      return;
    }
    add(new RunOpened(now(), run, task, parent));
  }

  /** From now on calls are judged once more, of which all was told; or no more. */
  void happensAgain(boolean happens) {
    again = happens ? new ArrayList<>(2) : null;
  }

  /**
   * A call was judged once more.
   *
   * @param isMore whether it came to more than before, which is told
   */
  void happenedAgain(boolean isMore) {
    List<Event> happened = again;
    if (happened != null && !happened.isEmpty()) {
      again = null;
      for (Event each : isMore ? happened : List.<Event>of()) {
        if (each instanceof Intervened decision) {
          addDecision(decision);
        } else {
          add(each);
        }
      }
      happened.clear();
      again = happened;
    }
  }

  /** Turns that were under way when the run ended are told to nobody. */
  void turned(Turn turn) {
    if (tellsSteps() && !endTold) {
      add(
          new TurnTaken(
              now(),
              run,
              task,
              turn.index(),
              turn.model(),
              turn.toolCalls(),
              turn.inputTokens(),
              turn.outputTokens(),
              turn.prompt(),
              turn.compactedBefore()));
    }
  }

  /** Whether what calls are made with is captured. */
  boolean captures() {
    return events.capture() != null;
  }

  /** Whether somebody hears of every step. */
  boolean tellsSteps() {
    return events.steps() && again == null;
  }

  /**
   * A step is over, and somebody hears of every step. Those that were under way when the run ended
   * are told to nobody.
   */
  void stepped(Step step) {
    if (!endTold) {
      add(StepTaken.of(now(), run, task, step, events.allSteps(), events.capture()));
    }
  }

  void found(Finding finding) {
    if (!heard) {
      return;
    }
    add(new RungReached(now(), run, task, finding));
    if (finding.observedOnly()) {
      intervened(finding);
    }
  }

  /** At most one for each call acts; those that are only watched are told, too. */
  void intervened(Finding finding) {
    intervened(finding, null, finding.count(), List.of(), finding.description());
  }

  /**
   * The run is stopped.
   *
   * @param finding for which; null if it was stopped from outside
   * @param turn 0-based number of the latest turn
   */
  void halted(StopReason reason, @Nullable Finding finding, int turn) {
    if (!heard) {
      return;
    }
    if (finding != null) {
      intervened(finding, reason.kind(), reason.count(), reason.lastActions(), reason.summary());
      return;
    }
    addDecision(
        new Intervened(
            now(),
            run,
            task,
            Intervention.HALT,
            true,
            reason.kind(),
            reason.detector(),
            reason.kind().id(),
            reason.count(),
            reason.steps() - 1,
            turn,
            Step.ABSENT,
            Step.ABSENT,
            reason.lastActions(),
            reason.summary()));
  }

  /**
   * A loop was seen from its end.
   *
   * @param next the tool with which the run went on, null if it was halted
   */
  void loopSeen(String detector, List<LoopSeen.Part> parts, @Nullable String next) {
    if (!heard) {
      return;
    }
    add(new LoopSeen(now(), run, task, detector, parts, next));
  }

  private void intervened(
      Finding finding,
      StopReason.@Nullable Kind stopReason,
      long count,
      List<String> lastActions,
      String description) {
    if (!heard) {
      return;
    }
    addDecision(
        new Intervened(
            now(),
            run,
            task,
            finding.intervention(),
            !finding.observedOnly(),
            stopReason,
            finding.detector(),
            finding.rule(),
            count,
            finding.step() - 1L,
            finding.turn(),
            finding.action(),
            finding.outcome(),
            lastActions,
            description));
  }

  /** A share of a ceiling is used up; {@code used} and {@code limit} in the ceiling's unit. */
  void ceilingNear(String ceiling, BigDecimal used, BigDecimal limit) {
    if (!heard) {
      return;
    }
    add(new CeilingNeared(now(), run, task, ceiling, used, limit));
  }

  /** A budget is used up, or a share of it. */
  void budgetUsed(String budget, boolean enforced, String unit, Budget.Notice told) {
    if (!heard) {
      return;
    }
    add(
        new BudgetUsed(
            now(),
            run,
            task,
            budget,
            told.spent(),
            enforced,
            unit,
            told.used(),
            told.limit(),
            told.until()));
  }

  void progressReported(int stepsBegun) {
    if (tellsSteps()) {
      add(new ProgressReported(now(), run, task, stepsBegun - 1L));
    }
  }

  void wasReset(int stepsBegun) {
    if (!heard || again != null) {
      return;
    }
    add(new RunReset(now(), run, task, stepsBegun - 1L));
  }

  /** The end of the run needs not be told: it was, or is not to be. */
  void endIsTold() {
    endTold = true;
  }

  /** The run goes on after its end was told: it will be told of as one more, from zero. */
  void beginsAgain(@Nullable String parent) {
    endTold = false;
    opened(parent);
  }

  /** The run has ended. Does nothing the second time. */
  void ended(
      String preset,
      @Nullable String parent,
      @Nullable StopReason reason,
      boolean partial,
      Usage usage) {
    if (endTold) {
      return;
    }
    endTold = true;
    if (!heard) {
      return;
    }
    List<RunEnded.ToolUse> tools = new ArrayList<>();
    for (Map.Entry<String, Long> calls : usage.callsByTool().entrySet()) {
      tools.add(
          new RunEnded.ToolUse(calls.getKey(), calls.getValue(), usage.repeated(calls.getKey())));
    }
    add(
        new RunEnded(
            now(),
            run,
            task,
            preset,
            parent,
            reason == null ? StopReason.Kind.DONE : reason.kind(),
            reason == null ? "" : reason.detail(),
            partial,
            usage.steps(),
            usage.turns(),
            usage.inputTokens(),
            usage.outputTokens(),
            usage.cost().signum() == 0 ? null : usage.cost(),
            Duration.ofMillis(usage.elapsedMillis()),
            tools,
            framework,
            usage.byModel(),
            usage.interventions()));
  }
}
