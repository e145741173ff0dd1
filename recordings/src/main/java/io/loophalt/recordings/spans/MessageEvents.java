package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages as events of a span, {@code gen_ai.user.message}, as the conventions had them up to
 * 1.36; or a list of such events in an attribute of that name.
 */
final class MessageEvents {

  private static final String NAME = "event.name";
  private static final String PREFIX = "gen_ai.";
  private static final String SUFFIX = ".message";
  private static final String CHOICE = "gen_ai.choice";

  private MessageEvents() {}

  static List<JsonNode> sent(SpanAttributes attributes, JsonNode span) {
    List<JsonNode> messages = new ArrayList<>();
    for (ObjectNode event : events(attributes, span)) {
      String name = event.path(NAME).asText();
      if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
        event.put("role", name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
        messages.add(event);
      }
    }
    return messages;
  }

  static List<JsonNode> answered(SpanAttributes attributes, JsonNode span) {
    List<JsonNode> messages = new ArrayList<>();
    for (ObjectNode event : events(attributes, span)) {
      if (event.path(NAME).asText().equals(CHOICE)) {
        JsonNode message = event.path("message");
        if (message.has("role") || message.has("content") || message.has("tool_calls")) {
          messages.add(message);
        } else {
          event.put("role", "assistant").remove("message");
          messages.add(message.isMissingNode() ? event : event.set("content", message));
        }
      }
    }
    return messages;
  }

  /** What an event of a tool's span says. */
  static String content(JsonNode span, String name, String member) {
    return named(span, name).text(member);
  }

  /** The attributes of the first event of a name; none if there is no such event. */
  static SpanAttributes named(JsonNode span, String name) {
    for (JsonNode event : span.path("events")) {
      if (event.path("name").asText().equals(name)) {
        return SpanAttributes.of(event);
      }
    }
    return SpanAttributes.of(MissingNode.getInstance());
  }

  private static List<ObjectNode> events(SpanAttributes attributes, JsonNode span) {
    List<ObjectNode> events = new ArrayList<>();
    for (JsonNode event : span.path("events")) {
      ObjectNode body = SpanAttributes.of(event).asObject();
      if (body.path("gen_ai.event.content").isObject()) {
        body.setAll((ObjectNode) body.path("gen_ai.event.content"));
      }
      events.add(body.put(NAME, event.path("name").asText()));
    }
    for (JsonNode event : attributes.json("events")) {
      if (event.isObject()) {
        events.add((ObjectNode) event);
      }
    }
    return events;
  }
}
