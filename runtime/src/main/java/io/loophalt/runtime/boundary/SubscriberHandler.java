package io.loophalt.runtime.boundary;

import io.loophalt.extension.Subscribers;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework starts a stream for one subscriber: what is called
 * inside belongs to the run that {@link ScopedRunHandler} let go on, or to one more of its kind for
 * each further subscriber. After a halt, as with a retry, all belong to the halted one.
 */
public final class SubscriberHandler implements Interceptor {

  private final Subscribers subscribers;
  private final RunCorrelator runs;

  /** For all streams of one framework. */
  public SubscriberHandler(Subscribers subscribers, RunCorrelator runs) {
    this.subscribers = subscribers;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    Object carrier = subscribers.carrier(call);
    LiveRun latest = runs.carriedBy(carrier);
    Object stream = call.self();
    if (carrier == null || latest == null || stream == null) {
      return null;
    }
    LiveRun live = runs.registry().forSubscriber(latest, System.nanoTime());
    if (live != latest) {
      runs.attach(carrier, live);
    }
    runs.attach(stream, live);
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
