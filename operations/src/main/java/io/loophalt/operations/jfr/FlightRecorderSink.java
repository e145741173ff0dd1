package io.loophalt.operations.jfr;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Hands what happens in runs to Java Flight Recorder, on the thread on which it happens, from the
 * moment on at which somebody has begun a recording in this JVM.
 *
 * <p>Needs the module {@code jdk.jfr}. Begins and ends no recording, and starts nothing: before the
 * first recording each event costs the look at one field. Thread-safe.
 */
public final class FlightRecorderSink implements EventSink {

  private final AtomicBoolean begun = new AtomicBoolean();

  /** Null before the first recording, and until the first event that follows it. */
  private volatile @Nullable RecordedEvents recorded;

  /** Asked under the lock of a run, so nothing begins here. */
  @Override
  public boolean wantsSteps() {
    RecordedEvents known = recorded;
    return known == null ? isToBegin() : known.wantSteps();
  }

  private boolean isToBegin() {
    return FlightRecorder.isInitialized() && !begun.get();
  }

  @Override
  public void publish(Event event) {
    if (recorded == null && isToBegin() && begun.compareAndSet(false, true)) {
      // Takes some milliseconds, for which other threads do not wait.
      recorded = new RecordedEvents();
    }
    RecordedEvents known = recorded;
    if (known != null) {
      known.record(event);
    }
  }
}
