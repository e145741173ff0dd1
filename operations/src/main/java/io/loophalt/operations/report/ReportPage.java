package io.loophalt.operations.report;

import io.loophalt.operations.report.PageTable.Link;
import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.timeline.Figures;
import io.loophalt.operations.timeline.HtmlWriter;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.Timeline;
import io.loophalt.operations.timeline.TimelineHtml;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** The page: its frame, its chapters in order, and what is said of where the numbers come from. */
final class ReportPage {

  /** Timelines are left out once the page is as large as this. Bytes. */
  private static final long ROOM_FOR_TIMELINES = 3_400_000;

  /** Timelines that are open when the page is; the others are opened by hand. */
  private static final int OPEN_TIMELINES = 3;

  private final PageAssets assets = new PageAssets();
  private final ReportResult result;
  private final ReportNumbers numbers;
  private final HtmlWriter html;

  private ReportPage(ReportResult result, Writer out) {
    this.result = result;
    this.numbers = result.numbers();
    this.html = new HtmlWriter(out);
  }

  static void write(ReportResult result, Writer out) {
    new ReportPage(result, out).write();
  }

  private void write() {
    head();
    html.own("<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n");
    banner();
    html.own("<main id=\"main\">\n");
    if (numbers.all.runs == 0) {
      html.own("<p class=\"empty\">There are no runs in what was read.</p>\n");
    } else {
      keyFigures();
      new PageChapters(html, numbers).write();
      List<ReportedRun> dearest = result.dearestFirst();
      halted(dearest);
      timelines(dearest);
    }
    about();
    html.own("</main>\n");
    end();
  }

