package io.loophalt.operations.jfr;

import io.loophalt.PrintableText;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

/**
 * What all events of this package say: which run they are of.
 *
 * <p>None is registered by being loaded ({@code Registered} is inherited); {@link RecordedEvents}
 * does it.
 */
@Registered(false)
@Category("Loophalt")
@StackTrace(false)
abstract class RunEvent extends Event {

  @Label("Run")
  @Description("The run's id")
  String run;

  @Label("Task")
  String task;

  RunEvent(String run, String task) {
    this.run = PrintableText.name(run);
    this.task = PrintableText.name(task);
  }
}
