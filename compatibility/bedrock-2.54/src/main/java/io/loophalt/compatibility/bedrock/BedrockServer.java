package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** Amazon Bedrock's operations Converse and ConverseStream. */
final class BedrockServer extends SceneServer {

  BedrockServer() throws IOException {}

  @Override
  protected Answer answer(String path, byte[] body) {
    JsonNode request = JsonNode.parser().parse(body);
    String model = URLDecoder.decode(path.split("/", -1)[2], StandardCharsets.UTF_8);
    String conversation =
        request
            .field("requestMetadata")
            .flatMap(meta -> meta.field("conversation"))
            .orElseThrow()
            .asString();
    Reply reply =
        sceneOf(path, conversation)
            .reply(newTexts(request), request.field("toolConfig").isPresent(), model);
    return path.endsWith("/converse-stream")
        ? new Answer("application/vnd.amazon.eventstream", ConverseEvents.of(reply))
        : new Answer("application/json", json(reply));
  }

  /** What is in the last message, which is the user's. */
  private static List<String> newTexts(JsonNode request) {
    List<String> said = new ArrayList<>();
    List<JsonNode> messages = request.field("messages").orElseThrow().asArray();
    JsonNode last = messages.get(messages.size() - 1);
    for (JsonNode block : last.field("content").orElseThrow().asArray()) {
      said.add(block.toString());
    }
    return said;
  }

  private static String json(Reply reply) {
    StringBuilder content = new StringBuilder();
    for (ToolRequest call : reply.calls()) {
      content
          .append(content.isEmpty() ? "" : ",")
          .append("{\"toolUse\": {\"toolUseId\": \"")
          .append(call.id())
          .append("\", \"name\": \"")
          .append(call.tool())
          .append("\", \"input\": ")
          .append(call.json())
          .append("}}");
    }
    if (content.isEmpty()) {
      content.append("{\"text\": \"").append(reply.text()).append("\"}");
    }
    return """
        {"output": {"message": {"role": "assistant", "content": [%s]}}, "stopReason": "%s",
         "usage": {"inputTokens": %d, "outputTokens": %d, "totalTokens": %d},
         "metrics": {"latencyMs": 1}}
        """
        .formatted(
            content,
            reply.calls().isEmpty() ? "end_turn" : "tool_use",
            reply.inputTokens(),
            reply.outputTokens(),
            reply.inputTokens() + reply.outputTokens());
  }
}
