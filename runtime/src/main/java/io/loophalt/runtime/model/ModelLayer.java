package io.loophalt.runtime.model;

import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.ModelLoop;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * A publisher that is a layer of a model call which is counted elsewhere: what is called while it
 * is being subscribed to is one, too.
 *
 * @param loop what the call has brought so far, if the framework's loop goes on inside it
 */
record ModelLayer(LiveRun live, @Nullable ModelLoop loop) implements PendingWork {

  @Override
  public Object again() {
    return this;
  }

  @Override
  public void enter(Invocation call) {
    call.becomeModelCallOf(live);
    call.attach(loop);
  }

  @Override
  public void leave(Invocation call) {
    call.standDown();
  }

  @Override
  public @Nullable Object value(Object value) {
    return null;
  }

  @Override
  public @Nullable Throwable end(@Nullable Throwable error) {
    return null;
  }
}
