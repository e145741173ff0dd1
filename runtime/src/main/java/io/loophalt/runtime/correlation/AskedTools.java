package io.loophalt.runtime.correlation;

import io.loophalt.runtime.runs.LiveRun;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The runs whose models have asked for a tool, by its name, so that a call on a thread of which
 * nothing else is known is told from one that nobody has asked for.
 *
 * <p>Bounded: of more than {@value #MOST_TOOLS} names, or of more than {@value #MOST_RUNS} runs to
 * one, the oldest are forgotten. Thread-safe; looking is mostly one step, because what is over is
 * forgotten on the way.
 */
final class AskedTools {

  private static final int MOST_TOOLS = 1_024;
  private static final int MOST_RUNS = 256;

  /** A run, and its calls that are open. */
  private record Asking(WeakReference<LiveRun> run, OpenCalls calls) {}

  private final Map<String, Deque<Asking>> byTool = new LinkedHashMap<>();

  /** The model of a run has asked for calls. */
  synchronized void asked(LiveRun live, OpenCalls calls, Collection<OpenCalls.Asked> asked) {
    Asking asking = new Asking(new WeakReference<>(live), calls);
    for (OpenCalls.Asked call : asked) {
      Deque<Asking> known =
          byTool.computeIfAbsent(OpenCalls.plain(call.tool()), first -> new ArrayDeque<>(1));
      known.addFirst(asking);
      if (known.size() > MOST_RUNS) {
        known.removeLast();
      }
    }
    if (byTool.size() > MOST_TOOLS) {
      byTool.remove(byTool.keySet().iterator().next());
    }
  }

  /** Whether a call of a tool may be one that a live run waits for; it is taken for that then. */
  synchronized boolean isWaitedFor(String tool) {
    String plain = OpenCalls.plain(tool);
    Deque<Asking> known = byTool.get(plain);
    if (known == null) {
      return false;
    }
    boolean isWaitedFor = false;
    Iterator<Asking> latestFirst = known.iterator();
    while (!isWaitedFor && latestFirst.hasNext()) {
      Asking asking = latestFirst.next();
      LiveRun live = asking.run().get();
      boolean isOver = live == null || live.isClosed();
      Boolean isMade = isOver ? null : asking.calls().isMade(plain);
      if (isMade == null) {
        latestFirst.remove();
      } else {
        isWaitedFor = isMade;
      }
    }
    if (known.isEmpty()) {
      byTool.remove(plain);
    }
    return isWaitedFor;
  }
}
