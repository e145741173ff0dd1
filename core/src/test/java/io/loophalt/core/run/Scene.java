package io.loophalt.core.run;

import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens runs with {@link ToldDetector}s and writes down everything that is heard of them. */
final class Scene implements EventSink {

  /** Nudges at 3, halts at 5. */
  static final Ladder LADDER = Ladder.nudgeThenHalt(3, 5);

  // Runs on several threads tell of themselves at once.
  final List<Finding> findings = Collections.synchronizedList(new ArrayList<>());
  final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  final List<BudgetUsed> budgets = Collections.synchronizedList(new ArrayList<>());
  final List<Intervened> halts = Collections.synchronizedList(new ArrayList<>());
  final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  final List<String> detectorCalls = Collections.synchronizedList(new ArrayList<>());
  final List<String> steps = Collections.synchronizedList(new ArrayList<>());
  final List<Integer> turns = Collections.synchronizedList(new ArrayList<>());

  private final List<DetectorPolicy> detectors = new ArrayList<>();
  private final List<ToolPolicy> tools = new ArrayList<>();
  private Map<String, Map<String, Ladder>> actionClassLadders = Map.of();
  private Ceilings ceilings = Ceilings.NONE;
  private Messages messages = Messages.DEFAULT;
  private Mode mode = Mode.ACT;
  private TaskPolicy.OnHalt onHalt = TaskPolicy.OnHalt.THROW;
  private Runnable whenFound = () -> {};
  private boolean nudgesAreRemembered;
  private int opened;

  Scene detector(String name, Ladder ladder) {
    return detector(name, Mode.ACT, ladder);
  }

  Scene detector(String name, Mode mode, Ladder ladder) {
    detectors.add(new DetectorPolicy(name, mode, ladder, Map.of()));
    return this;
  }

  Scene toolLadder(String pattern, String detector, Ladder ladder) {
    tools.add(
        new ToolPolicy(pattern, null, null, Set.of(), Set.of(), Map.of(detector, ladder), false));
    return this;
  }

  Scene actionClassLadder(String actionClass, String detector, Ladder ladder) {
    actionClassLadders = Map.of(actionClass, Map.of(detector, ladder));
    return this;
  }

  Scene ceilings(Ceilings limits) {
    ceilings = limits;
    return this;
  }

  Scene mode(Mode newMode) {
    mode = newMode;
    return this;
  }

  /** What is opened from now on answers once more when it is halted. */
  Scene finishing() {
    onHalt = TaskPolicy.OnHalt.FINISH;
    return this;
  }

  Scene messages(Messages texts) {
    messages = texts;
    return this;
  }

  /** What is opened from now on halts who ignores nudges. */
  Scene rememberingNudges() {
    nudgesAreRemembered = true;
    return this;
  }

  /** What another thread does while a step is judged. */
  Scene whenFound(Runnable meanwhile) {
    whenFound = meanwhile;
    return this;
  }

  Run open() {
    return open(null, 0);
  }

  Run open(@Nullable Run parent, long beganMillis) {
    return new Run(
        "run-" + ++opened, "task", plan(), parent, beganMillis, RunKeeper.NOBODY, events());
  }

  /** What holds for runs that are opened now. */
  TaskPlan plan() {
    TaskPolicy policy =
        new TaskPolicy(
            "task", "none", detectors, actionClassLadders, ceilings, tools, onHalt, messages);
    return new TaskPlan(
        policy,
        mode,
        each ->
            new ToldDetector(
                each.detector(), detectorCalls, nudgesAreRemembered, () -> whenFound.run()));
  }

  List<Intervention> interventions() {
    return findings.stream().map(Finding::intervention).toList();
  }

  /** Lets a tool run from beginning to end, unless it is halted before. */
  static Verdict step(Run run, TestStep step) {
    Verdict before = run.beforeStep(step.step());
    return before.intervention() == Intervention.NONE ? run.afterStep(step.step()) : before;
  }

  /** Reports a count of the detector {@code d} in a step of its own. */
  static Verdict count(Run run, int count) {
    return step(run, TestStep.of("tool").counted("d", count));
  }

  static Turn turn(Run run, int toolCalls, long inputTokens, long outputTokens) {
    return new Turn(
        run.nextTurnIndex(), toolCalls, "", "model", inputTokens, outputTokens, false, false);
  }

  /** Lets a model answer, unless the call is halted before. */
  static Verdict modelCall(Run run, int toolCalls, long in, long out, String cost, long atMillis) {
    Verdict before = run.beforeModelCall(atMillis);
    return before.intervention() == Intervention.NONE
        ? run.turnStarted(turn(run, toolCalls, in, out), new BigDecimal(cost), atMillis)
        : before;
  }

  static Ladder nudgeAt(int count, @Nullable String message) {
    return new Ladder(List.of(new Rung(count, Intervention.NUDGE, message)));
  }

  @Override
  public void publish(Event event) {
    if (event instanceof TurnTaken turn) {
      turns.add((int) turn.turn());
    } else if (event instanceof StepTaken step) {
      steps.add(step.tool());
    } else if (event instanceof RungReached reached) {
      findings.add(reached.finding());
    } else if (event instanceof CeilingNeared near) {
      warnings.add(
          near.runId()
              + ' '
              + near.ceiling()
              + ' '
              + near.used().toPlainString()
              + " of "
              + near.limit().toPlainString());
    } else if (event instanceof BudgetUsed used) {
      budgets.add(used);
    } else if (event instanceof Intervened intervened && intervened.urgent()) {
      halts.add(intervened);
    } else if (event instanceof RunEnded) {
      ended.add(event.runId());
    }
  }

  /** Tells this scene, of steps, too. */
  RunEvents events() {
    return new RunEvents(this, Clock.systemUTC(), true);
  }
}
