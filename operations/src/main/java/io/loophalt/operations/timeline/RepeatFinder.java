package io.loophalt.operations.timeline;

import io.loophalt.core.detect.Step;
import io.loophalt.operations.timeline.TimelineRow.Gap;
import io.loophalt.operations.timeline.TimelineRow.Part;
import io.loophalt.operations.timeline.TimelineRow.Repeat;
import io.loophalt.operations.timeline.TimelineRow.Single;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what goes round in a run's steps, so that it can be shown once.
 *
 * <p>Passes are alike if they call the same tools in the same order with the same success, and if
 * at least one step of the pass has the same call or the same outcome in all of them. Of all passes
 * that could begin at a step, those are taken that cover most of the run, where what is the same
 * counts up to double, and many short passes count for more than few long ones. The cost is that of
 * a comparison of each step with the {@value #LONGEST_PASS} before it.
 */
public final class RepeatFinder {

  /** Steps of a pass. */
  private static final int LONGEST_PASS = 24;

  /** A single step twice is no loop yet. */
  private static final int FEWEST_TIMES_OF_ONE = 3;

  private static final int MOST_ROWS = 120;
  private static final int FIRST_ROWS = 40;
  private static final int MOST_PASSES = 40;
  private static final int FIRST_PASSES = 20;

  /** Passes of so many steps that begin at some step; the better, the higher the score. */
  private record Found(int length, int times, double score) {}

  private RepeatFinder() {}

  /** The rows of a timeline, at most {@value #MOST_ROWS} and one for the rest. */
  public static List<TimelineRow> rows(
      List<TimelineStep> first, long left, List<TimelineStep> last) {
    List<TimelineRow> rows = new ArrayList<>(rows(first));
    if (left > 0) {
      rows.add(new Gap(left));
    }
    rows.addAll(rows(last));
    return rows.size() <= MOST_ROWS ? rows : shortened(rows);
  }

  private static List<TimelineRow> shortened(List<TimelineRow> rows) {
    int lastRows = MOST_ROWS - FIRST_ROWS;
    long left = 0;
    for (TimelineRow row : rows.subList(FIRST_ROWS, rows.size() - lastRows)) {
      left += steps(row);
    }
    List<TimelineRow> shown = new ArrayList<>(rows.subList(0, FIRST_ROWS));
    shown.add(new Gap(left));
    shown.addAll(rows.subList(rows.size() - lastRows, rows.size()));
    return shown;
  }

  private static long steps(TimelineRow row) {
    if (row instanceof Repeat repeat) {
      return (long) repeat.times() * repeat.parts().size();
    }
    return row instanceof Gap gap ? gap.steps() : 1;
  }

  /** The rows for steps without a gap. */
  public static List<TimelineRow> rows(List<TimelineStep> steps) {
    List<TimelineRow> rows = new ArrayList<>();
    int at = 0;
    while (at < steps.size()) {
      Found best = best(steps, at);
      if (best == null || isBetterSoon(steps, at, best)) {
        rows.add(new Single(steps.get(at)));
        at++;
      } else {
        int end = at + best.length() * best.times();
        rows.add(repeat(steps.subList(at, end), best));
        at = end;
      }
    }
    return rows;
  }

  /** Whether what begins at one of the next steps covers more, and would be cut by this. */
  private static boolean isBetterSoon(List<TimelineStep> steps, int from, Found now) {
    int end = Math.min(LONGEST_PASS, now.length() * now.times());
    for (int at = from + 1; at < from + end; at++) {
      Found later = best(steps, at);
      if (later != null && later.score() > now.score()) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Found best(List<TimelineStep> steps, int from) {
    Found best = null;
    for (int length = 1; length <= LONGEST_PASS && from + 2 * length <= steps.size(); length++) {
      Found found = found(steps, from, length);
      if (found != null && (best == null || found.score() > best.score())) {
        best = found;
      }
    }
    return best;
  }

  private static @Nullable Found found(List<TimelineStep> steps, int from, int length) {
    boolean[] sameCall = new boolean[length];
    boolean[] sameOutcome = new boolean[length];
    for (int i = 0; i < length; i++) {
      TimelineStep step = steps.get(from + i);
      sameCall[i] = step.action() != Step.ABSENT || step.isReply();
      sameOutcome[i] = step.gist() != Step.ABSENT;
    }
    int times = 1;
    int same = count(sameCall) + count(sameOutcome);
    while (from + (times + 1) * length <= steps.size()) {
      int here = from + times * length;
      boolean[] calls = sameCall.clone();
      boolean[] outcomes = sameOutcome.clone();
      if (!compare(steps, from, here, calls, outcomes)) {
        break;
      }
      int stillSame = count(calls) + count(outcomes);
      if (stillSame == 0) {
        break;
      }
      sameCall = calls;
      sameOutcome = outcomes;
      same = stillSame;
      times++;
    }
    if (times < (length == 1 ? FEWEST_TIMES_OF_ONE : 2)) {
      return null;
    }
    double score = length * times * (1 + same / (2.0 * length)) * Math.sqrt(times);
    return new Found(length, times, score);
  }

  /** Takes out of what was the same what is not; false if the pass is of another kind. */
  private static boolean compare(
      List<TimelineStep> steps, int from, int here, boolean[] calls, boolean[] outcomes) {
    for (int i = 0; i < calls.length; i++) {
      TimelineStep first = steps.get(from + i);
      TimelineStep now = steps.get(here + i);
      if (!first.isLike(now)) {
        return false;
      }
      calls[i] &= first.action() == now.action();
      outcomes[i] &= first.gist() == now.gist();
    }
    return true;
  }

  private static int count(boolean[] flags) {
    int count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }

  private static Repeat repeat(List<TimelineStep> steps, Found found) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < found.length(); i++) {
      Set<Long> calls = new HashSet<>();
      Set<Long> outcomes = new HashSet<>();
      for (int pass = 0; pass < found.times(); pass++) {
        TimelineStep step = steps.get(pass * found.length() + i);
        calls.add(step.action());
        outcomes.add(step.gist());
      }
      TimelineStep first = steps.get(i);
      parts.add(
          new Part(
              first.tool(),
              first.failed(),
              calls.contains(Step.ABSENT) ? 0 : calls.size(),
              outcomes.contains(Step.ABSENT) ? 0 : outcomes.size()));
    }
    List<List<TimelineStep>> passes = new ArrayList<>();
    for (int pass = 0; pass < found.times(); pass++) {
      if (found.times() <= MOST_PASSES
          || pass < FIRST_PASSES
          || pass >= found.times() - (MOST_PASSES - FIRST_PASSES)) {
        int begin = pass * found.length();
        passes.add(List.copyOf(steps.subList(begin, begin + found.length())));
      }
    }
    return new Repeat(found.times(), List.copyOf(parts), passes);
  }
}
