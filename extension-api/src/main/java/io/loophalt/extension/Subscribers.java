package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework starts a stream for one subscriber: what is called
 * inside belongs to the run that {@link ScopedRuns} let go on, or to one more of its kind for each
 * further subscriber. After a halt, as with a retry, all belong to the halted one.
 */
public non-sealed interface Subscribers extends Role {

  /** What {@link ScopedRuns#carrier} said; null if the stream is not known by it. */
  @Nullable Object carrier(MethodCall call);
}
