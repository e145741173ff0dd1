package io.loophalt.recordings.score;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.PrintableText;
import io.loophalt.recordings.PrintableJson;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.score.LabelScore.Count;
import io.loophalt.recordings.score.LabelScore.Mistake;
import io.loophalt.recordings.score.RunLabel.Grade;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scores presets against labels. Of runs without a label, and of those that are only told as they
 * happened, nothing counts. Not thread-safe.
 */
public final class LabelScores implements Scores {

  private final Map<String, RunLabel> labels;
  private final Fold fold;
  private final PrintStream out;
  private final Map<String, LabelScore> presets = new LinkedHashMap<>();
  private final Set<String> read = new HashSet<>();
  private long leftOut;

  /**
   * Scores to be printed to a stream.
   *
   * @param fold which of the runs come
   */
  public LabelScores(Map<String, RunLabel> labels, Fold fold, PrintStream out) {
    this.labels = Map.copyOf(labels);
    this.fold = fold;
    this.out = out;
  }

  @Override
  public void accept(String preset, RunReport run) {
    LabelScore score = presets.computeIfAbsent(preset, each -> new LabelScore());
    RunLabel label = labels.get(run.id());
    if (label == null || !run.anew()) {
      // Each preset comes with the run; it counts once.
      leftOut += preset.equals(presets.keySet().iterator().next()) ? 1 : 0;
      return;
    }
    read.add(run.id());
    score.accept(run, label);
  }

  @Override
  public void printText() {
    row(
        "",
        "clear",
        "clear",
        "doubtful",
        "clean",
        "clean",
        "nudge -",
        "halt -",
        "nudge to",
        "steps",
        "tokens");
    row(
        "preset", "halted", "nudged", "halted", "halted", "nudged", "onset", "stop", "halt",
        "saved", "saved");
    presets.forEach(
        (preset, score) ->
            row(
                preset,
                share(score.clear().halted(), score.clear().runs()),
                share(score.clear().nudged(), score.clear().runs()),
                share(score.doubtful().halted(), score.doubtful().runs()),
                share(score.clean().halted(), score.clean().runs()),
                share(score.clean().nudged(), score.clean().runs()),
                signed(score.nudgeAfterOnset()),
                signed(score.haltAfterStop()),
                unsigned(score.nudgeBeforeHalt()),
                percent(score.stepsSaved(), score.steps()),
                percent(score.tokensSaved(), score.tokens())));
    out.println();
    out.println(
        "Steps are medians over clear runs, measured from the earliest reading; + is later.");
    out.println("Saved are those after the halt, of all in clear runs.");
    if (presets.size() == 1) {
      mistakes(presets.values().iterator().next());
    }
    out.print(remainder());
    out.flush();
  }

  private void mistakes(LabelScore score) {
    List<Mistake> missed =
        score.mistakes().stream().filter(each -> each.label().grade() == Grade.CLEAR).toList();
    List<Mistake> wrong =
        score.mistakes().stream().filter(each -> each.label().grade() == Grade.CLEAN).toList();
    if (!missed.isEmpty()) {
      out.println();
      out.println("clear and not halted:");
      for (Mistake each : missed) {
        String family = each.label().family();
        out.println(
            "  "
                + PrintableText.name(each.id())
                + (each.nudgedAt() == null ? "" : ", nudged at " + each.nudgedAt())
                + (each.label().stop() == null ? "" : ", to be stopped at " + each.label().stop())
                + (family.isEmpty() ? "" : ": " + PrintableText.name(family)));
      }
    }
    if (!wrong.isEmpty()) {
      out.println();
      out.println("clean, and yet:");
      for (Mistake each : wrong) {
        String detector = each.detector();
        out.println(
            "  "
                + PrintableText.name(each.id())
                + (each.haltedAt() == null
                    ? ", nudged at " + each.nudgedAt()
                    : ", halted at " + each.haltedAt())
                + (detector == null ? "" : " by " + PrintableText.name(detector)));
      }
    }
  }

  private String remainder() {
    long unread = unread();
    StringBuilder text = new StringBuilder();
    if (leftOut > 0) {
      text.append(String.format(Locale.ROOT, "without a label, left out: %,d%n", leftOut));
    }
    if (unread > 0) {
      text.append(String.format(Locale.ROOT, "labels of runs that were not read: %,d%n", unread));
    }
    return text.length() == 0 ? "" : System.lineSeparator() + text;
  }

  private long unread() {
    return labels.keySet().stream().filter(id -> fold.test(id) && !read.contains(id)).count();
  }

  @Override
  public void printJson() {
    for (Map.Entry<String, LabelScore> each : presets.entrySet()) {
      out.print(PrintableJson.line(json -> write(json, each.getKey(), each.getValue())));
    }
    out.flush();
  }

  private void write(JsonGenerator json, String preset, LabelScore score) throws IOException {
    json.writeStringField("preset", preset);
    json.writeStringField("fold", fold.id());
    count(json, "clear", score.clear());
    count(json, "doubtful", score.doubtful());
    count(json, "clean", score.clean());
    median(json, "nudge_after_onset", score.nudgeAfterOnset());
    median(json, "halt_after_stop", score.haltAfterStop());
    json.writeNumberField("halted_after_stop", score.haltAfterStop().late());
    median(json, "nudge_to_halt", score.nudgeBeforeHalt());
    json.writeNumberField("steps", score.steps());
    json.writeNumberField("steps_saved", score.stepsSaved());
    json.writeNumberField("tokens", score.tokens());
    json.writeNumberField("tokens_saved", score.tokensSaved());
    json.writeArrayFieldStart("mistakes");
    for (Mistake each : score.mistakes()) {
      json.writeStartObject();
      json.writeStringField("id", each.id());
      json.writeStringField("grade", each.label().grade().name().toLowerCase(Locale.ROOT));
      json.writeStringField("family", each.label().family());
      number(json, "nudged_at", each.nudgedAt());
      number(json, "halted_at", each.haltedAt());
      json.writeStringField("detector", each.detector());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("without_label", leftOut);
    json.writeNumberField("labels_unread", unread());
  }

  private static void count(JsonGenerator json, String name, Count count) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("runs", count.runs());
    json.writeNumberField("halted", count.halted());
    json.writeNumberField("nudged", count.nudged());
    json.writeEndObject();
  }

  private static void median(JsonGenerator json, String name, Median median) throws IOException {
    number(json, name, median.value());
  }

  private static void number(JsonGenerator json, String name, @Nullable Integer value)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }

  private void row(Object... cells) {
    out.println(
        String.format(Locale.ROOT, "%-14s  %9s  %9s  %9s  %9s  %9s  %7s  %6s  %8s  %6s  %6s", cells)
            .stripTrailing());
  }

  private static String share(long part, long whole) {
    return part + " of " + whole;
  }

  private static String signed(Median median) {
    Integer value = median.value();
    return value == null ? "" : String.format(Locale.ROOT, "%+d", value);
  }

  private static String unsigned(Median median) {
    Integer value = median.value();
    return value == null ? "" : value.toString();
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }
}
