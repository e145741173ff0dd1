package io.loophalt.demo;

import io.loophalt.StopReason;
import io.loophalt.demo.Handover.Made;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The same ticket handed on in three ways, side by side, as text of at most 100 columns. */
final class ThreeWays {

  private final Handover one;
  private final Handover apart;
  private final Handover shared;
  private final Style style;

  /**
   * Of one JVM, of two that know nothing of each other, and of two that share a store.
   *
   * @param style how emphasis is shown
   */
  ThreeWays(Handover one, Handover apart, Handover shared, Style style) {
    this.one = one;
    this.apart = apart;
    this.shared = shared;
    this.style = style;
  }

  /** What is not as it should be, if anything. */
  Optional<String> complaint() {
    for (Handover each : all()) {
      if (!each.last().isHalted()) {
        return Optional.of("a loop " + each.title() + " should be halted, but it was not");
      }
    }
    if (apart.attempts().size() <= one.attempts().size()) {
      return Optional.of("two JVMs should not see by themselves what one sees, but they did");
    }
    if (!shared.interventions().equals(one.interventions())) {
      return Optional.of(
          "two JVMs that share a store should do what one does: "
              + one.interventions()
              + ", but they did: "
              + shared.interventions());
    }
    return Optional.empty();
  }

  private List<Handover> all() {
    return List.of(one, apart, shared);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        style.title("One agent, whose attempts are handed from worker to worker")
            + style.quiet("  scripted model, offline"));
    lines.add("Each worker is a JVM with the agent: A, or A and B in turn.");
    lines.add("");
    lines.add(style.quiet(row("#", "the check fails at", Handover::title)));
    for (int i = 0; i < longest().attempts().size(); i++) {
      int at = i;
      String place = longest().attempts().get(i).outcome();
      lines.add(row(Integer.toString(i + 1), place, each -> cell(each, at)));
    }
    lines.add("");
    lines.add(row("", "attempts", each -> number(each.attempts().size())));
    lines.add(row("", "tokens", each -> number(each.tokens())));
    lines.add("");
    all().forEach(each -> addStopReason(lines, each));
    return lines;
  }

  private Handover longest() {
    Handover longest = one;
    for (Handover each : all()) {
      longest = each.attempts().size() > longest.attempts().size() ? each : longest;
    }
    return longest;
  }

  private String row(String number, String what, Function<Handover, String> cell) {
    return String.format(
            Locale.ROOT,
            "  %2s  %-20s  %-20s  %-20s  %-20s",
            number,
            what,
            cell.apply(one),
            cell.apply(apart),
            cell.apply(shared))
        .stripTrailing();
  }

  /** Who has made an attempt, and what Loophalt did. */
  private static String cell(Handover handover, int at) {
    if (at >= handover.attempts().size()) {
      return "";
    }
    Made made = handover.attempts().get(at);
    return made.worker() + (made.isHalted() ? "  halt" : made.isNudged() ? "  nudge" : "");
  }

  private void addStopReason(List<String> lines, Handover handover) {
    @Nullable StopReason reason = handover.last().report().stopReason();
    if (reason != null) {
      lines.add(
          style.alarm(String.format(Locale.ROOT, "%-20s", capitalised(handover.title())))
              + "  stopped in "
              + handover.last().worker()
              + " at attempt "
              + handover.attempts().size()
              + ", with "
              + number(reason.steps())
              + " tool calls seen");
      lines.add("  " + reason.kind().id() + ": " + reason.detail());
    }
  }

  private static String capitalised(String title) {
    return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
