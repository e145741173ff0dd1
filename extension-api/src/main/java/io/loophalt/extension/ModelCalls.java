package io.loophalt.extension;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework calls a model: one turn of the run each. Of such methods
 * that lie inside each other the outermost counts. A future or publisher that is returned is
 * followed, and what it gives is read.
 *
 * <p>Where the choke point is {@linkplain ChokePoint#rewriting() rewriting}, {@link
 * #requestArgument} lets halted runs finish and escalated ones go on with another model.
 */
public non-sealed interface ModelCalls extends Role, RequestChanges {

  /** The run that the framework names in a call; null if it names none. */
  default @Nullable RunName run(MethodCall call) {
    return null;
  }

  /** Reads what stands in the requests; null where that is not known. */
  default @Nullable RequestReader requests() {
    return null;
  }

  /** Reads the answer, or a piece of it, from what the method returned. */
  ModelResponse answer(Object returned);

  /**
   * The objects of the answer that the tools it asks for will be called with, so that the calls
   * belong to the run wherever they are made. None where the framework names the run there.
   */
  default Collection<?> toolRequests(Object returned) {
    return List.of();
  }

  /** Position of the argument that is the request; -1 where requests cannot be changed. */
  default int requestArgument() {
    return -1;
  }

  @Override
  default Object withoutTools(Object request, String text) throws ReflectiveOperationException {
    throw new NoSuchMethodException("to leave tools out of a request");
  }

  @Override
  default Object withModel(Object request, String model) throws ReflectiveOperationException {
    throw new NoSuchMethodException("to change the model of a request");
  }

  /**
   * Gives a call {@link #withoutTools} as its request; overridden where tools are no part of that.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  default void leaveOutTools(MethodCall call, Object request, String text)
      throws ReflectiveOperationException {
    call.rewrite(requestArgument(), withoutTools(request, text));
  }

  /**
   * Gives a call {@link #withModel} as its request; overridden where the model is no part of that.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  default void changeModel(MethodCall call, Object request, String model)
      throws ReflectiveOperationException {
    call.rewrite(requestArgument(), withModel(request, model));
  }
}
