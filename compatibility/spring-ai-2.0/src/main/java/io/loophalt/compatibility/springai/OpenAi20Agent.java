package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** Plays all scripts in loops of its own on Spring AI 2's model for OpenAI. */
public final class OpenAi20Agent {

  private OpenAi20Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    SceneServer server = new OpenAiServer();
    SceneServer withoutIds = OpenAiServer.withoutCallIds();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "by-hand", (scene, id, question) -> WrittenLoop.ask(scene, chat(server, scene), question));
    ways.put(
        "without-ids",
        (scene, id, question) -> WrittenLoop.ask(scene, chat(withoutIds, scene), question));
    ways.put(
        "spoken-to",
        (scene, id, question) ->
            WrittenLoop.ask(scene, WrittenLoop.spokenTo(chat(server, scene)), question));
    ways.put(
        "manager",
        (scene, id, question) -> {
          OpenAiChatOptions options = options(server, scene);
          return WrittenLoop.ask(
              scene, new ManagedChat(model(options), options, SpringAi20Agent.manager()), question);
        });
    Stage.play(ways);
  }

  private static Chat chat(SceneServer server, Scene scene) {
    OpenAiChatOptions options = options(server, scene);
    return new Chat(model(options), options);
  }

  private static ChatModel model(OpenAiChatOptions options) {
    return OpenAiChatModel.builder().options(options).build();
  }

  private static OpenAiChatOptions options(SceneServer server, Scene scene) {
    String conversation = UUID.randomUUID().toString();
    server.play(conversation, scene);
    return OpenAiChatOptions.builder()
        .baseUrl(server.address(conversation) + "/v1")
        .apiKey("none")
        .model("gpt-test")
        .maxRetries(0)
        .toolCallbacks(Ways.lambdas(scene))
        .build();
  }
}
