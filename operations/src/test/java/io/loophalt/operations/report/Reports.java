package io.loophalt.operations.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.recordings.format.Problems;
import io.loophalt.recordings.format.RecordingReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes reports of logs that are written in a test. */
final class Reports {

  private static final Instant MADE = Instant.parse("2026-11-24T22:00:00Z");

  final List<String> complaints = new ArrayList<>();
  final List<String> notices = new ArrayList<>();
  private final RunsReport report;

  private Reports(int timelines) {
    report =
        new RunsReport(
            timelines,
            1,
            task -> {
              throw new IllegalStateException("an event log is not judged anew");
            },
            detector -> {
              throw new IllegalStateException("an event log is not judged anew");
            },
            turn -> BigDecimal.ZERO);
  }

  static Reports of(String... lines) {
    return of(RunsReport.TIMELINES, List.of(lines));
  }

  static Reports of(int timelines, List<String> lines) {
    return ofFiles(timelines, List.of(lines));
  }

  /** Of several files with these lines. */
  static Reports ofFiles(List<List<String>> files) {
    return ofFiles(RunsReport.TIMELINES, files);
  }

  private static Reports ofFiles(int timelines, List<List<String>> files) {
    Reports reports = new Reports(timelines);
    RecordingReader reader =
        new RecordingReader(
            reports.report.sink(Runnable::run),
            new Problems() {
              @Override
              public void broken(String file, long line, String what) {
                reports.complaints.add(line + ": " + what);
              }

              @Override
              public void notice(String file, String what) {
                reports.notices.add(what);
              }
            });
    try {
      for (List<String> lines : files) {
        reader.read(
            "log.jsonl", new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reader.end();
    return reports;
  }

  String page() {
    StringWriter page = new StringWriter();
    report.writePage(page, complaints.size(), "1.2.3", MADE);
    return page.toString();
  }

  String jsonText() {
    return report.json(complaints.size(), "1.2.3", MADE);
  }

  JsonNode json() {
    try {
      return new ObjectMapper().readTree(jsonText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An event of a run of the JVM {@code 1-a}, with fields as JSON. */
  static String event(String kind, String run, String fields) {
    return "{\"event\":\""
        + kind
        + "\",\"time\":\"2026-11-24T02:00:00Z\",\"jvm\":\"1-a\",\"run\":\""
        + run
        + "\",\"task\":\"fix\""
        + (fields.isEmpty() ? "" : "," + fields)
        + "}";
  }

  static String end(String run, String kind, long tokens) {
    return event(
        "run_end",
        run,
        "\"stop_reason\":{\"kind\":\"%s\",\"detail\":\"why\"},\"steps\":9,\"turns\":3,\"input_tokens\":%d,\"output_tokens\":0,\"cost\":null,\"wall_seconds\":2.5,\"tools\":{}"
            .formatted(kind, tokens));
  }

  static String turn(String run, int turn, String model, long tokens) {
    return event(
        "turn",
        run,
        "\"turn\":%d,\"model\":\"%s\",\"tool_calls\":1,\"input_tokens\":%d,\"output_tokens\":0"
            .formatted(turn, model, tokens));
  }

  static String step(String run, int step, int turn, String tool, int call, int outcome) {
    return event(
        "step",
        run,
        "\"step\":%d,\"turn\":%d,\"tool\":\"%s\",\"failed\":false,\"action\":\"%016x\",\"result\":\"%016x\",\"start_ms\":0,\"end_ms\":5"
            .formatted(step, turn, tool, call, outcome));
  }

  static String spoken(String run, String what, boolean enforced, int step, int turn) {
    return event(
        "intervention",
        run,
        "\"intervention\":\"%s\",\"enforced\":%s,\"detector\":\"novelty\",\"rule\":\"no_news\",\"count\":3,\"step\":%d,\"turn\":%d,\"evidence\":{}"
            .formatted(what, enforced, step, turn));
  }
}
