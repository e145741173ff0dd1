package io.loophalt.test;

import io.loophalt.PrintableText;
import io.loophalt.core.RunRecord;
import io.loophalt.core.detect.Finding;
import java.util.Locale;

/** Tells a run for a person who asks why a test failed. */
final class RunHistory {

  private RunHistory() {}

  static String name(RunRecord run) {
    return "run '"
        + PrintableText.name(run.id())
        + "' of task '"
        + PrintableText.name(run.task())
        + "'";
  }

  /** How far it came and all that was found, one line each. */
  static String of(RunRecord run) {
    StringBuilder text =
        new StringBuilder("What happened in ")
            .append(name(run))
            .append(", ")
            .append(run.steps())
            .append(" steps, ")
            .append(run.turns())
            .append(" turns, ")
            .append(run.totalTokens())
            .append(" tokens:");
    if (run.findings().isEmpty()) {
      text.append(" nothing was found");
    }
    for (Finding each : run.findings()) {
      text.append("\n  step ").append(each.step()).append(": ");
      text.append(each.intervention().name().toLowerCase(Locale.ROOT));
      text.append(" by '").append(each.detector()).append("', ").append(each.description());
      text.append(run.interventions().contains(each) ? "" : " (nothing followed from it)");
    }
    return text.toString();
  }
}
