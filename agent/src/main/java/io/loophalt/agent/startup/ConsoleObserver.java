package io.loophalt.agent.startup;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunObserver;
import io.loophalt.runtime.safety.Log;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells a person on the console what the agent does to runs. */
final class ConsoleObserver implements RunObserver {

  private final Log log;
  private final RunSummary summary;

  ConsoleObserver(Log log) {
    this.log = log;
    this.summary = new RunSummary(log);
  }

  @Override
  public void opened(Run run) {
    summary.opened();
  }

  @Override
  public void turned(Run run, Turn turn) {
    summary.used(turn.inputTokens() + turn.outputTokens());
  }

  @Override
  public void found(Run run, Finding finding) {
    if (finding.observedOnly()) {
      tell(run, finding, " (observed only)");
    }
  }

  @Override
  public void intervened(Run run, Finding finding) {
    summary.intervened(finding.intervention());
    tell(run, finding, "");
  }

  private void tell(Run run, Finding finding, String remark) {
    log.info(
        finding.intervention().name().toLowerCase(Locale.ROOT)
            + remark
            + " at step "
            + finding.step()
            + " of "
            + named(run)
            + ": "
            + finding.description());
  }

  @Override
  public void ceilingNear(Run run, String ceiling, BigDecimal used, BigDecimal limit) {
    log.info(
        named(run)
            + " has used "
            + used.toPlainString()
            + " of "
            + limit.toPlainString()
            + ": "
            + ceiling);
  }

  @Override
  public void halted(Run run, StopReason reason, @Nullable Finding finding) {
    summary.intervened(Intervention.HALT);
    log.info("halted " + PrintableText.name(run.id()) + ": " + reason.summary());
  }

  private static String named(Run run) {
    return PrintableText.name(run.id()) + " (task " + PrintableText.name(run.task()) + ')';
  }
}
