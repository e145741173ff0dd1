package io.loophalt.operations.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.operations.report.ReportNumbers.DetectorSums;
import io.loophalt.operations.report.ReportNumbers.NudgeSums;
import io.loophalt.operations.report.ReportNumbers.ToolSums;
import io.loophalt.operations.report.ReportedRun.Verdict;
import io.loophalt.operations.report.StopKinds.Group;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.Timeline;
import io.loophalt.operations.timeline.TimelineRow;
import io.loophalt.operations.timeline.TimelineRow.Part;
import io.loophalt.operations.timeline.TimelineRow.Repeat;
import io.loophalt.recordings.PrintableJson;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The numbers of the page as one JSON object; {@code docs/report.md} has its fields. */
final class NumbersJson {

  private static final int VERSION = 1;

  private NumbersJson() {}

  static String of(ReportResult result) {
    return PrintableJson.line(json -> write(json, result));
  }

  private static void write(JsonGenerator json, ReportResult result) throws IOException {
    ReportNumbers numbers = result.numbers();
    json.writeStringField("format", "loophalt-report");
    json.writeNumberField("version", VERSION);
    json.writeStringField("loophalt", result.version());
    json.writeStringField("made", Instant.ofEpochMilli(result.madeMillis()).toString());
    time(json, "first", numbers.firstMillis);
    time(json, "last", numbers.lastMillis);
    json.writeNumberField("broken", result.broken());
    json.writeObjectFieldStart("all");
    sums(json, numbers.all);
    json.writeEndObject();
    json.writeNumberField("recordings", numbers.replayed);
    json.writeNumberField("inside_others", numbers.inside);
    json.writeNumberField("without_time", numbers.withoutTime);
    json.writeNumberField("without_model", numbers.all.runs - numbers.withModel);
    saved(json, numbers);
    kinds(json, numbers);
    slots(json, numbers.slots);
    named(json, "tasks", numbers.tasks);
    named(json, "models", numbers.models);
    named(json, "frameworks", numbers.frameworks);
    tools(json, numbers);
    detectors(json, numbers);
    nudges(json, numbers);
    json.writeNumberField("halted_in_all", result.haltedInAll());
    json.writeArrayFieldStart("costliest");
    for (ReportedRun run : result.dearestFirst()) {
      run(json, run);
    }
    json.writeEndArray();
  }

  private static void sums(JsonGenerator json, Sums sums) throws IOException {
    json.writeNumberField("runs", sums.runs);
    json.writeNumberField("halted", sums.halted);
    json.writeNumberField("would_be_halted", sums.wouldBeHalted);
    json.writeNumberField("steps", sums.steps);
    json.writeNumberField("turns", sums.turns);
    json.writeNumberField("input_tokens", sums.inputTokens);
    json.writeNumberField("output_tokens", sums.outputTokens);
    amount(json, "cost", sums.knownCost());
    json.writeNumberField("priced", sums.priced);
  }

  private static void saved(JsonGenerator json, ReportNumbers numbers) throws IOException {
    json.writeObjectFieldStart("saved");
    json.writeNumberField("estimated_runs", numbers.loops.runs());
    json.writeNumberField("estimated_tokens", numbers.loops.tokens());
    amount(json, "estimated_cost", numbers.loops.knownCost());
    json.writeNumberField("measured_runs", numbers.measuredRuns);
    json.writeNumberField("measured_tokens", numbers.measuredTokens);
    json.writeEndObject();
  }

