package io.loophalt.compatibility.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent as its instrumentation traces it: calls of a model and of a tool in turns, inside one
 * span of the agent, which ends last.
 *
 * @param number which agent it is
 * @param isStuck whether its tool always fails in the same way
 */
record TracedAgent(int number, boolean isStuck) {

  static final int ROUNDS = 8;

  /** So many agents work at the same time, the next a minute later. */
  static final int SHIFT = 50;

  private static final long BEGIN_NANOS = 1_767_261_600_000_000_000L;
  private static final long MILLI = 1_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Traced(
      String id,
      String parent,
      String name,
      long startNanos,
      long endNanos,
      Map<String, String> attributes) {}

  String traceId() {
    return String.format("%032x", 0xabc000L + number);
  }

  /** The spans that end in a round, the last of which is that of the agent itself. */
  private List<Traced> spans(int round) {
    long begin = BEGIN_NANOS + (number / SHIFT * 60_000L + number % SHIFT * 10L) * MILLI;
    String root = String.format("%016x", 1);
    if (round == ROUNDS) {
      Map<String, String> attributes = Map.of("gen_ai.operation.name", "invoke_agent");
      return List.of(
          new Traced(root, "", "invoke_agent a", begin, begin + 900 * MILLI, attributes));
    }
    long at = begin + (1 + 100L * round) * MILLI;
    Map<String, String> chat = new TreeMap<>();
    chat.put("gen_ai.operation.name", "chat");
    chat.put("gen_ai.request.model", "model-" + number % 3);
    Map<String, String> tool = new TreeMap<>();
    tool.put("gen_ai.operation.name", "execute_tool");
    tool.put("gen_ai.tool.name", "search");
    tool.put(
        "gen_ai.tool.call.arguments", isStuck ? "{\"q\":\"x\"}" : "{\"q\":\"x" + round + "\"}");
    tool.put(
        "gen_ai.tool.call.result",
        isStuck ? "nothing found" : "found document " + "abcdefghij".charAt(round) + number);
    return List.of(
        new Traced(String.format("%016x", 10 + round), root, "chat", at, at + 20 * MILLI, chat),
        new Traced(
            String.format("%016x", 100 + round),
            root,
            "execute_tool search",
            at + 30 * MILLI,
            at + 60 * MILLI,
            tool));
  }

  /** An export request of a round in OTLP's JSON form. */
  byte[] json(int round) {
    ObjectNode request = JSON.createObjectNode();
    var spans =
        request
            .putArray("resourceSpans")
            .addObject()
            .putArray("scopeSpans")
            .addObject()
            .putArray("spans");
    for (Traced each : spans(round)) {
      ObjectNode span = spans.addObject();
      span.put("traceId", traceId());
      span.put("spanId", each.id());
      span.put("parentSpanId", each.parent());
      span.put("name", each.name());
      span.put("startTimeUnixNano", Long.toString(each.startNanos()));
      span.put("endTimeUnixNano", Long.toString(each.endNanos()));
      var attributes = span.putArray("attributes");
      each.attributes()
          .forEach(
              (key, value) ->
                  attributes
                      .addObject()
                      .put("key", key)
                      .putObject("value")
                      .put("stringValue", value));
    }
    return request.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The same in its binary form. */
  byte[] binary(int round) {
    List<Span> spans = new ArrayList<>();
    for (Traced each : spans(round)) {
      Span.Builder span =
          Span.newBuilder()
              .setTraceId(bytes(traceId()))
              .setSpanId(bytes(each.id()))
              .setParentSpanId(bytes(each.parent()))
              .setName(each.name())
              .setStartTimeUnixNano(each.startNanos())
              .setEndTimeUnixNano(each.endNanos());
      each.attributes()
          .forEach(
              (key, value) ->
                  span.addAttributes(
                      KeyValue.newBuilder()
                          .setKey(key)
                          .setValue(AnyValue.newBuilder().setStringValue(value))));
      spans.add(span.build());
    }
    return TracesData.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder().addScopeSpans(ScopeSpans.newBuilder().addAllSpans(spans)))
        .build()
        .toByteArray();
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }
}
