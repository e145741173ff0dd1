package io.loophalt.runtime.boundary;

import io.loophalt.runtime.async.ReactorContext;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import org.jspecify.annotations.Nullable;

/**
 * Calls with which a framework says that a thread now works for a stream, and that it does no more:
 * in between, calls on the thread belong to the stream's run.
 */
public final class StreamThreadHandler implements Interceptor {

  private final boolean begins;

  /**
   * For one of the two methods.
   *
   * @param begins whether the thread begins to work for the stream whose context is the method's
   *     argument
   */
  public StreamThreadHandler(boolean begins) {
    this.begins = begins;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    if (begins) {
      Object context = call.argument(0);
      StreamScope scope = context == null ? null : ReactorContext.read(context);
      if (scope != null) {
        call.thread().enterStream(scope);
      }
    } else {
      call.thread().leaveStream();
    }
    return null;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