  private void head() {
    html.own("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.alone("meta", "http-equiv", "Content-Security-Policy", "content", assets.policy());
    html.own(
        """

        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>Loophalt report</title>
        """);
    html.own("<style>").own(assets.chartStyle).own("</style>\n");
    html.own("<style>").own(assets.timelineStyle).own("</style>\n");
    html.own("<style>").own(assets.style).own("</style>\n</head>\n");
  }

  private void banner() {
    html.own("<header>\n<h1>Loophalt report</h1>\n");
    html.open("p", "class", "period").text(period()).closeLine();
    if (numbers.all.runs > 0) {
      html.own("<nav aria-label=\"Chapters\"><ul>\n");
      for (String[] each : PageChapters.CHAPTERS) {
        html.open("li").element("a", each[1], "href", '#' + each[0]).closeLine();
      }
      html.own("</ul></nav>\n");
    }
    html.own("</header>\n");
  }

  private String period() {
    String made = "Made " + Figures.time(result.madeMillis()) + " UTC.";
    if (numbers.firstMillis == Intake.UNKNOWN) {
      return made;
    }
    return "Runs that ended between "
        + Figures.time(numbers.firstMillis)
        + " and "
        + Figures.time(numbers.lastMillis)
        + " UTC. "
        + made;
  }

  private void keyFigures() {
    Sums all = numbers.all;
    html.own("<dl class=\"figures\">\n");
    figure("Runs", Figures.count(all.runs), Figures.count(all.steps, "step"));
    figure(
        "Halted",
        Figures.count(all.halted),
        all.wouldBeHalted == 0
            ? Figures.percent(all.halted, all.runs) + " of the runs"
            : Figures.count(all.wouldBeHalted) + " more would be");
    figure("Tokens", Figures.count(all.tokens()), Figures.count(all.turns, "model call"));
    figure(
        "Cost",
        cost(all.knownCost()),
        all.priced == 0
            ? "no price is known"
            : all.priced == all.runs - numbers.inside
                ? "in the currency of your prices"
                : "of the " + Figures.count(all.priced) + " runs with a price");
    figure(
        "Tokens saved",
        (numbers.loops.runs() > 0 ? "≈ " : "") + Figures.count(saved()),
        numbers.loops.runs() > 0 ? "an estimate" : "after a halt, measured");
    ReportNumbers.NudgeSums nudges = numbers.nudges;
    figure(
        "Nudges",
        Figures.count(nudges.nudges),
        nudges.nudgesKnown == 0
            ? "no effect is known"
            : Figures.percent(nudges.nudgesWithNews, nudges.nudgesKnown) + " brought news");
    html.own("</dl>\n");
  }

  private long saved() {
    return numbers.loops.tokens() + numbers.measuredTokens;
  }

  private void figure(String name, String value, String beside) {
    html.open("div").element("dt", name).element("dd", value);
    html.element("dd", beside, "class", "beside").closeLine();
  }

  private void halted(List<ReportedRun> dearest) {
    html.own("<section aria-labelledby=\"halted\">\n<h2 id=\"halted\">Costliest loops</h2>\n");
    if (dearest.isEmpty()) {
      html.element(
          "p", result.haltedInAll() == 0 ? "No run was halted." : "No timelines were asked for.");
      html.own("</section>\n");
      return;
    }
    html.element(
            "p",
            result.haltedInAll() > dearest.size()
                ? "The "
                    + Figures.count(dearest.size())
                    + " dearest of "
                    + Figures.count(result.haltedInAll())
                    + " runs that were halted or would be; the others are in the numbers above."
                : "All runs that were halted, or would be, the dearest first.")
        .own("\n");
    PageTable table =
        new PageTable("t-halted", "Halted runs")
            .upTo(dearest.size())
            .text("Run")
            .code("Task")
            .text("Stopped by")
            .number("Steps")
            .number("Tokens")
            .bar("")
            .number("Cost")
            .number("Time");
    double most = dearest.stream().mapToLong(ReportedRun::tokens).max().orElse(0);
    for (int i = 0; i < dearest.size(); i++) {
      ReportedRun run = dearest.get(i);
      table.row(
          new Link((i + 1) + ". " + run.id(), "run-" + (i + 1)),
          run.task(),
          stoppedBy(run),
          Figures.count(run.steps()),
          Figures.count(run.tokens()),
          most == 0 ? 0.0 : run.tokens() / most,
          cost(run.cost()),
          Figures.seconds(run.wallSeconds()));
    }
    table.write(html);
    html.own("</section>\n");
  }

  private static String stoppedBy(ReportedRun run) {
    return run.verdict() == Verdict.HALTED
        ? run.stopKind().replace('_', ' ')
        : run.replayed() ? "would be: " + run.stopKind().replace('_', ' ') : "would be halted";
  }

  private void timelines(List<ReportedRun> dearest) {
    if (dearest.isEmpty()) {
      return;
    }
    html.own(
        """
        <section aria-labelledby="timelines">
        <h2 id="timelines">What they did</h2>
        <p>Steps and turns are counted from 1. What goes round is marked, and folded.</p>
        <p class="script-only"><button type="button" id="open-all">Open all timelines</button></p>
        """);
    int left = 0;
    for (int i = 0; i < dearest.size(); i++) {
      boolean hasRoom = html.bytes() < ROOM_FOR_TIMELINES;
      left += hasRoom ? 0 : 1;
      run(i + 1, dearest.get(i), hasRoom);
    }
    if (left > 0) {
      html.element(
          "p",
          Figures.count(left, "timeline")
              + " left out, because the page would be too large; ask for fewer with --timelines.",
          "class",
          "note");
    }
    html.own("</section>\n");
  }

  private void run(int number, ReportedRun run, boolean hasRoom) {
    html.open("article", "aria-labelledby", "run-" + number).own("\n");
    html.open("h3", "id", "run-" + number).text(number + ". " + run.id()).closeLine();
    if (!run.stopDetail().isEmpty()) {
      html.element("p", run.stopDetail(), "class", "detail").own("\n");
    }
    html.open("dl", "class", "facts");
    fact("Task", run.task());
    fact(
        run.models().size() == 1 ? "Model" : "Models",
        String.join(", ", run.models().keySet().stream().sorted().toList()));
    fact("Process", run.jvm());
    String framework = run.framework();
    fact("Framework", framework == null ? "" : framework);
    String parent = run.parent();
    fact("Part of", parent == null ? "" : parent);
    fact("Stopped by", stoppedBy(run));
    fact("Ended", run.endedMillis() < 0 ? "" : Figures.time(run.endedMillis()) + " UTC");
    fact("Steps", Figures.count(run.steps()));
    fact("Turns", Figures.count(run.turns()));
    fact("Tokens", Figures.count(run.tokens()));
    fact("Cost", cost(run.cost()));
    fact("Time", Figures.seconds(run.wallSeconds()));
    html.closeLine();
    Timeline timeline = run.timeline();
    if (timeline == null) {
      html.element(
          "p",
          "Nothing is known of its steps: they were not logged, or too many runs were open.",
          "class",
          "note");
    } else if (hasRoom) {
      if (number <= OPEN_TIMELINES) {
        html.open("details", "class", "story", "open", "");
      } else {
        html.open("details", "class", "story");
      }
      html.element("summary", "Timeline").own("\n");
      new TimelineHtml(html, timeline, run.interventions(), run.replayed()).write();
      html.closeLine();
    }
    html.closeLine();
  }

  private void fact(String name, String value) {
    if (!value.isEmpty() && !value.equals(Figures.UNKNOWN)) {
      html.open("div").element("dt", name).element("dd", value).close();
    }
  }

  private void about() {
    html.own("<section aria-labelledby=\"about\">\n<h2 id=\"about\">About these numbers</h2>\n");
    html.own("<ul class=\"about\">\n");
    for (String each : remarks()) {
      html.open("li").text(each).closeLine();
    }
    html.own("</ul>\n</section>\n");
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (result.broken() > 0) {
      remarks.add(
          Figures.count(result.broken(), "line or file", "lines or files")
              + " could not be read and "
              + (result.broken() == 1 ? "was" : "were")
              + " left out. The command's messages name them.");
    }
    if (numbers.replayed > 0) {
      remarks.add(
          Figures.count(numbers.replayed, "run is a recording", "runs are recordings")
              + ": what is told of them is what Loophalt would do today, as replay tells it.");
    }
    if (numbers.withoutTime > 0) {
      remarks.add(
          Figures.count(numbers.withoutTime, "run")
              + " without a time "
              + (numbers.withoutTime == 1 ? "is" : "are")
              + " not in the charts.");
    }
    if (numbers.inside > 0) {
      remarks.add(
          Figures.count(numbers.inside, "run is a part of another", "runs are parts of others")
              + ": what such a run used is in the numbers of the other, and added up there.");
    }
    long unpriced = numbers.all.runs - numbers.inside - numbers.all.priced;
    if (unpriced > 0) {
      remarks.add(
          Figures.count(unpriced, "run")
              + " without a known price "
              + "cost nothing here. Prices come from the configuration.");
    }
    if (numbers.withModel < numbers.all.runs) {
      remarks.add(
          Figures.count(numbers.all.runs - numbers.withModel, "run")
              + " without a known model "
              + "are not in the table of models.");
    }
    remarks.add(
        "Tokens saved is an estimate: a run that a detector halted would have used as much again"
            + " as it had used since its first nudge. Of runs that went on after a halt that was only"
            + " watched, and of recordings, it is measured.");
    remarks.add(
        "A nudge brought news if one of the next three steps did not fail and had an outcome that"
            + " the run had not had before.");
    remarks.add(
        "Arguments, results, prompts and replies are not in this page. A short number in"
            + " parentheses is the beginning of a digest, as in the event log.");
    return remarks;
  }

  private void end() {
    html.open("footer").open("p").text("Made by loophalt " + result.version() + ", offline. ");
    html.text("Charts: uPlot.").close().closeLine();
    if (numbers.all.runs > 0) {
      html.own("<script type=\"application/json\" id=\"chart-data\">")
          .own(ChartData.json(numbers))
          .own("</script>\n");
      html.own("<!--\n").own(assets.chartLicense.replace("--", "- -")).own("\n-->\n");
      html.own("<script>").own(assets.chartScript).own("</script>\n");
      html.own("<script>").own(assets.script).own("</script>\n");
    }
    html.own("</body>\n</html>\n");
  }

  private String cost(double cost) {
    return Figures.cost(cost, numbers.decimals());
  }
}
