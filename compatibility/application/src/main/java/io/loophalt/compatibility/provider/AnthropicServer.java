package io.loophalt.compatibility.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Anthropic's messages, whole and as server-sent events. */
public final class AnthropicServer extends SceneServer {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final boolean caches;

  /**
   * Begins to listen on a port that is free.
   *
   * @param caches whether it bills a third of what it reads as found in its cache
   */
  public AnthropicServer(boolean caches) throws IOException {
    this.caches = caches;
  }

  @Override
  protected Answer answer(String path, byte[] body) throws IOException {
    JsonNode request = JSON.readTree(body);
    Reply reply =
        sceneOf(path, request.path("metadata").path("user_id").asText())
            .reply(
                newTexts(request),
                !request.path("tools").isEmpty()
                    && !request.path("tool_choice").path("type").asText().equals("none"),
                request.path("model").asText());
    if (request.path("stream").asBoolean()) {
      return new Answer("text/event-stream", events(reply));
    }
    ObjectNode message = message(reply);
    message.set("content", content(reply));
    message.put("stop_reason", reply.calls().isEmpty() ? "end_turn" : "tool_use");
    return new Answer("application/json", JSON.writeValueAsString(message));
  }

  /** What follows the last message of the assistant. */
  private static List<String> newTexts(JsonNode request) {
    List<String> said = new ArrayList<>();
    JsonNode messages = request.path("messages");
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).path("role").asText().equals("assistant")) {
        break;
      }
      JsonNode content = messages.get(i).path("content");
      if (content.isTextual()) {
        said.add(content.asText());
      }
      for (JsonNode block : content) {
        said.add(block.has("content") ? block.get("content").toString() : block.toString());
      }
    }
    return said;
  }

  private ObjectNode message(Reply reply) {
    ObjectNode message = JSON.createObjectNode().put("id", "msg_1").put("type", "message");
    message.put("role", "assistant").put("model", "claude-test");
    message.putNull("stop_reason").putNull("stop_sequence").putArray("content");
    ObjectNode usage = message.putObject("usage");
    int cached = caches ? reply.inputTokens() / 3 : 0;
    usage.put("input_tokens", reply.inputTokens() - cached);
    usage.put("cache_read_input_tokens", cached);
    usage.put("cache_creation_input_tokens", 0).put("output_tokens", reply.outputTokens());
    return message;
  }

  private static ArrayNode content(Reply reply) throws IOException {
    ArrayNode content = JSON.createArrayNode();
    if (reply.calls().isEmpty()) {
      content.addObject().put("type", "text").put("text", reply.text());
    }
    for (ToolRequest call : reply.calls()) {
      ObjectNode use = content.addObject().put("type", "tool_use").put("id", call.id());
      use.put("name", call.tool()).set("input", JSON.readTree(call.json()));
    }
    return content;
  }

  private String events(Reply reply) throws IOException {
    StringBuilder events = new StringBuilder();
    ObjectNode begun = message(reply);
    ((ObjectNode) begun.get("usage")).put("output_tokens", 1);
    ObjectNode start = JSON.createObjectNode().put("type", "message_start");
    start.set("message", begun);
    append(events, start);
    ArrayNode content = content(reply);
    for (int i = 0; i < content.size(); i++) {
      ObjectNode block = (ObjectNode) content.get(i);
      boolean text = block.has("text");
      String whole = text ? block.get("text").asText() : block.get("input").toString();
      ObjectNode empty = block.deepCopy();
      if (text) {
        empty.put("text", "");
      } else {
        empty.putObject("input");
      }
      ObjectNode first = JSON.createObjectNode().put("type", "content_block_start");
      first.put("index", i).set("content_block", empty);
      append(events, first);
      for (String piece : halves(whole)) {
        ObjectNode next = JSON.createObjectNode().put("type", "content_block_delta");
        next.put("index", i)
            .putObject("delta")
            .put("type", text ? "text_delta" : "input_json_delta")
            .put(text ? "text" : "partial_json", piece);
        append(events, next);
      }
      append(events, JSON.createObjectNode().put("type", "content_block_stop").put("index", i));
    }
    ObjectNode end = JSON.createObjectNode().put("type", "message_delta");
    end.putObject("delta")
        .put("stop_reason", reply.calls().isEmpty() ? "end_turn" : "tool_use")
        .putNull("stop_sequence");
    end.putObject("usage").put("output_tokens", reply.outputTokens());
    append(events, end);
    append(events, JSON.createObjectNode().put("type", "message_stop"));
    return events.toString();
  }

  private static List<String> halves(String text) {
    int middle = text.length() / 2;
    return List.of(text.substring(0, middle), text.substring(middle));
  }

  private static void append(StringBuilder events, ObjectNode event) throws IOException {
    events.append("event: ").append(event.get("type").asText()).append('\n');
    events.append("data: ").append(JSON.writeValueAsString(event)).append("\n\n");
  }
}
