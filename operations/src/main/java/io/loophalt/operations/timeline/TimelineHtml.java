package io.loophalt.operations.timeline;

import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import io.loophalt.operations.timeline.Timeline.Compared;
import io.loophalt.operations.timeline.Timeline.TurnUse;
import io.loophalt.operations.timeline.TimelineRow.Gap;
import io.loophalt.operations.timeline.TimelineRow.Part;
import io.loophalt.operations.timeline.TimelineRow.Repeat;
import io.loophalt.operations.timeline.TimelineRow.Single;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the story of one run: its steps in order, what repeats once, and who intervened when. */
public final class TimelineHtml {

  private static final int DIGITS = 6;

  /** Numbers of steps that are listed one by one. */
  private static final int MOST_LISTED = 12;

  private final HtmlWriter html;
  private final Timeline timeline;
  private final boolean replayed;
  private final List<Spoken> ahead;
  private final Set<Integer> compared = new HashSet<>();
  private final boolean severalModels;
  private int turn = (int) Intake.UNKNOWN;
  private boolean halted;

  /**
   * Of one run.
   *
   * @param spoken the interventions in order
   * @param replayed whether it is a recording, whose digests say nothing to anybody
   */
  public TimelineHtml(HtmlWriter html, Timeline timeline, List<Spoken> spoken, boolean replayed) {
    this.html = html;
    this.replayed = replayed;
    this.timeline = timeline;
    this.ahead = new ArrayList<>(spoken);
    this.compared.addAll(timeline.compared().withCall());
    this.compared.addAll(timeline.compared().withOutcome());
    this.severalModels =
        timeline.turns().values().stream().map(TurnUse::model).distinct().count() > 1;
  }

  /** Writes it. */
  public void write() {
    comparison();
    if (!timeline.whole()) {
      html.element(
          "p",
          "Steps were not logged. These are the last actions that the halt names; with events:"
              + " {steps: true} all of them are kept.",
          "class",
          "note");
    }
    html.own("<ol class=\"timeline\">\n");
    for (TimelineRow row : timeline.rows()) {
      if (row instanceof Single single) {
        spokenBefore(single.step());
        single(single.step());
      } else if (row instanceof Repeat repeat) {
        spokenBefore(repeat.passes().get(0).get(0));
        repeat(repeat);
      } else if (row instanceof Gap gap) {
        html.element("li", Figures.count(gap.steps(), "step") + " not shown", "class", "gap")
            .own("\n");
      }
    }
    for (Spoken spoken : ahead) {
      spoken(spoken);
    }
    html.own("</ol>\n");
  }

  /** What the halt says is the same. */
  private void comparison() {
    Compared about = timeline.compared();
    List<String> same = new ArrayList<>();
    if (about.withCall().size() > 1) {
      same.add("the same call" + digest(about.action()) + " at steps " + listed(about.withCall()));
    }
    if (about.withOutcome().size() > 1) {
      same.add(
          "the same outcome"
              + digest(about.outcome())
              + (about.withOutcome().equals(about.withCall())
                  ? " each time"
                  : " at steps " + listed(about.withOutcome())));
    }
    if (!same.isEmpty()) {
      html.open("p", "class", "compared").element("strong", "What was compared: ");
      html.text(String.join("; ", same) + '.').closeLine();
    }
  }

  /** Digests of a recording are of this process alone and say nothing to anybody. */
  private String digest(long digest) {
    if (replayed || digest == Step.ABSENT) {
      return "";
    }
    return " (" + Figures.digest(digest, timeline.whole() ? 16 : DIGITS).substring(0, DIGITS) + ')';
  }

  private static String listed(List<Integer> numbers) {
    String all =
        numbers.stream().limit(MOST_LISTED).map(Figures::ordinal).collect(Collectors.joining(", "));
    return numbers.size() <= MOST_LISTED
        ? all
        : all + " and " + (numbers.size() - MOST_LISTED) + " more";
  }

