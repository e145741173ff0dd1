package io.loophalt.compatibility.harness.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of playing the application once.
 *
 * @param log the lines of the event log
 */
record Performance(Outcome outcome, List<String> log) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** With what was written into a folder. */
  static Performance in(Path folder, Outcome outcome) {
    return new Performance(outcome, EventLog.lines(folder));
  }

  Map<String, String> facts() {
    return outcome.facts();
  }

  /** What the agent says of errors that it met, its own or the application's. */
  List<String> troubles() {
    return outcome.err().stream()
        .filter(line -> line.startsWith("[loophalt]"))
        .filter(line -> line.contains(" threw ") || line.contains("internal error"))
        .toList();
  }

  /** What the event log has of one kind. */
  List<JsonNode> events(String kind) {
    return events(kind, false);
  }

  /** What it has from before the configuration was read anew. */
  List<JsonNode> eventsOfTheStart(String kind) {
    return events(kind, true);
  }

  private List<JsonNode> events(String kind, boolean ofTheStart) {
    List<JsonNode> events = new ArrayList<>();
    try {
      for (String line : log) {
        JsonNode event = JSON.readTree(line);
        String each = event.path("event").asText();
        if (ofTheStart && each.equals("configuration")) {
          break;
        }
        if (each.equals(kind)) {
          events.add(event);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the event log", e);
    }
    return events;
  }
}
