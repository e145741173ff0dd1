package io.loophalt.recordings;

import io.loophalt.PrintableText;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Rung;
import io.loophalt.recordings.Tuning.Half;
import io.loophalt.recordings.Tuning.Tally;
import io.loophalt.recordings.Tuning.Variant;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells what a tuning found, and recommends only what the data can carry. */
public final class TuningReport {

  /** Failed runs in each half below which savings say nothing. */
  private static final int FEWEST_FAILURES = 20;

  private final Tuning tuning;
  private final Function<String, List<String>> ofPresets;
  private final PrintStream out;

  /**
   * A report of a tuning.
   *
   * @param ofPresets the names of a preset's detectors
   */
  public TuningReport(Tuning tuning, Function<String, List<String>> ofPresets, PrintStream out) {
    this.tuning = tuning;
    this.ofPresets = ofPresets;
    this.out = out;
  }

  /**
   * Prints the trade-off and, if the data suffices, the settings of the best variant.
   *
   * @param highestRate the highest share of false halts to accept
   */
  public void print(long seed, double highestRate) {
    Tally train = tuning.tally(tuning.variants().get(0), Half.TRAIN);
    Tally test = tuning.tally(tuning.variants().get(0), Half.TEST);
    long known = train.successes() + train.failures() + test.successes() + test.failures();
    if (known == 0) {
      out.println(
          String.format(
              Locale.ROOT,
              "No run with a known outcome was read, and %,d without one. Nothing is recommended.",
              tuning.unknownOutcomes()));
      return;
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%,d runs with a known outcome, split by seed %d: train %,d successes and %,d failures,"
                + " test %,d and %,d; %,d runs without an outcome left out",
            known,
            seed,
            train.successes(),
            train.failures(),
            test.successes(),
            test.failures(),
            tuning.unknownOutcomes()));
    out.println("judged by variants of preset " + tuning.preset());
    out.println();
    table();
    out.println();
    String lacking = lacking(train, test, highestRate);
    if (lacking != null) {
      out.println("Too little data: " + lacking + " Nothing is recommended.");
      return;
    }
    Variant best = tuning.best(highestRate);
    if (best == null) {
      out.println(
          String.format(
              Locale.ROOT,
              "Every variant has more than %.1f%% false halts. Nothing is recommended.",
              100 * highestRate));
      return;
    }
    recommend(best, highestRate);
  }

  private void table() {
    row("", "halts", "window", "train:", "steps", "tokens", "test:", "steps", "tokens");
    row("", "", "", "false halts", "saved", "saved", "false halts", "saved", "saved");
    List<Variant> front = tuning.front();
    Set<List<DetectorPolicy>> shown = new HashSet<>();
    for (Variant each : tuning.variants()) {
      if (!shown.add(each.detectors()) && tuning.tasksOfTheirOwn().isEmpty()) {
        continue; // Without long ladders there is nothing to move, without windows none to set.
      }
      Tally train = tuning.tally(each, Half.TRAIN);
      Tally test = tuning.tally(each, Half.TEST);
      row(
          front.contains(each) ? "*" : "",
          halts(each),
          window(each),
          train.falseHalts(),
          percent(train.stepsSavedShare()),
          percent(train.tokensSavedShare()),
          test.falseHalts(),
          percent(test.stepsSavedShare()),
          percent(test.tokensSavedShare()));
    }
    out.println("* not beaten on the training half (Pareto front); savings are of failed runs");
    out.println("halts: by how many repeats those of short / long ladders (from 7) come later");
  }

  private static @Nullable String lacking(Tally train, Tally test, double highestRate) {
    long successes = Math.min(train.successes(), test.successes());
    long failures = Math.min(train.failures(), test.failures());
    long needed = Interval.trialsToExclude(highestRate);
    if (successes < needed) {
      return String.format(
          Locale.ROOT,
          "to tell a false-halt rate of %.1f%% from a higher one takes %d successful runs in each"
              + " half, and there are %d.",
          100 * highestRate,
          needed,
          successes);
    }
    if (failures < FEWEST_FAILURES) {
      return String.format(
          Locale.ROOT,
          "savings are measured on failed runs, at least %d in each half, and there are %d.",
          FEWEST_FAILURES,
          failures);
    }
    return null;
  }

  private void recommend(Variant best, double highestRate) {
    Tally test = tuning.tally(best, Half.TEST);
    Interval falseHalts = new Interval(test.falseHalts(), test.successes());
    out.println(
        String.format(
            Locale.ROOT,
            "Chosen on the training half: halts %s, window %s. On the test half:",
            halts(best),
            window(best)));
    out.println("  false halts   " + falseHalts);
    out.println("  nudged        " + new Interval(test.falseNudges(), test.successes()));
    out.println("  halted        " + new Interval(test.halts(), test.failures()) + " of failures");
    out.println(
        "  saved         "
            + percent(test.stepsSavedShare())
            + " of the steps and "
            + percent(test.tokensSavedShare())
            + " of the tokens of failed runs");
    if (falseHalts.rate() > highestRate) {
      out.println(
          "More false halts than accepted on runs it was not chosen on. Nothing is recommended.");
      return;
    }
    out.println();
    Map<String, String> tasks = tuning.tasksOfTheirOwn();
    if (!tasks.isEmpty()) {
      out.println(
          "Judged by detectors of their own, to be changed likewise: tasks "
              + tasks.entrySet().stream()
                  .map(each -> PrintableText.name(each.getKey()) + " (" + each.getValue() + ")")
                  .collect(Collectors.joining(", "))
              + ". For all others:");
    }
    out.print(yaml(tuning.preset(), best));
  }

  /** What was judged, as a configuration: all that the preset would say otherwise is in it. */
  private String yaml(String preset, Variant variant) {
    StringBuilder yaml = new StringBuilder("preset: " + preset + "\ndetectors:\n");
    Set<String> judged = new HashSet<>();
    for (DetectorPolicy each : variant.detectors()) {
      judged.add(each.detector());
      yaml.append("  ").append(each.detector()).append(":\n");
      if (each.mode() != Mode.ACT) {
        yaml.append("    mode: ").append(each.mode().name().toLowerCase(Locale.ROOT)).append('\n');
      }
      yaml.append("    ladder: [");
      yaml.append(
          each.ladder().rungs().stream().map(TuningReport::rung).collect(Collectors.joining(", ")));
      yaml.append("]\n");
      new TreeMap<>(each.parameters())
          .forEach(
              (name, value) ->
                  yaml.append("    ").append(name).append(": ").append(value).append('\n'));
    }
    for (String each : ofPresets.apply(preset)) {
      if (!judged.contains(each)) {
        yaml.append("  ").append(each).append(": off\n");
      }
    }
    return yaml.toString();
  }

  private static String halts(Variant variant) {
    return String.format(Locale.ROOT, "%+d/%+d", variant.shortShift(), variant.longShift());
  }

  private static String window(Variant variant) {
    return variant.window() == 0 ? "own" : Integer.toString(variant.window());
  }

  private static String rung(Rung rung) {
    return "{at: "
        + rung.at()
        + ", do: "
        + rung.intervention().name().toLowerCase(Locale.ROOT)
        + (rung.message() == null ? "" : ", message: " + text(rung.message()))
        + (rung.model() == null ? "" : ", model: " + text(rung.model()))
        + "}";
  }

  /** As a value that names no variable. */
  private static String text(String value) {
    return VolatileProposal.quoted(value.replace("${", "$${"));
  }

  private void row(Object... cells) {
    out.println(
        String.format(Locale.ROOT, "%-1s %6s %8s  %11s %12s %13s  %11s %12s %13s", cells)
            .stripTrailing());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }
}
