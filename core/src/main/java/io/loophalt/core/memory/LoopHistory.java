package io.loophalt.core.memory;

import io.loophalt.PrintableText;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.memory.PastLoop.Occasion;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the loops of this process's runs, by task. Bounded: at most {@value #MOST_LOOPS} of a task,
 * and of {@value #MOST_TASKS} tasks; what was not seen for longest goes first.
 *
 * <p>Thread-safe. Asking takes no lock; hearing of a loop costs O(loops of the task), of a run's
 * end O(1).
 */
public final class LoopHistory implements LoopMemory {

  /** Loops of a task. */
  public static final int MOST_LOOPS = 32;

  /** Tasks. */
  public static final int MOST_TASKS = 100;

  private final Map<Long, String> names = new LinkedHashMap<>();
  private final Map<Long, PastLoops> tasks = new ConcurrentHashMap<>();
  private final String process;
  private volatile int changes;

  /** Knows of nothing; no two runs that it hears of have the same id. */
  public LoopHistory() {
    this(List.of(), "");
  }

  /**
   * Goes on where another one {@linkplain #tasks was}.
   *
   * @param process what tells runs that it hears of from runs with the same id that the other has
   *     heard of, such as a name of this process that no other has had
   */
  public LoopHistory(List<TaskLoops> known, String process) {
    this.process = process;
    for (TaskLoops each : known) {
      names.put(each.key(), each.name());
      tasks.put(each.key(), new PastLoops(each.runs(), each.loops()));
    }
  }

  private static Long key(String task) {
    return DigestKey.current().keyed(TextDigest.of(task));
  }

  @Override
  public @Nullable PastLoops ofTask(String task) {
    return tasks.get(key(task));
  }

  @Override
  public int changes() {
    return changes;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof LoopSeen seen) {
      seen(seen);
    } else if (event instanceof RunEnded ended) {
      ended(key(ended.task()));
    }
  }

  private synchronized void ended(Long task) {
    PastLoops known = tasks.get(task);
    if (known != null) {
      tasks.put(task, known.afterOneMoreRun());
      changed();
    }
  }

  private synchronized void seen(LoopSeen seen) {
    Long task = key(seen.task());
    PastLoops known = tasks.get(task);
    long runs = known == null ? 0 : known.runs();
    List<PastLoop> loops = new ArrayList<>(known == null ? List.of() : known.all());
    Occasion occasion =
        new Occasion(
            (int) DigestKey.current().keyed(run(seen.runId())),
            runs + 1,
            seen.time().truncatedTo(ChronoUnit.SECONDS),
            seen.next());
    PastLoop same = null;
    for (PastLoop each : loops) {
      same = each.id() == PastLoop.id(seen.parts()) ? each : same;
    }
    if (same == null) {
      if (loops.size() == MOST_LOOPS) {
        loops.remove(oldest(loops));
      }
      loops.add(new PastLoop(seen.detector(), seen.parts(), List.of(occasion)));
    } else {
      loops.set(loops.indexOf(same), same.with(occasion));
    }
    if (known == null && tasks.size() >= MOST_TASKS) {
      forgetOldestTask();
    }
    names.putIfAbsent(task, PrintableText.name(seen.task()));
    tasks.put(task, new PastLoops(runs, loops));
    changed();
  }

  private long run(String id) {
    return TextDigest.combine(TextDigest.of(process), TextDigest.of(id));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // The lock is held wherever it is written.
  private void changed() {
    changes++;
  }

  private static PastLoop oldest(List<PastLoop> loops) {
    return loops.stream().min(Comparator.comparing(PastLoop::latest)).orElseThrow();
  }

  /** Forgets the task of which no loop was seen for longest. Does nothing if there is none. */
  public synchronized void forgetOldestTask() {
    tasks.entrySet().stream()
        .min(Comparator.comparing(each -> latest(each.getValue())))
        .ifPresent(oldest -> forget(oldest.getKey()));
    changed();
  }

  private static Instant latest(PastLoops loops) {
    return loops.all().stream()
        .map(PastLoop::latest)
        .max(Comparator.naturalOrder())
        .orElse(Instant.MIN);
  }

  private void forget(Long task) {
    names.remove(task);
    tasks.remove(task);
  }

  /** Forgets the runs before a time, and loops in which no other was. */
  public synchronized void forgetBefore(Instant time) {
    for (Map.Entry<Long, PastLoops> each : tasks.entrySet()) {
      List<PastLoop> kept = new ArrayList<>();
      for (PastLoop loop : each.getValue().all()) {
        PastLoop since = loop.since(time);
        if (since != null) {
          kept.add(since);
        }
      }
      if (kept.isEmpty()) {
        forget(each.getKey());
      } else {
        each.setValue(new PastLoops(each.getValue().runs(), kept));
      }
    }
    changed();
  }

  /** All that is known, task by task. */
  public synchronized List<TaskLoops> tasks() {
    List<TaskLoops> all = new ArrayList<>();
    names.forEach(
        (task, name) -> {
          PastLoops known = tasks.get(task);
          if (known != null) {
            all.add(new TaskLoops(task, name, known.runs(), known.all()));
          }
        });
    return all;
  }
}
