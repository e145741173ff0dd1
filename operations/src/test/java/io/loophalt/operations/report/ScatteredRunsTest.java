package io.loophalt.operations.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.report.ReportedRun.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScatteredRunsTest {

  private final List<String> told = new ArrayList<>();
  private final ScatteredRuns runs = new ScatteredRuns(run -> told.add(said(run)), 3);

  @Test
  void whatWasFoundOfARunAndItsEndAreOneInWhateverOrderTheyCome() {
    runs.add(piece("later", 20, true));
    runs.add(piece("earlier", 10, false));
    runs.add(piece("later", 15, false));
    assertThat(told).isEmpty();

    runs.settle();

    assertThat(told).containsExactly("later: would be halted, ended", "earlier: would be halted");
  }

  @Test
  void beyondItsBoundTheRunThatCameFirstIsToldAsItIs() {
    for (String each : List.of("a", "b", "c")) {
      runs.add(piece(each, 10, false));
    }
    assertThat(told).isEmpty();

    runs.add(piece("d", 10, false));
    assertThat(told).containsExactly("a: would be halted");
    runs.add(piece("d", 20, true));
    assertThat(told).containsExactly("a: would be halted", "b: would be halted");

    runs.settle();

    assertThat(told.subList(2, told.size()))
        .containsExactly("c: would be halted", "d: would be halted, ended");
  }

  private static String said(ReportedRun run) {
    return run.id()
        + (run.verdict() == Verdict.WOULD_BE_HALTED ? ": would be halted" : "")
        + (run.ended() ? ", ended" : "");
  }

  /** What was found, or the end, which does not say what was found. */
  private static ReportedRun piece(String id, long millis, boolean isEnd) {
    Verdict verdict = isEnd ? Verdict.NOT_HALTED : Verdict.WOULD_BE_HALTED;
    return ReportedRuns.of(id, isEnd, millis, verdict, StopKinds.OPEN);
  }
}
