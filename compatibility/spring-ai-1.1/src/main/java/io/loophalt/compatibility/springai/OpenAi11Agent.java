package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/** Plays all scripts with Spring AI 1.1's own model for OpenAI. */
public final class OpenAi11Agent {

  private OpenAi11Agent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Provider provider = new Provider(new OpenAiServer());
    if (Stage.playsAll()) {
      Scene stuck = new Scene(Script.IDENTICAL_CALLS);
      backedUp("backed-up.stuck", provider.model(stuck), stuck, provider);
      backedUp("backed-up.outage", new Outage(), new Scene(Script.SAME_QUESTION), provider);
      ownManager(provider);
    }
    Ways ways =
        new Ways(
            scene -> ChatClient.create(provider.model(scene)),
            (request, callbacks) -> request.toolCallbacks(callbacks));
    Map<String, FrameworkUnderTest> played = new LinkedHashMap<>(ways.all());
    // What the tools are made of is no matter of the model.
    played.remove("callbacks");
    played.remove("mcp");
    Provider withoutIds = new Provider(OpenAiServer.withoutCallIds());
    played.put(
        "by-hand", (scene, id, question) -> WrittenLoop.ask(scene, provider.chat(scene), question));
    played.put(
        "without-ids",
        (scene, id, question) -> WrittenLoop.ask(scene, withoutIds.chat(scene), question));
    played.put(
        "spoken-to",
        (scene, id, question) ->
            WrittenLoop.ask(scene, WrittenLoop.spokenTo(provider.chat(scene)), question));
    played.put(
        "manager",
        (scene, id, question) ->
            WrittenLoop.ask(
                scene,
                new ManagedChat(
                    provider.model(scene), options(scene), ToolCallingManager.builder().build()),
                question));
    Stage.play(played);
  }

  /** The model's loop with a manager that answers calls itself. */
  private static void ownManager(Provider provider) throws Exception {
    Map<String, FrameworkUnderTest> ways =
        new Ways(
                scene -> ChatClient.create(provider.answering(scene)),
                (request, callbacks) -> request.toolCallbacks(callbacks))
            .all();
    for (String way : List.of("blocking", "streaming")) {
      FrameworkUnderTest asked = Objects.requireNonNull(ways.get(way));
      ownManager(way + ".stuck", asked, new Scene(Script.IDENTICAL_CALLS));
      ownManager(way + ".healthy", asked, new Scene(Script.SAME_QUESTION));
    }
  }

  private static void ownManager(String name, FrameworkUnderTest way, Scene scene)
      throws Exception {
    String outcome;
    try {
      outcome = "answer: " + way.ask(scene, name, "Please help.");
    } catch (RuntimeException e) {
      boolean halted = e.getClass().getSimpleName().equals("LoopHaltException");
      outcome = halted ? "halted" : "failed: " + e;
    }
    Report.fact("own-manager." + name + ".outcome", outcome);
    Report.fact("own-manager." + name + ".model.calls", scene.modelCalls());
    Report.fact("own-manager." + name + ".tool.calls", scene.toolCalls());
    Report.fact("own-manager." + name + ".nudges", scene.nudges());
  }

  /** One model, and another one for when it fails. */
  private static void backedUp(String name, ChatModel first, Scene scene, Provider provider) {
    Scene backup = new Scene(Script.SAME_QUESTION);
    ChatClient client = ChatClient.create(new BackedUpModel(first, provider.model(backup)));
    String outcome;
    try {
      String answer =
          client.prompt().user("Please help.").tools(new SceneTools(scene)).call().content();
      outcome = "answer: " + answer;
    } catch (RuntimeException e) {
      boolean halted = e.getClass().getSimpleName().equals("LoopHaltException");
      outcome = halted ? "halted" : "failed: " + e;
    }
    Report.fact(name + ".outcome", outcome);
    Report.fact(name + ".model.calls", scene.modelCalls());
    Report.fact(name + ".backup.model.calls", backup.modelCalls());
  }

  /** A model whose provider cannot be reached. */
  private static final class Outage implements ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      throw new IllegalStateException("connection refused");
    }
  }

  private static OpenAiChatOptions options(Scene scene) {
    return OpenAiChatOptions.builder()
        .toolCallbacks(Ways.lambdas(scene))
        .internalToolExecutionEnabled(false)
        .build();
  }

  /**
   * One client of the provider's for all conversations, as an application has it: each is named in
   * its requests. To make one for each took half of the time that all of them take.
   */
  private static final class Provider {

    private final SceneServer server;
    private final OpenAiApi api;

    Provider(SceneServer server) {
      this.server = server;
      this.api = OpenAiApi.builder().baseUrl(server.address()).apiKey("none").build();
    }

    Chat chat(Scene scene) {
      return new Chat(model(scene), options(scene));
    }

    ChatModel model(Scene scene) {
      return builder(scene).build();
    }

    /** Which has its tools called by a manager of the application's own. */
    ChatModel answering(Scene scene) {
      return builder(scene).toolCallingManager(new AnsweringManager(scene)).build();
    }

    private OpenAiChatModel.Builder builder(Scene scene) {
      String conversation = UUID.randomUUID().toString();
      server.play(conversation, scene);
      OpenAiChatOptions options =
          OpenAiChatOptions.builder()
              .model("gpt-test")
              .user(conversation)
              .streamUsage(true)
              .build();
      return OpenAiChatModel.builder().openAiApi(api).defaultOptions(options);
    }
  }
}