  private void single(TimelineStep step) {
    boolean isCompared = compared.contains(step.number());
    html.open("li", "class", "step" + (halted ? " after" : "") + (isCompared ? " same" : ""));
    html.element("span", step.isReply() ? "" : Figures.ordinal(step.number()), "class", "n");
    html.open("span", "class", "what");
    name(step.tool(), step.failed());
    html.close();
    html.element("span", turnOf(step), "class", "turn");
    html.element("span", Figures.millis(step.millis()), "class", "took").closeLine();
  }

  private void name(String tool, boolean failed) {
    if (tool.isEmpty()) {
      html.element("em", "a reply without a call");
    } else {
      html.element("code", tool);
    }
    if (failed) {
      html.own(" ").element("span", "failed", "class", "failed");
    }
  }

  /** What is known of the turn, at its first step. */
  private String turnOf(TimelineStep step) {
    if (step.turn() == turn || step.turn() == Intake.UNKNOWN) {
      return "";
    }
    turn = step.turn();
    TurnUse use = timeline.turns().get(turn);
    String used =
        use == null || use.tokens() == 0 ? "" : ", " + Figures.count(use.tokens(), "token");
    String model = use == null || !severalModels ? "" : ", " + use.model();
    return "turn " + Figures.ordinal(turn) + used + model;
  }

  private void repeat(Repeat repeat) {
    int steps = repeat.parts().size();
    html.open("li", "class", "repeat" + (halted ? " after" : ""));
    html.open("p", "class", "times")
        .element("strong", steps == 1 ? "This step, " : "These " + steps + " steps, ")
        .element("strong", Figures.count(repeat.times(), "time"))
        .element("span", range(repeat), "class", "range")
        .close();
    html.own("\n<ol class=\"parts\">\n");
    for (Part part : repeat.parts()) {
      html.open("li");
      html.open("span", "class", "what");
      name(part.tool(), part.failed());
      html.close().element("span", alike(part), "class", "alike").closeLine();
    }
    html.own("</ol>\n");
    passes(repeat);
    html.closeLine();
    List<TimelineStep> last = repeat.passes().get(repeat.passes().size() - 1);
    turn = last.get(last.size() - 1).turn();
  }

  private static String range(Repeat repeat) {
    TimelineStep first = repeat.passes().get(0).get(0);
    List<TimelineStep> pass = repeat.passes().get(repeat.passes().size() - 1);
    TimelineStep last = pass.get(pass.size() - 1);
    String steps =
        first.number() < 0 || last.number() < 0
            ? ""
            : "steps " + Figures.ordinal(first.number()) + " to " + Figures.ordinal(last.number());
    String turns =
        first.turn() < 0
            ? ""
            : "turns " + Figures.ordinal(first.turn()) + " to " + Figures.ordinal(last.turn());
    return steps + (steps.isEmpty() || turns.isEmpty() ? "" : ", ") + turns;
  }

  private static String alike(Part part) {
    if (part.tool().isEmpty()) {
      return "";
    }
    String calls = many(part.calls(), "the same call", "different calls");
    String outcome = part.failed() ? "failure" : "outcome";
    String outcomes = many(part.outcomes(), "the same " + outcome, "different " + outcome + 's');
    return calls + (calls.isEmpty() || outcomes.isEmpty() ? "" : ", ") + outcomes;
  }

  private static String many(int count, String one, String several) {
    return count == 0 ? "" : count == 1 ? one : count + " " + several;
  }

