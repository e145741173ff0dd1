package io.loophalt.runtime.async;

import java.util.concurrent.Executor;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.ContinuationInterceptor;
import kotlin.coroutines.CoroutineContext;

/** Has whatever it is given go on where an executor says. */
final class TestDispatcher extends AbstractCoroutineContextElement
    implements ContinuationInterceptor {

  private final Executor executor;

  TestDispatcher(Executor executor) {
    super(ContinuationInterceptor.Key);
    this.executor = executor;
  }

  @Override
  public <T> Continuation<T> interceptContinuation(Continuation<? super T> continuation) {
    return new Continuation<>() {
      @Override
      public CoroutineContext getContext() {
        return continuation.getContext();
      }

      @Override
      public void resumeWith(Object result) {
        executor.execute(() -> continuation.resumeWith(result));
      }
    };
  }

  @Override
  public void releaseInterceptedContinuation(Continuation<?> continuation) {}
}
