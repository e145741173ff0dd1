package io.loophalt.operations.timeline;

import io.loophalt.operations.timeline.Timeline.Compared;
import io.loophalt.operations.timeline.Timeline.TurnUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run that is being read: of a long one the first and the last ones. About 100 bytes
 * a step. Not thread-safe.
 */
public final class Trail {

  private static final int FIRST = 100;
  private static final int LAST = 900;

  /** How many steps after a nudge are looked at for something new. */
  private static final int NEWS_WITHIN = 3;

  private final List<TimelineStep> first = new ArrayList<>();
  private final Deque<TimelineStep> last = new ArrayDeque<>();
  private final Map<Integer, TurnUse> turns = new HashMap<>();
  private long left;

  /** Adds a step; returns by how many more steps are kept now. */
  public int add(TimelineStep step) {
    if (first.size() < FIRST) {
      first.add(step);
      return 1;
    }
    last.add(step);
    if (last.size() <= LAST) {
      return 1;
    }
    TimelineStep gone = last.removeFirst();
    turns.remove(gone.turn());
    left++;
    return 0;
  }

  public void turn(int number, TurnUse use) {
    turns.put(number, use);
    if (turns.size() > 2 * (FIRST + LAST)) {
      turns.clear(); // Turns of which no step is known.
    }
  }

  public int size() {
    return first.size() + last.size();
  }

  public boolean isEmpty() {
    return first.isEmpty();
  }

  /** Forgets the steps; the run goes on without a timeline. */
  public void clear() {
    first.clear();
    last.clear();
    turns.clear();
    left = 0;
  }

  /** The story, with the steps marked that have a call or an outcome. */
  public Timeline timeline(long action, long outcome) {
    List<TimelineStep> kept = kept();
    List<TimelineRow> rows =
        left == 0
            ? RepeatFinder.rows(kept, 0, List.of())
            : RepeatFinder.rows(first, left, List.copyOf(last));
    return new Timeline(rows, Map.copyOf(turns), Compared.in(kept, action, outcome), true);
  }

  /** The step with a number, or null. */
  public @Nullable TimelineStep step(int number) {
    for (TimelineStep step : kept()) {
      if (step.number() == number) {
        return step;
      }
    }
    return null;
  }

  /**
   * After how many of some nudges one of the next three steps did not fail, and was no call with an
   * outcome that the run had had before.
   *
   * @param nudgedAt numbers of the steps at which they were due
   */
  public int followedByNews(List<Integer> nudgedAt) {
    int followed = 0;
    for (int at : nudgedAt) {
      Set<Long> known = new HashSet<>();
      int after = 0;
      boolean news = false;
      for (TimelineStep step : kept()) {
        if (step.isReply()) {
          continue;
        }
        if (step.number() <= at) {
          known.add(31 * step.action() + step.gist());
        } else if (after++ < NEWS_WITHIN) {
          news |= !step.failed() && !known.contains(31 * step.action() + step.gist());
        }
      }
      followed += news ? 1 : 0;
    }
    return followed;
  }

  private List<TimelineStep> kept() {
    List<TimelineStep> kept = new ArrayList<>(first);
    kept.addAll(last);
    return kept;
  }
}
