package io.loophalt.operations.report;

import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.Spoken;
import io.loophalt.operations.timeline.Timeline;
import io.loophalt.recordings.EventJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the report knows of one run. Texts are as they are shown.
 *
 * @param jvm the process; of a recording the empty text
 * @param id the run's name
 * @param task empty if unknown
 * @param framework null if unknown
 * @param parent the run that it is a part of, which has used what it used; null if there is none
 * @param ended whether its log has an end of it
 * @param endedMillis when it ended, or when its log breaks off; milliseconds since 1970, {@link
 *     Intake#UNKNOWN} if not known
 * @param replayed whether it is a recording, of which is told what Loophalt would have done
 * @param verdict what became of it
 * @param stopKind as in {@code run_end}; {@link StopKinds#OPEN} if its log has no end of it
 * @param stopDetail one sentence, empty if there is none
 * @param steps tool calls
 * @param turns model calls
 * @param inputTokens as far as they were reported
 * @param outputTokens likewise
 * @param cost in the currency of the price table, not a number if no price is known
 * @param wallSeconds not a number if not known
 * @param tools by name
 * @param models by name; what no model is known of is missing
 * @param interventions in order, at most {@link LoggedRun#MOST_INTERVENTIONS}
 * @param nudges how many were done
 * @param nudgesWithNews after how many of them something new came; {@link Intake#UNKNOWN} if that
 *     is not known
 * @param tokensSinceNudge used between the first nudge and the halt by a detector; 0 if there was
 *     no such halt or no nudge before it
 * @param tokensAfterHalt used after a halt that was not enforced; {@link Intake#UNKNOWN} if that is
 *     not known or there was none
 * @param timeline null for a run that was not halted, or of which nothing was kept
 */
record ReportedRun(
    String jvm,
    String id,
    String task,
    @Nullable String framework,
    @Nullable String parent,
    boolean ended,
    long endedMillis,
    boolean replayed,
    Verdict verdict,
    String stopKind,
    String stopDetail,
    long steps,
    long turns,
    long inputTokens,
    long outputTokens,
    double cost,
    double wallSeconds,
    Map<String, ToolUse> tools,
    Map<String, ModelUse> models,
    List<Spoken> interventions,
    int nudges,
    long nudgesWithNews,
    long tokensSinceNudge,
    long tokensAfterHalt,
    @Nullable Timeline timeline) {

  /** What became of a run. */
  enum Verdict {
    /** It ended by itself, or nobody knows. */
    NOT_HALTED,
    /**
     * It would have been halted but for {@code observe}, or would be if it were not a recording.
     */
    WOULD_BE_HALTED,
    /** It was. */
    HALTED
  }

  /**
   * The use of a tool.
   *
   * @param calls of it
   * @param failed of them; {@link Intake#UNKNOWN} if the log has no steps
   * @param repeated whether a call of it was repeated
   */
  record ToolUse(long calls, long failed, boolean repeated) {}

  /**
   * The use of a model.
   *
   * @param turns it answered
   * @param cost not a number if no price is known
   */
  record ModelUse(long turns, long inputTokens, long outputTokens, double cost) {

    ModelUse plus(ModelUse other) {
      return new ModelUse(
          turns + other.turns,
          inputTokens + other.inputTokens,
          outputTokens + other.outputTokens,
          Double.isNaN(cost) ? other.cost : Double.isNaN(other.cost) ? cost : cost + other.cost);
    }
  }

  long tokens() {
    return inputTokens + outputTokens;
  }

  double costOrNothing() {
    return Double.isNaN(cost) ? 0 : cost;
  }

  /** Whether other files may have more of it, see {@link ScatteredRuns}. */
  boolean mayBeScattered() {
    return jvm.equals(EventJson.FLEET);
  }

  /** How dear it is. */
  Rank rank() {
    return new Rank(costOrNothing(), tokens(), steps);
  }

  /** The same with a story. */
  ReportedRun with(Timeline story) {
    return new ReportedRun(
        jvm,
        id,
        task,
        framework,
        parent,
        ended,
        endedMillis,
        replayed,
        verdict,
        stopKind,
        stopDetail,
        steps,
        turns,
        inputTokens,
        outputTokens,
        cost,
        wallSeconds,
        tools,
        models,
        interventions,
        nudges,
        nudgesWithNews,
        tokensSinceNudge,
        tokensAfterHalt,
        story);
  }

  /** The same with what was said of the run before, in an event log that has no end of it. */
  ReportedRun after(ReportedRun before) {
    List<Spoken> all = new ArrayList<>(before.interventions);
    all.addAll(interventions);
    return new ReportedRun(
        jvm,
        id,
        task.isEmpty() ? before.task : task,
        framework,
        parent,
        ended,
        endedMillis,
        replayed,
        before.verdict == Verdict.NOT_HALTED ? verdict : before.verdict,
        stopKind.equals(StopKinds.OPEN) ? before.stopKind : stopKind,
        stopDetail,
        Math.max(before.steps, steps),
        Math.max(before.turns, turns),
        Math.max(before.inputTokens, inputTokens),
        Math.max(before.outputTokens, outputTokens),
        cost,
        wallSeconds,
        tools,
        models,
        all.subList(0, Math.min(LoggedRun.MOST_INTERVENTIONS, all.size())),
        before.nudges + nudges,
        nudgesWithNews,
        tokensSinceNudge,
        tokensAfterHalt,
        before.timeline == null ? timeline : before.timeline);
  }

  /** By cost, then by tokens, then by steps. */
  record Rank(double cost, long tokens, long steps) implements Comparable<Rank> {
    @Override
    public int compareTo(Rank other) {
      int byCost = Double.compare(cost, other.cost);
      int byTokens = byCost != 0 ? byCost : Long.compare(tokens, other.tokens);
      return byTokens != 0 ? byTokens : Long.compare(steps, other.steps);
    }
  }
}
