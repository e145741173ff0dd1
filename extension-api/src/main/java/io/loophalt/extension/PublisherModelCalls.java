package io.loophalt.extension;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that returns a stream of a model's answer, which begins when somebody
 * subscribes: one turn for each subscriber. Its first argument is the request. Of such methods that
 * lie inside each other the outermost counts.
 */
public non-sealed interface PublisherModelCalls extends Role, RequestChanges {

  /** The method's name, to call it again with another request. */
  String method();

  /** How many parameters it has. */
  int parameters();

  /** Reads what stands in the requests; null where that is not known. */
  default @Nullable RequestReader requests() {
    return null;
  }

  /** Reads one piece of the answer. */
  ModelResponse answer(Object piece);

  /** As {@link ModelCalls#toolRequests}, of one piece. */
  default Collection<?> toolRequests(Object piece) {
    return List.of();
  }
}
