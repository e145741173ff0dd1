package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that returns a stream in which a framework executes one task. The run begins
 * when somebody subscribes and ends with the stream; a subscription that comes after a halt, as
 * with a retry, is halted at once.
 */
public non-sealed interface ReactiveRuns extends Role {

  /** The task. */
  String task(MethodCall call);

  /**
   * What carries the run of whoever has subscribed last, for {@link Mark.Resumed} of the methods
   * that work for the stream on threads that Reactor's context does not reach; null if nothing
   * does.
   */
  default @Nullable Object carrier(MethodCall call) {
    return null;
  }

  /**
   * Whether a stream inside another one is a run of its own below it, as each is about a
   * conversation of its own and several may go on side by side. Inside a scope that the application
   * opened itself all are a part of that.
   */
  default boolean nests() {
    return false;
  }
}
