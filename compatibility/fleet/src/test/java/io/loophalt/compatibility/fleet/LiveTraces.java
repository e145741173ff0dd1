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
    ObjectNode request = JSON.createObjectNode();
    ArrayNode spans =
        request
            .putArray("resourceSpans")
            .addObject()
            .putArray("scopeSpans")
            .addObject()
            .putArray("spans");
    long now = System.currentTimeMillis();
    for (int round = 0; round < ROUNDS; round++) {
      long at = now + 20L * round;
      span(spans, traceId, 100 + round, at, attributes, Map.of("gen_ai.operation.name", "chat"));
      span(
          spans,
          traceId,
          200 + round,
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
    // Not read before it is whole.
    Path written = folder.resolve(".traces");
    Files.write(written, List.of(request.toString()));
    Files.move(written, folder.resolve("traces-" + files++ + ".jsonl"));
    return now + 20L * ROUNDS;
  }

  private static void span(
      ArrayNode spans,
      String traceId,
      int id,
      long millis,
      Map<String, String> attributes,
      Map<String, String> more) {
    ObjectNode span = spans.addObject();
    span.put("traceId", traceId);
    span.put("spanId", String.format("%016x", id));
    span.put("parentSpanId", String.format("%016x", 1));
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
