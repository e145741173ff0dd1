package io.loophalt;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A listener as the agent calls it: by a function of maps, because it has its own copy of all
 * types. The agent holds it weakly, so that an application that is taken out is not kept. Its text
 * is the name of the listener's class.
 */
final class ToldListener implements Function<Map<String, Object>, @Nullable Object> {

  /** The listeners of this class loader. */
  private static final List<ToldListener> ALL = new CopyOnWriteArrayList<>();

  private final LoopListener listener;

  /** Whether an agent has it. One that is attached later has none of those that came before. */
  private volatile boolean known;

  private ToldListener(LoopListener listener) {
    this.listener = listener;
  }

  static void add(LoopListener listener) {
    ALL.add(new ToldListener(listener));
    for (ToldListener each : ALL) {
      each.known = each.known || AgentRuns.agent("listener", each, null) != null;
    }
  }

  static void remove(LoopListener listener) {
    for (ToldListener each : ALL) {
      if (each.listener.equals(listener)) {
        ALL.remove(each);
        AgentRuns.agent("unlisten", each, null);
        return;
      }
    }
  }

  @Override
  public @Nullable Object apply(Map<String, Object> told) {
    switch (String.valueOf(told.get("event"))) {
      case "nudge" -> listener.nudged(LoopNotice.fromMap(told));
      case "escalate" -> listener.escalated(LoopNotice.fromMap(told));
      case "end" -> listener.ended(StopReason.fromMap(told));
      case "halt" -> {
        RunExtension granted = listener.halted(StopReason.fromMap(told));
        return granted == null ? null : granted.asMap();
      }
      default -> {
        // Something of a newer agent.
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return listener.getClass().getName();
  }
}
