package io.loophalt.extension;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework has all tools executed that one answer asks for. Inside
 * a model call it lies between two turns, which nothing else shows; elsewhere it shows the answer
 * of a model that is not watched itself.
 */
public non-sealed interface ToolTurns extends Role {

  /** Where the loop sends its requests: the arguments are the request and its answer. */
  LoopRequests requests();

  /**
   * Reads the answer from the arguments, with the usage of all answers in the same model call; null
   * if there is none.
   */
  @Nullable ModelResponse answer(MethodCall call);

  /**
   * The objects of the answer that came with it, as {@link ModelCalls#toolRequests}: where nothing
   * else says of which run the tools are, they are of that of the answer.
   */
  default Collection<?> toolRequests(MethodCall call) {
    return List.of();
  }

  /**
   * Whether what the method returned is the result of the whole, and no model is called with it.
   */
  boolean endsTheLoop(Object returned);
}
