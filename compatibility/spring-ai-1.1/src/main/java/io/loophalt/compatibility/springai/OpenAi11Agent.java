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
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/** Plays all scripts with Spring AI 1.1's own model for OpenAI. */
public final class OpenAi11Agent {

  private OpenAi11Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    SceneServer server = new OpenAiServer();
    Ways ways =
        new Ways(
            scene -> client(server, scene),
            (request, callbacks) -> request.toolCallbacks(callbacks));
    Map<String, FrameworkUnderTest> played = new LinkedHashMap<>(ways.all());
    // What the tools are made of is no matter of the model.
    played.remove("callbacks");
    played.remove("mcp");
    SceneServer withoutIds = OpenAiServer.withoutCallIds();
    played.put(
        "by-hand", (scene, id, question) -> WrittenLoop.ask(scene, chat(server, scene), question));
    played.put(
        "without-ids",
        (scene, id, question) -> WrittenLoop.ask(scene, chat(withoutIds, scene), question));
    played.put(
        "spoken-to",
        (scene, id, question) ->
            WrittenLoop.ask(scene, WrittenLoop.spokenTo(chat(server, scene)), question));
    played.put(
        "manager",
        (scene, id, question) ->
            WrittenLoop.ask(
                scene,
                new ManagedChat(
                    model(server, scene), options(scene), ToolCallingManager.builder().build()),
                question));
    Stage.play(played);
  }

  private static ChatClient client(SceneServer server, Scene scene) {
    return ChatClient.create(model(server, scene));
  }

  private static Chat chat(SceneServer server, Scene scene) {
    return new Chat(model(server, scene), options(scene));
  }

  private static OpenAiChatOptions options(Scene scene) {
    return OpenAiChatOptions.builder()
        .toolCallbacks(Ways.lambdas(scene))
        .internalToolExecutionEnabled(false)
        .build();
  }

  private static ChatModel model(SceneServer server, Scene scene) {
    String conversation = UUID.randomUUID().toString();
    server.play(conversation, scene);
    OpenAiApi api =
        OpenAiApi.builder().baseUrl(server.address(conversation)).apiKey("none").build();
    OpenAiChatOptions options =
        OpenAiChatOptions.builder().model("gpt-test").streamUsage(true).build();
    return OpenAiChatModel.builder().openAiApi(api).defaultOptions(options).build();
  }
}
