package io.loophalt.operations.report;

import io.loophalt.core.policy.Intervention;
import io.loophalt.operations.report.ReportedRun.ToolUse;
import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.Spoken;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** All that is added up over the runs; what the page and the JSON tell. Not thread-safe. */
final class ReportNumbers {

  /** What is known of a tool. */
  static final class ToolSums {
    long runs;
    long calls;
    long failed;

    /** Calls of runs of which is known which of them failed. */
    long callsKnown;

    long runsRepeated;
    long runsHalted;
  }

  /** What a rule of a detector did. */
  static final class DetectorSums {
    final String detector;
    final String rule;
    long nudges;
    long escalations;
    long halts;

    /** Nudges, escalations and halts that were not enforced. */
    long observed;

    DetectorSums(String detector, String rule) {
      this.detector = detector;
      this.rule = rule;
    }

    long all() {
      return nudges + escalations + halts + observed;
    }
  }

  /** What became of runs that were nudged. */
  static final class NudgeSums {
    long runs;
    long nudges;

    /** Nudges of which is known whether something new followed. */
    long nudgesKnown;

    long nudgesWithNews;
    long endedByItself;
    long haltedAfterwards;
    long limit;
    long open;

    void add(ReportedRun run) {
      runs++;
      nudges += run.nudges();
      if (run.nudgesWithNews() != Intake.UNKNOWN) {
        nudgesKnown += run.nudges();
        nudgesWithNews += run.nudgesWithNews();
      }
      if (run.stopKind().equals(StopKinds.DONE)) {
        endedByItself++;
      } else if (run.stopKind().equals(StopKinds.OPEN)) {
        open++;
      } else if (StopKinds.isLoop(run.stopKind())) {
        haltedAfterwards++;
      } else {
        limit++;
      }
    }
  }

  /** By cost, then by tokens. */
  static final Comparator<Sums> DEAREST_FIRST =
      Comparator.comparingDouble((Sums each) -> each.cost)
          .thenComparingLong(Sums::tokens)
          .thenComparingLong(each -> each.runs)
          .reversed();

  /** Those that halted runs repeated. */
  static final Comparator<ToolSums> REPEATED_FIRST =
      Comparator.comparingLong((ToolSums each) -> each.runsHalted)
          .thenComparingLong(each -> each.runsRepeated)
          .thenComparingLong(each -> each.calls)
          .reversed();

  final Sums all = new Sums();
  final Map<String, Sums> byKind = new LinkedHashMap<>();
  final Tally<Sums> tasks = new Tally<>(Sums::new);
  final Tally<Sums> models = new Tally<>(Sums::new);
  final Tally<Sums> frameworks = new Tally<>(Sums::new);
  final Tally<ToolSums> tools = new Tally<>(ToolSums::new);
  final Map<String, DetectorSums> detectors = new LinkedHashMap<>();
  final NudgeSums nudges = new NudgeSums();
  final Map<String, NudgeSums> nudgesByDetector = new LinkedHashMap<>();
  final TimeSlots slots = new TimeSlots();

  /** Runs that a detector halted. */
  final HaltedLoops loops = new HaltedLoops();

  /** Runs that would have been halted and of which is known what they used afterwards. */
  long measuredRuns;

  long measuredTokens;
  long replayed;

  /** Runs that are a part of another. */
  long inside;

  long withoutTime;
  long withFramework;

  /** Runs that name a model. */
  long withModel;

  long firstMillis = Intake.UNKNOWN;
  long lastMillis = Intake.UNKNOWN;

  ReportNumbers() {
    StopKinds.all().forEach(kind -> byKind.put(kind, new Sums()));
  }

  void add(ReportedRun run) {
    all.add(run);
    byKind.computeIfAbsent(run.stopKind(), any -> new Sums()).add(run);
    tasks.of(run.task()).add(run);
    run.models().forEach((model, use) -> models.of(model).add(run, use));
    withModel += run.models().isEmpty() ? 0 : 1;
    String framework = run.framework();
    if (framework != null) {
      withFramework++;
      frameworks.of(framework).add(run);
    }
    inside += run.parent() == null ? 0 : 1;
    run.tools().forEach((tool, use) -> add(run, tool, use));
    run.interventions().forEach(this::add);
    if (run.nudges() > 0) {
      nudges.add(run);
      nudgesByDetector.computeIfAbsent(firstNudge(run), any -> new NudgeSums()).add(run);
    }
    replayed += run.replayed() ? 1 : 0;
    time(run);
    if (run.verdict() == Verdict.HALTED && StopKinds.isLoop(run.stopKind())) {
      loops.add(run);
    }
    if (run.tokensAfterHalt() != Intake.UNKNOWN) {
      measuredRuns++;
      measuredTokens += run.tokensAfterHalt();
    }
  }

  /** How many decimals tell amounts of money apart: two where hundreds were spent, else four. */
  int decimals() {
    return all.cost >= 100 ? 2 : 4;
  }

  private void add(ReportedRun run, String tool, ToolUse use) {
    ToolSums sums = tools.of(tool);
    if (run.parent() != null) {
      return; // Its calls are in the numbers of the other.
    }
    sums.runs++;
    sums.calls += use.calls();
    if (use.failed() != Intake.UNKNOWN) {
      sums.failed += use.failed();
      sums.callsKnown += use.calls();
    }
    sums.runsRepeated += use.repeated() ? 1 : 0;
    sums.runsHalted += use.repeated() && run.verdict() != Verdict.NOT_HALTED ? 1 : 0;
  }

  private void add(Spoken spoken) {
    String name = spoken.detector() + '\n' + spoken.rule();
    boolean isTold = detectors.containsKey(name) || detectors.size() < Tally.MOST_NAMES;
    DetectorSums sums =
        detectors.computeIfAbsent(
            isTold ? name : LoggedRun.OTHERS,
            any ->
                isTold
                    ? new DetectorSums(spoken.detector(), spoken.rule())
                    : new DetectorSums(LoggedRun.OTHERS, ""));
    if (!spoken.enforced()) {
      sums.observed++;
    } else if (spoken.kind() == Intervention.NUDGE) {
      sums.nudges++;
    } else if (spoken.kind() == Intervention.ESCALATE) {
      sums.escalations++;
    } else {
      sums.halts++;
    }
  }

  private String firstNudge(ReportedRun run) {
    for (Spoken spoken : run.interventions()) {
      if (spoken.enforced() && spoken.kind() == Intervention.NUDGE) {
        return nudgesByDetector.containsKey(spoken.detector())
                || nudgesByDetector.size() < Tally.MOST_NAMES
            ? spoken.detector()
            : LoggedRun.OTHERS;
      }
    }
    return LoggedRun.OTHERS;
  }

  private void time(ReportedRun run) {
    slots.add(run);
    long millis = run.endedMillis();
    if (millis == Intake.UNKNOWN) {
      withoutTime++;
      return;
    }
    firstMillis = firstMillis == Intake.UNKNOWN ? millis : Math.min(firstMillis, millis);
    lastMillis = Math.max(lastMillis, millis);
  }
}
