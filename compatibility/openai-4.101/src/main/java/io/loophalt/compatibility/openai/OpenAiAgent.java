package io.loophalt.compatibility.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with a loop of its own, all conversations with one client. */
public final class OpenAiAgent {

  private OpenAiAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    OpenAiServer server = new OpenAiServer();
    OpenAIClient client = clientOf(server);
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("chat", chat(server, client, Chat::blocking));
    ways.put("chat-streamed", chat(server, client, Chat::streamed));
    ways.put("chat-async", chat(server, client, Chat::async));
    ways.put("chat-async-streamed", chat(server, client, Chat::asyncStreamed));
    ways.put("chat-raw", chat(server, client, Chat::raw));
    ways.put("chat-raw-async-streamed", chat(server, client, Chat::rawAsyncStreamed));
    ways.put(
        "chat-spoken-to",
        (scene, conversation, question) -> {
          server.play(conversation, scene);
          Chat chat = new Chat(client, conversation, Chat::blocking);
          return WrittenLoop.ask(scene, WrittenLoop.spokenTo(chat), question);
        });
    ways.put("chat-without-ids", withoutIds());
    ways.put("responses", responses(server, client, Responses::blocking));
    ways.put("responses-streamed", responses(server, client, Responses::streamed));
    ways.put("responses-beta", betaResponses(server, client, BetaResponses::blocking));
    ways.put("responses-beta-streamed", betaResponses(server, client, BetaResponses::streamed));
    Stage.play(ways);
  }

  private static OpenAIClient clientOf(OpenAiServer server) {
    return OpenAIOkHttpClient.builder()
        .baseUrl(server.address() + "/v1")
        .apiKey("none")
        .maxRetries(0)
        .build();
  }

  /** As some servers of this format answer. */
  private static FrameworkUnderTest withoutIds() throws IOException {
    OpenAiServer server = OpenAiServer.withoutCallIds();
    return chat(server, clientOf(server), Chat::blocking);
  }

  private static FrameworkUnderTest chat(OpenAiServer server, OpenAIClient client, Chat.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Chat(client, conversation, way), question);
    };
  }

  private static FrameworkUnderTest responses(
      OpenAiServer server, OpenAIClient client, Responses.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Responses(client, conversation, way), question);
    };
  }

  private static FrameworkUnderTest betaResponses(
      OpenAiServer server, OpenAIClient client, BetaResponses.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new BetaResponses(client, conversation, way), question);
    };
  }
}
