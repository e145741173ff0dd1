package io.loophalt.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Spans of OTLP's binary form, by way of its JSON form, so that what a span means is read in one
 * place. Thread-safe.
 */
final class OtlpSpans {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private OtlpSpans() {}

  static void each(TracesData traces, Consumer<JsonNode> taker) {
    for (ResourceSpans resource : traces.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          taker.accept(json(span));
        }
      }
    }
  }

  private static ObjectNode json(Span span) {
    ObjectNode json = NODES.objectNode();
    json.put("traceId", hex(span.getTraceId()));
    json.put("spanId", hex(span.getSpanId()));
    json.put("parentSpanId", hex(span.getParentSpanId()));
    json.put("name", span.getName());
    json.put("startTimeUnixNano", span.getStartTimeUnixNano());
    json.put("endTimeUnixNano", span.getEndTimeUnixNano());
    json.set("attributes", attributes(span.getAttributesList()));
    ArrayNode events = json.putArray("events");
    for (Span.Event each : span.getEventsList()) {
      ObjectNode event = events.addObject();
      event.put("name", each.getName());
      event.set("attributes", attributes(each.getAttributesList()));
    }
    if (span.hasStatus()) {
      ObjectNode status = json.putObject("status");
      status.put("code", span.getStatus().getCodeValue());
      status.put("message", span.getStatus().getMessage());
    }
    return json;
  }

  private static ArrayNode attributes(List<KeyValue> attributes) {
    ArrayNode array = NODES.arrayNode();
    for (KeyValue each : attributes) {
      ObjectNode attribute = array.addObject();
      attribute.put("key", each.getKey());
      attribute.set("value", value(each.getValue()));
    }
    return array;
  }

  private static ObjectNode value(AnyValue value) {
    ObjectNode json = NODES.objectNode();
    switch (value.getValueCase()) {
      case STRING_VALUE -> json.put("stringValue", value.getStringValue());
      case BOOL_VALUE -> json.put("boolValue", value.getBoolValue());
      case INT_VALUE -> json.put("intValue", value.getIntValue());
      case DOUBLE_VALUE -> json.put("doubleValue", value.getDoubleValue());
      case BYTES_VALUE ->
          json.put(
              "stringValue",
              Base64.getEncoder().encodeToString(value.getBytesValue().toByteArray()));
      case ARRAY_VALUE -> {
        ArrayNode values = json.putObject("arrayValue").putArray("values");
        value.getArrayValue().getValuesList().forEach(each -> values.add(value(each)));
      }
      case KVLIST_VALUE ->
          json.putObject("kvlistValue")
              .set("values", attributes(value.getKvlistValue().getValuesList()));
      case VALUE_NOT_SET -> {
        // An empty value is an object without a field in the JSON form, too.
      }
    }
    return json;
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }
}
