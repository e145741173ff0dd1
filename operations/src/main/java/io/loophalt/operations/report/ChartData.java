package io.loophalt.operations.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.operations.report.StopKinds.Group;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the script draws: numbers and names of ours, nothing that an agent said. */
final class ChartData {

  /** A series of a chart. */
  private record Series(String name, String style, List<? extends Number> values) {}

  private ChartData() {}

  /** The groups of stop reasons that there are any runs of, in the order of the chart. */
  static List<Group> groups(ReportNumbers numbers) {
    List<Group> groups = new ArrayList<>();
    for (Group group : Group.values()) {
      boolean any =
          numbers.byKind.entrySet().stream()
              .anyMatch(
                  (Map.Entry<String, Sums> each) ->
                      StopKinds.group(each.getKey()) == group && each.getValue().runs > 0);
      if (any) {
        groups.add(group);
      }
    }
    return groups;
  }

  /** As JSON in which no element of HTML can begin or end. */
  static String json(ReportNumbers numbers) {
    List<TimeSlots.Slot> slots = numbers.slots.all();
    List<Series> runs = new ArrayList<>();
    for (Group group : groups(numbers)) {
      runs.add(
          new Series(
              group.words, group.style, slots.stream().map(slot -> slot.runs(group)).toList()));
    }
    List<Series> tokens =
        List.of(
            new Series(
                "other runs",
                "plain",
                slots.stream().map(slot -> slot.tokens - slot.tokensOfHalted).toList()),
            new Series(
                "halted runs", "halted", slots.stream().map(slot -> slot.tokensOfHalted).toList()));
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("begin", numbers.slots.begin());
      json.writeNumberField("width", numbers.slots.width());
      json.writeNumberField("slots", slots.size());
      write(json, "runs", runs);
      write(json, "tokens", tokens);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString().replace("<", "\\u003c");
  }

  private static void write(JsonGenerator json, String name, List<Series> all) throws IOException {
    json.writeArrayFieldStart(name);
    for (Series series : all) {
      json.writeStartObject();
      json.writeStringField("name", series.name());
      json.writeStringField("style", series.style());
      json.writeArrayFieldStart("values");
      for (Number value : series.values()) {
        json.writeNumber(value.longValue());
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
