package io.loophalt.recordings.spans;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.recordings.assembly.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The attributes of a span, or of one of its events, in OTLP's JSON form. */
final class SpanAttributes {

  /** A text that only begins with JSON holds none. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** What OpenInference writes in place of contents that nobody is to see: each like all others. */
  private static final String HIDDEN = "__REDACTED__";

  private static final String DETAILS = "gen_ai.client.inference.operation.details";

  /** Deeper names than any convention has are left as they are. */
  private static final int DEEPEST_NAME = 12;

  private static final Pattern HOLDS_JSON = Pattern.compile("\\s*[\\[{]");

  private static final Comparator<String> BY_NUMBER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final Map<String, JsonNode> values = new LinkedHashMap<>();

  /** Of a span, with those of the event that the conventions have for what is too much for it. */
  static SpanAttributes ofSpan(JsonNode span) {
    SpanAttributes attributes = of(span);
    for (JsonNode event : span.path("events")) {
      if (event.path("name").asText().equals(DETAILS)) {
        of(event).values.forEach(attributes.values::putIfAbsent);
      }
    }
    return attributes;
  }

  /** Of an event. */
  static SpanAttributes of(JsonNode holder) {
    SpanAttributes attributes = new SpanAttributes();
    for (JsonNode attribute : holder.path("attributes")) {
      JsonNode value = value(attribute.path("value"));
      if (!value.asText().equals(HIDDEN)) {
        attributes.values.put(attribute.path("key").asText(), value);
      }
    }
    return attributes;
  }

  /**
   * All of them as members of an object, a text that holds a list or an object read as such; but
   * for the content, which may be JSON that somebody says.
   */
  ObjectNode asObject() {
    ObjectNode object = NODES.objectNode();
    values.forEach(
        (name, value) -> {
          boolean mayHold = value.isTextual() && !name.equals("content");
          boolean holds = mayHold && HOLDS_JSON.matcher(value.asText()).lookingAt();
          JsonNode held = holds ? read(value.asText()) : value;
          object.set(name, held.isMissingNode() ? value : held);
        });
    return object;
  }

  /** Whether a name begins so. */
  boolean hasPrefix(String prefix) {
    for (String name : values.keySet()) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** The first of these that is there and says something; empty if none does. */
  String text(String... names) {
    for (String name : names) {
      JsonNode value = values.get(name);
      if (value != null) {
        String text = Texts.of(value);
        if (!text.isEmpty()) {
          return text;
        }
      }
    }
    return "";
  }

  /** The first of these that is there, which may be empty; null if none is. */
  @Nullable String textOrNull(String... names) {
    for (String name : names) {
      JsonNode value = values.get(name);
      if (value != null) {
        return Texts.of(value);
      }
    }
    return null;
  }

  /** The first of these that is there; 0 if none is. */
  long number(String... names) {
    for (String name : names) {
      JsonNode value = values.get(name);
      if (value != null) {
        return value.asLong(0);
      }
    }
    return 0;
  }

  /**
   * What an attribute says, a text that holds JSON read as such.
   *
   * @return missing if it is not there, or was cut off by the exporter's length limit
   */
  JsonNode json(String name) {
    JsonNode value = values.get(name);
    if (value == null) {
      return MissingNode.getInstance();
    }
    return value.isTextual() ? read(value.asText()) : value;
  }

  /** A text that holds JSON; missing if it holds none. */
  static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance(); // Cut off by the exporter's length limit: not recorded.
    }
  }

  /**
   * A list whose members stand in attributes of their own, {@code prefix.0.role}, as trees: a name
   * behind a dot is a member, and a list inside is an object whose members are numbers, in order.
   */
  List<JsonNode> listed(String prefix) {
    String beginning = prefix + '.';
    if (!hasPrefix(beginning)) {
      return List.of();
    }
    Map<String, ObjectNode> members = new TreeMap<>(BY_NUMBER);
    values.forEach(
        (name, value) -> {
          if (name.startsWith(beginning)) {
            String[] path = name.substring(beginning.length()).split("\\.", DEEPEST_NAME);
            if (path.length > 1 && isNumber(path[0])) {
              put(members.computeIfAbsent(path[0], number -> NODES.objectNode()), path, value);
            }
          }
        });
    return new ArrayList<>(members.values());
  }

  private static void put(ObjectNode member, String[] path, JsonNode value) {
    ObjectNode at = member;
    for (int i = 1; i < path.length - 1; i++) {
      at = at.path(path[i]).isObject() ? (ObjectNode) at.path(path[i]) : at.putObject(path[i]);
    }
    at.set(path[path.length - 1], value);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** An attribute's value in plain JSON. */
  static JsonNode value(JsonNode any) {
    if (any.has("stringValue")) {
      return any.path("stringValue");
    }
    if (any.has("intValue")) {
      return NODES.numberNode(any.path("intValue").asLong());
    }
    if (any.has("doubleValue")) {
      return any.path("doubleValue");
    }
    if (any.has("boolValue")) {
      return any.path("boolValue");
    }
    if (any.has("arrayValue")) {
      ArrayNode array = NODES.arrayNode();
      for (JsonNode each : any.path("arrayValue").path("values")) {
        array.add(value(each));
      }
      return array;
    }
    if (any.has("kvlistValue")) {
      ObjectNode object = NODES.objectNode();
      for (JsonNode each : any.path("kvlistValue").path("values")) {
        object.set(each.path("key").asText(), value(each.path("value")));
      }
      return object;
    }
    return NODES.nullNode();
  }
}
