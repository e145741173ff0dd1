package io.loophalt.recordings;

import io.loophalt.PrintableText;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table for a person, one row a run as it comes, and totals. */
public final class TextReport implements Report {

  /** That are named: a log may say what it likes. */
  private static final int MOST_PRESETS = 20;

  private static final int ID_WIDTH = 36;
  private static final String ROW = "%-" + ID_WIDTH + "s %6s %6s %6s %6s %11s %13s  %-8s %s";

  private final PrintStream out;
  private final Map<String, Long> presets = new TreeMap<>();
  private long runs;
  private long nudged;
  private long halted;
  private long asRecorded;
  private long steps;
  private long tokens;
  private long stepsAfter;
  private long tokensAfter;
  private long successes;
  private long failures;
  private long falseHalts;

  /** A report to a stream. */
  public TextReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public void accept(RunReport run) {
    if (runs == 0) {
      row(
          "run",
          "steps",
          "nudge",
          "escal.",
          "halt",
          "steps after",
          "tokens after",
          "outcome",
          "detector");
    }
    String preset = run.preset();
    if (preset != null && (presets.size() < MOST_PRESETS || presets.containsKey(preset))) {
      presets.merge(preset, 1L, Long::sum);
    }
    runs++;
    steps += run.entries();
    tokens += run.tokensTotal();
    if (run.nudgedAt() != null) {
      nudged++;
    }
    if (!run.anew()) {
      asRecorded++;
    }
    if (run.haltedAt() != null) {
      halted++;
      stepsAfter += run.entriesAfterHalt();
      tokensAfter += run.tokensAfterHalt();
    }
    Boolean outcome = run.outcome();
    if (outcome != null && outcome) {
      successes++;
      falseHalts += run.haltedAt() == null ? 0 : 1;
    } else if (outcome != null) {
      failures++;
    }
    String detector = run.detector();
    row(
        shortened(run.id()),
        number(run.entries()),
        position(run.nudgedAt()),
        position(run.escalatedAt()),
        position(run.haltedAt()),
        run.haltedAt() == null ? "" : number(run.entriesAfterHalt()),
        run.haltedAt() == null ? "" : number(run.tokensAfterHalt()),
        outcome == null ? "" : outcome ? "success" : "failure",
        detector == null ? "" : PrintableText.name(detector) + (run.anew() ? "" : " (then)"));
  }

  @Override
  public void end() {
    if (runs > 0) {
      out.println();
    }
    if (!presets.isEmpty()) {
      out.println("preset  " + presets());
    }
    out.println("runs    " + number(runs));
    out.println("nudged  " + number(nudged) + share(nudged, runs));
    out.println("halted  " + number(halted) + share(halted, runs));
    out.println(
        "after the halt  "
            + number(stepsAfter)
            + " steps"
            + share(stepsAfter, steps)
            + ", "
            + (tokens == 0
                ? "tokens not recorded"
                : number(tokensAfter) + " tokens" + share(tokensAfter, tokens)));
    if (successes + failures > 0) {
      out.println(
          "known outcomes  " + number(successes) + " successes, " + number(failures) + " failures");
    }
    if (successes > 0) {
      out.println("false halts among successes  " + new Interval(falseHalts, successes));
    }
    if (asRecorded > 0) {
      out.println(
          number(asRecorded)
              + " runs are told as they happened: their event log holds no steps to judge anew.");
    }
    out.flush();
  }

  private String presets() {
    return presets.entrySet().stream()
        .map(
            each ->
                PrintableText.name(each.getKey())
                    + (presets.size() > 1 ? " (" + number(each.getValue()) + ")" : ""))
        .collect(Collectors.joining(", "));
  }

  private void row(Object... cells) {
    out.println(String.format(Locale.ROOT, ROW, cells).stripTrailing());
  }

  /** Ids tend to differ at their ends. What is escaped is shown whole, or not at all. */
  private static String shortened(String id) {
    String shown = PrintableText.of(id);
    if (shown.codePointCount(0, shown.length()) <= ID_WIDTH) {
      return shown;
    }
    String end = "";
    int from = id.length();
    do {
      shown = end;
      from = id.offsetByCodePoints(from, -1);
      end = PrintableText.of(id.substring(from));
    } while (end.codePointCount(0, end.length()) < ID_WIDTH);
    return "…" + shown;
  }

  private static String position(@Nullable Integer position) {
    return position == null ? "" : position.toString();
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "" : String.format(Locale.ROOT, " (%.1f%%)", 100.0 * part / whole);
  }
}
