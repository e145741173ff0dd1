package io.loophalt.runtime.invocation;

import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.ColdStream;
import org.jspecify.annotations.Nullable;

/**
 * What happens around calls of one kind of woven method. Shared by all threads; per-call state is
 * in the {@link Invocation}.
 */
public interface Interceptor {

  /**
   * The method is about to run.
   *
   * @return null to leave this call alone; a {@link Throwable} to skip the body and throw it; a
   *     {@link Replacement} to skip the body and return its value; {@code call} itself to be asked
   *     again when the body has run
   */
  @Nullable Object before(Invocation call);

  /**
   * The method has run; called only if {@link #before} returned the call.
   *
   * @return null to leave the outcome as it is; a {@link Throwable} to throw instead; {@link
   *     AsyncResult} or {@link ColdStream} to follow a result that is still to come; otherwise the
   *     value to return instead
   */
  @Nullable Object after(Invocation call, @Nullable Object returned, @Nullable Throwable thrown);

  /**
   * A value to return in place of a body that is skipped.
   *
   * @param value not null: a null result cannot replace anything
   */
  record Replacement(Object value) {}
}
