package io.loophalt.operations.control;

import io.loophalt.core.event.ArgumentCapture.Captured;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
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
 * <p>Thread-safe. Bounded: {@value #STEPS} steps a run, and {@value #MOST_CHARACTERS} characters in
 * all, of which those of the runs go first that took no step for longest.
 */
final class CapturedArguments implements EventSink {

  private static final int STEPS = 16;
  private static final int MOST_CHARACTERS = 4_000_000;

  private final int mostCharacters;

  /** By the run's id, the run that took a step last at the end. Guarded by this. */
  private final Map<String, Deque<RunDetail.Arguments>> byRun =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  private long characters;

  CapturedArguments() {
    this(MOST_CHARACTERS);
  }

  CapturedArguments(int mostCharacters) {
    this.mostCharacters = mostCharacters;
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
    }
  }

  private synchronized void add(String run, RunDetail.Arguments arguments) {
    Deque<RunDetail.Arguments> known = byRun.computeIfAbsent(run, id -> new ArrayDeque<>(STEPS));
    if (known.size() == STEPS) {
      characters -= known.remove().text().length();
    }
    known.add(arguments);
    characters += arguments.text().length();
    Iterator<Deque<RunDetail.Arguments>> oldest = byRun.values().iterator();
    while (characters > mostCharacters && byRun.size() > 1) {
      take(oldest.next());
      oldest.remove();
    }
  }

  private synchronized void forget(String run) {
    Deque<RunDetail.Arguments> known = byRun.remove(run);
    if (known != null) {
      take(known);
    }
  }

  private void take(Deque<RunDetail.Arguments> gone) {
    for (RunDetail.Arguments each : gone) {
      characters -= each.text().length();
    }
  }

  /** Of the latest steps of a run, oldest first; a copy. */
  synchronized List<RunDetail.Arguments> of(String run) {
    Deque<RunDetail.Arguments> known = byRun.get(run);
    return known == null ? List.of() : new ArrayList<>(known);
  }
}
