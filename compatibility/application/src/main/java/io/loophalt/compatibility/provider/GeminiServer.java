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

/**
 * Gemini's {@code generateContent}, whole and as server-sent events. Where no path names the
 * conversation, the system instruction does.
 */
public final class GeminiServer extends SceneServer {

  /** The model whose calls have ids, as only newer ones do. */
  public static final String WITH_IDS = "gemini-with-ids";

  /** The model whose streams have the arguments of calls in pieces. */
  public static final String IN_PIECES = "gemini-in-pieces";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Begins to listen on a port that is free. */
  public GeminiServer() throws IOException {}

  @Override
  protected Answer answer(String path, byte[] body) throws IOException {
    JsonNode request = JSON.readTree(body);
    String conversation =
        path.startsWith("/v1") ? request.at("/systemInstruction/parts/0/text").asText() : "";
    String model = path.substring(path.lastIndexOf('/') + 1, path.indexOf(':'));
    Reply reply =
        sceneOf(path, conversation)
            .reply(newTexts(request), !request.path("tools").isEmpty(), model);
    boolean streams = path.endsWith(":streamGenerateContent");
    List<ObjectNode> parts =
        model.equals(IN_PIECES) && !reply.calls().isEmpty()
            ? pieces(reply.calls(), conversation)
            : parts(reply, conversation, model.equals(WITH_IDS), streams);
    if (!streams) {
      return new Answer("application/json", JSON.writeValueAsString(response(parts, reply, model)));
    }
    StringBuilder events = new StringBuilder();
    for (ObjectNode part : parts) {
      ObjectNode chunk = response(List.of(part), reply, model);
      events.append("data: ").append(JSON.writeValueAsString(chunk)).append("\n\n");
    }
    return new Answer("text/event-stream", events.toString());
  }

  /** What follows the last content of the model. */
  private static List<String> newTexts(JsonNode request) {
    List<String> said = new ArrayList<>();
    JsonNode contents = request.path("contents");
    for (int i = contents.size() - 1; i >= 0; i--) {
      if (contents.get(i).path("role").asText().equals("model")) {
        break;
      }
      for (JsonNode part : contents.get(i).path("parts")) {
        said.add(part.toString());
      }
    }
    return said;
  }

  /** What a stream has in a chunk of its own: each call as a whole, or a half of the text. */
  private static List<ObjectNode> parts(
      Reply reply, String conversation, boolean withIds, boolean streams) {
    List<ObjectNode> parts = new ArrayList<>();
    for (ToolRequest asked : reply.calls()) {
      ObjectNode call = JSON.createObjectNode().put("name", asked.tool());
      call.putObject("args").put("input", asked.input()).put("conversation", conversation);
      if (withIds) {
        call.put("id", asked.id());
      }
      ObjectNode part = JSON.createObjectNode();
      part.set("functionCall", call);
      parts.add(part);
    }
    if (parts.isEmpty()) {
      int middle = streams ? reply.text().length() / 2 : 0;
      if (streams) {
        parts.add(JSON.createObjectNode().put("text", reply.text().substring(0, middle)));
      }
      parts.add(JSON.createObjectNode().put("text", reply.text().substring(middle)));
    }
    return parts;
  }

  /** Of each call its name, two halves of its first argument, the second one, and its end. */
  private static List<ObjectNode> pieces(List<ToolRequest> asked, String conversation) {
    List<ObjectNode> pieces = new ArrayList<>();
    for (ToolRequest each : asked) {
      call(pieces).put("name", each.tool()).put("willContinue", true);
      int middle = each.input().length() / 2;
      argument(pieces, "input", each.input().substring(0, middle)).put("willContinue", true);
      argument(pieces, "input", each.input().substring(middle));
      argument(pieces, "conversation", conversation);
      call(pieces);
    }
    return pieces;
  }

  private static ObjectNode call(List<ObjectNode> pieces) {
    ObjectNode part = JSON.createObjectNode();
    pieces.add(part);
    return part.putObject("functionCall");
  }

  private static ObjectNode argument(List<ObjectNode> pieces, String name, String text) {
    ObjectNode argument =
        call(pieces).put("willContinue", true).putArray("partialArgs").addObject();
    return argument.put("jsonPath", "$." + name).put("stringValue", text);
  }

  private static ObjectNode response(List<ObjectNode> parts, Reply reply, String model) {
    ObjectNode response = JSON.createObjectNode().put("modelVersion", model);
    ObjectNode candidate = response.putArray("candidates").addObject();
    candidate.put("index", 0);
    if (!model.equals(IN_PIECES)) {
      candidate.put("finishReason", "STOP");
    }
    ArrayNode content = candidate.putObject("content").put("role", "model").putArray("parts");
    content.addAll(parts);
    response
        .putObject("usageMetadata")
        .put("promptTokenCount", reply.inputTokens())
        .put("candidatesTokenCount", reply.outputTokens())
        .put("totalTokenCount", reply.inputTokens() + reply.outputTokens());
    return response;
  }
}
