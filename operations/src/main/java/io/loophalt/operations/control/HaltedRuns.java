package io.loophalt.operations.control;

import io.loophalt.StopReason;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest runs that are over and stay halted, as they were at their end: most frameworks end a
 * run with the call that throws, and somebody wants to know then which it was. Whether such a run
 * stays halted is the registry's to say.
 *
 * <p>Thread-safe; {@value #KEPT} runs at most.
 */
final class HaltedRuns implements EventSink {

  private static final int KEPT = 100;

  /**
   * One of them.
   *
   * @param end how it was
   * @param halt what has halted it; null if that was not told
   */
  record Over(RunEnded end, @Nullable Intervened halt) {}

  private final RunRegistry runs;

  /** Halts of runs that are not over, by the run's id. Guarded by this, as what follows. */
  private final Map<String, Intervened> halts = new Latest<>();

  private final Map<String, Over> over = new Latest<>();

  /** Whether there is any of them; most JVMs never halt a run. */
  private volatile boolean any;

  private static final class Latest<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > KEPT;
    }
  }

  /** Of the runs of a registry. */
  HaltedRuns(RunRegistry runs) {
    this.runs = runs;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof Intervened what) {
      if (what.enforced() && what.intervention() == Intervention.HALT) {
        halted(what);
      }
    } else if (event instanceof RunEnded end) {
      boolean stays = end.kind() != StopReason.Kind.DONE && runs.staysHalted(end.runId());
      if (any || stays) {
        ended(end, stays);
      }
    } else if (any && event instanceof RunOpened opened) {
      begun(opened.runId());
    }
  }

  private synchronized void halted(Intervened halt) {
    halts.put(halt.runId(), halt);
    any = true;
  }

  /** Those that need no order to go on, as a run without an id, are not kept. */
  private synchronized void ended(RunEnded end, boolean stays) {
    Intervened halt = halts.remove(end.runId());
    if (stays) {
      over.remove(end.runId()); // The latest comes last.
      over.put(end.runId(), new Over(end, halt));
      any = true;
    }
  }

  private synchronized void begun(String run) {
    halts.remove(run);
    over.remove(run);
  }

  /** All of them, the latest first; a copy. */
  synchronized List<Over> all() {
    List<Over> all = new ArrayList<>(over.values());
    Collections.reverse(all);
    return all;
  }

  /** The one with this id; null if there is none. */
  synchronized @Nullable Over find(String run) {
    return over.get(run);
  }
}
