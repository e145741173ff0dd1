package io.loophalt.runtime.steering;

import io.loophalt.StopReason;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.ThreadStop;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.OwnThread;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application's listeners what happens in runs, on a daemon thread of its own, and asks
 * them whether a halted run may go on. They are functions of maps of JDK types, one for each class
 * loader that has the facade, and held weakly.
 *
 * <p>Thread-safe. What is told goes through a bounded queue; what finds no room is dropped and
 * counted.
 */
public final class LoopListeners implements EventSink {

  /** How long a call waits for an answer, in milliseconds. */
  private static final long MOST_WAIT_MILLIS = 100;

  private static final int QUEUE = 256;
  private static final int MOST_LATE_IN_A_ROW = 3;

  /** Something to be told, and what becomes of the answer. */
  private static final class Told {
    final Map<String, Object> what;
    final @Nullable LiveRun live;
    final WeakReference<ClassLoader> loader;
    final long deadline = System.nanoTime() + MOST_WAIT_MILLIS * 1_000_000;
    final CountDownLatch answered = new CountDownLatch(1);

    /** Whether the halted run went on by the answer. Written before it is answered. */
    boolean goesOn;

    Told(Map<String, Object> what, @Nullable LiveRun live) {
      this.what = what;
      this.live = live;
      this.loader = new WeakReference<>(Thread.currentThread().getContextClassLoader());
    }

    boolean isLate() {
      return System.nanoTime() - deadline > 0;
    }
  }

  private final RunRegistry registry;
  private final Log log;
  private final List<WeakReference<Function<Object, Object>>> listeners =
      new CopyOnWriteArrayList<>();
  private final BlockingQueue<Told> queue = new ArrayBlockingQueue<>(QUEUE);
  private final LongAdder dropped = new LongAdder();
  private final AtomicInteger late = new AtomicInteger();
  private volatile boolean off;

  /** Since when a listener is at work; 0 while none is. */
  private volatile long busySince;

  private @Nullable Thread thread;

  /** Nobody listens. */
  public LoopListeners(RunRegistry registry, Log log) {
    this.registry = registry;
    this.log = log;
  }

  /** From now on this one is told, too; once, however often it is added. */
  @SuppressWarnings("unchecked") // the facade gives functions of maps only
  public synchronized void add(Function<?, ?> listener) {
    listeners.removeIf(each -> each.get() == null);
    for (WeakReference<Function<Object, Object>> each : listeners) {
      if (each.get() == listener) {
        return;
      }
    }
    listeners.add(new WeakReference<>((Function<Object, Object>) listener));
    if (thread == null) {
      Thread begun = OwnThread.of(this::tellAsTheyCome, "loophalt-listener");
      begun.start();
      thread = begun;
    }
  }

  /** How much was not told for lack of room, and how many answers came too late. */
  public long dropped() {
    return dropped.sum();
  }

  @Override
  public void publish(Event event) {
    if (off || listeners.isEmpty()) {
      return;
    }
    if (event instanceof Intervened seen
        && seen.enforced()
        && seen.intervention() != Intervention.HALT) {
      offer(new Told(notice(seen), registry.find(seen.runId())));
    } else if (event instanceof RunEnded ended) {
      offer(new Told(end(ended), null));
    }
  }

  private boolean offer(Told told) {
    boolean taken = queue.offer(told);
    if (!taken) {
      dropped.increment();
    }
    return taken;
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
   * Asks whether a run that was halted just now may go on.
   *
   * @return whether it does; false where this thread must not wait for the answer, which may come
   *     all the same and hold from the next call on
   */
  public boolean letGoOn(LiveRun halted, StopReason reason) {
    if (off || listeners.isEmpty() || Thread.currentThread() == thread) {
      return false;
    }
    if (!halted.pause().asksFor(reason)) {
      return false; // it was asked already, by the call that was halted first
    }
    Map<String, Object> map = new LinkedHashMap<>(reason.asMap());
    map.put("event", "halt");
    Told told = new Told(map, halted);
    if (!offer(told) || !MayWait.is(Thread.currentThread())) {
      return false;
    }
    try {
      if (told.answered.await(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        late.set(0);
        return told.goesOn;
      }
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused); // whatever forbids a thread to wait, as BlockHound does
      return false;
    }
    wasLate();
    return false;
  }

  /** Where it was the listener that took so long, and not those that were asked about before. */
  private void wasLate() {
    long since = busySince;
    if (since == 0 || System.nanoTime() - since < MOST_WAIT_MILLIS * 1_000_000) {
      return;
    }
    if (late.incrementAndGet() == MOST_LATE_IN_A_ROW) {
      off = true;
      log.warn(
          "a listener given to AgentRuns.addListener has not answered within "
              + MOST_WAIT_MILLIS
              + " ms three times in a row, and is neither asked nor told any more. It must return"
              + " at once; what takes time belongs on a thread of the application's");
    }
  }

  private void tellAsTheyCome() {
    while (!off) {
      try {
        tell(queue.take());
      } catch (InterruptedException stray) {
        Thread.interrupted(); // nobody of ours interrupts it
      }
    }
  }

  private void tell(Told told) {
    Thread.currentThread().setContextClassLoader(told.loader.get());
    InvocationStack stack = InvocationStack.current();
    LiveRun live = told.live;
    Object scope = live == null ? null : stack.enterScopeHere(live);
    Object granted = null;
    busySince = System.nanoTime();
    try {
      granted = ask(told.what);
    } catch (Throwable broken) {
      ThreadStop.passOn(broken);
      log.warn(
          "a listener given to AgentRuns.addListener threw "
              + broken.getClass().getName()
              + "; the run is as if it had said nothing");
    } finally {
      busySince = 0;
      if (scope != null) {
        stack.leaveScope(scope, registry);
      }
      Thread.currentThread().setContextClassLoader(null);
    }
    if (live != null && granted instanceof Map<?, ?> more) {
      decide(told, live, more);
    }
    told.answered.countDown();
  }

  private void decide(Told told, LiveRun live, Map<?, ?> more) {
    if (told.isLate()) {
      dropped.increment();
    } else {
      told.goesOn = registry.resume(live, allowance(more)) == null;
    }
  }

  private @Nullable Object ask(Map<String, Object> what) {
    Object granted = null;
    for (WeakReference<Function<Object, Object>> each : listeners) {
      Function<Object, Object> listener = each.get();
      Object answer = listener == null ? null : listener.apply(what);
      granted = granted == null ? answer : granted;
    }
    return granted;
  }

  private static Allowance allowance(Map<?, ?> more) {
    return new Allowance(
        number(more.get("steps")),
        number(more.get("turns")),
        number(more.get("tokens")),
        more.get("cost") instanceof BigDecimal cost ? cost : null,
        more.get("time") instanceof Duration time ? time : null);
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
