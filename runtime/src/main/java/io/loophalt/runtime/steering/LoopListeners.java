package io.loophalt.runtime.steering;

import io.loophalt.StopReason;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application's listeners what happens in runs, on a daemon thread of its own, and asks
 * them whether a halted run may go on. Where one of them does not return, another thread goes on to
 * tell the others.
 *
 * <p>Thread-safe. What is told goes through a bounded queue; what finds no room is dropped and
 * counted.
 */
public final class LoopListeners implements EventSink {

  private static final int QUEUE = 256;
  private static final int MOST_LATE_IN_A_ROW = 3;
  private static final long MOST_NANOS = Told.MOST_WAIT_MILLIS * 1_000_000;

  /** Who is told, and what. */
  private record Call(ToldFunction listener, Told told) {}

  private final RunRegistry registry;
  private final Log log;
  private final List<ToldFunction> listeners = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Call> queue = new ArrayBlockingQueue<>(QUEUE);
  private final LongAdder dropped = new LongAdder();

  /** Who tells the listeners now. Guarded by this. */
  private @Nullable Teller teller;

  /** Nobody listens. */
  public LoopListeners(RunRegistry registry, Log log) {
    this.registry = registry;
    this.log = log;
  }

  /** From now on this one is told, too; once, however often it is added. */
  @SuppressWarnings("unchecked") // the facade gives functions of maps only
  public synchronized void add(Function<?, ?> listener) {
    listeners.removeIf(ToldFunction::isGone);
    if (find(listener) != null) {
      return;
    }
    listeners.add(new ToldFunction((Function<Object, Object>) listener));
    if (teller == null) {
      beginToTell();
    }
  }

  /** From now on this one is told nothing. */
  public synchronized void remove(Function<?, ?> listener) {
    ToldFunction known = find(listener);
    if (known != null) {
      known.off = true;
      listeners.remove(known);
    }
  }

  private @Nullable ToldFunction find(Function<?, ?> listener) {
    for (ToldFunction each : listeners) {
      if (each.is(listener)) {
        return each;
      }
    }
    return null;
  }

  private synchronized void beginToTell() {
    Teller next = new Teller();
    try {
      OwnThread.of(next, "loophalt-listener").start();
      teller = next;
    } catch (OutOfMemoryError noThread) {
      log.warn("what is given to AgentRuns.addListener is told nothing: there is no thread left");
    }
  }

  /** How much was not told for lack of room, and how many answers came too late. */
  public long dropped() {
    return dropped.sum();
  }

  @Override
  public void publish(Event event) {
    if (listeners.isEmpty()) {
      return;
    }
    if (event instanceof Intervened seen
        && seen.enforced()
        && seen.intervention() != Intervention.HALT) {
      offer(new Told(notice(seen), registry.find(seen.runId()), /* asks= */ false));
    } else if (event instanceof RunEnded ended) {
      offer(new Told(end(ended), null, /* asks= */ false));
    }
  }

  /** Whether there was room for it, for each of them. */
  private boolean offer(Told told) {
    boolean all = true;
    told.isAsked(); // by this thread: it is not answered before all others are asked
    for (ToldFunction each : listeners) {
      told.isAsked();
      if (!queue.offer(new Call(each, told))) {
        told.isAnswered();
        dropped.increment();
        all = false;
      }
    }
    told.isAnswered();
    return all;
  }

