package io.loophalt.extension;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method that returns one execution of a framework that names its runs, to be
 * subscribed to: the run lasts from then to the end, on whatever threads. Executions inside it that
 * have the same name belong to it.
 */
public non-sealed interface PublishedRuns extends Role {

  /** What the framework calls the run, or null if this call begins none. */
  @Nullable RunName run(MethodCall call);

  /**
   * The ids of runs that are over with this one.
   *
   * @param context the first argument of the call that began it
   */
  default List<String> parts(Object context) {
    return List.of();
  }
}
