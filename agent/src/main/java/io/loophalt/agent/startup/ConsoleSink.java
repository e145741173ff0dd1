package io.loophalt.agent.startup;

import io.loophalt.PrintableText;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.runtime.safety.Log;
import java.util.Locale;

/** Tells a person on the console what the agent does to runs. */
final class ConsoleSink implements EventSink {

  private final Log log;

  ConsoleSink(Log log) {
    this.log = log;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof Intervened intervened) {
      if (intervened.urgent()) {
        log.halt("halted " + PrintableText.name(event.runId()) + ": " + intervened.description());
      } else {
        log.info(
            intervened.intervention().name().toLowerCase(Locale.ROOT)
                + (intervened.enforced() ? "" : " (observed only)")
                + " at step "
                + (intervened.step() + 1)
                + " of "
                + named(event, intervened.task())
                + ": "
                + intervened.description());
      }
    } else if (event instanceof CeilingNeared near) {
      log.info(
          named(event, near.task())
              + " has used "
              + near.used().toPlainString()
              + " of "
              + near.limit().toPlainString()
              + ": "
              + near.ceiling());
    } else if (event instanceof BudgetUsed budget) {
      log.info(
          "budget "
              + PrintableText.name(budget.budget())
              + (budget.spent() ? " is spent" : " is nearly spent")
              + (budget.spent() && !budget.enforced() ? " (observed only)" : "")
              + ": "
              + budget.used().toPlainString()
              + " of "
              + budget.limit().toPlainString()
              + (budget.unit().equals("tokens") ? " tokens" : "")
              + "; it opens again at "
              + budget.until());
    }
  }

  private static String named(Event event, String task) {
    return PrintableText.name(event.runId()) + " (task " + PrintableText.name(task) + ')';
  }
}
