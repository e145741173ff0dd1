package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework does what an answer of a model asks for, on whatever
 * thread. Outside any scope, what is called in it belongs to the run of the answer.
 */
public non-sealed interface AnswerWork extends Role {

  /** The object of the answer, one of {@link ModelCalls#toolRequests}; null if unknown. */
  @Nullable Object answer(MethodCall call);
}
