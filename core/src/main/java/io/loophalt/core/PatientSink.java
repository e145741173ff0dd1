package io.loophalt.core;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.failure.ThreadStop;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps what a sink of the application's throws away from the call that it is told in, whose caller
 * needs the decision more. It says so once. Thread-safe.
 */
final class PatientSink implements EventSink {

  private final EventSink sink;
  private final AtomicBoolean hasThrown = new AtomicBoolean();

  /** In front of a sink. */
  PatientSink(EventSink sink) {
    this.sink = sink;
  }

  @Override
  public void publish(Event event) {
    try {
      sink.publish(event);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void decided(Intervened what) {
    try {
      sink.decided(what);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public boolean wantsSteps() {
    try {
      return sink.wantsSteps();
    } catch (RuntimeException | Error broken) {
      failed(broken);
      return false;
    }
  }

  @Override
  public void awaitUrgent() {
    try {
      sink.awaitUrgent();
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public boolean mayWait() {
    try {
      return sink.mayWait();
    } catch (RuntimeException | Error broken) {
      failed(broken);
      return true;
    }
  }

  private void failed(Throwable broken) {
    ThreadStop.passOn(broken);
    if (hasThrown.compareAndSet(false, true)) {
      System.getLogger(PatientSink.class.getPackageName())
          .log(
              System.Logger.Level.WARNING,
              "an event sink has thrown, "
                  + sink.getClass().getName()
                  + "; the run goes on as if it had not, and no more is said of it",
              broken);
    }
  }
}
