package io.loophalt.runtime.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * At which steps the model of a run, or of one inside it, was nudged, and who wants to be told of
 * escalations. Made for the few runs in which there is either. Thread-safe.
 */
final class Interventions {

  /** Nudges come once for each rung: a run that has had more goes on with the latest. */
  private static final int MOST_NUDGES = 64;

  private static final int MOST_LISTENERS = 8;

  private long[] nudges = {};
  private List<Consumer<String>> listeners = List.of();

  synchronized void nudgedAt(long step) {
    int kept = Math.min(nudges.length, MOST_NUDGES - 1);
    nudges = Arrays.copyOfRange(nudges, nudges.length - kept, nudges.length + 1);
    nudges[kept] = step;
  }

  /** Oldest first. */
  synchronized long[] nudges() {
    return nudges.clone();
  }

  /** Adds one that is not there; of too many, the oldest is forgotten. */
  @SuppressWarnings("unchecked") // the facade takes only consumers of texts
  synchronized void listen(Consumer<?> listener) {
    if (!listeners.contains(listener)) {
      List<Consumer<String>> more = new ArrayList<>(listeners);
      if (more.size() == MOST_LISTENERS) {
        more.remove(0);
      }
      more.add((Consumer<String>) listener);
      listeners = List.copyOf(more);
    }
  }

  synchronized void forgetListeners() {
    listeners = List.of();
  }

  synchronized List<Consumer<String>> listeners() {
    return listeners;
  }
}
