package io.loophalt.core.memory;

import io.loophalt.core.event.LoopSeen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loop in which runs of one task were: its calls, and the runs. Immutable.
 *
 * @param detector which found it first
 * @param parts the calls that were repeated; one or more
 * @param occasions the runs, oldest first; {@value #MOST_OCCASIONS} at most
 */
public record PastLoop(String detector, List<LoopSeen.Part> parts, List<Occasion> occasions) {

  /** Of more, the oldest go. */
  public static final int MOST_OCCASIONS = 20;

  /**
   * A run that was in it.
   *
   * @param run tells this run from others of the task
   * @param number how many runs of the task had ended by then, this one counted
   * @param time when, to the second
   * @param next the tool with which it went on to something new; null if it was halted
   */
  public record Occasion(int run, long number, Instant time, @Nullable String next) {}

  /** Copies the lists. */
  public PastLoop {
    parts = List.copyOf(parts);
    occasions = List.copyOf(occasions);
  }

  /** The same for loops of the same calls, in whatever order, found by whatever detector. */
  public long id() {
    return id(parts);
  }

  static long id(List<LoopSeen.Part> parts) {
    long sum = 0;
    for (LoopSeen.Part part : parts) {
      sum += part.digest();
    }
    return sum;
  }

  /** When a run was in it for the last time. */
  public Instant latest() {
    return occasions.get(occasions.size() - 1).time();
  }

  /** With one more run; one that went on, and was in it again, counts once for each way. */
  PastLoop with(Occasion latest) {
    List<Occasion> all = new ArrayList<>(occasions);
    all.removeIf(
        each -> each.run() == latest.run() && (each.next() == null) == (latest.next() == null));
    all.add(latest);
    int from = Math.max(0, all.size() - MOST_OCCASIONS);
    return new PastLoop(detector, parts, all.subList(from, all.size()));
  }

  /** Without the runs before a time; null if there are no others. */
  @Nullable PastLoop since(Instant time) {
    List<Occasion> kept = new ArrayList<>(occasions);
    kept.removeIf(each -> each.time().isBefore(time));
    return kept.isEmpty() ? null : new PastLoop(detector, parts, kept);
  }
}
