package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionMessageParam;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/**
 * Goes on, without a run of its own, with answers that are seldom taken: of a stream what comes up
 * to its finish reason, of two choices the second, a call in the form before there were tools. The
 * model asks for the same again and again; reports how many requests were answered.
 *
 * <p>And with answers of servers that speak a dialect, in which the model does something new each
 * time: the pieces of a call's arguments say an empty id, or no call has one.
 */
public final class OtherAnswers {

  private static final int MOST = 12;

  private static final String CALL =
      """
      "tool_calls":[{"index":0,"id":"call-%s-%d","type":"function","function":{"name":"look","arguments":"{}"}}]\
      """;
  private static final String CHUNK =
      """
      data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[%s]}

      """;
  private static final String CHOICE =
      """
      {"index":%d,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"refusal":null,%s}}\
      """;
  private static final String FUNCTION_CALL =
      """
      "function_call":{"name":"look","arguments":"{}"}\
      """;

  private static final String BEGUN =
      """
      "tool_calls":[{"index":0,"id":"call-c-%d","type":"function","function":{"name":"write_file","arguments":""}}]\
      """;
  private static final String CONTINUED =
      """
      "tool_calls":[{"index":0,"id":"","type":"function","function":{"arguments":"%s"}}]\
      """;
  private static final String WITHOUT_IDS =
      """
      "tool_calls":[\
      {"id":"","type":"function","function":{"name":"write_file","arguments":"{\\"path\\":\\"f%d\\"}"}},\
      {"id":"","type":"function","function":{"name":"verify","arguments":"{}"}}]\
      """;

  /** One way to go on. */
  private interface Way {
    void goOn(OpenAIClient client, ChatCompletionCreateParams.Builder request);
  }

  private int answered;

  private OtherAnswers() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    Lifeline.hold();
    new OtherAnswers().goOn();
    Report.fact("done", true);
  }

  private void goOn() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", this::answer);
    server.start();
    OpenAIClient client =
        OpenAIOkHttpClient.builder()
            .baseUrl("http://localhost:" + server.getAddress().getPort() + "/v1")
            .apiKey("none")
            .maxRetries(0)
            .build();
    report("stream", client, OtherAnswers::withStreamThatIsLeft);
    report("choices", client, OtherAnswers::withTheSecondChoice);
    report("function", client, OtherAnswers::withFunctionCall);
    report("continued", client, OtherAnswers::withEmptyIdsInPieces);
    report("unnamed", client, this::withTwoCallsWithoutIds);
    client.close();
    server.stop(0);
  }

  private void report(String name, OpenAIClient client, Way way) {
    answered = 0;
    ChatCompletionCreateParams.Builder request =
        ChatCompletionCreateParams.builder().model(name).addUserMessage("Look at the " + name);
    try {
      for (int turn = 0; turn < MOST; turn++) {
        way.goOn(client, request);
      }
    } catch (RuntimeException e) {
      Report.fact(name + " halted", e.getClass().getSimpleName().equals("LoopHaltException"));
    }
    Report.fact(name, answered);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    answered++;
    boolean streamed = request.contains("\"stream\":true");
    byte[] body = body(request, streamed).getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .add("Content-Type", streamed ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String body(String request, boolean streamed) {
    String call = CALL.formatted("a", answered);
    if (request.contains("\"model\":\"continued\"")) {
      return CHUNK.formatted(delta(BEGUN.formatted(answered)))
          + CHUNK.formatted(delta(CONTINUED.formatted("{\\\"path\\\":")))
          + CHUNK.formatted(delta(CONTINUED.formatted("\\\"f" + answered + "\\\"}")))
          + CHUNK.formatted("{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}")
          + "data: [DONE]\n\n";
    }
    if (streamed) {
      return CHUNK.formatted(delta(call))
          + CHUNK.formatted("{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}")
          + "data: [DONE]\n\n";
    }
    String choices =
        request.contains("\"model\":\"function\"")
            ? CHOICE.formatted(0, FUNCTION_CALL)
            : request.contains("\"model\":\"unnamed\"")
                ? CHOICE.formatted(0, WITHOUT_IDS.formatted(answered))
                : CHOICE.formatted(0, call)
                    + ','
                    + CHOICE.formatted(1, CALL.formatted("b", answered));
    return "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":["
        + choices
        + "]}";
  }

  private static String delta(String call) {
    return "{\"index\":0,\"delta\":{\"role\":\"assistant\"," + call + "}}";
  }

  @SuppressWarnings("MustBeClosedChecker") // That it is left open is what is tried.
  private static void withStreamThatIsLeft(
      OpenAIClient client, ChatCompletionCreateParams.Builder request) {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    Iterator<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(request.build()).stream().iterator();
    ChatCompletionChunk chunk;
    do {
      chunk = chunks.next();
      whole.accumulate(chunk);
    } while (chunk.choices().get(0).finishReason().isEmpty());
    addResult(whole.chatCompletion().choices().get(0).message(), request);
  }

  private static void withEmptyIdsInPieces(
      OpenAIClient client, ChatCompletionCreateParams.Builder request) {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    try (StreamResponse<ChatCompletionChunk> stream =
        client.chat().completions().createStreaming(request.build())) {
      stream.stream().forEach(whole::accumulate);
    }
    addResult(whole.chatCompletion().choices().get(0).message(), request);
  }

  private void withTwoCallsWithoutIds(
      OpenAIClient client, ChatCompletionCreateParams.Builder request) {
    request.addMessage(
        client.chat().completions().create(request.build()).choices().get(0).message());
    for (String text : List.of("ok", (MOST - answered) + " files are left")) {
      request.addMessage(
          ChatCompletionToolMessageParam.builder().toolCallId("").content(text).build());
    }
  }

  private static void withTheSecondChoice(
      OpenAIClient client, ChatCompletionCreateParams.Builder request) {
    addResult(
        client.chat().completions().create(request.n(2).build()).choices().get(1).message(),
        request);
  }

  private static void addResult(
      ChatCompletionMessage answer, ChatCompletionCreateParams.Builder request) {
    request.addMessage(answer);
    request.addMessage(
        ChatCompletionToolMessageParam.builder()
            .toolCallId(answer.toolCalls().orElseThrow().get(0).asFunction().id())
            .content("nothing there")
            .build());
  }

  @SuppressWarnings("deprecation") // as older servers answer
  private static void withFunctionCall(
      OpenAIClient client, ChatCompletionCreateParams.Builder request) {
    ChatCompletionMessage answer =
        client.chat().completions().create(request.build()).choices().get(0).message();
    request.addMessage(answer);
    request.addMessage(
        ChatCompletionFunctionMessageParam.builder()
            .name(answer.functionCall().orElseThrow().name())
            .content("nothing there")
            .build());
  }
}
