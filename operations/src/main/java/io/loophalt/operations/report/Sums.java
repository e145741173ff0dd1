package io.loophalt.operations.report;

import io.loophalt.operations.report.ReportedRun.ModelUse;
import io.loophalt.operations.report.ReportedRun.Verdict;

/**
 * What several runs used together. What a run used that is a part of another is in the other's
 * numbers, and therefore not added. Not thread-safe.
 */
final class Sums {

  long runs;
  long halted;
  long wouldBeHalted;
  long steps;
  long turns;
  long inputTokens;
  long outputTokens;
  double cost;

  /** Of so many of the runs that are no part of another a price is known. */
  long priced;

  void add(ReportedRun run) {
    runs++;
    halted += run.verdict() == Verdict.HALTED ? 1 : 0;
    wouldBeHalted += run.verdict() == Verdict.WOULD_BE_HALTED ? 1 : 0;
    if (run.parent() == null) {
      use(run);
    }
  }

  private void use(ReportedRun run) {
    steps += run.steps();
    turns += run.turns();
    inputTokens += run.inputTokens();
    outputTokens += run.outputTokens();
    cost += run.costOrNothing();
    priced += Double.isNaN(run.cost()) ? 0 : 1;
  }

  /** Adds what a run used of one model. */
  void add(ReportedRun run, ModelUse use) {
    runs++;
    halted += run.verdict() == Verdict.HALTED ? 1 : 0;
    wouldBeHalted += run.verdict() == Verdict.WOULD_BE_HALTED ? 1 : 0;
    if (run.parent() != null) {
      return;
    }
    turns += use.turns();
    inputTokens += use.inputTokens();
    outputTokens += use.outputTokens();
    cost += Double.isNaN(use.cost()) ? 0 : use.cost();
    priced += Double.isNaN(use.cost()) ? 0 : 1;
  }

  long tokens() {
    return inputTokens + outputTokens;
  }

  /** The cost, not a number if no price is known. */
  double knownCost() {
    return priced == 0 ? Double.NaN : cost;
  }
}
