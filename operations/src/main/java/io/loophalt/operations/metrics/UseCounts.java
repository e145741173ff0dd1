package io.loophalt.operations.metrics;

import io.loophalt.core.event.RunEnded.ModelUse;
import java.math.BigDecimal;
import java.util.List;

/** What runs have used, by task and model. Thread-safe. */
final class UseCounts {

  static final String INPUT = "input";
  static final String OUTPUT = "output";

  /** The model of turns that came without a name. */
  static final String UNKNOWN = "unknown";

  final Counts steps = new Counts();
  final Counts turns = new Counts();
  final Counts tokens = new Counts();
  final Counts cost = new Counts();
  final Counts tokensAfterNudge = new Counts();
  final Counts tokensAfterObservedHalt = new Counts();

  private final BoundedNames models;

  /** Empty. */
  UseCounts(BoundedNames models) {
    this.models = models;
  }

  /** Adds what a run has used that is inside no other, so that nothing counts twice. */
  void add(String task, RunUse use) {
    steps.add(use.steps(), task);
    long turnsLeft = use.turns();
    long inputLeft = use.inputTokens();
    long outputLeft = use.outputTokens();
    BigDecimal costLeft = use.cost();
    for (ModelUse each : use.models()) {
      BigDecimal its = each.cost() == null ? BigDecimal.ZERO : each.cost();
      add(
          task,
          models.of(each.model()),
          each.turns(),
          each.inputTokens(),
          each.outputTokens(),
          its);
      turnsLeft -= each.turns();
      inputLeft -= each.inputTokens();
      outputLeft -= each.outputTokens();
      costLeft = costLeft.subtract(its);
    }
    if (turnsLeft > 0 || inputLeft > 0 || outputLeft > 0 || costLeft.signum() > 0) {
      add(task, UNKNOWN, turnsLeft, inputLeft, outputLeft, costLeft);
    }
  }

  private void add(
      String task, String model, long more, long input, long output, BigDecimal money) {
    turns.add(more, task, model);
    tokens.add(input, task, model, INPUT);
    tokens.add(output, task, model, OUTPUT);
    if (money.signum() > 0) {
      cost.add(money.doubleValue(), task, model);
    }
  }

  /** Adds what a run has used since it was nudged, and since it would have been halted. */
  void add(String task, RunMarks marks, long tokensNow) {
    if (marks.firstNudge() != RunMarks.NONE) {
      tokensAfterNudge.add(tokensNow - marks.firstNudge(), task);
    }
    if (marks.observedHalt() != RunMarks.NONE) {
      tokensAfterObservedHalt.add(tokensNow - marks.observedHalt(), task);
    }
  }

  /** All of them, always in the same order. */
  List<Counts> all() {
    return List.of(steps, turns, tokens, cost, tokensAfterNudge, tokensAfterObservedHalt);
  }
}
