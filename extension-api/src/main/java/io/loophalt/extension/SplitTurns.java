package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Turns of a framework that begins a model call in one method and has its answer in another, and
 * says in both which run they belong to.
 *
 * <p>In between it hands its request on. There a halted run finishes, and an escalated one goes on
 * with another model.
 */
public interface SplitTurns {

  /** Which of the methods a choke point is. */
  enum Place {
    /** A model is about to be called. */
    BEGINNING,
    /** The model's answer is there, and the tools that it asks for are not called yet. */
    ANSWER,
    /**
     * A publisher of the answer is returned: what is called while it is being subscribed to is a
     * layer of the same model call. The choke point must be rewriting.
     */
    LAYER
  }

  /**
   * One of the methods.
   *
   * @param turns the same object for all of them
   * @param request position of the argument that is the request, in a {@link Place#LAYER}
   */
  record Part(SplitTurns turns, Place place, int request) implements Role {}

  /** How to change the requests. */
  RequestChanges changes();

  /** The run that a call of any of the methods belongs to, or null to leave the call alone. */
  @Nullable RunName run(MethodCall call);

  /**
   * Reads what stands in the requests; null where that is not known. In calls of a {@link
   * Place#BEGINNING} or {@link Place#LAYER}, whichever has one.
   */
  default @Nullable RequestReader requests() {
    return null;
  }

  /** Reads the answer in a call of the method that has it; null if it is a part of one. */
  @Nullable ModelResponse answer(MethodCall call);
}
