package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/** A reply as the events of ConverseStream: texts and arguments in two pieces each. */
final class ConverseEvents {

  private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();

  private ConverseEvents() {}

  static ByteBuffer of(Reply reply) {
    ConverseEvents events = new ConverseEvents();
    events.add("messageStart", "{\"role\": \"assistant\"}");
    int index = 0;
    for (ToolRequest call : reply.calls()) {
      events.add(
          "contentBlockStart",
          "{\"contentBlockIndex\": %d, \"start\": {\"toolUse\": {\"toolUseId\": \"%s\", \"name\": \"%s\"}}}"
              .formatted(index, call.id(), call.tool()));
      events.addPieces(index, call.json(), "{\"toolUse\": {\"input\": \"%s\"}}");
      events.add("contentBlockStop", "{\"contentBlockIndex\": %d}".formatted(index));
      index++;
    }
    if (reply.calls().isEmpty()) {
      events.addPieces(0, reply.text(), "{\"text\": \"%s\"}");
      events.add("contentBlockStop", "{\"contentBlockIndex\": 0}");
    }
    events.add(
        "messageStop",
        "{\"stopReason\": \"%s\"}".formatted(reply.calls().isEmpty() ? "end_turn" : "tool_use"));
    events.add(
        "metadata",
        "{\"usage\": {\"inputTokens\": %d, \"outputTokens\": %d, \"totalTokens\": %d}, \"metrics\": {\"latencyMs\": 1}}"
            .formatted(
                reply.inputTokens(),
                reply.outputTokens(),
                reply.inputTokens() + reply.outputTokens()));
    return ByteBuffer.wrap(events.encoded.toByteArray());
  }

  private void addPieces(int index, String text, String delta) {
    int middle = text.length() / 2;
    for (String piece : new String[] {text.substring(0, middle), text.substring(middle)}) {
      String quoted = piece.replace("\\", "\\\\").replace("\"", "\\\"");
      add(
          "contentBlockDelta",
          "{\"contentBlockIndex\": %d, \"delta\": %s}".formatted(index, delta.formatted(quoted)));
    }
  }

  private void add(String type, String json) {
    new Message(
            Map.of(
                ":message-type", HeaderValue.fromString("event"),
                ":event-type", HeaderValue.fromString(type),
                ":content-type", HeaderValue.fromString("application/json")),
            json.getBytes(StandardCharsets.UTF_8))
        .encode(encoded);
  }
}
