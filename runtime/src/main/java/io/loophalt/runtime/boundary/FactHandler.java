package io.loophalt.runtime.boundary;

import io.loophalt.extension.Facts;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls whose results teach the agent something about a framework's objects; it leaves them as they
 * are.
 */
public final class FactHandler implements Interceptor {

  private final Facts facts;

  /** For all such calls of one framework. */
  public FactHandler(Facts facts) {
    this.facts = facts;
  }

  @Override
  public Object before(Invocation call) {
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (returned == null) {
      return null;
    }
    if (AsyncResultFollower.knows(returned)) {
      return new AsyncResult(returned, new Lesson(call.self()));
    }
    facts.learn(call.self(), returned);
    return null;
  }

  private final class Lesson implements PendingWork {

    private final @Nullable Object self;

    Lesson(@Nullable Object self) {
      this.self = self;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      facts.learn(self, value);
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return null;
    }
  }
}
