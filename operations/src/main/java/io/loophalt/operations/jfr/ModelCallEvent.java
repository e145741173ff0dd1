package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import io.loophalt.core.event.TurnTaken;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A model has answered. */
@Name("io.loophalt.ModelCall")
@Label("Model Call")
@Description("A model has answered.")
@Category("Loophalt")
@StackTrace(false)
final class ModelCallEvent extends RunEvent {

  @Label("Turn")
  long turn;

  @Description("Empty if it is not known")
  @Label("Model")
  String model;

  @Description("How many the answer asks for, -1 if that is not known")
  @Label("Tool Calls")
  long toolCalls;

  @Label("Input Tokens")
  long inputTokens;

  @Label("Output Tokens")
  long outputTokens;

  /** Of nothing: to ask whether such events are recorded. */
  ModelCallEvent() {
    super("", "");
    this.model = "";
  }

  /** Of what happened. */
  ModelCallEvent(TurnTaken event) {
    super(event.runId(), event.task());
    this.turn = event.turn();
    this.model = PrintableText.name(event.model());
    this.toolCalls = event.toolCalls();
    this.inputTokens = event.inputTokens();
    this.outputTokens = event.outputTokens();
  }
}
