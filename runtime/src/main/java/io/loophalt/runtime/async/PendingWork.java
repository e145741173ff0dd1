package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import org.jspecify.annotations.Nullable;

/**
 * One watched call whose result is still to come, from the moment its method has returned.
 *
 * <p>Told by whatever threads do the work, one after the other for one execution. The answers mean
 * what they mean in {@link Interceptor#after}.
 */
public interface PendingWork {

  /**
   * The work is done once more, as after a retry. The first execution has begun with the call
   * itself.
   *
   * @return the work to tell from now on, or a {@link Throwable} with which it is to fail at once
   */
  Object again();

  /**
   * The same, for one more subscriber.
   *
   * @param scope where the subscriber's own stream belongs; null if it does not say
   */
  default Object again(@Nullable StreamScope scope) {
    return again();
  }

  /**
   * Hands a future's result on.
   *
   * @param onwards ends the future, and calls what depends on it
   */
  default void passOn(Runnable onwards) {
    onwards.run();
  }

  /** Where the work belongs, for those that work for it on other threads; null for nowhere. */
  default @Nullable StreamScope scope() {
    return null;
  }

  /** What is to be done in place of the work that the method began; null for nothing else. */
  default @Nullable Object instead() {
    return null;
  }

  /** Whether other processes judge what comes of it, too. */
  default boolean isShared() {
    return false;
  }

  /**
   * Whether they do, and the calling thread must not wait for them: then {@link #value} and {@link
   * #end} are to be told on another one.
   */
  default boolean isForAnotherThread() {
    return false;
  }

  /**
   * Whether what is called on the subscriber's thread behind a value of several is a detail of it
   * still, because more of them may be made there.
   */
  default boolean lastsForAllValues() {
    return false;
  }

  /** Whether a value of several is judged when it has come, and not only their end. */
  default boolean judgesValues() {
    return false;
  }

  /**
   * The work begins on this thread: what is called from here on is a detail of it. Told of
   * publishers, not of futures.
   *
   * @param call stands for the work on this thread, on top of its calls
   */
  default void enter(Invocation call) {}

  /** The work goes on elsewhere, or is done; {@code call} is what was entered. */
  default void leave(Invocation call) {}

  /**
   * A value has come: the only one of a future, the next one of a stream.
   *
   * @return null to pass it on; a {@link Throwable} to fail with; otherwise the value to pass on
   *     instead
   */
  @Nullable Object value(Object value);

  /**
   * Nothing more will come.
   *
   * @param error why, or null if the work is done
   * @return null to leave that as it is, or a {@link Throwable} to end with
   */
  @Nullable Throwable end(@Nullable Throwable error);
}
