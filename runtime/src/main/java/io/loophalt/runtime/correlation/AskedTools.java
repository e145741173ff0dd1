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
 * one, the oldest are forgotten. Thread-safe; looking takes a few steps, because what is over is
 * forgotten on the way.
 */
final class AskedTools {

  private static final int MOST_TOOLS = 1_024;
  private static final int MOST_RUNS = 256;

  /** So often one call may be made, as by a program that tries again; more is a loop. */
  private static final int MOST_MADE = 4;

  /** So many runs may have a result, and not have asked again yet: as many as a pool serves. */
  private static final int MOST_UNANSWERED = 16;

  /** So many of the latest runs to ask. */
  private static final int LOOKED_AT = 2 * MOST_UNANSWERED;

  /** A run, and its calls that are open. */
  private record Asking(WeakReference<LiveRun> run, OpenCalls calls) {}

  private final Map<String, Deque<Asking>> byTool = new LinkedHashMap<>();

  /** The model of a run has asked for calls. */
  synchronized void asked(LiveRun live, OpenCalls calls, Collection<OpenCalls.Asked> asked) {
    Asking asking = new Asking(new WeakReference<>(live), calls);
    for (OpenCalls.Asked call : asked) {
      Deque<Asking> known =
          byTool.computeIfAbsent(OpenCalls.plain(call.tool()), first -> new ArrayDeque<>(1));
      known.removeIf(each -> each.calls() == calls);
      known.addFirst(asking);
      if (known.size() > MOST_RUNS) {
        known.removeLast();
      }
    }
    while (byTool.size() > MOST_TOOLS) {
      byTool.remove(byTool.keySet().iterator().next());
    }
  }

  /**
   * Whether a call of a tool may be one that a live run waits for; it is taken for that then.
   *
   * <p>Not where the latest of these calls were made and never answered: then no request tells what
   * comes of them, as where results are put into a prompt that begins anew each time.
   */
  synchronized boolean isWaitedFor(String tool) {
    String plain = OpenCalls.plain(tool);
    Deque<Asking> known = byTool.get(plain);
    if (known == null) {
      return false;
    }
    OpenCalls waiting = null;
    int unanswered = 0;
    Iterator<Asking> latestFirst = known.iterator();
    for (int i = 0; i < LOOKED_AT && latestFirst.hasNext(); ) {
      Asking asking = latestFirst.next();
      LiveRun live = asking.run().get();
      boolean isOver = live == null || live.isClosed();
      int made = isOver ? OpenCalls.NOT_OPEN : asking.calls().timesMade(plain);
      if (made == OpenCalls.NOT_OPEN) {
        latestFirst.remove();
        continue;
      }
      waiting = waiting == null && made < MOST_MADE ? asking.calls() : waiting;
      unanswered += made > 0 ? 1 : 0;
      i++;
    }
    if (known.isEmpty()) {
      byTool.remove(plain);
    }
    boolean isAnswered = unanswered < MOST_UNANSWERED;
    if (waiting != null && isAnswered) {
      waiting.make(plain);
    }
    return waiting != null && isAnswered;
  }
}
