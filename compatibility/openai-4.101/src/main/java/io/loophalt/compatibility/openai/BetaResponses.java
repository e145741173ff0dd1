package io.loophalt.compatibility.openai;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.models.beta.responses.BetaEasyInputMessage;
import com.openai.models.beta.responses.BetaFunctionTool;
import com.openai.models.beta.responses.BetaResponse;
import com.openai.models.beta.responses.BetaResponseFunctionToolCall;
import com.openai.models.beta.responses.BetaResponseInputItem;
import com.openai.models.beta.responses.BetaResponseOutputItem;
import com.openai.models.beta.responses.BetaResponseStreamEvent;
import com.openai.models.beta.responses.ResponseCreateParams;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A conversation by the responses that are beta, whose types are others. */
final class BetaResponses implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {
    BetaResponse respond(OpenAIClient client, ResponseCreateParams params) throws Exception;
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OpenAIClient client;
  private final Way way;
  private final ResponseCreateParams.Builder request;
  private final List<BetaResponseInputItem> items = new ArrayList<>();

  BetaResponses(OpenAIClient client, String conversation, Way way) {
    this.client = client;
    this.way = way;
    request = ResponseCreateParams.builder().model("gpt-test").safetyIdentifier(conversation);
    for (String tool : Scene.TOOLS) {
      request.addTool(
          BetaFunctionTool.builder()
              .name(tool)
              .strict(false)
              .parameters(
                  BetaFunctionTool.Parameters.builder()
                      .putAdditionalProperty("type", JsonValue.from("object"))
                      .putAdditionalProperty(
                          "properties", JsonValue.from(Map.of("input", Map.of("type", "string"))))
                      .build())
              .build());
    }
  }

  static BetaResponse blocking(OpenAIClient client, ResponseCreateParams params) {
    return client.beta().responses().create(params);
  }

  static BetaResponse streamed(OpenAIClient client, ResponseCreateParams params) {
    try (StreamResponse<BetaResponseStreamEvent> stream =
        client.beta().responses().createStreaming(params)) {
      // To its end: what is left behind the last event is where a halt would be thrown.
      return stream.stream()
          .flatMap(event -> event.responseCompleted().stream())
          .reduce((before, last) -> last)
          .orElseThrow()
          .response();
    }
  }

  @Override
  public Reply ask() throws Exception {
    BetaResponse response = way.respond(client, request.inputOfBetaResponse(items).build());
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (BetaResponseOutputItem item : response.output()) {
      item.message()
          .ifPresent(
              message -> {
                items.add(BetaResponseInputItem.ofBetaResponseOutputMessage(message));
                text.append(message.content().get(0).asOutputText().text());
              });
      if (item.functionCall().isPresent()) {
        BetaResponseFunctionToolCall call = item.functionCall().get();
        items.add(BetaResponseInputItem.ofFunctionCall(call));
        calls.add(
            new ToolRequest(
                call.callId(),
                call.name(),
                JSON.readTree(call.arguments()).path("input").asText()));
      }
    }
    return new Reply(text.toString(), calls, 0, 0);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    items.add(
        BetaResponseInputItem.ofFunctionCallOutput(
            BetaResponseInputItem.FunctionCallOutput.builder()
                .callId(call.id())
                .output(text)
                .build()));
  }

  @Override
  public void say(String text) {
    items.add(
        BetaResponseInputItem.ofBetaEasyInputMessage(
            BetaEasyInputMessage.builder()
                .role(BetaEasyInputMessage.Role.USER)
                .content(text)
                .build()));
  }
}
