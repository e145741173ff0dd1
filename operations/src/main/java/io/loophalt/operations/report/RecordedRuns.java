package io.loophalt.operations.report;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.operations.report.ReportedRun.ModelUse;
import io.loophalt.operations.report.ReportedRun.ToolUse;
import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.Spoken;
import io.loophalt.operations.timeline.Timeline.TurnUse;
import io.loophalt.operations.timeline.TimelineStep;
import io.loophalt.operations.timeline.Trail;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.LazyStep;
import io.loophalt.recordings.LoggedEvents;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.RunSink;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells of recorded runs what the engine says of them now, and hands event logs to {@link
 * LogReading}. Not thread-safe.
 */
final class RecordedRuns implements RunSink {

  /**
   * By what recordings are judged.
   *
   * @param policies the settings for a task
   * @param detectors makes a detector from its settings
   * @param costs what a turn's model call cost, in the currency of the price table; zero if no
   *     price is known
   */
  record Engine(
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs) {}

  /** Different calls of one tool that are remembered. */
  private static final int MOST_CALLS = 10_000;

  private final Engine engine;
  private final Consumer<ReportedRun> runs;
  private final Predicate<ReportedRun> wanted;
  private final int atOneTime;

  RecordedRuns(
      Engine engine, Consumer<ReportedRun> runs, Predicate<ReportedRun> wanted, int atOneTime) {
    this.engine = engine;
    this.runs = runs;
    this.wanted = wanted;
    this.atOneTime = atOneTime;
  }

  @Override
  public LoggedEvents log() {
    return new LogReading(runs, wanted, atOneTime);
  }

  @Override
  public void judged(RunReport report) {
    // Only logs have such runs, and of them the events are taken.
  }

  @Override
  public OpenRun begin(String id, String task) {
    return new Recorded(id, task);
  }

  private final class Recorded implements OpenRun {

    private final String task;
    private final OpenRun judged;
    private final Trail trail = new Trail();
    private final Map<String, ToolUse> tools = new HashMap<>();
    private final Map<String, ModelUse> models = new HashMap<>();
    private final Map<String, Set<Long>> calls = new HashMap<>();
    private @Nullable RunReport verdict;
    private String name;
    private long turns;
    private long steps;
    private long inputTokens;
    private long outputTokens;
    private double cost;
    private boolean hasCost;
    private long lastMillis;

    Recorded(String id, String task) {
      this.name = id;
      this.task = task;
      this.judged =
          new Judge(
                  engine.policies(), engine.detectors(), engine.costs(), report -> verdict = report)
              .begin(id, task);
    }

    @Override
    public void named(String id) {
      name = id;
      judged.named(id);
    }

    @Override
    public void turn(RecordedTurn recorded) {
      Turn turn = recorded.turn();
      judged.turn(recorded);
      turns++;
      inputTokens += turn.inputTokens();
      outputTokens += turn.outputTokens();
      double price = engine.costs().apply(turn).doubleValue();
      hasCost |= price > 0;
      cost += price;
      String model = PrintableText.name(turn.model());
      if (!model.isEmpty()) {
        models.merge(
            model,
            new ModelUse(
                1, turn.inputTokens(), turn.outputTokens(), price > 0 ? price : Double.NaN),
            ModelUse::plus);
      }
      int number = turn.index();
      trail.turn(number, new TurnUse(model, turn.inputTokens() + turn.outputTokens()));
      int position = recorded.firstPosition();
      if (recorded.calls().isEmpty()) {
        trail.add(TimelineStep.reply(position, number));
      }
      lastMillis = Math.max(lastMillis, recorded.answeredMillis());
      for (LazyStep call : recorded.calls()) {
        step(call.step(), position, number);
        position++;
      }
    }

    private void step(Step step, int position, int turn) {
      steps++;
      String tool = PrintableText.name(step.tool());
      Set<Long> known = calls.computeIfAbsent(tool, any -> new HashSet<>());
      boolean again = known.contains(step.action());
      if (known.size() < MOST_CALLS) {
        known.add(step.action());
      }
      tools.merge(
          tool,
          new ToolUse(1, step.failed() ? 1 : 0, again),
          (one, other) ->
              new ToolUse(
                  one.calls() + other.calls(),
                  one.failed() + other.failed(),
                  one.repeated() || other.repeated()));
      lastMillis = Math.max(lastMillis, step.endMillis());
      long failure = step.failure();
      boolean timed = step.endMillis() > step.startMillis();
      trail.add(
          new TimelineStep(
              position,
              turn,
              tool,
              step.failed(),
              step.action(),
              step.outcome(),
              failure != Step.ABSENT ? failure : step.normalizedResult(),
              timed ? step.endMillis() - step.startMillis() : Intake.UNKNOWN));
    }

    @Override
    public void end(@Nullable Boolean outcome) {
      judged.end(outcome);
      RunReport said = verdict;
      if (said != null) {
        runs.accept(reported(said));
      }
    }

    private ReportedRun reported(RunReport said) {
      boolean halted = said.haltedAt() != null;
      List<Spoken> interventions = new ArrayList<>();
      for (RunReport.Found found : said.findings()) {
        if (found.delivered() && interventions.size() < LoggedRun.MOST_INTERVENTIONS) {
          interventions.add(
              new Spoken(
                  found.intervention(),
                  /* enforced= */ false,
                  PrintableText.name(found.detector()),
                  "",
                  found.count(),
                  found.position(),
                  (int) Math.min(Integer.MAX_VALUE, found.turn()),
                  Step.ABSENT,
                  Step.ABSENT));
        }
      }
      ReportedRun run =
          new ReportedRun(
              "",
              PrintableText.name(name),
              PrintableText.name(task),
              null,
              null,
              /* ended= */ true,
              Intake.UNKNOWN,
              /* replayed= */ true,
              halted ? Verdict.WOULD_BE_HALTED : Verdict.NOT_HALTED,
              StopKinds.known(said.stopKind()),
              Intake.sentence(said.stopDetail()),
              steps,
              turns,
              inputTokens,
              outputTokens,
              hasCost ? cost : Double.NaN,
              lastMillis > 0 ? lastMillis / 1000.0 : Double.NaN,
              Map.copyOf(tools),
              Map.copyOf(models),
              List.copyOf(interventions),
              /* nudges= */ 0,
              Intake.UNKNOWN,
              /* tokensSinceNudge= */ 0,
              halted ? said.tokensAfterHalt() : Intake.UNKNOWN,
              null);
      if (!halted || !wanted.test(run)) {
        return run;
      }
      TimelineStep at = trail.step(Objects.requireNonNull(said.haltedAt()));
      return run.with(
          trail.timeline(
              at == null ? Step.ABSENT : at.action(), at == null ? Step.ABSENT : at.gist()));
    }
  }
}