  /** Each pass in a line, with what was said meanwhile. */
  private void passes(Repeat repeat) {
    html.own("<details><summary>Each time</summary>\n<ol class=\"passes\">\n");
    int shown = repeat.passes().size();
    int lead = shown < repeat.times() ? shown / 2 : shown;
    List<Spoken> meanwhile = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      if (i == lead) {
        html.element("li", Figures.count(repeat.times() - shown) + " more times", "class", "gap");
      }
      List<TimelineStep> pass = repeat.passes().get(i);
      TimelineStep last = pass.get(pass.size() - 1);
      List<Spoken> now = spokenUpTo(last);
      meanwhile.addAll(now);
      html.open("li");
      html.text(pass(i < lead ? i : repeat.times() - shown + i, pass));
      for (Spoken spoken : now) {
        html.own(" ").element("span", kind(spoken), "class", "mark " + style(spoken));
      }
      html.closeLine();
    }
    html.own("</ol></details>\n");
    if (!meanwhile.isEmpty()) {
      html.own("<ol class=\"meanwhile\">\n");
      meanwhile.forEach(this::spoken);
      html.own("</ol>\n");
    }
  }

  private String pass(int number, List<TimelineStep> pass) {
    TimelineStep first = pass.get(0);
    TimelineStep last = pass.get(pass.size() - 1);
    StringBuilder text = new StringBuilder(Figures.count(number + 1L)).append(": ");
    if (first.number() >= 0) {
      text.append(pass.size() == 1 ? "step " : "steps ").append(Figures.ordinal(first.number()));
      if (pass.size() > 1) {
        text.append(" to ").append(Figures.ordinal(last.number()));
      }
    }
    if (first.turn() >= 0) {
      text.append(", turn ").append(Figures.ordinal(first.turn()));
      if (last.turn() != first.turn()) {
        text.append(" to ").append(Figures.ordinal(last.turn()));
      }
    }
    long tokens =
        pass.stream()
            .map(TimelineStep::turn)
            .distinct()
            .map(each -> timeline.turns().get(each))
            .mapToLong(use -> use == null ? 0 : use.tokens())
            .sum();
    if (tokens > 0) {
      text.append(", ").append(Figures.count(tokens, "token"));
    }
    long millis = pass.stream().mapToLong(step -> Math.max(0, step.millis())).sum();
    if (millis > 0) {
      text.append(", ").append(Figures.millis(millis));
    }
    return text.toString();
  }

  private void spokenBefore(TimelineStep step) {
    while (!ahead.isEmpty() && step.isAfter(ahead.get(0).step(), ahead.get(0).turn())) {
      spoken(ahead.remove(0));
    }
  }

  private List<Spoken> spokenUpTo(TimelineStep last) {
    List<Spoken> now = new ArrayList<>();
    while (!ahead.isEmpty()
        && (last.number() == Intake.UNKNOWN
            ? ahead.get(0).turn() <= last.turn()
            : ahead.get(0).step() <= last.number())) {
      now.add(ahead.remove(0));
    }
    return now;
  }

  private void spoken(Spoken spoken) {
    halted |= spoken.kind() == Intervention.HALT;
    html.open("li", "class", "spoken " + style(spoken));
    html.element("strong", kind(spoken)).text(place(spoken));
    if (spoken.detector().isEmpty()) {
      html.closeLine();
      return;
    }
    html.text(" by ").element("code", spoken.detector());
    if (!spoken.rule().isEmpty() && !spoken.rule().equals(spoken.detector())) {
      html.text(", rule ").element("code", spoken.rule());
    }
    html.text(", counted " + Figures.count(spoken.count())).closeLine();
  }

  private static String place(Spoken spoken) {
    return spoken.step() >= 0
        ? " after step " + Figures.ordinal(spoken.step())
        : spoken.turn() >= 0 ? " after turn " + Figures.ordinal(spoken.turn()) : "";
  }

  private static String kind(Spoken spoken) {
    String kind =
        switch (spoken.kind()) {
          case NUDGE -> "Nudge";
          case ESCALATE -> "Escalation";
          case HALT -> "Halt";
          case NONE -> "Nothing";
        };
    return spoken.enforced() ? kind : "Would-be " + kind.toLowerCase(Locale.ROOT);
  }

  private static String style(Spoken spoken) {
    return spoken.kind().name().toLowerCase(Locale.ROOT);
  }
}
