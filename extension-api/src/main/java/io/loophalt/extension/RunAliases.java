package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls inside a run in which its framework's own id is known: tools that run on other threads will
 * name it.
 */
public non-sealed interface RunAliases extends Role {

  /** The id, begun with the framework's name; null if there is none in this call. */
  @Nullable String id(MethodCall call);

  /** Whether the run goes on, and keeps its name, when the method has returned this. */
  default boolean goesOn(Object returned) {
    return false;
  }
}
