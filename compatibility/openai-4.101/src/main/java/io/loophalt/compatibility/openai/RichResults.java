package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionCallOutputItem;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputImageContent;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseInputTextContent;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a model that asks for the same again and again results of several parts, and reports what
 * the last request looked like when it arrived.
 */
public final class RichResults {

  private static final int TURNS = 3;

  private static final String CHAT =
      """
      {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
       "finish_reason":"tool_calls","message":{"role":"assistant","content":null,"refusal":null,
       "tool_calls":[{"id":"call-%d","type":"function","function":{"name":"look","arguments":"{}"}}]}}]}
      """;
  private static final String RESPONSE =
      """
      {"id":"r","object":"response","created_at":1,"model":"m","status":"completed",
       "parallel_tool_calls":false,"tool_choice":"auto","tools":[],"output":[{"type":"function_call",
       "id":"f","call_id":"call-%d","name":"look","arguments":"{}","status":"completed"}]}
      """;

  private final List<String> requests = new ArrayList<>();

  private RichResults() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    Lifeline.hold();
    new RichResults().askBothWays();
    Report.fact("done", true);
  }

  private void askBothWays() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", exchange -> answer(exchange, CHAT));
    server.createContext("/v1/responses", exchange -> answer(exchange, RESPONSE));
    server.start();
    OpenAIClient client =
        OpenAIOkHttpClient.builder()
            .baseUrl("http://localhost:" + server.getAddress().getPort() + "/v1")
            .apiKey("none")
            .maxRetries(0)
            .build();
    chat(client);
    Report.fact("chat", requests.get(requests.size() - 1));
    responses(client);
    Report.fact("responses", requests.get(requests.size() - 1));
    client.close();
    server.stop(0);
  }

  private synchronized void answer(HttpExchange exchange, String format) throws IOException {
    requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    byte[] body = format.formatted(requests.size()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** A run. */
  private static void chat(OpenAIClient client) {
    ChatCompletionCreateParams.Builder request =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("Look.");
    for (int turn = 0; turn <= TURNS; turn++) {
      ChatCompletionMessage answer =
          client.chat().completions().create(request.build()).choices().get(0).message();
      request.addMessage(answer);
      request.addMessage(
          ChatCompletionToolMessageParam.builder()
              .toolCallId(answer.toolCalls().orElseThrow().get(0).asFunction().id())
              .contentOfArrayOfContentParts(
                  List.of(
                      ChatCompletionContentPartText.builder().text("nothing here").build(),
                      ChatCompletionContentPartText.builder().text("nothing there").build()))
              .build());
    }
  }

  /** A run. */
  private static void responses(OpenAIClient client) {
    List<ResponseInputItem> items = new ArrayList<>();
    items.add(
        ResponseInputItem.ofMessage(
            ResponseInputItem.Message.builder()
                .role(ResponseInputItem.Message.Role.USER)
                .addInputTextContent("Look.")
                .build()));
    for (int turn = 0; turn <= TURNS; turn++) {
      ResponseFunctionToolCall call =
          client
              .responses()
              .create(ResponseCreateParams.builder().model("m").inputOfResponse(items).build())
              .output()
              .get(0)
              .asFunctionCall();
      items.add(ResponseInputItem.ofFunctionCall(call));
      items.add(ResponseInputItem.ofFunctionCallOutput(seen(call.callId())));
    }
  }

  private static ResponseInputItem.FunctionCallOutput seen(String callId) {
    return ResponseInputItem.FunctionCallOutput.builder()
        .callId(callId)
        .outputOfResponseFunctionCallOutputItemList(
            List.of(
                ResponseFunctionCallOutputItem.ofInputText(
                    ResponseInputTextContent.builder().text("nothing here").build()),
                ResponseFunctionCallOutputItem.ofInputImage(
                    ResponseInputImageContent.builder().fileId("picture").build())))
        .build();
  }
}
