package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStreamEvent;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A conversation by responses. */
final class Responses implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {
    Response respond(OpenAIClient client, ResponseCreateParams params) throws Exception;
  }

  private final OpenAIClient client;
  private final Way way;
  private final ResponseCreateParams.Builder request;
  private final List<ResponseInputItem> items = new ArrayList<>();

  Responses(OpenAIClient client, String conversation, Way way) {
    this.client = client;
    this.way = way;
    request = ResponseCreateParams.builder().model("gpt-test").safetyIdentifier(conversation);
    for (String tool : Scene.TOOLS) {
      request.addTool(
          FunctionTool.builder()
              .name(tool)
              .strict(false)
              .parameters(
                  FunctionTool.Parameters.builder()
                      .putAdditionalProperty("type", JsonValue.from("object"))
                      .putAdditionalProperty(
                          "properties", JsonValue.from(Map.of("input", Map.of("type", "string"))))
                      .build())
              .build());
    }
  }

  static Response blocking(OpenAIClient client, ResponseCreateParams params) {
    return client.responses().create(params);
  }

  static Response streamed(OpenAIClient client, ResponseCreateParams params) {
    ResponseAccumulator whole = ResponseAccumulator.create();
    try (StreamResponse<ResponseStreamEvent> stream = client.responses().createStreaming(params)) {
      stream.stream().forEach(whole::accumulate);
    }
    return whole.response();
  }

  @Override
  public Reply ask() throws Exception {
    Response response = way.respond(client, request.inputOfResponse(items).build());
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (ResponseOutputItem item : response.output()) {
      item.message()
          .ifPresent(
              message -> {
                items.add(ResponseInputItem.ofResponseOutputMessage(message));
                text.append(message.content().get(0).asOutputText().text());
              });
      item.functionCall()
          .ifPresent(
              call -> {
                items.add(ResponseInputItem.ofFunctionCall(call));
                calls.add(
                    new ToolRequest(
                        call.callId(),
                        call.name(),
                        String.valueOf(call.arguments(Map.class).get("input"))));
              });
    }
    return new Reply(text.toString(), calls, 0, 0);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    items.add(
        ResponseInputItem.ofFunctionCallOutput(
            ResponseInputItem.FunctionCallOutput.builder().callId(call.id()).output(text).build()));
  }

  @Override
  public void say(String text) {
    items.add(
        ResponseInputItem.ofEasyInputMessage(
            EasyInputMessage.builder().role(EasyInputMessage.Role.USER).content(text).build()));
  }
}
