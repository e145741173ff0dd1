package io.loophalt.extension;

/**
 * Calls of a method that returns a stream in which a framework executes one task. The run begins
 * when somebody subscribes and ends with the stream; a subscription that comes after a halt, as
 * with a retry, is halted at once.
 */
public non-sealed interface ReactiveRuns extends Role {

  /** The task. */
  String task(MethodCall call);
}
