package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework executes one task from beginning to end, on the thread
 * of the caller: one run each, and what is called inside belongs to it.
 *
 * <p>The run ends when the method returns. Where that is a future with which the task ends, {@link
 * IdentifiedRuns} follows it, under a name that may be made for the call; where it is a publisher,
 * {@link ReactiveRuns} begins a run with each subscription.
 */
public non-sealed interface ScopedRuns extends Role {

  /** The task, or null if this call begins no run. */
  @Nullable String task(MethodCall call);

  /**
   * What carries the run that this call opens, for {@link #whole} of the entries inside it, and for
   * {@link Subscribers} of what the method returns; null if nothing does.
   */
  default @Nullable Object carrier(MethodCall call) {
    return null;
  }

  /**
   * What carries a run of which this call is a part with a conversation of its own: in the scope of
   * that run it is a run below it, and counts against its ceilings only. Null if there is none.
   */
  default @Nullable Object whole(MethodCall call) {
    return null;
  }

  /**
   * Whether the framework may make a result of a halt, or return one where a call of the model was
   * to throw it; then the method throws it nevertheless, unless what it returns is yet to come.
   */
  default boolean hidesHalts() {
    return false;
  }

  /**
   * Whether the method has returned something with which the run only begins, such as a stream that
   * the caller has yet to start.
   */
  default boolean goesOn(Object returned) {
    return false;
  }
}
