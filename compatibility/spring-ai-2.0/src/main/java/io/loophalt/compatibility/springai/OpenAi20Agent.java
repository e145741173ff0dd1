package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** Plays all scripts in loops of its own on Spring AI 2's model for OpenAI. */
public final class OpenAi20Agent {

  private OpenAi20Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Provider provider = new Provider(new OpenAiServer());
    Provider withoutIds = new Provider(OpenAiServer.withoutCallIds());
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "by-hand", (scene, id, question) -> WrittenLoop.ask(scene, provider.chat(scene), question));
    ways.put(
        "without-ids",
        (scene, id, question) -> WrittenLoop.ask(scene, withoutIds.chat(scene), question));
    ways.put(
        "spoken-to",
        (scene, id, question) ->
            WrittenLoop.ask(scene, WrittenLoop.spokenTo(provider.chat(scene)), question));
    ways.put(
        "manager",
        (scene, id, question) -> WrittenLoop.ask(scene, provider.managed(scene), question));
    ways.put(
        "while-streaming",
        (scene, id, question) -> WrittenLoop.ask(scene, provider.streamed(scene), question));
    ways.put(
        "own-manager-streaming", (scene, id, question) -> provider.stream(scene, id, question));
    Stage.play(ways);
  }

  /**
   * One model for all conversations, as an application has it: each is named in its requests. To
   * make one for each took half of the time that all of them take.
   */
  private static final class Provider {

    private final SceneServer server;
    private final ChatModel model;

    Provider(SceneServer server) {
      this.server = server;
      this.model =
          OpenAiChatModel.builder()
              .options(
                  OpenAiChatOptions.builder()
                      .baseUrl(server.address() + "/v1")
                      .apiKey("none")
                      .maxRetries(0)
                      .build())
              .build();
    }

    Chat chat(Scene scene) {
      return new Chat(model, options(scene));
    }

    ManagedChat managed(Scene scene) {
      return new ManagedChat(model, options(scene), SpringAi20Agent.manager());
    }

    StreamedChat streamed(Scene scene) {
      return new StreamedChat(model, options(scene), SpringAi20Agent.manager());
    }

    /** In a client's loop, whose tools a manager of the application's own answers. */
    String stream(Scene scene, String conversation, String question) {
      List<String> pieces =
          ChatClient.builder(model)
              .defaultAdvisors(
                  ToolCallingAdvisor.builder()
                      .toolCallingManager(new AnsweringManager(scene))
                      .build())
              .build()
              .prompt(new Prompt(question, options(scene)))
              .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
              .stream()
              .content()
              .collectList()
              .block();
      return pieces == null ? "" : String.join("", pieces);
    }

    private OpenAiChatOptions options(Scene scene) {
      String conversation = UUID.randomUUID().toString();
      server.play(conversation, scene);
      return OpenAiChatOptions.builder()
          .model("gpt-test")
          .user(conversation)
          .streamUsage(true)
          .toolCallbacks(Ways.lambdas(scene))
          .build();
    }
  }
}
