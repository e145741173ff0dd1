package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseComputerToolCallOutputScreenshot;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseCustomToolCallOutput;
import com.openai.models.responses.ResponseFunctionCallOutputItem;
import com.openai.models.responses.ResponseInputImageContent;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import io.loophalt.compatibility.scenario.Pictures;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gives a model pictures: as outputs of functions, of tools of its own and of a screen, and behind
 * messages of tools, which take none.
 */
public final class PictureResults {

  private static final String CHAT =
      """
      {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
       "finish_reason":"tool_calls","message":{"role":"assistant","content":null,"refusal":null,
       "tool_calls":[{"id":"call-%1$d","type":"function","function":{"name":"look","arguments":"{}"}}]}}]}
      """;
  private static final String RESPONSE =
      """
      {"id":"r-%%1$d","object":"response","created_at":1,"model":"m","status":"completed",
       "parallel_tool_calls":false,"tool_choice":"auto","tools":[],
       "output":[{"id":"i","call_id":"call-%%1$d","status":"completed",%s}]}
      """;
  private static final String FUNCTION =
      """
      "type":"function_call","name":"look","arguments":"{}"
      """;
  private static final String CUSTOM =
      """
      "type":"custom_tool_call","name":"look","input":"at it"
      """;
  private static final String COMPUTER =
      """
      "type":"computer_call","action":{"type":"keypress","keys":["PAGEDOWN"]},
      "pending_safety_checks":[]
      """;

  private PictureResults() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    OpenAIClient chat = client(CHAT);
    OpenAIClient functions = client(RESPONSE.formatted(FUNCTION));
    OpenAIClient customs = client(RESPONSE.formatted(CUSTOM));
    OpenAIClient computers = client(RESPONSE.formatted(COMPUTER));
    Map<String, Pictures.Viewer> viewers = new LinkedHashMap<>();
    viewers.put("chat", picture -> chat(chat, picture));
    viewers.put("responses", picture -> responses(functions, picture, PictureResults::ofFunction));
    viewers.put("custom", picture -> responses(customs, picture, PictureResults::ofCustomTool));
    viewers.put("computer", picture -> responses(computers, picture, PictureResults::ofComputer));
    Pictures.play(viewers);
  }

  private static OpenAIClient client(String answer) throws IOException {
    return OpenAIOkHttpClient.builder()
        .baseUrl(Pictures.provider(answer) + "/v1")
        .apiKey("none")
        .maxRetries(0)
        .build();
  }

  private static String url(byte[] picture) {
    return "data:image/png;base64," + Pictures.base64(picture);
  }

  private static void chat(OpenAIClient client, Supplier<byte[]> picture) {
    ChatCompletionCreateParams.Builder request =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("Watch.");
    for (int look = 0; look < Pictures.LOOKS; look++) {
      ChatCompletionMessage answer =
          client.chat().completions().create(request.build()).choices().get(0).message();
      request.addMessage(answer);
      request.addMessage(
          ChatCompletionToolMessageParam.builder()
              .toolCallId(answer.toolCalls().orElseThrow().get(0).asFunction().id())
              .content("The picture is attached.")
              .build());
      request.addUserMessageOfArrayOfContentParts(
          List.of(
              ChatCompletionContentPart.ofImageUrl(
                  ChatCompletionContentPartImage.builder()
                      .imageUrl(
                          ChatCompletionContentPartImage.ImageUrl.builder()
                              .url(url(picture.get()))
                              .build())
                      .build())));
    }
  }

  /** What is sent for the call that an answer asks for. */
  private interface Outputs {
    ResponseInputItem of(ResponseOutputItem asked, byte[] picture);
  }

  private static void responses(OpenAIClient client, Supplier<byte[]> picture, Outputs outputs) {
    Response response =
        client
            .responses()
            .create(ResponseCreateParams.builder().model("m").input("Watch.").build());
    for (int look = 0; look < Pictures.LOOKS; look++) {
      ResponseInputItem output = outputs.of(response.output().get(0), picture.get());
      response =
          client
              .responses()
              .create(
                  ResponseCreateParams.builder()
                      .model("m")
                      .previousResponseId(response.id())
                      .inputOfResponse(List.of(output))
                      .build());
    }
  }

  private static ResponseInputItem ofFunction(ResponseOutputItem asked, byte[] picture) {
    return ResponseInputItem.ofFunctionCallOutput(
        ResponseInputItem.FunctionCallOutput.builder()
            .callId(asked.asFunctionCall().callId())
            .outputOfResponseFunctionCallOutputItemList(
                List.of(
                    ResponseFunctionCallOutputItem.ofInputImage(
                        ResponseInputImageContent.builder().imageUrl(url(picture)).build())))
            .build());
  }

  private static ResponseInputItem ofCustomTool(ResponseOutputItem asked, byte[] picture) {
    return ResponseInputItem.ofCustomToolCallOutput(
        ResponseCustomToolCallOutput.builder()
            .callId(asked.asCustomToolCall().callId())
            .output(Pictures.base64(picture))
            .build());
  }

  private static ResponseInputItem ofComputer(ResponseOutputItem asked, byte[] picture) {
    return ResponseInputItem.ofComputerCallOutput(
        ResponseInputItem.ComputerCallOutput.builder()
            .callId(asked.asComputerCall().callId())
            .output(
                ResponseComputerToolCallOutputScreenshot.builder().imageUrl(url(picture)).build())
            .build());
  }
}
