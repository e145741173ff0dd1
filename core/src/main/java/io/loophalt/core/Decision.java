package io.loophalt.core;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to do next: one of five, in rising order of force. Immutable.
 *
 * <p>A loop that wants nothing special calls {@link #orThrow} and appends {@link #text} to what it
 * tells the model next.
 */
public sealed interface Decision {

  /** Nothing was found. */
  record GoOn() implements Decision {

    static final GoOn INSTANCE = new GoOn();
  }

  /**
   * The model is to be told that it repeats itself.
   *
   * @param text what to tell it, such as beside the result of the tool call
   */
  record Nudge(@Override String text) implements Decision {}

  /**
   * The model is to be told, and another one, another prompt or a person is to take over.
   *
   * @param text what to tell the model
   * @param model the model to go on with, as the settings name it; null to leave that to the caller
   */
  record Escalate(@Override String text, @Nullable String model) implements Decision {}

  /**
   * The run is stopped, but for one last model call: without tools, and with this text. Only of
   * tasks with {@link TaskSettings#finishOnHalt}.
   *
   * @param text what to tell the model
   * @param stopReason why the run is stopped
   */
  record Finish(@Override String text, StopReason stopReason) implements Decision {}

  /**
   * The run is stopped, and each later question is answered so, too.
   *
   * @param stopReason why, and how far the run had come
   */
  record Halt(StopReason stopReason) implements Decision {}

  /** What to tell the model; empty where there is nothing to tell. */
  default String text() {
    return "";
  }

  /**
   * This decision, unless it is {@link Halt}.
   *
   * @throws LoopHaltException if it is, with its reason
   */
  default Decision orThrow() {
    if (this instanceof Halt halt) {
      throw new LoopHaltException(halt.stopReason());
    }
    return this;
  }
}
