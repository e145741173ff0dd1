package io.loophalt.agent.startup;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.safety.InternalErrorBreaker;

/**
 * Keeps the errors of a sink away from the runs that it hears of, and takes it out alone when there
 * are too many of them. Thread-safe.
 */
final class BreakableSink implements EventSink, InternalErrorBreaker.Switch {

  private final EventSink sink;
  private final String what;
  private final InternalErrorBreaker failures;
  private volatile boolean off;

  /**
   * In front of a sink.
   *
   * @param what its name, as a person would call it
   * @param lost what is not done any more without it
   */
  BreakableSink(EventSink sink, String what, String lost, InternalErrorBreaker agent) {
    this.sink = sink;
    this.what = what;
    this.failures = agent.part(what, lost, this);
  }

  @Override
  public void off(InternalErrorBreaker part) {
    off = true;
  }

  @Override
  public void publish(Event event) {
    if (off) {
      return;
    }
    try {
      sink.publish(event);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void decided(Intervened what) {
    if (off) {
      return;
    }
    try {
      sink.decided(what);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public boolean wantsSteps() {
    return !off && sink.wantsSteps();
  }

  @Override
  public void awaitUrgent() {
    if (off) {
      return;
    }
    try {
      sink.awaitUrgent();
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public boolean mayWait() {
    try {
      return off || sink.mayWait();
    } catch (RuntimeException | Error broken) {
      failed(broken);
      return true;
    }
  }

  private void failed(Throwable broken) {
    ThreadStop.passOn(broken);
    failures.note("in " + what, broken);
  }
}
