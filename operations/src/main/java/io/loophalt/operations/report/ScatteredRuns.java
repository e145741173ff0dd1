package io.loophalt.operations.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts runs together of which an event log has several pieces: the job that judges a fleet's traces
 * begins files at each checkpoint, several at a time, so that what was found of a run and its end
 * stand in different files, read in any order. They have the run's task and name, and times.
 *
 * <p>What is kept is bounded: beyond it the run that came first is told as it is. Not thread-safe.
 */
final class ScatteredRuns {

  /** About 1 kB each, and of one with a finding a few more. */
  private static final int MOST_PIECES = 100_000;

  /** What was found comes before the end that has the same time. */
  private static final Comparator<ReportedRun> BY_TIME =
      Comparator.comparingLong(ReportedRun::endedMillis).thenComparing(ReportedRun::ended);

  private final Map<String, List<ReportedRun>> pieces = new LinkedHashMap<>();
  private final Consumer<ReportedRun> runs;
  private final int mostPieces;
  private int kept;

  /** With somebody who takes each run when no more can come of it. */
  ScatteredRuns(Consumer<ReportedRun> runs) {
    this(runs, MOST_PIECES);
  }

  /** The same with another bound. */
  ScatteredRuns(Consumer<ReportedRun> runs, int mostPieces) {
    this.runs = runs;
    this.mostPieces = mostPieces;
  }

  /** Takes what one file has of a run. */
  void add(ReportedRun piece) {
    String name = piece.task() + '\n' + piece.id();
    pieces.computeIfAbsent(name, any -> new ArrayList<>(1)).add(piece);
    kept++;
    if (kept > mostPieces) {
      tellFirst(pieces.values().iterator());
    }
  }

  /** Nothing more comes. */
  void settle() {
    Iterator<List<ReportedRun>> all = pieces.values().iterator();
    while (all.hasNext()) {
      tellFirst(all);
    }
  }

  private void tellFirst(Iterator<List<ReportedRun>> all) {
    List<ReportedRun> ofOneName = all.next();
    all.remove();
    kept -= ofOneName.size();
    ofOneName.sort(BY_TIME);
    ReportedRun run = null;
    for (ReportedRun piece : ofOneName) {
      run = tellEnded(run == null ? piece : piece.after(run));
    }
    if (run != null) {
      runs.accept(run);
    }
  }

  /** What comes after an end is of the next run of that name. */
  private @Nullable ReportedRun tellEnded(ReportedRun run) {
    if (!run.ended()) {
      return run;
    }
    runs.accept(run);
    return null;
  }
}