  private static void kinds(JsonGenerator json, ReportNumbers numbers) throws IOException {
    json.writeArrayFieldStart("stop_reasons");
    for (Map.Entry<String, Sums> each : numbers.byKind.entrySet()) {
      if (each.getValue().runs > 0) {
        json.writeStartObject();
        json.writeStringField("kind", each.getKey());
        sums(json, each.getValue());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void slots(JsonGenerator json, TimeSlots slots) throws IOException {
    json.writeObjectFieldStart("over_time");
    json.writeNumberField("slot_seconds", slots.width());
    json.writeArrayFieldStart("slots");
    List<TimeSlots.Slot> all = slots.all();
    for (int i = 0; i < all.size(); i++) {
      TimeSlots.Slot slot = all.get(i);
      json.writeStartObject();
      json.writeStringField(
          "from", Instant.ofEpochSecond(slots.begin() + i * slots.width()).toString());
      json.writeObjectFieldStart("runs");
      for (Group group : Group.values()) {
        json.writeNumberField(group.style.replace('-', '_'), slot.runs(group));
      }
      json.writeEndObject();
      json.writeNumberField("tokens", slot.tokens);
      json.writeNumberField("tokens_of_halted", slot.tokensOfHalted);
      json.writeNumberField("cost", slot.cost);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void named(JsonGenerator json, String name, Tally<Sums> tally) throws IOException {
    json.writeArrayFieldStart(name);
    for (Map.Entry<String, Sums> each : tally.sorted(ReportNumbers.DEAREST_FIRST)) {
      json.writeStartObject();
      json.writeStringField("name", each.getKey());
      sums(json, each.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void tools(JsonGenerator json, ReportNumbers numbers) throws IOException {
    json.writeArrayFieldStart("tools");
    for (Map.Entry<String, ToolSums> each : numbers.tools.sorted(ReportNumbers.REPEATED_FIRST)) {
      ToolSums sums = each.getValue();
      json.writeStartObject();
      json.writeStringField("name", each.getKey());
      json.writeNumberField("runs", sums.runs);
      json.writeNumberField("calls", sums.calls);
      if (sums.callsKnown == 0) {
        json.writeNullField("failed");
      } else {
        json.writeNumberField("failed", sums.failed);
      }
      json.writeNumberField("runs_that_repeat_it", sums.runsRepeated);
      json.writeNumberField("of_them_halted", sums.runsHalted);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void detectors(JsonGenerator json, ReportNumbers numbers) throws IOException {
    json.writeArrayFieldStart("detectors");
    for (DetectorSums sums : numbers.detectors.values()) {
      json.writeStartObject();
      json.writeStringField("detector", sums.detector);
      json.writeStringField("rule", sums.rule);
      json.writeNumberField("nudges", sums.nudges);
      json.writeNumberField("escalations", sums.escalations);
      json.writeNumberField("halts", sums.halts);
      json.writeNumberField("only_watched", sums.observed);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void nudges(JsonGenerator json, ReportNumbers numbers) throws IOException {
    json.writeObjectFieldStart("nudges");
    nudges(json, numbers.nudges);
    json.writeArrayFieldStart("by_detector");
    for (Map.Entry<String, NudgeSums> each : numbers.nudgesByDetector.entrySet()) {
      json.writeStartObject();
      json.writeStringField("detector", each.getKey());
      nudges(json, each.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void nudges(JsonGenerator json, NudgeSums sums) throws IOException {
    json.writeNumberField("runs", sums.runs);
    json.writeNumberField("nudges", sums.nudges);
    json.writeNumberField("effect_known", sums.nudgesKnown);
    json.writeNumberField("followed_by_news", sums.nudgesWithNews);
    json.writeNumberField("runs_done", sums.endedByItself);
    json.writeNumberField("runs_halted", sums.haltedAfterwards);
    json.writeNumberField("runs_at_limit_or_operator", sums.limit);
    json.writeNumberField("runs_open", sums.open);
  }

  private static void run(JsonGenerator json, ReportedRun run) throws IOException {
    json.writeStartObject();
    json.writeStringField("jvm", run.jvm());
    json.writeStringField("run", run.id());
    json.writeStringField("task", run.task());
    json.writeStringField("framework", run.framework());
    json.writeStringField("parent", run.parent());
    time(json, "ended", run.endedMillis());
    json.writeBooleanField("recording", run.replayed());
    json.writeBooleanField("halted", run.verdict() == Verdict.HALTED);
    json.writeObjectFieldStart("stop_reason");
    json.writeStringField("kind", run.stopKind());
    json.writeStringField("detail", run.stopDetail());
    json.writeEndObject();
    json.writeNumberField("steps", run.steps());
    json.writeNumberField("turns", run.turns());
    json.writeNumberField("input_tokens", run.inputTokens());
    json.writeNumberField("output_tokens", run.outputTokens());
    amount(json, "cost", run.cost());
    amount(json, "wall_seconds", run.wallSeconds());
    json.writeArrayFieldStart("repeats");
    Timeline timeline = run.timeline();
    if (timeline != null) {
      for (TimelineRow row : timeline.rows()) {
        if (row instanceof Repeat repeat) {
          repeat(json, repeat);
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void repeat(JsonGenerator json, Repeat repeat) throws IOException {
    json.writeStartObject();
    json.writeNumberField("first_step", repeat.passes().get(0).get(0).number());
    json.writeNumberField("times", repeat.times());
    json.writeArrayFieldStart("tools");
    for (Part part : repeat.parts()) {
      json.writeString(part.tool());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void time(JsonGenerator json, String name, long millis) throws IOException {
    if (millis == Intake.UNKNOWN) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
    }
  }

  private static void amount(JsonGenerator json, String name, double amount) throws IOException {
    if (Double.isNaN(amount)) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, Math.round(amount * 1e6) / 1e6);
    }
  }
}
