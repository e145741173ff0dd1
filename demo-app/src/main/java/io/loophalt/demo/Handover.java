package io.loophalt.demo;

import io.loophalt.demo.RunReport.Ending;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A ticket that workers have handed on, one attempt each in turn, until one was halted.
 *
 * @param title where that was
 * @param attempts what came of each, first to last
 */
record Handover(String title, List<Made> attempts) {

  /** Nobody would wait for more. */
  private static final int MOST_ATTEMPTS = 30;

  private static final String TICKET = "ticket-1";

  /**
   * One attempt.
   *
   * @param worker who has made it
   * @param report what came of it
   */
  record Made(String worker, RunReport report) {

    boolean isHalted() {
      return report.ending() == Ending.HALTED;
    }

    /** Where the check has failed; empty if none was run. */
    String outcome() {
      return report.attempts().isEmpty() ? "" : report.attempts().get(0).outcome();
    }

    /** Whether the model was told more than what the check says. */
    boolean isNudged() {
      return !report.attempts().isEmpty() && !report.attempts().get(0).told().isEmpty();
    }
  }

  Handover {
    attempts = List.copyOf(attempts);
  }

  /** Lets workers take turns. */
  static Handover between(String title, List<Worker> workers) throws IOException {
    List<Made> made = new ArrayList<>();
    try (Workspace project = Workspace.create()) {
      do {
        Worker next = workers.get(made.size() % workers.size());
        made.add(new Made(next.name(), next.order("attempt", TICKET, project.directory())));
      } while (!made.get(made.size() - 1).isHalted() && made.size() < MOST_ATTEMPTS);
      for (Worker each : workers) {
        each.order("end", TICKET, project.directory());
      }
    }
    return new Handover(title, made);
  }

  /** The last attempt. */
  Made last() {
    return attempts.get(attempts.size() - 1);
  }

  /** Tokens of all attempts. */
  long tokens() {
    return attempts.stream().mapToLong(each -> each.report().tokens()).sum();
  }

  /** At which attempts the model was nudged, and at which the run was halted, and by whom. */
  List<String> interventions() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < attempts.size(); i++) {
      Made each = attempts.get(i);
      if (each.isHalted() || each.isNudged()) {
        all.add((i + 1) + (each.isHalted() ? " halt" : " nudge"));
      }
    }
    return all;
  }
}
