package io.loophalt.operations.report;

import io.loophalt.operations.report.PageTable.Swatch;
import io.loophalt.operations.report.ReportNumbers.DetectorSums;
import io.loophalt.operations.report.ReportNumbers.NudgeSums;
import io.loophalt.operations.report.ReportNumbers.ToolSums;
import io.loophalt.operations.report.StopKinds.Group;
import io.loophalt.operations.timeline.Figures;
import io.loophalt.operations.timeline.HtmlWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The chapters of numbers: a chart where time matters, and a table of each. */
final class PageChapters {

  /** The anchors and names of all chapters, in their order. */
  static final String[][] CHAPTERS = {
    {"stops", "What stopped the runs"},
    {"spent", "Tokens and cost"},
    {"tools", "Tools"},
    {"detectors", "Detectors"},
    {"nudges", "Effect of nudges"},
    {"halted", "Costliest loops"},
    {"timelines", "What they did"},
    {"about", "About these numbers"}
  };

  private final HtmlWriter html;
  private final ReportNumbers numbers;

  PageChapters(HtmlWriter html, ReportNumbers numbers) {
    this.html = html;
    this.numbers = numbers;
  }

  void write() {
    stops();
    spent();
    tools();
    detectors();
    nudges();
  }

  private void open(String id) {
    for (String[] each : CHAPTERS) {
      if (each[0].equals(id)) {
        html.open("section", "aria-labelledby", id).own("\n");
        html.element("h2", each[1], "id", id).own("\n");
      }
    }
  }

  private void stops() {
    open("stops");
    List<Group> groups = ChartData.groups(numbers);
    chart("runs", "Runs by what stopped them", "stacked bars over time");
    html.own("<ul class=\"legend\">");
    for (Group group : groups) {
      html.open("li")
          .element("span", "", "class", "swatch s-" + group.style, "aria-hidden", "true")
          .text(group.words)
          .close();
    }
    html.own("</ul>\n");
    PageTable table =
        new PageTable("t-stops", "Runs by stop reason")
            .text("Stop reason")
            .number("Runs")
            .bar("")
            .number("Share")
            .number("Tokens")
            .number("Cost")
            .text("Meaning");
    for (Map.Entry<String, Sums> each : numbers.byKind.entrySet()) {
      Sums sums = each.getValue();
      if (sums.runs > 0) {
        table.row(
            new Swatch(each.getKey().replace('_', ' '), StopKinds.group(each.getKey()).style),
            Figures.count(sums.runs),
            (double) sums.runs / numbers.all.runs,
            Figures.percent(sums.runs, numbers.all.runs),
            Figures.count(sums.tokens()),
            cost(sums.knownCost()),
            StopKinds.words(each.getKey()));
      }
    }
    table.write(html);
    overTime(groups);
    html.closeLine();
  }

  /** The numbers of both charts. */
  private void overTime(List<Group> groups) {
    List<TimeSlots.Slot> slots = numbers.slots.all();
    if (slots.isEmpty()) {
      return;
    }
    long width = numbers.slots.width();
    html.own("<details><summary>The charts' numbers as a table</summary>\n");
    PageTable table =
        new PageTable("t-time", "Runs that ended in each " + Figures.width(width) + ", UTC")
            .upTo(TimeSlots.MOST_SHOWN)
            .text("From");
    groups.forEach(group -> table.number(group.words));
    table.number("Tokens").number("of halted runs").number("Cost");
    for (int i = 0; i < slots.size(); i++) {
      TimeSlots.Slot slot = slots.get(i);
      List<Object> cells = new ArrayList<>();
      cells.add(Figures.slot(numbers.slots.begin() + i * width, width));
      groups.forEach(group -> cells.add(Figures.count(slot.runs(group))));
      cells.add(Figures.count(slot.tokens));
      cells.add(Figures.count(slot.tokensOfHalted));
      cells.add(numbers.all.priced == 0 ? Figures.UNKNOWN : cost(slot.cost));
      table.row(cells.toArray());
    }
    table.write(html);
    html.own("</details>\n");
  }

