package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.AsyncStreamResponse;
import com.anthropic.core.http.HttpResponseFor;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.Metadata;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A conversation by messages. */
final class Messages implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {
    Message complete(AnthropicClient client, MessageCreateParams params) throws Exception;
  }

  /** Where the results of one answer's tools are in the next request. */
  enum Results {
    /** All in one message, behind the answer. */
    TOGETHER,
    /** Each in a message of its own, behind the answer. */
    APART,
    /** Each in a message of its own, behind one that asks for its call alone. */
    IN_PAIRS
  }

  private final AnthropicClient client;
  private final Way way;
  private final Results order;
  private final MessageCreateParams.Builder request;
  private final List<ContentBlockParam> results = new ArrayList<>();
  private final Map<String, ContentBlockParam> asked = new HashMap<>();

  Messages(AnthropicClient client, String conversation, Way way, Results order) {
    this.client = client;
    this.way = way;
    this.order = order;
    request =
        MessageCreateParams.builder()
            .model("claude-test")
            .maxTokens(1024)
            .metadata(Metadata.builder().userId(conversation).build());
    for (String tool : Scene.TOOLS) {
      request.addTool(
          Tool.builder()
              .name(tool)
              .inputSchema(
                  Tool.InputSchema.builder()
                      .properties(
                          Tool.InputSchema.Properties.builder()
                              .putAdditionalProperty(
                                  "input", JsonValue.from(Map.of("type", "string")))
                              .build())
                      .build())
              .build());
    }
  }

  static Message blocking(AnthropicClient client, MessageCreateParams params) {
    return client.messages().create(params);
  }

  static Message streamed(AnthropicClient client, MessageCreateParams params) {
    MessageAccumulator whole = MessageAccumulator.create();
    try (StreamResponse<RawMessageStreamEvent> stream = client.messages().createStreaming(params)) {
      stream.stream().forEach(whole::accumulate);
    }
    return whole.message();
  }

  static Message async(AnthropicClient client, MessageCreateParams params) throws Exception {
    return await(client.async().messages().create(params));
  }

  static Message asyncStreamed(AnthropicClient client, MessageCreateParams params)
      throws Exception {
    MessageAccumulator whole = MessageAccumulator.create();
    CompletableFuture<Message> answer = new CompletableFuture<>();
    client
        .async()
        .messages()
        .createStreaming(params)
        .subscribe(
            new AsyncStreamResponse.Handler<RawMessageStreamEvent>() {
              @Override
              public void onNext(RawMessageStreamEvent event) {
                whole.accumulate(event);
              }

              @Override
              public void onComplete(Optional<Throwable> error) {
                if (error.isPresent()) {
                  answer.completeExceptionally(error.get());
                } else {
                  answer.complete(whole.message());
                }
              }
            });
    return await(answer);
  }

  static Message rawStreamed(AnthropicClient client, MessageCreateParams params) {
    MessageAccumulator whole = MessageAccumulator.create();
    try (HttpResponseFor<StreamResponse<RawMessageStreamEvent>> response =
        client.messages().withRawResponse().createStreaming(params)) {
      response.parse().stream().forEach(whole::accumulate);
    }
    return whole.message();
  }

  static Message rawAsync(AnthropicClient client, MessageCreateParams params) throws Exception {
    return await(client.async().messages().withRawResponse().create(params)).parse();
  }

  private static <T> T await(CompletableFuture<T> answer) throws Exception {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Override
  public Reply ask() throws Exception {
    if (!results.isEmpty()) {
      request.addUserMessageOfContentBlockParams(List.copyOf(results));
      results.clear();
    }
    Message message = way.complete(client, request.build());
    boolean inPairs =
        order == Results.IN_PAIRS && message.content().stream().anyMatch(ContentBlock::isToolUse);
    if (!inPairs) {
      request.addMessage(message);
    }
    StringBuilder text = new StringBuilder();
    List<ToolRequest> calls = new ArrayList<>();
    for (ContentBlock block : message.content()) {
      block.text().ifPresent(said -> text.append(said.text()));
      block
          .toolUse()
          .ifPresent(
              use ->
                  calls.add(
                      new ToolRequest(
                          use.id(),
                          use.name(),
                          String.valueOf(use._input().convert(Map.class).get("input")))));
      block.toolUse().ifPresent(use -> asked.put(use.id(), block.toParam()));
    }
    return new Reply(text.toString(), calls, 0, 0);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    ContentBlockParam result =
        ContentBlockParam.ofToolResult(
            ToolResultBlockParam.builder()
                .toolUseId(call.id())
                .content(text)
                .isError(error)
                .build());
    if (order == Results.TOGETHER) {
      results.add(result);
      return;
    }
    if (order == Results.IN_PAIRS) {
      request.addAssistantMessageOfContentBlockParams(
          List.of(Objects.requireNonNull(asked.get(call.id()))));
    }
    request.addUserMessageOfContentBlockParams(List.of(result));
  }

  @Override
  public void say(String text) {
    request.addUserMessage(text);
  }
}
