package io.loophalt.compatibility.ollama4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Ollama's {@code /api/chat}, whole and line by line. Paths begin with the conversation. */
final class OllamaServer extends SceneServer {

  private static final ObjectMapper JSON = new ObjectMapper();

  OllamaServer() throws IOException {}

  @Override
  protected Answer answer(String path, byte[] body) throws IOException {
    JsonNode request = JSON.readTree(body);
    String model = request.path("model").asText();
    Reply reply =
        sceneOf(path, "").reply(newTexts(request), !request.path("tools").isEmpty(), model);
    if (!request.path("stream").asBoolean(true)) {
      return new Answer(
          "application/json", JSON.writeValueAsString(last(reply, model, reply.text())));
    }
    int middle = reply.text().length() / 2;
    StringBuilder lines = new StringBuilder();
    if (middle > 0) {
      ObjectNode first = head(model, reply.text().substring(0, middle)).put("done", false);
      lines.append(JSON.writeValueAsString(first)).append('\n');
    }
    ObjectNode rest = last(reply, model, reply.text().substring(middle));
    lines.append(JSON.writeValueAsString(rest)).append('\n');
    return new Answer("application/x-ndjson", lines.toString());
  }

  /** What follows the last message of the assistant. */
  private static List<String> newTexts(JsonNode request) {
    List<String> said = new ArrayList<>();
    JsonNode messages = request.path("messages");
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).path("role").asText().equals("assistant")) {
        break;
      }
      said.add(messages.get(i).path("content").asText());
    }
    return said;
  }

  private static ObjectNode head(String model, String text) {
    ObjectNode line = JSON.createObjectNode().put("model", model);
    line.put("created_at", "2025-01-01T00:00:00Z");
    line.putObject("message").put("role", "assistant").put("content", text);
    return line;
  }

  private static ObjectNode last(Reply reply, String model, String text) {
    ObjectNode line = head(model, text).put("done", true).put("done_reason", "stop");
    line.put("prompt_eval_count", reply.inputTokens()).put("eval_count", reply.outputTokens());
    if (!reply.calls().isEmpty()) {
      ArrayNode calls = ((ObjectNode) line.get("message")).putArray("tool_calls");
      for (ToolRequest asked : reply.calls()) {
        ObjectNode function = calls.addObject().putObject("function").put("name", asked.tool());
        function.putObject("arguments").put("input", asked.input());
      }
    }
    return line;
  }
}
