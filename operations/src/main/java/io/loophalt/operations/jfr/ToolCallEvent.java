package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import io.loophalt.core.event.StepTaken;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A tool has run. */
@Name("io.loophalt.ToolCall")
@Label("Tool Call")
@Description("A tool has run.")
@Category("Loophalt")
@StackTrace(false)
final class ToolCallEvent extends RunEvent {

  @Label("Step")
  long step;

  @Label("Turn")
  long turn;

  @Label("Tool")
  String tool;

  @Label("Action Class")
  String actionClass;

  @Label("Effect")
  String effect;

  @Label("Failed")
  boolean failed;

  @Timespan(Timespan.MILLISECONDS)
  @Description("From the beginning of the call until its outcome was there")
  @Label("Took")
  long took;

  /** Of nothing: to ask whether such events are recorded. */
  ToolCallEvent() {
    super("", "");
    this.tool = "";
    this.actionClass = "";
    this.effect = "";
  }

  /** Of what happened. */
  ToolCallEvent(StepTaken event) {
    super(event.runId(), event.task());
    this.step = event.step();
    this.turn = event.turn();
    this.tool = PrintableText.name(event.tool());
    this.actionClass = PrintableText.name(event.actionClass());
    this.effect = event.effect().name().toLowerCase(Locale.ROOT);
    this.failed = event.failed();
    this.took = event.endMillis() - event.startMillis();
  }
}
