package io.loophalt.operations.report;

import io.loophalt.operations.report.ReportedRun.Verdict;
import java.util.List;
import java.util.Map;

/** Runs of which a report knows hardly anything. */
final class ReportedRuns {

  private ReportedRuns() {}

  /** One with a token. */
  static ReportedRun of(
      String id, boolean ended, long endedMillis, Verdict verdict, String stopKind) {
    return new ReportedRun(
        "",
        id,
        "",
        null,
        null,
        ended,
        endedMillis,
        false,
        verdict,
        stopKind,
        "",
        0,
        0,
        1,
        0,
        Double.NaN,
        Double.NaN,
        Map.of(),
        Map.of(),
        List.of(),
        0,
        0,
        0,
        -1,
        null);
  }
}
