package io.loophalt.recordings.score;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.recordings.PrintableJson;
import io.loophalt.recordings.RunReport;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Scores presets by the outcomes that recordings tell. Runs that are only told as they happened do
 * not count. Not thread-safe.
 */
public final class OutcomeScores implements Scores {

  private final PrintStream out;
  private final Map<String, Score> presets = new LinkedHashMap<>();

  /** What one preset did. Steps and tokens are of runs that did not succeed, as far as known. */
  private static final class Score {
    long runs;
    long nudged;
    long halted;
    long successes;
    long successesNudged;
    long successesHalted;
    long steps;
    long stepsSaved;
    long tokens;
    long tokensSaved;

    void accept(RunReport run) {
      runs++;
      int isNudged = run.nudgedAt() == null ? 0 : 1;
      int isHalted = run.haltedAt() == null ? 0 : 1;
      nudged += isNudged;
      halted += isHalted;
      if (Boolean.TRUE.equals(run.outcome())) {
        successes++;
        successesNudged += isNudged;
        successesHalted += isHalted;
      } else {
        steps += run.entries();
        stepsSaved += run.entriesAfterHalt();
        tokens += run.tokensTotal();
        tokensSaved += run.tokensAfterHalt();
      }
    }
  }

  /** Scores to be printed to a stream. */
  public OutcomeScores(PrintStream out) {
    this.out = out;
  }

  @Override
  public void accept(String preset, RunReport run) {
    Score score = presets.computeIfAbsent(preset, each -> new Score());
    if (run.anew()) {
      score.accept(run);
    }
  }

  @Override
  public void printText() {
    row("", "", "", "", "successes", "successes", "steps", "tokens");
    row("preset", "runs", "nudged", "halted", "nudged", "halted", "saved", "saved");
    presets.forEach(
        (preset, score) ->
            row(
                preset,
                score.runs,
                score.nudged,
                score.halted,
                score.successesNudged + " of " + score.successes,
                score.successesHalted + " of " + score.successes,
                percent(score.stepsSaved, score.steps),
                percent(score.tokensSaved, score.tokens)));
    out.println();
    out.println("Saved are those after the halt, of all in runs that are not known to succeed.");
    out.flush();
  }

  @Override
  public void printJson() {
    for (Map.Entry<String, Score> each : presets.entrySet()) {
      out.print(PrintableJson.line(json -> write(json, each.getKey(), each.getValue())));
    }
    out.flush();
  }

  private static void write(JsonGenerator json, String preset, Score score) throws IOException {
    json.writeStringField("preset", preset);
    json.writeNumberField("runs", score.runs);
    json.writeNumberField("nudged", score.nudged);
    json.writeNumberField("halted", score.halted);
    json.writeNumberField("successes", score.successes);
    json.writeNumberField("successes_nudged", score.successesNudged);
    json.writeNumberField("successes_halted", score.successesHalted);
    json.writeNumberField("steps", score.steps);
    json.writeNumberField("steps_saved", score.stepsSaved);
    json.writeNumberField("tokens", score.tokens);
    json.writeNumberField("tokens_saved", score.tokensSaved);
  }

  private void row(Object... cells) {
    out.println(
        String.format(Locale.ROOT, "%-14s %7s %7s %7s %13s %13s %13s %13s", cells).stripTrailing());
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }
}
