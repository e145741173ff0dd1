package io.loophalt;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of this class loader, as the agent calls them: by a function of maps, because it
 * has its own copy of all types. The agent holds it weakly, so that an application that is taken
 * out is not kept.
 */
final class Listeners implements Function<Map<String, Object>, @Nullable Object> {

  static final Listeners ALL = new Listeners();

  private final List<LoopListener> listeners = new CopyOnWriteArrayList<>();

  private Listeners() {}

  void add(LoopListener listener) {
    listeners.add(listener);
  }

  void remove(LoopListener listener) {
    listeners.remove(listener);
  }

  /** Of several that grant something the first counts; all are told. */
  @Override
  public @Nullable Object apply(Map<String, Object> told) {
    RunExtension granted = null;
    for (LoopListener each : listeners) {
      RunExtension answer = tell(each, told);
      granted = granted == null ? answer : granted;
    }
    return granted == null ? null : granted.asMap();
  }

  private static @Nullable RunExtension tell(LoopListener listener, Map<String, Object> told) {
    switch (String.valueOf(told.get("event"))) {
      case "nudge" -> listener.nudged(LoopNotice.fromMap(told));
      case "escalate" -> listener.escalated(LoopNotice.fromMap(told));
      case "end" -> listener.ended(StopReason.fromMap(told));
      case "halt" -> {
        return listener.halted(StopReason.fromMap(told));
      }
      default -> {
        // Something of a newer agent.
      }
    }
    return null;
  }
}
