package io.loophalt.operations.control;

import io.loophalt.StopReason;
import io.loophalt.core.event.ArgumentCapture.Captured;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.StepTaken;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the latest steps of runs were called with, where the configuration has that captured; it is
 * without secrets by then. Whoever has no {@code capture} has none of this.
 *
 * <p>Thread-safe. Bounded: {@value #STEPS} steps a run, and some {@value #MOST_BYTES} bytes in all,
 * of which those of the runs go first that took no step for longest. A run that ended by itself has
 * none any more.
 */
final class CapturedArguments implements EventSink {

  private static final int STEPS = 16;
  private static final int MOST_BYTES = 8_000_000;

  /** What an empty text, and a run without any, take beside their characters. */
  private static final int BYTES_OF_STEP = 150;

  private static final int BYTES_OF_RUN = 300;
  private static final int BYTES_OF_CHARACTER = 2;

  private final int mostBytes;

  /** By the run's id, the run that took a step last at the end. Guarded by this. */
  private final Map<String, Deque<RunDetail.Arguments>> byRun = new LinkedHashMap<>();

  private long bytes;

  CapturedArguments() {
    this(MOST_BYTES);
  }

  CapturedArguments(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof StepTaken step) {
      Captured arguments = step.arguments();
      if (arguments != null) {
        add(
            step.runId(),
            new RunDetail.Arguments(step.step(), step.tool(), arguments.text(), arguments.isCut()));
      }
    } else if (event instanceof RunOpened opened) {
      forget(opened.runId());
    } else if (event instanceof RunEnded ended && ended.kind() == StopReason.Kind.DONE) {
      forget(ended.runId());
    }
  }

  private synchronized void add(String run, RunDetail.Arguments arguments) {
    Deque<RunDetail.Arguments> known = byRun.remove(run);
    if (known == null) {
      known = new ArrayDeque<>(STEPS);
      bytes += bytes(run);
    } else if (known.size() == STEPS) {
      bytes -= bytes(known.remove());
    }
    known.add(arguments);
    byRun.put(run, known); // the latest comes last
    bytes += bytes(arguments);
    Iterator<Map.Entry<String, Deque<RunDetail.Arguments>>> oldest = byRun.entrySet().iterator();
    while (bytes > mostBytes && byRun.size() > 1) {
      Map.Entry<String, Deque<RunDetail.Arguments>> gone = oldest.next();
      take(gone.getKey(), gone.getValue());
      oldest.remove();
    }
  }

  private static long bytes(String run) {
    return BYTES_OF_RUN + (long) BYTES_OF_CHARACTER * run.length();
  }

  private static long bytes(RunDetail.Arguments step) {
    return BYTES_OF_STEP
        + (long) BYTES_OF_CHARACTER * (step.text().length() + step.tool().length());
  }

  private synchronized void forget(String run) {
    Deque<RunDetail.Arguments> known = byRun.remove(run);
    if (known != null) {
      take(run, known);
    }
  }

  private void take(String run, Deque<RunDetail.Arguments> gone) {
    bytes -= bytes(run);
    for (RunDetail.Arguments each : gone) {
      bytes -= bytes(each);
    }
  }

  /** Of the latest steps of a run, oldest first; a copy. */
  synchronized List<RunDetail.Arguments> of(String run) {
    Deque<RunDetail.Arguments> known = byRun.get(run);
    return known == null ? List.of() : new ArrayList<>(known);
  }
}
