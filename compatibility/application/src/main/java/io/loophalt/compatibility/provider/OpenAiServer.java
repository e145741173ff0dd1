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
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's chat completions and responses, whole and as server-sent events. Azure's service speaks
 * the same format, but for the model, which is in the path.
 */
public final class OpenAiServer extends SceneServer {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final boolean givesCallIds;

  /** Begins to listen on a port that is free. */
  public OpenAiServer() throws IOException {
    this(true);
  }

  private OpenAiServer(boolean givesCallIds) throws IOException {
    this.givesCallIds = givesCallIds;
  }

  /** One whose completions leave the ids of calls empty, as some servers of this format do. */
  public static OpenAiServer withoutCallIds() throws IOException {
    return new OpenAiServer(false);
  }

  @Override
  protected Answer answer(String path, byte[] body) throws IOException {
    JsonNode request = JSON.readTree(body);
    List<String> sinceLastReply =
        path.endsWith("/responses") ? newItems(request) : newMessages(request);
    Reply reply =
        sceneOf(path, request.path("safety_identifier").asText(request.path("user").asText()))
            .reply(
                sinceLastReply,
                !request.path("tools").isEmpty(),
                request.path("model").asText(deployment(path)));
    boolean streams = request.path("stream").asBoolean();
    if (path.endsWith("/responses")) {
      ObjectNode response = response(reply);
      return streams ? events(responseEvents(response)) : whole(response);
    }
    return streams ? events(chunks(reply, request)) : whole(completion(reply));
  }

  /** What Azure calls the model in a path; empty if it is not Azure's. */
  private static String deployment(String path) {
    String[] parts = path.split("/deployments/", 2);
    return parts.length == 1 ? "" : parts[1].split("/", 2)[0];
  }

