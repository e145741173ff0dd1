package io.loophalt.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Calls whose results teach the agent something about a framework's objects; it leaves them as they
 * are.
 */
public abstract class FrameworkFacts implements CallHandler {

  /** Takes what a call returned, or what its future or publisher gave. */
  protected abstract void learn(@Nullable Object self, Object result);

  @Override
  public final Object before(Call call) {
    return call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (returned == null) {
      return null;
    }
    if (Deferred.knows(returned)) {
      return new Unfinished(returned, new Lesson(call.self()));
    }
    learn(call.self(), returned);
    return null;
  }

  private final class Lesson implements Work {

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
      learn(self, value);
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return null;
    }
  }
}
