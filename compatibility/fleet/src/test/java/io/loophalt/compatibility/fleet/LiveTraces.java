package io.loophalt.compatibility.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traces of agents that are at work now, as a collector puts them into a folder. */
final class LiveTraces {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** More than a halt takes. */
  private static final int ROUNDS = 8;

  /** A span that has not ended yet, so that nobody knows of it. */
  private static final int UNKNOWN = 1;

  private final Path folder;
  private int files;

  LiveTraces(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /**
   * An agent whose tool fails in the same way again and again, so far without an end.
   *
   * @param attributes of each of its spans, beside what they say of the work
   * @return when it has ended, in milliseconds since 1970
   */
  long stuck(String traceId, Map<String, String> attributes) throws IOException {
    return stuck(traceId, UNKNOWN, attributes, List.of());
  }

  /** The same under another span of the trace that has not ended yet; of other spans. */
  void stuckUnder(int unknown, String traceId, Map<String, String> attributes) throws IOException {
    stuck(traceId, unknown, attributes, List.of());
  }

  /**
   * The same of an agent inside another one, whose spans say nothing more of it; those of both are
   * there.
   *
   * @param attributes of the span of the outer one
   */
  void stuckInside(String traceId, Map<String, String> attributes) throws IOException {
    Around outer = new Around(2, UNKNOWN, attributes);
    Around inner = new Around(3, outer.id(), Map.of());
    stuck(traceId, inner.id(), Map.of(), List.of(outer, inner));
  }

  /**
   * An agent that asks its model once and is done. A job of two tasks has something to read for
   * each: it would wait a minute for one that has never had anything.
   */
  void brief(String traceId) throws IOException {
    ObjectNode request = JSON.createObjectNode();
    span(
        spansOf(request),
        traceId,
        2,
        UNKNOWN,
        System.currentTimeMillis(),
        Map.of(),
        Map.of("gen_ai.operation.name", "chat"));
    write(request);
  }

  /** The span of an agent, by its number and that of the one around it. */
  private record Around(int id, int parent, Map<String, String> attributes) {}

  private long stuck(
      String traceId, int parent, Map<String, String> attributes, List<Around> around)
      throws IOException {
    ObjectNode request = JSON.createObjectNode();
    ArrayNode spans = spansOf(request);
    long now = System.currentTimeMillis();
    for (Around each : around) {
      span(
          spans,
          traceId,
          each.id(),
          each.parent(),
          now,
          each.attributes(),
          Map.of("gen_ai.operation.name", "invoke_agent"));
    }
    for (int round = 0; round < ROUNDS; round++) {
      long at = now + 20L * round;
      span(
          spans,
          traceId,
          100 * parent + round,
          parent,
          at,
          attributes,
          Map.of("gen_ai.operation.name", "chat"));
      span(
          spans,
          traceId,
          10_000 + 100 * parent + round,
          parent,
          at + 10,
          attributes,
          Map.of(
              "gen_ai.operation.name",
              "execute_tool",
              "gen_ai.tool.name",
              "search",
              "gen_ai.tool.call.arguments",
              "{\"q\":\"x\"}",
              "gen_ai.tool.call.result",
              "nothing found"));
    }
    write(request);
    return now + 20L * ROUNDS;
  }

  private static ArrayNode spansOf(ObjectNode request) {
    return request
        .putArray("resourceSpans")
        .addObject()
        .putArray("scopeSpans")
        .addObject()
        .putArray("spans");
  }

  /** As a file of its own, which is not read before it is whole. */
  private void write(ObjectNode request) throws IOException {
    Path written = folder.resolve(".traces");
    Files.write(written, List.of(request.toString()));
    Files.move(written, folder.resolve("traces-" + files++ + ".jsonl"));
  }

  private static void span(
      ArrayNode spans,
      String traceId,
      int id,
      int parent,
      long millis,
      Map<String, String> attributes,
      Map<String, String> more) {
    ObjectNode span = spans.addObject();
    span.put("traceId", traceId);
    span.put("spanId", String.format("%016x", id));
    span.put("parentSpanId", String.format("%016x", parent));
    span.put("name", "work");
    span.put("startTimeUnixNano", millis + "000000");
    span.put("endTimeUnixNano", (millis + 5) + "000000");
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(more);
    ArrayNode told = span.putArray("attributes");
    all.forEach(
        (key, value) ->
            told.addObject().put("key", key).putObject("value").put("stringValue", value));
  }
}
