package io.loophalt.configuration;

import io.loophalt.configuration.TaskPlan.DetectorPlan;
import io.loophalt.configuration.keys.PriceKeys;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.settings.CeilingSettings;
import io.loophalt.configuration.settings.LadderSettings;
import io.loophalt.configuration.settings.ToolSettings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.VolatileParts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rungs and limits of a file that can never be reached.
 *
 * <p>One rung may serve several detectors and tasks; it is reported when none of them can reach it.
 * What a preset brings along is not judged, only what the file says about it. A limit below a
 * preset's halt takes effect, and sooner: that is noted.
 */
final class Reachability {

  private final Set<SourceLocation> reachable = new HashSet<>();
  private final Map<SourceLocation, String> unreachable = new LinkedHashMap<>();

  private final Map<SourceLocation, String> cutOff = new LinkedHashMap<>();
  private final Map<SourceLocation, String> notes = new LinkedHashMap<>();

  private final List<ModelPrice> prices;

  private Reachability(List<ModelPrice> prices) {
    this.prices = prices;
  }

  /** The findings of all tasks, in the order of the file. */
  static List<ConfigFinding> findings(List<TaskPlan> plans, List<ModelPrice> prices) {
    Reachability reachability = new Reachability(prices);
    plans.forEach(reachability::examine);
    reachability.unreachable.keySet().removeAll(reachability.reachable);
    List<ConfigFinding> findings = new ArrayList<>();
    reachability.unreachable.forEach(
        (place, reason) -> findings.add(new ConfigFinding(place, reason)));
    reachability.cutOff.forEach((place, reason) -> findings.add(new ConfigFinding(place, reason)));
    reachability.notes.forEach(
        (place, what) -> findings.add(new ConfigFinding(place, what, /* isNote= */ true)));
    findings.sort(
        Comparator.comparingInt((ConfigFinding finding) -> finding.place().line())
            .thenComparingInt(finding -> finding.place().column()));
    return findings;
  }

  private void examine(TaskPlan plan) {
    for (DetectorPlan detector : plan.activeDetectors()) {
      examine(plan, detector.policy(), detector.written());
      String name = detector.policy().detector();
      plan.tools()
          .values()
          .forEach(
              tool ->
                  examine(plan, detector.policy(), plan.override(tool.value().ladders(), name)));
      plan.actionClasses()
          .values()
          .forEach(overrides -> examine(plan, detector.policy(), plan.override(overrides, name)));
      if (detector.written() == null) {
        examinePresetLadder(plan, detector);
      }
    }
    plan.tools().values().forEach(tool -> examine(tool.value()));
    examine(plan.ceilings());
    examineCost(plan.ceilings().cost());
    examineIdleTurns(plan);
  }

  private void examine(TaskPlan plan, DetectorPolicy detector, @Nullable LadderSettings ladder) {
    int haltAt = 0;
    for (Located<Rung> placed : ladder == null ? List.<Located<Rung>>of() : ladder.rungs()) {
      Rung rung = placed.value();
      String reason =
          haltAt == 0 ? whyNever(plan, detector, rung) : "the run is already halted at " + haltAt;
      judge(
          placed.place(),
          reason == null ? null : "the rung at " + rung.at() + " can never fire: " + reason);
      if (haltAt == 0 && rung.intervention() == Intervention.HALT) {
        haltAt = rung.at();
      }
    }
  }

  private void examine(ToolSettings tool) {
    boolean ignored = tool.ignored() != null && tool.ignored();
    String unseen =
        "' can never take effect: 'ignore' keeps calls of the tool from being looked at";
    if (tool.exhaustive() != null) {
      judge(tool.exhaustive().place(), ignored ? "'exhaustive" + unseen : null);
    }
    Located<VolatileParts> parts = tool.volatileParts();
    if (parts != null) {
      String covered = covered(parts.value().parts());
      judge(parts.place(), ignored ? "'volatile" + unseen : covered);
    }
  }

  /** That one path leads into what another one leaves out as a whole; null if none does. */
  private static @Nullable String covered(List<String> parts) {
    for (String part : parts) {
      for (String whole : parts) {
        if (whole.startsWith("$")
            && (part.startsWith(whole + '.') || part.startsWith(whole + '['))) {
          return Quote.of(part)
              + " can never take effect: "
              + Quote.of(whole)
              + " leaves out all that it is in";
        }
      }
    }
    return null;
  }

  private static @Nullable String whyNever(TaskPlan plan, DetectorPolicy detector, Rung rung) {
    int highest = plan.catalog().highestCount(detector);
    if (rung.at() > highest) {
      return "detector '" + detector.detector() + "' counts no further than " + highest;
    }
    Limit limit = lowestLimit(plan, detector);
    return limit != null && rung.at() > limit.at()
        ? "the ceiling of " + limit.at() + " " + limit.of() + " ends the run first"
        : null;
  }

  /** A preset's ladder has no place; a limit of the file that cuts it off has. */
  private void examinePresetLadder(TaskPlan plan, DetectorPlan planned) {
    DetectorPolicy detector = planned.policy();
    examineParameters(plan, planned);
    Limit limit = lowestLimit(plan, detector);
    if (limit == null || limit.place().line() == 0) {
      return;
    }
    for (Rung rung : detector.ladder().rungs()) {
      if (rung.at() > limit.at() && rung.intervention() == Intervention.HALT) {
        notes.putIfAbsent(
            limit.place(),
            "the ceiling of "
                + limit.at()
                + " "
                + limit.of()
                + " ends a run before detector '"
                + detector.detector()
                + "' can halt it at "
                + rung.at());
      }
    }
  }

