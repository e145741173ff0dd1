package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.Intervened;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The model was nudged, or the run escalated or halted; or would have been. */
@Name("io.loophalt.Intervention")
@Label("Intervention")
@Description("The model was nudged, or the run escalated or halted; or would have been.")
@Category("Loophalt")
@StackTrace(false)
final class InterventionEvent extends RunEvent {

  @Label("Intervention")
  String intervention;

  @Label("Enforced")
  boolean enforced;

  @Description("Empty unless it is a halt")
  @Label("Stop Reason")
  String stopReason;

  @Label("Detector")
  String detector;

  @Label("Rule")
  String rule;

  @Label("Count")
  long count;

  @Description("The latest, -1 if there was none yet")
  @Label("Step")
  long step;

  @Label("Turn")
  long turn;

  @Label("Description")
  String description;

  /** Of what happened. */
  InterventionEvent(Intervened event) {
    super(event.runId(), event.task());
    Kind kind = event.stopReason();
    this.intervention = event.intervention().name().toLowerCase(Locale.ROOT);
    this.enforced = event.enforced();
    this.stopReason = kind == null ? "" : kind.id();
    this.detector = event.detector();
    this.rule = event.rule();
    this.count = event.count();
    this.step = event.step();
    this.turn = event.turn();
    this.description = PrintableText.of(event.description());
  }
}
