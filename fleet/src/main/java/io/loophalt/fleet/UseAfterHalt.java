package io.loophalt.fleet;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.event.RunEnded.ToolUse;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.assembly.SavedText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a run used after the call at which it would have been halted: nobody halted it, and what it
 * cost is what a report is about. Not thread-safe.
 */
final class UseAfterHalt {

  /** What further ones did is counted as that of others. */
  private static final int MOST_TOOLS = 200;

  /** As many as a run tells of. */
  private static final int MOST_MODELS = 16;

  private static final String OTHERS = "other";

  private final Map<String, Long> tools = new TreeMap<>();
  private final Map<String, ModelUse> models = new TreeMap<>();
  private long steps;
  private long turns;
  private long inputTokens;
  private long outputTokens;
  private @Nullable BigDecimal cost;
  private long lastMillis;

  /**
   * Takes a turn.
   *
   * @param judged how many of its calls were judged; negative if its answer was not
   * @param price what the answer cost, zero if that is not known
   * @param counts whether calls of a tool count
   */
  void take(RecordedTurn recorded, int judged, BigDecimal price, Predicate<String> counts) {
    lastMillis = Math.max(lastMillis, recorded.lastMillis());
    if (judged < 0) {
      answered(recorded.turn(), price.signum() == 0 ? null : price);
    }
    for (int call = Math.max(0, judged); call < recorded.calls().size(); call++) {
      String tool = recorded.calls().get(call).tool();
      if (counts.test(tool)) {
        steps++;
        tools.merge(nameIn(tools, tool, MOST_TOOLS), 1L, Long::sum);
      }
    }
  }

  private void answered(Turn turn, @Nullable BigDecimal price) {
    turns++;
    inputTokens += turn.inputTokens();
    outputTokens += turn.outputTokens();
    cost = sum(cost, price);
    if (!turn.model().isEmpty()) {
      String name = nameIn(models, turn.model(), MOST_MODELS);
      models.merge(
          name,
          new ModelUse(name, 1, turn.inputTokens(), turn.outputTokens(), price),
          UseAfterHalt::sum);
    }
  }

  private static String nameIn(Map<String, ?> known, String name, int most) {
    return known.containsKey(name) || known.size() < most ? name : OTHERS;
  }

  private static @Nullable BigDecimal sum(@Nullable BigDecimal one, @Nullable BigDecimal other) {
    return one == null ? other : other == null ? one : one.add(other);
  }

  private static ModelUse sum(ModelUse one, ModelUse other) {
    return new ModelUse(
        one.model(),
        one.turns() + other.turns(),
        one.inputTokens() + other.inputTokens(),
        one.outputTokens() + other.outputTokens(),
        sum(one.cost(), other.cost()));
  }

  /** The end of the run with that, which was told nothing. */
  RunEnded addedTo(RunEnded judged) {
    return new RunEnded(
        judged.time(),
        judged.runId(),
        judged.task(),
        judged.preset(),
        judged.parentRunId(),
        judged.kind(),
        judged.detail(),
        judged.partial(),
        judged.steps() + steps,
        judged.turns() + turns,
        judged.inputTokens() + inputTokens,
        judged.outputTokens() + outputTokens,
        sum(judged.cost(), cost),
        Duration.ofMillis(Math.max(judged.wall().toMillis(), lastMillis)),
        allTools(judged.tools()),
        judged.framework(),
        allModels(judged.models()),
        RunEnded.Interventions.none());
  }

  private List<ToolUse> allTools(List<ToolUse> judged) {
    Map<String, ToolUse> all = new TreeMap<>();
    tools.forEach((tool, calls) -> all.put(tool, new ToolUse(tool, calls, false)));
    for (ToolUse use : judged) {
      all.merge(
          use.tool(),
          use,
          (later, earlier) ->
              new ToolUse(use.tool(), later.calls() + earlier.calls(), earlier.repeated()));
    }
    return new ArrayList<>(all.values());
  }

  private List<ModelUse> allModels(List<ModelUse> judged) {
    Map<String, ModelUse> all = new TreeMap<>();
    judged.forEach(use -> all.put(use.model(), use));
    models.forEach(
        (model, use) -> all.merge(nameIn(all, model, MOST_MODELS), use, UseAfterHalt::sum));
    return new ArrayList<>(all.values());
  }

  /** Writes it; {@link #restore} reads it back. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, steps);
    SmallNumbers.write(out, turns);
    SmallNumbers.write(out, inputTokens);
    SmallNumbers.write(out, outputTokens);
    saveCost(out, cost);
    SmallNumbers.write(out, lastMillis);
    SmallNumbers.writeUnsigned(out, tools.size());
    for (Map.Entry<String, Long> tool : tools.entrySet()) {
      SavedText.write(out, tool.getKey());
      SmallNumbers.write(out, tool.getValue());
    }
    SmallNumbers.writeUnsigned(out, models.size());
    for (ModelUse use : models.values()) {
      SavedText.write(out, use.model());
      SmallNumbers.write(out, use.turns());
      SmallNumbers.write(out, use.inputTokens());
      SmallNumbers.write(out, use.outputTokens());
      saveCost(out, use.cost());
    }
  }

  /** Goes on with what {@link #save} wrote; nothing may have been taken before. */
  void restore(DataInput in) throws IOException {
    steps = SmallNumbers.read(in);
    turns = SmallNumbers.read(in);
    inputTokens = SmallNumbers.read(in);
    outputTokens = SmallNumbers.read(in);
    cost = restoredCost(in);
    lastMillis = SmallNumbers.read(in);
    for (int left = SavedText.count(in); left > 0; left--) {
      tools.put(SavedText.read(in), SmallNumbers.read(in));
    }
    for (int left = SavedText.count(in); left > 0; left--) {
      ModelUse use =
          new ModelUse(
              SavedText.read(in),
              SmallNumbers.read(in),
              SmallNumbers.read(in),
              SmallNumbers.read(in),
              restoredCost(in));
      models.put(use.model(), use);
    }
  }

  private static void saveCost(DataOutput out, @Nullable BigDecimal cost) throws IOException {
    SavedText.writeOrNull(out, cost == null ? null : cost.toString());
  }

  private static @Nullable BigDecimal restoredCost(DataInput in) throws IOException {
    String cost = SavedText.readOrNull(in);
    try {
      return cost == null ? null : new BigDecimal(cost);
    } catch (NumberFormatException e) {
      throw new IOException("the saved run is damaged: it has cost " + cost, e);
    }
  }
}
