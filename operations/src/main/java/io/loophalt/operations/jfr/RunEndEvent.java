package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import io.loophalt.core.event.RunEnded;
import java.math.BigDecimal;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A run is over. */
@Name("io.loophalt.RunEnd")
@Label("Run End")
@Description("A run is over.")
@Category("Loophalt")
@StackTrace(false)
final class RunEndEvent extends RunEvent {

  @Label("Preset")
  String preset;

  @Description("Empty if none is known")
  @Label("Framework")
  String framework;

  @Description("The run that this one is inside, empty if none")
  @Label("Parent")
  String parent;

  @Label("Stop Reason")
  String stopReason;

  @Label("Detail")
  String detail;

  @Description("Halted, and then answered with partial results")
  @Label("Partial")
  boolean partial;

  @Label("Steps")
  long steps;

  @Label("Turns")
  long turns;

  @Label("Input Tokens")
  long inputTokens;

  @Label("Output Tokens")
  long outputTokens;

  @Description("By the price table; not a number if no price is known")
  @Label("Cost")
  double cost;

  @Timespan(Timespan.MILLISECONDS)
  @Label("Wall Time")
  long wall;

  @Label("Nudges")
  long nudges;

  @Label("Nudges Followed By News")
  long nudgesFollowedByNews;

  @Label("Escalations")
  long escalations;

  @Label("Escalations Followed By News")
  long escalationsFollowedByNews;

  /** Of what happened. */
  RunEndEvent(RunEnded event) {
    super(event.runId(), event.task());
    BigDecimal cost = event.cost();
    this.preset = PrintableText.name(event.preset());
    this.framework = printable(event.framework());
    this.parent = printable(event.parentRunId());
    this.stopReason = event.kind().id();
    this.detail = PrintableText.of(event.detail());
    this.partial = event.partial();
    this.steps = event.steps();
    this.turns = event.turns();
    this.inputTokens = event.inputTokens();
    this.outputTokens = event.outputTokens();
    this.cost = cost == null ? Double.NaN : cost.doubleValue();
    this.wall = event.wall().toMillis();
    this.nudges = event.interventions().nudges();
    this.nudgesFollowedByNews = event.interventions().nudgesFollowedByNews();
    this.escalations = event.interventions().escalations();
    this.escalationsFollowedByNews = event.interventions().escalationsFollowedByNews();
  }

  private static String printable(@Nullable String name) {
    return name == null ? "" : PrintableText.name(name);
  }
}
