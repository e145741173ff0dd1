package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.event.RungReached;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A detector's count has reached a rung, or a ceiling is full. */
@Name("io.loophalt.Finding")
@Label("Finding")
@Description("A detector's count has reached a rung, or a ceiling is full.")
@Category("Loophalt")
@StackTrace(false)
final class FindingEvent extends RunEvent {

  @Label("Detector")
  String detector;

  @Label("Rule")
  String rule;

  @Label("Count")
  long count;

  @Label("Asks For")
  String asksFor;

  @Label("Observed Only")
  boolean observedOnly;

  @Description("The latest, -1 if there was none yet")
  @Label("Step")
  long step;

  @Label("Turn")
  long turn;

  @Label("Description")
  String description;

  /** Of what happened. */
  FindingEvent(RungReached event) {
    super(event.runId(), event.task());
    Finding finding = event.finding();
    this.detector = finding.detector();
    this.rule = finding.rule();
    this.count = finding.count();
    this.asksFor = finding.intervention().name().toLowerCase(Locale.ROOT);
    this.observedOnly = finding.observedOnly();
    this.step = finding.step() - 1L;
    this.turn = finding.turn();
    this.description = PrintableText.of(finding.description());
  }
}
