package io.loophalt.runtime.executor;

import org.jspecify.annotations.Nullable;

/** Hears what happens to tasks of executors. Called on any thread of the application. */
public interface TaskEvents {

  /**
   * Hears of one event.
   *
   * @param event one of the constants of {@link LoopHaltGate}
   * @param task the task, a stage or a coroutine, or what {@link LoopHaltGate#TASK_BEGINS} has
   *     answered
   * @return what the event asks for; null to go on as without the agent
   */
  @Nullable Object on(int event, @Nullable Object task);
}
