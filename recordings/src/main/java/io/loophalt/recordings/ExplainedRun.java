package io.loophalt.recordings;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.policy.WellKnownTools;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The story of one run: entry by entry, which earlier ones it is like, and why each count grew or
 * ended, and what of it is less than a count. It shows the beginnings of calls and answers as they
 * were recorded, which in an event log are digests and captured arguments. Not thread-safe.
 */
final class ExplainedRun implements Playback.Follower {

  private static final int SHOWN_CHARS = 60;

  /** Entries of a longer run that are told; what is halted is halted long before. */
  private static final int MOST_ENTRIES = 20_000;

  /** One entry: what happened, and what is to be said of it. */
  private record Entry(int position, String what, List<String> notes) {}

  /** A rule of a detector, and the tool it counts for if it counts by tool. */
  private record Rule(String detector, String rule, String of) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Rule, Standing> standings = new HashMap<>();
  private final Map<Long, Integer> calls = new HashMap<>();
  private final Map<Long, Integer> answers = new HashMap<>();
  private final Map<Long, Integer> failures = new HashMap<>();
  private final Map<Long, Integer> replies = new HashMap<>();

  /** What holds for the tools that were called, by name and in words. */
  private final Map<String, String> settings = new TreeMap<>();

  @Override
  public void judged(
      int position,
      Turn turn,
      @Nullable Step step,
      LazyStep.@Nullable Source source,
      List<Standing> now) {
    if (entries.size() >= MOST_ENTRIES) {
      return;
    }
    List<String> notes = new ArrayList<>();
    String what;
    if (step == null || source == null) {
      what = "(a reply without a call) " + shown(turn.text());
      Integer before = replies.put(TextDigest.of(turn.text()), position);
      if (before != null) {
        notes.add("= the answer of " + before);
      }
    } else {
      what =
          PrintableText.name(step.tool())
              + ' '
              + shown(source.shownArguments(step))
              + " -> "
              + (step.failed() ? "failed: " : "")
              + shown(source.shownOutcome(step));
      note(step);
      String alike = alike(position, step);
      if (!alike.isEmpty()) {
        notes.add(alike);
      }
    }
    entries.add(new Entry(position, what, notes));
    change(now);
  }

  private void note(Step step) {
    String tool = PrintableText.name(step.tool());
    VolatileParts parts = step.volatileParts();
    if (parts != null && !parts.isEmpty()) {
      boolean shipped = parts.equals(WellKnownTools.volatileParts(step.tool()));
      settings.put(
          tool,
          tool
              + (shipped ? " is read without, as shipped: " : " is read without: ")
              + PrintableText.of(String.join(", ", parts.parts())));
    }
    if (step.triesMany()) {
      settings.put(
          tool + " many", tool + " tries many: what comes of one try says nothing of another");
    }
  }

  @Override
  public void turnEnded(List<Standing> now) {
    if (!entries.isEmpty() && entries.size() < MOST_ENTRIES) {
      change(now);
    }
  }

  /** Which earlier entries had the same call, answer or failure. */
  private String alike(int position, Step step) {
    List<String> same = new ArrayList<>();
    compare(same, "the call", calls.put(step.action(), position));
    if (step.failed() || step.failure() != Step.ABSENT) {
      compare(same, "the failure", failures.put(step.failure(), position));
    } else {
      compare(same, "the answer", answers.put(step.result(), position));
    }
    return same.isEmpty() ? "" : "= " + String.join(", ", same);
  }

  private static void compare(List<String> same, String what, @Nullable Integer before) {
    if (before != null) {
      same.add(what + " of " + before);
    }
  }

  private void change(List<Standing> now) {
    List<String> notes = entries.get(entries.size() - 1).notes();
    for (Standing each : now) {
      Rule rule = new Rule(each.detector(), each.rule(), each.of());
      Standing before = standings.put(rule, each);
      int was = before == null ? 0 : before.count();
      if (was != each.count() || !each.why().equals(before == null ? "" : before.why())) {
        notes.add(
            PrintableText.name(each.detector())
                + (each.of().isEmpty() ? "" : " of " + PrintableText.name(each.of()))
                + ' '
                + (was == each.count() ? "" : was + " -> ")
                + each.count()
                + ": "
                + PrintableText.of(each.why()));
      }
    }
  }

  /** The story, a line each. */
  List<String> lines(String id, String preset, Playback.Outcome outcome) {
    List<String> lines = new ArrayList<>();
    Integer haltedAt = outcome.haltedAt();
    lines.add(
        "run "
            + PrintableText.name(id)
            + String.format(Locale.ROOT, ": %,d steps, ", outcome.entries())
            + (haltedAt == null ? "not halted" : "halted at " + haltedAt)
            + ", preset "
            + PrintableText.name(preset));
    settings.values().forEach(setting -> lines.add("       " + setting));
    for (Entry entry : entries) {
      lines.add(String.format(Locale.ROOT, "%5d  %s", entry.position(), entry.what()));
      entry.notes().forEach(note -> lines.add("         " + note));
      for (Playback.PlacedFinding found : outcome.findings()) {
        if (found.position() == entry.position()) {
          lines.add("         " + spoken(found));
        }
      }
    }
    int told = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).position() + 1;
    if (told < outcome.entries()) {
      lines.add(String.format(Locale.ROOT, "       %,d more steps", outcome.entries() - told));
    }
    if (outcome.stopReason() != null) {
      lines.add("halted: " + PrintableText.of(outcome.stopReason().detail()));
    }
    return lines;
  }

  private static String spoken(Playback.PlacedFinding found) {
    return found.finding().intervention()
        + " by "
        + PrintableText.name(found.finding().detector())
        + (found.delivered() ? "" : " (not delivered)")
        + ": "
        + PrintableText.of(found.finding().description());
  }

  private static String shown(String text) {
    String beginning =
        text.codePointCount(0, text.length()) <= SHOWN_CHARS
            ? text
            : text.substring(0, text.offsetByCodePoints(0, SHOWN_CHARS)) + '…';
    return beginning.isEmpty() ? "\"\"" : PrintableText.of(beginning);
  }
}
