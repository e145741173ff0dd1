package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework calls a model and gives it a handler that hears of the
 * answer, piece by piece, on whatever thread.
 *
 * <p>The choke point must be {@linkplain ChokePoint#rewriting() rewriting}: the handler is replaced
 * by one that counts the turn when the answer is complete. What the framework does then, on the
 * thread that brings the answer, belongs to the run, and a halt reaches the handler as an error.
 */
public interface CallbackModelCalls extends ModelCalls {

  /** Fully qualified name of the handler's interface. */
  String handlerType();

  /** Name of the handler's method that is given the complete answer. */
  String completeMethod();

  /** Name of the handler's method that is given a {@link Throwable}. */
  String errorMethod();

  /** Position of the argument that is the handler. */
  int handlerArgument(MethodCall call);

  /**
   * The object that a tool will be called with before the answer is complete, in a piece of an
   * answer that announces it; null in any other piece.
   */
  default @Nullable Object earlyToolRequest(Object piece) {
    return null;
  }
}
