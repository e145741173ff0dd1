package io.loophalt.operations.report;

import io.loophalt.operations.report.ReportedRun.Rank;
import io.loophalt.operations.report.ReportedRun.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The dearest of the runs that were halted, or would have been, with their timelines. One thread
 * adds; any may ask whether a run is dear enough.
 */
final class CostliestRuns {

  private record Entry(ReportedRun run, Rank rank, long arrival) {}

  private static final Comparator<Entry> CHEAPEST_FIRST =
      Comparator.comparing(Entry::rank)
          .thenComparing(Comparator.comparingLong(Entry::arrival).reversed());

  private final int most;
  private final PriorityQueue<Entry> kept = new PriorityQueue<>(CHEAPEST_FIRST);
  private long arrivals;
  private volatile @Nullable Rank bar;

  /** Keeps at most so many. */
  CostliestRuns(int most) {
    this.most = most;
  }

  /** Whether a run has a chance to stay. */
  boolean mayStay(ReportedRun run) {
    Rank least = bar;
    return most > 0 && (least == null || run.rank().compareTo(least) > 0);
  }

  void add(ReportedRun run) {
    if (run.verdict() == Verdict.NOT_HALTED) {
      return;
    }
    arrivals++;
    if (!mayStay(run)) {
      return;
    }
    kept.add(new Entry(run, run.rank(), arrivals));
    if (kept.size() > most) {
      kept.remove();
    }
    if (kept.size() == most) {
      bar = kept.element().rank();
    }
  }

  /** The dearest first. */
  List<ReportedRun> dearestFirst() {
    return kept.stream().sorted(CHEAPEST_FIRST.reversed()).map(Entry::run).toList();
  }

  /** How many there were in all. */
  long all() {
    return arrivals;
  }
}
