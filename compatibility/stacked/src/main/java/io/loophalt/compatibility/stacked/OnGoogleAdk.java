package io.loophalt.compatibility.stacked;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.Claude;
import com.google.adk.models.Gemini;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.SessionKey;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.Client;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import com.google.genai.types.Schema;
import io.loophalt.compatibility.scenario.Scene;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.Optional;

/** Google ADK on Anthropic's SDK and on Google's own. */
final class OnGoogleAdk {

  private OnGoogleAdk() {}

  static String claude(Scene scene, String address, String question) {
    return ask(
        new Claude(
            "claude-test",
            AnthropicOkHttpClient.builder().baseUrl(address).apiKey("none").maxRetries(0).build()),
        StreamingMode.NONE,
        scene,
        question);
  }

  static String gemini(Scene scene, String address, String question) {
    return ask(gemini(address), StreamingMode.NONE, scene, question);
  }

  static String geminiStreaming(Scene scene, String address, String question) {
    return ask(gemini(address), StreamingMode.SSE, scene, question);
  }

  private static Gemini gemini(String address) {
    return new Gemini(
        "gemini-test",
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(address).build())
            .build());
  }

  private static String ask(BaseLlm model, StreamingMode mode, Scene scene, String question) {
    LlmAgent agent =
        LlmAgent.builder()
            .name("assistant")
            .model(model)
            .tools(Scene.TOOLS.stream().map(tool -> new SceneTool(tool, scene)).toList())
            .build();
    InMemoryRunner runner = new InMemoryRunner(agent, "scenes");
    return runner
        .sessionService()
        .createSession(new SessionKey("scenes", "somebody", "session"))
        .flatMapPublisher(
            session ->
                runner.runAsync(
                    "somebody",
                    session.id(),
                    Content.fromParts(Part.fromText(question)),
                    RunConfig.builder().streamingMode(mode).build()))
        .map(OnGoogleAdk::text)
        .blockingLast();
  }

  private static String text(Event event) {
    return event
        .content()
        .flatMap(Content::parts)
        .flatMap(parts -> parts.stream().findFirst())
        .flatMap(Part::text)
        .orElse("");
  }

  /** One of a scene's tools. */
  private static final class SceneTool extends BaseTool {

    private final Scene scene;

    SceneTool(String name, Scene scene) {
      super(name, "a tool of the scene");
      this.scene = scene;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      Schema input =
          Schema.builder()
              .type("OBJECT")
              .properties(Map.of("input", Schema.builder().type("STRING").build()))
              .build();
      return Optional.of(FunctionDeclaration.builder().name(name()).parameters(input).build());
    }

    @Override
    public Single<Map<String, Object>> runAsync(
        Map<String, Object> arguments, ToolContext context) {
      return Single.<Map<String, Object>>fromCallable(
              () -> Map.of("output", scene.tool(name(), String.valueOf(arguments.get("input")))))
          .onErrorReturn(error -> Map.of("error", String.valueOf(error.getMessage())));
    }
  }
}
