package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunReset;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns what happens in runs into events. Thread-safe.
 *
 * <p>Allocates only where something happens, unless steps are to be told.
 */
public final class RunEvents implements RunObserver {

  private final EventSink sink;
  private final Clock clock;
  private final boolean steps;

  /**
   * Tells a sink.
   *
   * @param clock the wall clock for the times of events
   * @param steps whether to tell every turn and step, too
   */
  public RunEvents(EventSink sink, Clock clock, boolean steps) {
    this.sink = sink;
    this.clock = clock;
    this.steps = steps;
  }

  @Override
  public void turned(Run run, Turn turn) {
    if (steps) {
      sink.publish(
          new TurnTaken(
              clock.instant(),
              run.id(),
              run.task(),
              turn.index(),
              turn.model(),
              turn.toolCalls(),
              turn.inputTokens(),
              turn.outputTokens(),
              turn.userMessageBefore(),
              turn.compactedBefore()));
    }
  }

  @Override
  public void stepped(Run run, Step step) {
    if (steps) {
      sink.publish(StepTaken.of(clock.instant(), run.id(), run.task(), step));
    }
  }

  @Override
  public void found(Run run, Finding finding) {
    if (finding.observedOnly()) {
      tell(run, finding, null, finding.count(), List.of());
    }
  }

  @Override
  public void intervened(Run run, Finding finding) {
    tell(run, finding, null, finding.count(), List.of());
  }

  @Override
  public void ceilingNear(Run run, String ceiling, BigDecimal used, BigDecimal limit) {
    sink.publish(new CeilingNeared(clock.instant(), run.id(), run.task(), ceiling, used, limit));
  }

  @Override
  public void halted(Run run, StopReason reason, @Nullable Finding finding) {
    if (finding != null) {
      tell(run, finding, reason.kind(), reason.count(), reason.lastActions());
      return;
    }
    sink.publish(
        new Intervened(
            clock.instant(),
            run.id(),
            run.task(),
            Intervention.HALT,
            true,
            reason.kind(),
            reason.detector(),
            reason.kind().id(),
            reason.count(),
            reason.steps() - 1,
            run.nextTurnIndex() - 1,
            Step.ABSENT,
            Step.ABSENT,
            reason.lastActions()));
  }

  @Override
  public void progressReported(Run run, int stepsBegun) {
    if (steps) {
      sink.publish(new ProgressReported(clock.instant(), run.id(), run.task(), stepsBegun - 1L));
    }
  }

  @Override
  public void wasReset(Run run, int stepsBegun) {
    sink.publish(new RunReset(clock.instant(), run.id(), run.task(), stepsBegun - 1L));
  }

  private void tell(
      Run run,
      Finding finding,
      StopReason.@Nullable Kind stopReason,
      long count,
      List<String> lastActions) {
    sink.publish(
        new Intervened(
            clock.instant(),
            run.id(),
            run.task(),
            finding.intervention(),
            !finding.observedOnly(),
            stopReason,
            finding.detector(),
            finding.rule(),
            count,
            finding.step() - 1L,
            finding.turn(),
            finding.action(),
            finding.outcome(),
            lastActions));
  }

  @Override
  public void ended(Run run) {
    StopReason reason = run.haltReason();
    Usage usage = run.usage();
    List<RunEnded.ToolUse> tools = new ArrayList<>();
    for (Map.Entry<String, Long> calls : usage.callsByTool().entrySet()) {
      tools.add(
          new RunEnded.ToolUse(calls.getKey(), calls.getValue(), usage.repeated(calls.getKey())));
    }
    sink.publish(
        new RunEnded(
            clock.instant(),
            run.id(),
            run.task(),
            parentId(run),
            reason == null ? StopReason.Kind.DONE : reason.kind(),
            reason == null ? "" : reason.detail(),
            run.isPartial(),
            usage.steps(),
            usage.turns(),
            usage.inputTokens(),
            usage.outputTokens(),
            usage.cost().signum() == 0 ? null : usage.cost(),
            Duration.ofMillis(usage.elapsedMillis()),
            tools));
  }

  private static @Nullable String parentId(Run run) {
    Run parent = run.parent();
    return parent == null ? null : parent.id();
  }
}
