package io.loophalt.operations.control;

import io.loophalt.PrintableText;

/** A {@link RunView} in the form that JMX needs; names are printable. */
public final class RunRow {

  private final RunView view;

  RunRow(RunView view) {
    this.view = view;
  }

  /** Its id. */
  public String getRun() {
    return PrintableText.of(view.id());
  }

  /** Its task. */
  public String getTask() {
    return PrintableText.of(view.task());
  }

  /** By whose calls it was seen first; empty if by none. */
  public String getFramework() {
    String framework = view.framework();
    return framework == null ? "" : PrintableText.of(framework);
  }

  /** Whether it is over, and stays halted. */
  public boolean isOver() {
    return view.over();
  }

  /** {@code going}, {@code nudged}, {@code waiting} or {@code halted}. */
  public String getState() {
    return view.state();
  }

  /** Tool calls so far. */
  public long getSteps() {
    return view.steps();
  }

  /** Model calls so far that were seen. */
  public long getTurns() {
    return view.turns();
  }

  /** In both directions. */
  public long getTokens() {
    return view.tokens();
  }

  /** In the currency of the price table. */
  public double getCost() {
    return view.cost().doubleValue();
  }

  /** Since it began, without pauses. */
  public long getSeconds() {
    return view.seconds();
  }

  /** The detector that is nearest to its halt; empty if none counts anything. */
  public String getDetector() {
    RunView.Rule nearest = view.nearest();
    return nearest == null ? "" : nearest.detector();
  }

  /** What that one counts. */
  public int getCount() {
    RunView.Rule nearest = view.nearest();
    return nearest == null ? 0 : nearest.count();
  }

  /** At which count it halts; 0 if it never does. */
  public int getHaltsAt() {
    RunView.Rule nearest = view.nearest();
    Integer haltsAt = nearest == null ? null : nearest.haltsAt();
    return haltsAt == null ? 0 : haltsAt;
  }

  /** What that one has led to: {@code none}, {@code nudge}, {@code escalate} or {@code halt}. */
  public String getRung() {
    RunView.Rule nearest = view.nearest();
    return nearest == null ? "none" : nearest.rung();
  }

  /** Why it is halted; empty if it is not. */
  public String getReason() {
    String reason = view.reason();
    return reason == null ? "" : PrintableText.of(reason);
  }
}
