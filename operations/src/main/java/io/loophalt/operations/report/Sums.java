package io.loophalt.operations.report;

import io.loophalt.operations.report.ReportedRun.ModelUse;
import io.loophalt.operations.report.ReportedRun.Verdict;

/** What several runs used together. Not thread-safe. */
final class Sums {

  long runs;
  long halted;
  long wouldBeHalted;
  long steps;
  long turns;
  long inputTokens;
  long outputTokens;
  double cost;

  /** Of so many of the runs a price is known. */
  long priced;

  void add(ReportedRun run) {
    runs++;
    halted += run.verdict() == Verdict.HALTED ? 1 : 0;
    wouldBeHalted += run.verdict() == Verdict.WOULD_BE_HALTED ? 1 : 0;
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
    turns += use.turns();
    inputTokens += use.inputTokens();
    outputTokens += use.outputTokens();
    cost += Double.isNaN(use.cost()) ? 0 : use.cost();
    priced += Double.isNaN(use.cost()) ? 0 : 1;
  }

  void add(Sums other) {
    runs += other.runs;
    halted += other.halted;
    wouldBeHalted += other.wouldBeHalted;
    steps += other.steps;
    turns += other.turns;
    inputTokens += other.inputTokens;
    outputTokens += other.outputTokens;
    cost += other.cost;
    priced += other.priced;
  }

  long tokens() {
    return inputTokens + outputTokens;
  }

  /** The cost, not a number if no price is known. */
  double knownCost() {
    return priced == 0 ? Double.NaN : cost;
  }
}
