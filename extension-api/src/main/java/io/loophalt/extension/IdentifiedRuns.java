package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework that names its runs executes one from beginning to end,
 * on whatever threads. Calls inside it that have the same name belong to it. A future or publisher
 * that is returned is followed, and the run ends with it.
 */
public non-sealed interface IdentifiedRuns extends Role {

  /** What the framework calls the run, or null if this call begins none. */
  @Nullable RunName run(MethodCall call);
}
