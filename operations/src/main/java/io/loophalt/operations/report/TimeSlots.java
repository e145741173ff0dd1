package io.loophalt.operations.report;

import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.report.StopKinds.Group;
import io.loophalt.operations.timeline.Intake;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened when. Nobody knows beforehand how long a log is, so that the slots are narrow at
 * first and grow with it: there are never more than some thousand. Not thread-safe.
 */
final class TimeSlots {

  /** Slots in the chart and its table. */
  static final int MOST_SHOWN = 60;

  private static final int MOST_KEPT = 4_000;

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /**
   * Seconds. Each is a multiple of an earlier one; weeks and more begin on a Thursday, as 1970 did.
   */
  private static final long[] WIDTHS = {
    MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 28 * DAY
  };

  /** What ended in one slot. */
  static final class Slot {
    private final Map<Group, Long> runs = new EnumMap<>(Group.class);
    long tokens;
    long tokensOfHalted;
    double cost;

    /** Runs that were stopped by one of a group of reasons. */
    long runs(Group group) {
      return runs.getOrDefault(group, 0L);
    }

    private void add(Slot other) {
      other.runs.forEach((group, count) -> runs.merge(group, count, Long::sum));
      tokens += other.tokens;
      tokensOfHalted += other.tokensOfHalted;
      cost += other.cost;
    }
  }

  private long width = WIDTHS[0];
  private TreeMap<Long, Slot> slots = new TreeMap<>();

  void add(ReportedRun run) {
    if (run.endedMillis() == Intake.UNKNOWN) {
      return;
    }
    long seconds = run.endedMillis() / 1000;
    Slot slot = slots.computeIfAbsent(seconds / width, any -> new Slot());
    slot.runs.merge(StopKinds.group(run.stopKind()), 1L, Long::sum);
    if (run.parent() == null) {
      slot.tokens += run.tokens();
      slot.tokensOfHalted += run.verdict() == Verdict.NOT_HALTED ? 0 : run.tokens();
      slot.cost += run.costOrNothing();
    }
    while (slots.size() > MOST_KEPT) {
      widen();
    }
  }

  private void widen() {
    long wider = 2 * width;
    for (long each : WIDTHS) {
      if (each > width) {
        wider = each;
        break;
      }
    }
    TreeMap<Long, Slot> fewer = new TreeMap<>();
    for (Map.Entry<Long, Slot> each : slots.entrySet()) {
      fewer.computeIfAbsent(each.getKey() * width / wider, any -> new Slot()).add(each.getValue());
    }
    width = wider;
    slots = fewer;
  }

  /** Makes the slots so wide that there are few enough to be shown. */
  void settle() {
    while (!slots.isEmpty() && slots.lastKey() - slots.firstKey() >= MOST_SHOWN) {
      widen();
    }
  }

  /** How wide a slot is, in seconds. */
  long width() {
    return width;
  }

  /** When the first slot begins, in seconds since 1970; 0 if there is none. */
  long begin() {
    return slots.isEmpty() ? 0 : slots.firstKey() * width;
  }

  /** All slots from the first to the last, those in which nothing ended included. */
  List<Slot> all() {
    List<Slot> all = new ArrayList<>();
    if (!slots.isEmpty()) {
      for (long key = slots.firstKey(); key <= slots.lastKey(); key++) {
        Slot slot = slots.get(key);
        all.add(slot == null ? new Slot() : slot);
      }
    }
    return all;
  }
}
