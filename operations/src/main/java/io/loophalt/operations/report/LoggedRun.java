package io.loophalt.operations.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import io.loophalt.operations.report.ReportedRun.ModelUse;
import io.loophalt.operations.report.ReportedRun.ToolUse;
import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.LastActions;
import io.loophalt.operations.timeline.RepeatFinder;
import io.loophalt.operations.timeline.Spoken;
import io.loophalt.operations.timeline.Timeline;
import io.loophalt.operations.timeline.Timeline.Compared;
import io.loophalt.operations.timeline.Timeline.TurnUse;
import io.loophalt.operations.timeline.TimelineStep;
import io.loophalt.operations.timeline.Trail;
import io.loophalt.recordings.EventJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an event log said of one run so far. Not thread-safe. */
final class LoggedRun {

  /** Further ones of one run are only counted where they are nudges. */
  static final int MOST_INTERVENTIONS = 50;

  /** Names of tools, and of models, of one run; what further ones did is counted as others. */
  private static final int MOST_NAMES = 200;

  static final String OTHERS = "(others)";

  private final String jvm;
  private final String id;
  private String task;
  private final Trail trail = new Trail();
  private final Map<String, ModelUse> models = new HashMap<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private final List<Spoken> interventions = new ArrayList<>();
  private final List<Integer> nudgedAt = new ArrayList<>();
  private List<TimelineStep> lastActions = List.of();
  private @Nullable Spoken halt;
  private String haltKind = StopKinds.OTHER;
  private @Nullable String latestTime;
  private int nudges;
  private long steps;
  private long inputTokens;
  private long outputTokens;
  private long turns;
  private boolean trailIsLost;
  private boolean hasSteps;
  private boolean beganAtStep;
  private boolean beganAtTurn;
  private long tokensAfterHalt;
  private int firstNudgeStep = (int) Intake.UNKNOWN;
  private long tokensAtNudge = Intake.UNKNOWN;
  private long tokensAtHalt = Intake.UNKNOWN;

  LoggedRun(JsonNode event) {
    this.jvm = Intake.name(event.path("jvm"));
    this.id = Intake.name(event.path("run"));
    this.task = Intake.name(event.path("task"));
  }

  /** Whether an event is of a later run of the same name, because it counts anew. */
  boolean isOver(JsonNode event) {
    return switch (event.path("event").asText()) {
      case "turn" -> beganAtTurn && event.path("turn").asInt(-1) == 0;
      case "step" -> beganAtStep && event.path("step").asInt(-1) == 0;
      default -> false;
    };
  }

  /** Takes the next event; returns by how many more steps are kept now. */
  int take(JsonNode event) {
    latestTime = event.path("time").asText(latestTime);
    if (task.isEmpty()) {
      task = Intake.name(event.path("task"));
    }
    return switch (event.path("event").asText()) {
      case "turn" -> turn(event);
      case "step" -> step(event);
      case "intervention" -> intervention(event);
      default -> 0;
    };
  }

  /** How many steps are kept. */
  int kept() {
    return trail.size() + lastActions.size();
  }

  /** Gives up the timeline, because too many steps of open runs are kept. */
  void forgetSteps() {
    trail.clear();
    lastActions = List.of();
    trailIsLost = true;
  }

  private int turn(JsonNode event) {
    hasSteps = true;
    int number = Intake.position(event.path("turn"));
    beganAtTurn |= number == 0;
    long input = Intake.count(event.path("input_tokens"));
    long output = Intake.count(event.path("output_tokens"));
    inputTokens += input;
    outputTokens += output;
    turns++;
    String model = Intake.name(event.path("model"));
    if (!model.isEmpty()) {
      ModelUse use = new ModelUse(1, input, output, Double.NaN);
      models.merge(nameIn(models, model), use, ModelUse::plus);
    }
    if (halt != null && !halt.enforced() && number > halt.turn()) {
      tokensAfterHalt += input + output;
    }
    if (trailIsLost) {
      return 0;
    }
    trail.turn(number, new TurnUse(model, input + output));
    boolean idle = event.path("tool_calls").asInt(-1) == 0;
    return idle ? trail.add(TimelineStep.reply((int) Intake.UNKNOWN, number)) : 0;
  }

  private int step(JsonNode event) {
    hasSteps = true;
    int number = Intake.position(event.path("step"));
    beganAtStep |= number == 0;
    steps = Math.max(steps, number + 1L);
    String tool = Intake.name(event.path("tool"));
    boolean failed = event.path("failed").asBoolean(false);
    if (failed) {
      failures.merge(nameIn(failures, tool), 1, Integer::sum);
    }
    if (trailIsLost) {
      return 0;
    }
    long failure = Intake.digest(event.path("failure"));
    long result = Intake.digest(event.path("result"));
    long normalized = Intake.digest(event.path("normalized_result"));
    long error = Intake.digest(event.path("error"));
    long likeResult = normalized != Step.ABSENT ? normalized : result;
    long likeFailure = failure != Step.ABSENT ? failure : failed ? error : Step.ABSENT;
    return trail.add(
        new TimelineStep(
            number,
            Intake.position(event.path("turn")),
            tool.isEmpty() ? "?" : tool,
            failed,
            Intake.digest(event.path("action")),
            failed && failure != Step.ABSENT ? failure : result,
            likeFailure != Step.ABSENT ? likeFailure : likeResult,
            event.has("end_ms")
                ? Intake.count(event.path("end_ms")) - Intake.count(event.path("start_ms"))
                : Intake.UNKNOWN));
  }