  private void chart(String name, String title, String form) {
    if (numbers.slots.all().isEmpty()) {
      html.own("<p class=\"note\">Without times there is no chart.</p>\n");
      return;
    }
    html.open("figure", "class", "script-only");
    html.element("figcaption", title + ", each " + Figures.width(numbers.slots.width()) + " (UTC)");
    html.element(
        "div",
        "",
        "class",
        "chart",
        "id",
        "chart-" + name,
        "role",
        "img",
        "aria-label",
        title + ", as " + form + "; the same numbers are in the tables below");
    html.element("p", "", "class", "readout", "id", "readout-" + name, "aria-hidden", "true");
    html.closeLine();
  }

  private void spent() {
    open("spent");
    chart("tokens", "Tokens of the runs that ended", "stacked bars over time");
    html.own(
        """
        <ul class="legend">
        <li><span class="swatch s-halted" aria-hidden="true"></span>halted runs</li>
        <li><span class="swatch s-plain" aria-hidden="true"></span>other runs</li>
        </ul>
        """);
    html.element("p", saved(), "class", "lead").own("\n");
    uses("t-tasks", "By task", "Task", numbers.tasks, "(no task)");
    if (numbers.models.isEmpty()) {
      html.own(
          "<p class=\"note\">No model is known: the log has them with events: {steps: true}.</p>\n");
    } else {
      uses("t-models", "By model", "Model", numbers.models, "(no name)");
    }
    if (!numbers.frameworks.isEmpty()) {
      uses("t-frameworks", "By framework", "Framework", numbers.frameworks, "(no name)");
    }
    html.closeLine();
  }

  private String saved() {
    HaltedLoops loops = numbers.loops;
    StringBuilder text = new StringBuilder();
    if (loops.runs() > 0) {
      text.append(Figures.count(loops.runs(), "loop was halted", "loops were halted"))
          .append(", ")
          .append(Figures.count(loops.tokens(), "token"));
      if (!Double.isNaN(loops.knownCost())) {
        text.append(" and a cost of ").append(cost(loops.knownCost()));
      }
      text.append(
          " after the first nudge. About as much again was saved, by a cautious estimate. ");
    }
    if (numbers.measuredRuns > 0) {
      text.append(
              Figures.count(
                  numbers.measuredRuns,
                  "run went on after a would-be halt",
                  "runs went on after a would-be halt"))
          .append(" and used ")
          .append(Figures.count(numbers.measuredTokens, "token"))
          .append(" more: that a halt would have saved.");
    }
    return text.isEmpty() ? "No run was halted by a detector, so nothing was saved." : text + "";
  }

  private void uses(String id, String caption, String head, Tally<Sums> tally, String none) {
    PageTable table =
        new PageTable(id, caption)
            .code(head)
            .number("Runs")
            .number("Halted")
            .number("Turns")
            .number("Tokens in")
            .number("Tokens out")
            .bar("")
            .number("Cost");
    List<Map.Entry<String, Sums>> sorted = tally.sorted(ReportNumbers.DEAREST_FIRST);
    double most = sorted.stream().mapToLong(each -> each.getValue().tokens()).max().orElse(0);
    for (Map.Entry<String, Sums> each : sorted) {
      Sums sums = each.getValue();
      table.row(
          each.getKey().isEmpty() ? none : each.getKey(),
          Figures.count(sums.runs),
          Figures.count(sums.halted + sums.wouldBeHalted),
          Figures.count(sums.turns),
          Figures.count(sums.inputTokens),
          Figures.count(sums.outputTokens),
          most == 0 ? 0.0 : sums.tokens() / most,
          cost(sums.knownCost()));
    }
    table.write(html);
  }

