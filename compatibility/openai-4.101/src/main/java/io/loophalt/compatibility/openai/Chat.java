package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.AsyncStreamResponse;
import com.openai.core.http.HttpResponseFor;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A conversation by chat completions. */
final class Chat implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {
    ChatCompletion complete(OpenAIClient client, ChatCompletionCreateParams params)
        throws Exception;
  }

  private final OpenAIClient client;
  private final Way way;
  private final ChatCompletionCreateParams.Builder request;

  Chat(OpenAIClient client, String conversation, Way way) {
    this.client = client;
    this.way = way;
    request = ChatCompletionCreateParams.builder().model("gpt-test").safetyIdentifier(conversation);
    for (String tool : Scene.TOOLS) {
      request.addFunctionTool(
          FunctionDefinition.builder()
              .name(tool)
              .parameters(
                  FunctionParameters.builder()
                      .putAdditionalProperty("type", JsonValue.from("object"))
                      .putAdditionalProperty(
                          "properties", JsonValue.from(Map.of("input", Map.of("type", "string"))))
                      .build())
              .build());
    }
  }

  static ChatCompletion blocking(OpenAIClient client, ChatCompletionCreateParams params) {
    return client.chat().completions().create(params);
  }

  static ChatCompletion async(OpenAIClient client, ChatCompletionCreateParams params)
      throws Exception {
    return await(client.async().chat().completions().create(params));
  }

  static ChatCompletion streamed(OpenAIClient client, ChatCompletionCreateParams params) {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    try (StreamResponse<ChatCompletionChunk> stream =
        client.chat().completions().createStreaming(withUsage(params))) {
      stream.stream().forEach(whole::accumulate);
    }
    return whole.chatCompletion();
  }

  static ChatCompletion asyncStreamed(OpenAIClient client, ChatCompletionCreateParams params)
      throws Exception {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    CompletableFuture<ChatCompletion> answer = new CompletableFuture<>();
    client
        .async()
        .chat()
        .completions()
        .createStreaming(withUsage(params))
        .subscribe(
            new AsyncStreamResponse.Handler<ChatCompletionChunk>() {
              @Override
              public void onNext(ChatCompletionChunk chunk) {
                whole.accumulate(chunk);
              }

              @Override
              public void onComplete(Optional<Throwable> error) {
                if (error.isPresent()) {
                  answer.completeExceptionally(error.get());
                } else {
                  answer.complete(whole.chatCompletion());
                }
              }
            });
    return await(answer);
  }

  static ChatCompletion raw(OpenAIClient client, ChatCompletionCreateParams params) {
    try (HttpResponseFor<ChatCompletion> response =
        client.chat().completions().withRawResponse().create(params)) {
      return response.parse();
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // said of the future, which cannot be closed
  static ChatCompletion rawAsyncStreamed(OpenAIClient client, ChatCompletionCreateParams params)
      throws Exception {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    try (HttpResponseFor<StreamResponse<ChatCompletionChunk>> response =
        await(
            client
                .async()
                .chat()
                .completions()
                .withRawResponse()
                .createStreaming(withUsage(params)))) {
      response.parse().stream().forEach(whole::accumulate);
    }
    return whole.chatCompletion();
  }

  private static ChatCompletionCreateParams withUsage(ChatCompletionCreateParams params) {
    return params.toBuilder()
        .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
        .build();
  }

  static <T> T await(CompletableFuture<T> answer) throws Exception {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Override
  public Reply ask() throws Exception {
    ChatCompletionMessage message =
        way.complete(client, request.build()).choices().get(0).message();
    request.addMessage(message);
    List<ToolRequest> calls = new ArrayList<>();
    for (ChatCompletionMessageToolCall call : message.toolCalls().orElse(List.of())) {
      var function = call.asFunction();
      calls.add(
          new ToolRequest(
              function.id(),
              function.function().name(),
              String.valueOf(function.function().arguments(Map.class).get("input"))));
    }
    return new Reply(message.content().orElse(""), calls, 0, 0);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    request.addMessage(
        ChatCompletionToolMessageParam.builder().toolCallId(call.id()).content(text).build());
  }

  @Override
  public void say(String text) {
    request.addUserMessage(text);
  }
}