  private int intervention(JsonNode event) {
    Intervention kind = kind(event);
    if (kind == Intervention.NONE) {
      return 0;
    }
    JsonNode evidence = event.path("evidence");
    Spoken spoken =
        new Spoken(
            kind,
            event.path("enforced").asBoolean(true),
            Intake.name(event.path("detector")),
            Intake.name(event.path("rule")),
            Intake.count(event.path("count")),
            Intake.position(event.path("step")),
            Intake.position(event.path("turn")),
            Intake.digest(evidence.path("action")),
            Intake.digest(evidence.path("outcome")));
    steps = Math.max(steps, spoken.step() + 1L);
    if (kind == Intervention.NUDGE && spoken.enforced()) {
      nudges++;
      if (nudges == 1) {
        firstNudgeStep = spoken.step();
        tokensAtNudge = inputTokens + outputTokens;
      }
      if (nudgedAt.size() < MOST_INTERVENTIONS) {
        nudgedAt.add(spoken.step());
      }
    }
    boolean halts = kind == Intervention.HALT;
    if (interventions.size() < MOST_INTERVENTIONS || (halts && halt == null)) {
      interventions.add(spoken);
    }
    if (halts && (halt == null || (spoken.enforced() && !halt.enforced()))) {
      halt = spoken;
      tokensAtHalt = inputTokens + outputTokens;
      haltKind = StopKinds.known(event.path("stop_reason").asText("no_progress"));
      int before = lastActions.size();
      lastActions = trailIsLost ? List.of() : LastActions.of(evidence, spoken.step());
      return lastActions.size() - before;
    }
    return 0;
  }

  private static Intervention kind(JsonNode event) {
    return switch (event.path("intervention").asText().toLowerCase(Locale.ROOT)) {
      case "nudge" -> Intervention.NUDGE;
      case "escalate" -> Intervention.ESCALATE;
      case "halt" -> Intervention.HALT;
      default -> Intervention.NONE;
    };
  }

  /**
   * The run is over.
   *
   * @param end the event that says so; null if the log has none
   * @param wanted whether a timeline is of use for a run that is so dear
   */
  ReportedRun end(@Nullable JsonNode end, Predicate<ReportedRun> wanted) {
    ReportedRun run = end == null ? open() : ended(end);
    boolean isTold = run.mayBeScattered() || wanted.test(run);
    if (run.verdict() == Verdict.NOT_HALTED || !isTold) {
      return run;
    }
    return withTimeline(run);
  }

  private ReportedRun ended(JsonNode end) {
    String kind = StopKinds.known(end.path("stop_reason").path("kind").asText(StopKinds.DONE));
    boolean halted = !kind.equals(StopKinds.DONE);
    boolean observed = halt != null && !halt.enforced();
    boolean seen = jvm.equals(EventJson.FLEET); // in its traces, where nobody halts it
    JsonNode effect = end.path("interventions");
    JsonNode framework = end.path("framework");
    JsonNode parent = end.path("parent");
    return new ReportedRun(
        jvm,
        id,
        task,
        framework.isTextual() ? Intake.name(framework) : null,
        parent.isTextual() ? Intake.name(parent) : null,
        /* ended= */ true,
        millis(end.path("time").asText(latestTime)),
        /* replayed= */ false,
        halted && !seen
            ? Verdict.HALTED
            : observed || halted ? Verdict.WOULD_BE_HALTED : Verdict.NOT_HALTED,
        kind,
        Intake.sentence(end.path("stop_reason").path("detail")),
        Intake.count(end.path("steps")),
        Intake.count(end.path("turns")),
        Intake.count(end.path("input_tokens")),
        Intake.count(end.path("output_tokens")),
        Intake.amount(end.path("cost")),
        Intake.amount(end.path("wall_seconds")),
        tools(end.path("tools")),
        end.path("models").isObject()
            ? models(end.path("models"))
            : models(Intake.amount(end.path("cost"))),
        List.copyOf(interventions),
        nudges,
        effect.has("nudges_followed_by_news")
            ? Math.min(nudges, Intake.count(effect.path("nudges_followed_by_news")))
            : news(),
        StopKinds.isLoop(kind)
            ? sinceNudge(
                Intake.count(end.path("steps")),
                Intake.count(end.path("input_tokens")) + Intake.count(end.path("output_tokens")))
            : 0,
        observed && hasSteps ? tokensAfterHalt : Intake.UNKNOWN,
        null);
  }