  private static Map<String, Object> notice(Intervened seen) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("event", seen.intervention() == Intervention.NUDGE ? "nudge" : "escalate");
    map.put("run_id", seen.runId());
    map.put("task", seen.task());
    map.put("detector", seen.detector());
    map.put("count", seen.count());
    map.put("steps", seen.step() + 1);
    map.put("detail", seen.description());
    return map;
  }

  private static Map<String, Object> end(RunEnded ended) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("event", "end");
    map.put("kind", ended.kind().id());
    map.put("detail", ended.detail());
    map.put("task", ended.task());
    map.put("run_id", ended.runId());
    map.put("steps", ended.steps());
    map.put("turns", ended.turns());
    map.put("input_tokens", ended.inputTokens());
    map.put("output_tokens", ended.outputTokens());
    map.put("partial", ended.partial());
    return map;
  }

  /**
   * Tells that a run was halted that goes on by nobody's answer; once.
   *
   * @param reason one halt is one object
   */
  void tellOfHalt(LiveRun halted, StopReason reason) {
    if (isToBeTold(halted, reason)) {
      offer(new Told(halt(reason), halted, /* asks= */ false));
    }
  }

  /** Not twice, where another call of the run was refused first; nor by what a listener calls. */
  private boolean isToBeTold(LiveRun halted, StopReason reason) {
    return !listeners.isEmpty()
        && !(Thread.currentThread() instanceof OwnThread)
        && halted.pause().asksFor(reason);
  }

  private static Map<String, Object> halt(StopReason reason) {
    Map<String, Object> map = new LinkedHashMap<>(reason.asMap());
    map.put("event", "halt");
    return map;
  }

  /**
   * Asks whether a run that was halted just now may go on.
   *
   * @return whether it does; false where this thread must not wait for the answer, which may come
   *     all the same and hold from the next call on
   */
  public boolean letGoOn(LiveRun halted, StopReason reason) {
    if (!isToBeTold(halted, reason)) {
      return false;
    }
    Told told = new Told(halt(reason), halted, /* asks= */ true);
    if (!offer(told)) {
      waitedInVain(); // as those have whose place in the queue it would have been
    }
    if (!MayWait.is(Thread.currentThread())) {
      return false;
    }
    try {
      if (told.await()) {
        return told.goesOn();
      }
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused); // whatever forbids a thread to wait, as BlockHound does
      return false;
    }
    waitedInVain();
    return told.goesOn();
  }

  /**
   * Where one listener took most of the time, it was late, and not those behind it: once for all
   * that have waited for it at one time.
   */
  private void waitedInVain() {
    ToldFunction silenced = null;
    synchronized (this) {
      Teller now = teller;
      ToldFunction busy = now == null ? null : now.busy;
      if (now != null && busy != null && now.busyNanos() - now.blamedNanos >= MOST_NANOS / 2) {
        now.blamedNanos = now.busyNanos();
        silenced = wasLate(busy) ? busy : null;
      }
    }
    say(silenced);
  }

  /** One more time; whether it is told nothing more. */
  private synchronized boolean wasLate(ToldFunction listener) {
    listener.late++;
    if (listener.late < MOST_LATE_IN_A_ROW) {
      return false;
    }
    Teller now = teller;
    if (now != null && now.busy == listener) {
      beginToTell();
    }
    boolean wasTold = !listener.off;
    listener.off = true;
    listeners.remove(listener);
    return wasTold;
  }

  private void say(@Nullable ToldFunction silenced) {
    if (silenced != null) {
      log.warn(
          "the listener "
              + silenced.name()
              + ", given to AgentRuns.addListener, has not answered within "
              + Told.MOST_WAIT_MILLIS
              + " ms three times in a row, and is neither asked nor told any more. It must return"
              + " at once; what takes time belongs on a thread of the application's");
    }
  }

  /** Tells what is to be told, until it is stuck in a listener and another goes on for it. */
  private final class Teller implements Runnable {

    // Guarded by the listeners' monitor.
    private @Nullable ToldFunction busy;
    private long busySince;

    /** How long the listener at work had been so when it was last noticed to be late; else 0. */
    private long blamedNanos;

    private long busyNanos() {
      return System.nanoTime() - busySince;
    }

    @Override
    public void run() {
      boolean goesOn = true;
      while (goesOn) {
        try {
          Call next = queue.take();
          begin(next.listener());
          tell(next);
          goesOn = end(next);
        } catch (InterruptedException end) {
          return; // none of ours ends it
        }
      }
    }

    private void begin(ToldFunction listener) {
      synchronized (LoopListeners.this) {
        busy = listener;
        busySince = System.nanoTime();
        blamedNanos = 0;
      }
    }

    /** Whether this one still tells the next. */
    private boolean end(Call call) {
      ToldFunction silenced = null;
      boolean goesOn;
      synchronized (LoopListeners.this) {
        boolean wasLate = busyNanos() >= MOST_NANOS;
        goesOn = teller == this;
        busy = null;
        if (call.told().asks() && !wasLate) {
          call.listener().late = 0;
        } else if (call.told().asks() && blamedNanos == 0 && wasLate(call.listener())) {
          silenced = call.listener();
        }
      }
      say(silenced);
      return goesOn;
    }

    private void tell(Call call) {
      Told told = call.told();
      if (!call.listener().off) {
        Object answer = answer(call.listener(), told);
        LiveRun live = told.live();
        if (told.asks() && live != null) {
          decide(call, live, answer);
        }
      }
      told.isAnswered();
    }

    private @Nullable Object answer(ToldFunction listener, Told told) {
      Thread.currentThread().setContextClassLoader(told.loader());
      InvocationStack stack = InvocationStack.current();
      LiveRun live = told.live();
      Object scope = live == null ? null : stack.enterScopeHere(live);
      try {
        return listener.tell(told.what());
      } catch (Throwable broken) {
        ThreadStop.passOn(broken);
        if (listener.throwsFirst(broken)) {
          log.warn(
              "the listener "
                  + listener.name()
                  + ", given to AgentRuns.addListener, threw "
                  + broken.getClass().getName()
                  + "; the run is as if it had said nothing. This is said once");
        }
        return null;
      } finally {
        if (scope != null) {
          stack.leaveScope(scope, registry);
        }
        Thread.currentThread().setContextClassLoader(null);
      }
    }

    /** Of several that grant something the first counts. */
    private void decide(Call call, LiveRun live, @Nullable Object answer) {
      Told told = call.told();
      if (told.isLate()) {
        dropped.increment();
      } else if (answer instanceof Map<?, ?> more
          && !told.goesOn()
          && isResumed(call.listener(), live, more)) {
        told.goOn();
      }
    }

    private boolean isResumed(ToldFunction listener, LiveRun live, Map<?, ?> more) {
      try {
        return registry.resume(live, allowance(more)) == null;
      } catch (RuntimeException impossible) {
        if (listener.throwsFirst(impossible)) {
          log.warn(
              "what the listener "
                  + listener.name()
                  + ", given to AgentRuns.addListener, grants cannot be given: "
                  + impossible
                  + "; the run stays halted. This is said once");
        }
        return false;
      }
    }
  }

  private static Allowance allowance(Map<?, ?> more) {
    return new Allowance(
        number(more.get("steps")),
        number(more.get("turns")),
        number(more.get("tokens")),
        more.get("cost") instanceof BigDecimal cost ? cost : null,
        more.get("time") instanceof Duration time ? time : null);
  }

  /** Who grants more than can be counted grants as much as can be. */
  private static long number(@Nullable Object value) {
    return value instanceof Number number ? Math.min(number.longValue(), Allowance.MOST) : 0;
  }
}
