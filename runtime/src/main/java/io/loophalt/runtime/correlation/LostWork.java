package io.loophalt.runtime.correlation;

import io.loophalt.PrintableText;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.safety.Log;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says once that a run which somebody has drawn most likely goes on where nothing leads to it, as
 * on the thread of an executor: what is called there is judged as a run of its own, without what is
 * configured for the task.
 *
 * <p>Bounded by the latest answers. Thread-safe; nothing is remembered any more once it was said.
 */
final class LostWork {

  private static final int MOST_ANSWERS = 256;

  /** What begins so soon behind a method that has called nothing may be what it has handed over. */
  private static final long SOON_NANOS = 1_000_000_000;

  private static final String CARRY =
      "Carry the run there with AgentRuns.wrap(task), or have 'weave: {executors: true}' do it"
          + " (docs/how-it-works.md, Threads)";

  private final Log log;
  private volatile boolean said;

  // Guarded by this.

  /** The runs in which models asked for calls, by the ids of these; the latest last. */
  private final Map<Long, WeakReference<LiveRun>> asked = new LinkedHashMap<>();

  /** The task of the run that has ended last without a call; null if none has. */
  private @Nullable String empty;

  private long emptyEndedNanos;
  private long begunNanos;
  private String begunOn = "";

  LostWork(Log log) {
    this.log = log;
  }

  /** The model has answered in a run that is known by a scope, a method or an id. */
  void answered(LiveRun live, AnswerTrace answer) {
    if (said || answer.ids().isEmpty()) {
      return;
    }
    synchronized (this) {
      WeakReference<LiveRun> run = new WeakReference<>(live);
      answer.ids().forEach(id -> asked.put(id, run));
      while (asked.size() > MOST_ANSWERS) {
        asked.remove(asked.keySet().iterator().next());
      }
    }
  }

  /**
   * A run begins that nobody has drawn.
   *
   * @param request with which it begins; null for none that is seen
   */
  void begins(@Nullable ReadRequest request, long nowNanos) {
    if (said) {
      return;
    }
    String thread = Thread.currentThread().getName();
    String task;
    boolean isSure;
    synchronized (this) {
      begunNanos = nowNanos;
      begunOn = thread;
      task = request == null ? null : askedIn(request);
      isSure = task != null;
      if (!isSure && empty != null && nowNanos - emptyEndedNanos < SOON_NANOS) {
        task = empty;
      }
    }
    if (task != null) {
      say(task, thread, isSure);
    }
  }

  /** The task of the open run in which the model asked for what a request goes on with. */
  private @Nullable String askedIn(ReadRequest request) {
    for (AnswerTrace each : request.answers()) {
      for (Long id : each.ids()) {
        WeakReference<LiveRun> run = asked.get(id);
        LiveRun live = run == null ? null : run.get();
        if (live != null && !live.isClosed()) {
          return live.run().task();
        }
      }
    }
    return null;
  }

  /** The run of a method has ended, in which nothing was called. */
  void endedEmpty(LiveRun live, long nowNanos) {
    if (said) {
      return;
    }
    String task = live.run().task();
    String thread;
    synchronized (this) {
      empty = task;
      emptyEndedNanos = nowNanos;
      long age = TimeUnit.MILLISECONDS.toNanos(live.ageMillisAt(nowNanos));
      boolean isInside = !begunOn.isEmpty() && nowNanos - begunNanos <= age;
      thread = isInside ? begunOn : null;
    }
    if (thread != null) {
      say(task, thread, /* isSure= */ false);
    }
  }

  private void say(String task, String thread, boolean isSure) {
    synchronized (this) {
      if (said) {
        return;
      }
      said = true;
      asked.clear();
    }
    String name = "'" + PrintableText.name(task) + "'";
    String where = "on the thread '" + PrintableText.name(thread) + "'";
    if (isSure) {
      log.warn(
          "a run of task "
              + name
              + " goes on "
              + where
              + ", to which nothing has carried it: what is called there is a run of its own, for"
              + " which nothing holds that is configured for the task. "
              + CARRY);
    } else {
      log.info(
          "a run of task "
              + name
              + " has ended without any call of a tool or a model, while calls "
              + where
              + " began a run that nobody has drawn. If they are its work, nothing holds for them"
              + " that is configured for the task. "
              + CARRY);
    }
  }
}
