package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of a framework that may go on with one of its {@link ScopedRuns} on another thread: the
 * scope that they are made in goes along, so that what begins there is a part of it as it would
 * have been here.
 */
public non-sealed interface CarriedScopes extends Role {

  /** What {@link ScopedRuns#carrier} will say there; null if nothing does. */
  @Nullable Object carrier(MethodCall call);
}
