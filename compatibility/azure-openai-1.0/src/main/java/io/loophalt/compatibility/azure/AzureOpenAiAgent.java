package io.loophalt.compatibility.azure;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.azure.ai.openai.models.ChatCompletionStreamOptions;
import com.azure.core.http.rest.RequestOptions;
import com.azure.core.http.rest.Response;
import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Plays all scripts with a loop of its own, all conversations with one client of each kind. */
public final class AzureOpenAiAgent {

  private static final String DEPLOYMENT = "gpt-test";

  private AzureOpenAiAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    OpenAiServer server = new OpenAiServer();
    OpenAIClientBuilder builder = new OpenAIClientBuilder().endpoint(server.address());
    OpenAIClient client = builder.buildClient();
    OpenAIAsyncClient async = builder.buildAsyncClient();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "blocking",
        way(server, options -> List.of(client.getChatCompletions(DEPLOYMENT, options))));
    ways.put(
        "with-response",
        way(
            server,
            options ->
                List.of(
                    client
                        .getChatCompletionsWithResponse(DEPLOYMENT, options, new RequestOptions())
                        .getValue())));
    ways.put(
        "streamed",
        way(
            server,
            options ->
                client.getChatCompletionsStream(DEPLOYMENT, options, withUsage()).stream()
                    .toList()));
    ways.put(
        "async",
        way(
            server,
            options -> List.of(require(async.getChatCompletions(DEPLOYMENT, options).block()))));
    ways.put(
        "async-streamed",
        way(
            server,
            options ->
                require(
                    async
                        .getChatCompletionsStream(DEPLOYMENT, options, withUsage())
                        .collectList()
                        .block())));
    ways.put(
        "streamed-with-response",
        way(
            server,
            options ->
                client
                    .getChatCompletionsStreamWithResponse(DEPLOYMENT, options, new RequestOptions())
                    .getValue()
                    .stream()
                    .toList()));
    ways.put(
        "async-streamed-with-response",
        way(
            server,
            options ->
                require(
                    async
                        .getChatCompletionsStreamWithResponse(
                            DEPLOYMENT, options, new RequestOptions())
                        .map(Response::getValue)
                        .collectList()
                        .block())));
    OpenAiServer withoutIds = OpenAiServer.withoutCallIds();
    OpenAIClient other = new OpenAIClientBuilder().endpoint(withoutIds.address()).buildClient();
    ways.put(
        "without-ids",
        way(withoutIds, options -> List.of(other.getChatCompletions(DEPLOYMENT, options))));
    Stage.play(ways);
  }

  private static ChatCompletionStreamOptions withUsage() {
    return new ChatCompletionStreamOptions().setIncludeUsage(true);
  }

  private static <T> T require(@Nullable T answer) {
    return Objects.requireNonNull(answer);
  }

  private static FrameworkUnderTest way(OpenAiServer server, Chat.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Chat(conversation, way), question);
    };
  }
}