  /** Without an end nothing is known but what its other events say. */
  private ReportedRun open() {
    boolean halted = halt != null && halt.enforced();
    boolean observed = halt != null && !halt.enforced();
    return new ReportedRun(
        jvm,
        id,
        task,
        null,
        null,
        /* ended= */ false,
        millis(latestTime),
        /* replayed= */ false,
        halted ? Verdict.HALTED : observed ? Verdict.WOULD_BE_HALTED : Verdict.NOT_HALTED,
        halted ? haltKind : StopKinds.OPEN,
        "",
        steps,
        turns,
        inputTokens,
        outputTokens,
        Double.NaN,
        Double.NaN,
        Map.of(),
        Map.copyOf(models),
        List.copyOf(interventions),
        nudges,
        news(),
        halted && StopKinds.isLoop(haltKind) ? sinceNudge(steps, inputTokens + outputTokens) : 0,
        observed && hasSteps ? tokensAfterHalt : Intake.UNKNOWN,
        null);
  }

  /** By the turns; where they were not logged, by the share of the steps. */
  private long sinceNudge(long ofSteps, long tokens) {
    Spoken at = halt;
    if (nudges == 0 || at == null || !at.enforced()) {
      return 0;
    }
    if (turns > 0) {
      return Math.max(0, tokensAtHalt - tokensAtNudge);
    }
    double since = Math.max(0, at.step() - firstNudgeStep);
    return ofSteps == 0 ? 0 : Math.round(tokens * Math.min(1, since / ofSteps));
  }

  private long news() {
    return nudges == 0 || nudges > nudgedAt.size() || !hasSteps || trailIsLost
        ? Intake.UNKNOWN
        : trail.followedByNews(nudgedAt);
  }

  private ReportedRun withTimeline(ReportedRun run) {
    Spoken about = halt;
    long action = about == null ? Step.ABSENT : about.action();
    long outcome = about == null ? Step.ABSENT : about.outcome();
    Timeline timeline;
    if (!trail.isEmpty()) {
      timeline = trail.timeline(action, outcome);
    } else if (!lastActions.isEmpty()) {
      timeline =
          new Timeline(
              RepeatFinder.rows(lastActions, 0, List.of()),
              Map.of(),
              Compared.in(lastActions, shortened(action), shortened(outcome)),
              false);
    } else {
      return run;
    }
    return run.with(timeline);
  }

  /** As {@link LastActions} have it: the first six of sixteen digits. */
  private static long shortened(long digest) {
    return digest >>> (Long.SIZE - LastActions.DIGITS * 4);
  }

  private Map<String, ToolUse> tools(JsonNode node) {
    Map<String, ToolUse> tools = new HashMap<>();
    node.properties()
        .forEach(
            field -> {
              String name = nameIn(tools, PrintableText.name(field.getKey()));
              JsonNode use = field.getValue();
              tools.merge(
                  name,
                  new ToolUse(
                      Intake.count(use.path("calls")),
                      hasSteps ? Objects.requireNonNullElse(failures.get(name), 0) : Intake.UNKNOWN,
                      use.path("repeated").asBoolean(false)),
                  (one, other) ->
                      new ToolUse(
                          one.calls() + other.calls(),
                          one.failed(),
                          one.repeated() || other.repeated()));
            });
    return Map.copyOf(tools);
  }

  /** By the turns; what all of them cost is what their one model did. */
  private Map<String, ModelUse> models(double cost) {
    if (models.size() == 1) {
      Map.Entry<String, ModelUse> only = models.entrySet().iterator().next();
      ModelUse use = only.getValue();
      return Map.of(
          only.getKey(), new ModelUse(use.turns(), use.inputTokens(), use.outputTokens(), cost));
    }
    return Map.copyOf(models);
  }

  private static Map<String, ModelUse> models(JsonNode node) {
    Map<String, ModelUse> models = new HashMap<>();
    node.properties()
        .forEach(
            field -> {
              JsonNode use = field.getValue();
              models.merge(
                  nameIn(models, PrintableText.name(field.getKey())),
                  new ModelUse(
                      Intake.count(use.path("turns")),
                      Intake.count(use.path("input_tokens")),
                      Intake.count(use.path("output_tokens")),
                      Intake.amount(use.path("cost"))),
                  ModelUse::plus);
            });
    return Map.copyOf(models);
  }

  private static String nameIn(Map<String, ?> known, String name) {
    return known.containsKey(name) || known.size() < MOST_NAMES ? name : OTHERS;
  }

  private static long millis(@Nullable String time) {
    if (time == null) {
      return Intake.UNKNOWN;
    }
    try {
      return Math.max(0, Instant.parse(time).toEpochMilli());
    } catch (DateTimeParseException | ArithmeticException e) {
      return Intake.UNKNOWN;
    }
  }
}
