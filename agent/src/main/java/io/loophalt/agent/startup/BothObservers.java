package io.loophalt.agent.startup;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunObserver;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Tells two observers, in order. */
final class BothObservers implements RunObserver {

  private final RunObserver first;
  private final RunObserver second;

  BothObservers(RunObserver first, RunObserver second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public void opened(Run run) {
    first.opened(run);
    second.opened(run);
  }

  @Override
  public void turned(Run run, Turn turn) {
    first.turned(run, turn);
    second.turned(run, turn);
  }

  @Override
  public void stepped(Run run, Step step) {
    first.stepped(run, step);
    second.stepped(run, step);
  }

  @Override
  public void found(Run run, Finding finding) {
    first.found(run, finding);
    second.found(run, finding);
  }

  @Override
  public void intervened(Run run, Finding finding) {
    first.intervened(run, finding);
    second.intervened(run, finding);
  }

  @Override
  public void ceilingNear(Run run, String ceiling, BigDecimal used, BigDecimal limit) {
    first.ceilingNear(run, ceiling, used, limit);
    second.ceilingNear(run, ceiling, used, limit);
  }

  @Override
  public void halted(Run run, StopReason reason, @Nullable Finding finding) {
    first.halted(run, reason, finding);
    second.halted(run, reason, finding);
  }

  @Override
  public void progressReported(Run run, int stepsBegun) {
    first.progressReported(run, stepsBegun);
    second.progressReported(run, stepsBegun);
  }

  @Override
  public void wasReset(Run run, int stepsBegun) {
    first.wasReset(run, stepsBegun);
    second.wasReset(run, stepsBegun);
  }

  @Override
  public void ended(Run run) {
    first.ended(run);
    second.ended(run);
  }
}