  private void tools() {
    open("tools");
    if (numbers.tools.isEmpty()) {
      html.own("<p>No tool was called.</p>\n");
      html.closeLine();
      return;
    }
    PageTable table =
        new PageTable("t-tools", "Tools, those most often repeated in halted runs first")
            .code("Tool")
            .number("Runs")
            .number("Calls")
            .bar("")
            .number("Failed")
            .number("Runs that repeat it")
            .number("of them halted");
    List<Map.Entry<String, ToolSums>> sorted = numbers.tools.sorted(ReportNumbers.REPEATED_FIRST);
    double most = sorted.stream().mapToLong(each -> each.getValue().calls).max().orElse(0);
    for (Map.Entry<String, ToolSums> each : sorted) {
      ToolSums sums = each.getValue();
      table.row(
          each.getKey(),
          Figures.count(sums.runs),
          Figures.count(sums.calls),
          most == 0 ? 0.0 : sums.calls / most,
          sums.callsKnown == 0 ? Figures.UNKNOWN : Figures.percent(sums.failed, sums.callsKnown),
          Figures.count(sums.runsRepeated),
          Figures.count(sums.runsHalted));
    }
    table.write(html);
    html.closeLine();
  }

  private void detectors() {
    open("detectors");
    if (numbers.detectors.isEmpty()) {
      html.own("<p>No detector and no ceiling had anything to say.</p>\n");
      html.closeLine();
      return;
    }
    PageTable table =
        new PageTable("t-detectors", "What each rule did")
            .code("Detector")
            .code("Rule")
            .number("Nudges")
            .number("Escalations")
            .number("Halts")
            .number("Only watched");
    numbers.detectors.values().stream()
        .sorted(
            Comparator.comparingLong((DetectorSums each) -> each.halts)
                .thenComparingLong(DetectorSums::all)
                .reversed())
        .forEach(
            sums ->
                table.row(
                    sums.detector,
                    sums.rule,
                    Figures.count(sums.nudges),
                    Figures.count(sums.escalations),
                    Figures.count(sums.halts),
                    Figures.count(sums.observed)));
    table.write(html);
    html.closeLine();
  }

  private void nudges() {
    open("nudges");
    NudgeSums all = numbers.nudges;
    if (all.runs == 0) {
      html.own("<p>No run was nudged.</p>\n");
      html.closeLine();
      return;
    }
    String news =
        all.nudgesKnown == 0
            ? "Whether something new followed is not known: the log has no steps."
            : "Something new followed "
                + Figures.count(all.nudgesWithNews)
                + " of "
                + Figures.count(all.nudgesKnown, "nudge")
                + " within three steps.";
    html.element("p", news).own("\n");
    PageTable table =
        new PageTable("t-nudges", "What became of runs that were nudged, by the first nudge")
            .code("Detector")
            .number("Runs")
            .number("Nudges")
            .number("Brought news")
            .number("Ended by itself")
            .number("Halted all the same")
            .number("Limit or operator")
            .number("No end in the log");
    numbers.nudgesByDetector.entrySet().stream()
        .sorted(
            Map.Entry.comparingByValue(
                Comparator.comparingLong((NudgeSums each) -> each.runs).reversed()))
        .forEach(
            each -> {
              NudgeSums sums = each.getValue();
              table.row(
                  each.getKey(),
                  Figures.count(sums.runs),
                  Figures.count(sums.nudges),
                  sums.nudgesKnown == 0
                      ? Figures.UNKNOWN
                      : Figures.count(sums.nudgesWithNews)
                          + " of "
                          + Figures.count(sums.nudgesKnown),
                  Figures.count(sums.endedByItself),
                  Figures.count(sums.haltedAfterwards),
                  Figures.count(sums.limit),
                  Figures.count(sums.open));
            });
    table.write(html);
    html.closeLine();
  }

  private String cost(double cost) {
    return Figures.cost(cost, numbers.decimals());
  }
}