  /** What follows the last message of the assistant. */
  private static List<String> newMessages(JsonNode request) {
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

  /** What follows the last item that the model wrote. */
  private static List<String> newItems(JsonNode request) {
    List<String> said = new ArrayList<>();
    JsonNode items = request.path("input");
    for (int i = items.size() - 1; i >= 0; i--) {
      JsonNode item = items.get(i);
      if (item.has("output")) {
        said.add(item.path("output").asText());
      } else if (item.path("role").asText().equals("user")) {
        said.add(item.path("content").asText());
      } else {
        break;
      }
    }
    return said;
  }

  private static Answer whole(ObjectNode answer) throws IOException {
    return new Answer("application/json", JSON.writeValueAsString(answer));
  }

  private static Answer events(List<ObjectNode> events) throws IOException {
    StringBuilder body = new StringBuilder();
    for (ObjectNode event : events) {
      if (event.has("type")) {
        body.append("event: ").append(event.get("type").asText()).append('\n');
      }
      body.append("data: ").append(JSON.writeValueAsString(event)).append("\n\n");
    }
    body.append("data: [DONE]\n\n");
    return new Answer("text/event-stream", body.toString());
  }

  private ObjectNode completion(Reply reply) {
    ObjectNode answer = head("chat.completion");
    ObjectNode choice = answer.putArray("choices").addObject();
    choice.put("index", 0).put("finish_reason", reply.calls().isEmpty() ? "stop" : "tool_calls");
    choice.putNull("logprobs");
    ObjectNode message = choice.putObject("message").put("role", "assistant");
    message.put("content", reply.calls().isEmpty() ? reply.text() : null).putNull("refusal");
    if (!reply.calls().isEmpty()) {
      ArrayNode calls = message.putArray("tool_calls");
      for (ToolRequest call : reply.calls()) {
        ObjectNode node = calls.addObject().put("id", idOf(call)).put("type", "function");
        node.putObject("function").put("name", call.tool()).put("arguments", call.json());
      }
    }
    answer.set("usage", usage(reply));
    return answer;
  }

  /** The role, the text or the arguments in halves, the reason for the end, and the usage. */
  private List<ObjectNode> chunks(Reply reply, JsonNode request) {
    List<ObjectNode> chunks = new ArrayList<>();
    delta(chunks, null).put("role", "assistant");
    for (String piece : halves(reply.calls().isEmpty() ? reply.text() : "")) {
      delta(chunks, null).put("content", piece);
    }
    for (int i = 0; i < reply.calls().size(); i++) {
      ToolRequest call = reply.calls().get(i);
      ObjectNode first = delta(chunks, null).putArray("tool_calls").addObject().put("index", i);
      first.put("id", idOf(call)).put("type", "function");
      first.putObject("function").put("name", call.tool()).put("arguments", "");
      for (String piece : halves(call.json())) {
        ObjectNode next = delta(chunks, null).putArray("tool_calls").addObject().put("index", i);
        next.putObject("function").put("arguments", piece);
      }
    }
    delta(chunks, reply.calls().isEmpty() ? "stop" : "tool_calls");
    if (request.path("stream_options").path("include_usage").asBoolean()) {
      ObjectNode last = head("chat.completion.chunk");
      last.putArray("choices");
      last.set("usage", usage(reply));
      chunks.add(last);
    }
    return chunks;
  }

  private String idOf(ToolRequest call) {
    return givesCallIds ? call.id() : "";
  }

  private static ObjectNode delta(List<ObjectNode> chunks, @Nullable String finishReason) {
    ObjectNode chunk = head("chat.completion.chunk");
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.put("finish_reason", finishReason);
    chunks.add(chunk);
    return choice.putObject("delta");
  }

  private static List<String> halves(String text) {
    int middle = text.length() / 2;
    return text.isEmpty() ? List.of() : List.of(text.substring(0, middle), text.substring(middle));
  }

  private static ObjectNode head(String object) {
    return JSON.createObjectNode()
        .put("id", "chatcmpl-1")
        .put("object", object)
        .put("created", 1)
        .put("model", "gpt-test");
  }

  private static ObjectNode usage(Reply reply) {
    ObjectNode usage = JSON.createObjectNode();
    usage.put("prompt_tokens", reply.inputTokens());
    usage.put("completion_tokens", reply.outputTokens());
    usage.put("total_tokens", reply.inputTokens() + reply.outputTokens());
    return usage;
  }

  private static ObjectNode response(Reply reply) {
    ObjectNode response = JSON.createObjectNode();
    response.put("id", "resp_1").put("object", "response").put("created_at", 1);
    response.put("status", "completed").put("model", "gpt-test").put("tool_choice", "auto");
    response.put("parallel_tool_calls", true).put("temperature", 1.0).put("top_p", 1.0);
    response.putArray("tools");
    for (String none : List.of("error", "incomplete_details", "instructions", "metadata")) {
      response.putNull(none);
    }
    ArrayNode output = response.putArray("output");
    if (reply.calls().isEmpty()) {
      ObjectNode message = output.addObject().put("type", "message").put("id", "msg_1");
      message.put("role", "assistant").put("status", "completed");
      ObjectNode text = message.putArray("content").addObject().put("type", "output_text");
      text.put("text", reply.text()).putArray("annotations");
    }
    for (ToolRequest call : reply.calls()) {
      ObjectNode node = output.addObject().put("type", "function_call").put("id", "fc_1");
      node.put("call_id", call.id()).put("name", call.tool()).put("arguments", call.json());
      node.put("status", "completed");
    }
    ObjectNode usage = response.putObject("usage");
    usage.put("input_tokens", reply.inputTokens()).put("output_tokens", reply.outputTokens());
    usage.put("total_tokens", reply.inputTokens() + reply.outputTokens());
    usage.putObject("input_tokens_details").put("cached_tokens", 0);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    return response;
  }

  private static List<ObjectNode> responseEvents(ObjectNode response) {
    ObjectNode created = JSON.createObjectNode().put("type", "response.created");
    ObjectNode begun = response.deepCopy().put("status", "in_progress");
    begun.putArray("output");
    begun.putNull("usage");
    created.put("sequence_number", 0).set("response", begun);
    ObjectNode completed = JSON.createObjectNode().put("type", "response.completed");
    completed.put("sequence_number", 1).set("response", response);
    return List.of(created, completed);
  }
}