  /** A preset's rungs that the file puts out of reach by the detector's own numbers. */
  private void examineParameters(TaskPlan plan, DetectorPlan planned) {
    SourceLocation place = planned.parametersPlace();
    if (place == null) {
      return;
    }
    DetectorPolicy detector = planned.policy();
    int highest = plan.catalog().highestCount(detector);
    for (Rung rung : detector.ladder().rungs()) {
      if (rung.at() > highest) {
        cutOff.putIfAbsent(
            place,
            "detector '"
                + detector.detector()
                + "' then counts no further than "
                + highest
                + ": its rung at "
                + rung.at()
                + " and all behind it can never fire");
        return;
      }
    }
  }

  private record Limit(long at, String of, SourceLocation place) {}

  /** The lowest limit on what a detector counts. */
  private static @Nullable Limit lowestLimit(TaskPlan plan, DetectorPolicy detector) {
    CeilingSettings ceilings = plan.ceilings();
    return switch (plan.catalog().counted(detector.detector())) {
      case STEPS ->
          lower(
              limit(ceilings.steps(), "steps"), limit(ceilings.toolCalls().get("*"), "tool calls"));
      case BUSY_TURNS ->
          lower(
              limit(ceilings.turns(), "turns"),
              lower(
                  limit(ceilings.steps(), "steps"),
                  limit(ceilings.toolCalls().get("*"), "tool calls")));
      case TURNS -> limit(ceilings.turns(), "turns");
      case IDLE_TURNS, FOLLOWED_IDLE_TURNS ->
          lower(limit(ceilings.turns(), "turns"), limit(ceilings.idleTurns(), "idle turns"));
    };
  }

  private static @Nullable Limit limit(@Nullable Located<Long> limit, String of) {
    return limit == null || limit.value() == 0 ? null : new Limit(limit.value(), of, limit.place());
  }

  private static @Nullable Limit lower(@Nullable Limit a, @Nullable Limit b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return b.at() < a.at() ? b : a;
  }

  private void examine(CeilingSettings ceilings) {
    Limit steps = limit(ceilings.steps(), "steps");
    Limit calls = limit(ceilings.toolCalls().get("*"), "tool calls");
    behind(steps, calls);
    behind(calls, steps);
    ceilings
        .toolCalls()
        .forEach(
            (pattern, placed) -> {
              if (!pattern.equals("*")) {
                behind(limit(placed, "calls of " + Quote.of(pattern)), lower(steps, calls));
              }
            });
    Limit total = limit(ceilings.totalTokens(), "total tokens");
    behind(limit(ceilings.inputTokens(), "input tokens"), total);
    behind(limit(ceilings.outputTokens(), "output tokens"), total);
  }

  private void examineCost(@Nullable Located<BigDecimal> cost) {
    if (cost != null && cost.value().signum() > 0 && cost.place().line() > 0) {
      judge(
          cost.place(),
          prices.isEmpty()
              ? "the cost ceiling of "
                  + cost.value()
                  + " can never be reached: no model has a price; say under 'prices' what models"
                  + " cost. Example: "
                  + PriceKeys.EXAMPLE
              : null);
    }
  }

  private void examineIdleTurns(TaskPlan plan) {
    Limit limit = limit(plan.ceilings().idleTurns(), "idle turns");
    if (limit == null || limit.place().line() == 0) {
      return;
    }
    String reason = whyBehind(limit, limit(plan.ceilings().turns(), "turns"));
    for (DetectorPlan each : plan.activeDetectors()) {
      reason = reason == null ? whyBehind(limit, plan, each.policy()) : reason;
    }
    judge(limit.place(), reason);
  }

  /** Reported progress sets a detector back and no ceiling. */
  private static @Nullable String whyBehind(Limit limit, TaskPlan plan, DetectorPolicy detector) {
    Integer haltsAt = detector.ladder().haltsAt();
    if (detector.mode() != Mode.ACT || haltsAt == null) {
      return null;
    }
    long turn =
        switch (plan.catalog().counted(detector.detector())) {
          case IDLE_TURNS -> haltsAt;
          case FOLLOWED_IDLE_TURNS -> haltsAt + 1L;
          default -> Long.MAX_VALUE;
        };
    return turn > limit.at()
        ? null
        : "the ceiling of "
            + limit.at()
            + " idle turns ends no run that reports no progress: detector '"
            + detector.detector()
            + "' halts it first, at idle turn "
            + turn;
  }

  private void behind(@Nullable Limit limit, @Nullable Limit first) {
    if (limit != null && limit.place().line() > 0) {
      judge(limit.place(), whyBehind(limit, first));
    }
  }

  private static @Nullable String whyBehind(Limit limit, @Nullable Limit first) {
    return first == null || limit.at() <= first.at()
        ? null
        : "the ceiling of "
            + limit.at()
            + " "
            + limit.of()
            + " can never be reached: the ceiling of "
            + first.at()
            + " "
            + first.of()
            + " ends the run first";
  }

  private void judge(SourceLocation place, @Nullable String whyNever) {
    if (whyNever == null) {
      reachable.add(place);
    } else {
      unreachable.putIfAbsent(place, whyNever);
    }
  }
}
