package io.loophalt.compatibility.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.SessionKey;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.reactivex.rxjava3.core.Flowable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays all scripts with one agent on its runner. */
public final class GoogleAdkAgent {

  private GoogleAdkAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    if (Stage.playsAll()) {
      KeptSession.play();
    }
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("function tools", GoogleAdkAgent::functionTools);
    ways.put("tools on other threads", GoogleAdkAgent::toolsOnOtherThreads);
    ways.put("streaming", GoogleAdkAgent::streaming);
    Stage.play(ways);
  }

  private static String functionTools(Scene scene, String conversation, String question) {
    StringBuilder said = new StringBuilder();
    run(scene, SceneTools.of(scene), RunConfig.builder().build(), conversation, question)
        .blockingForEach(event -> said.append(text(event)));
    return said.toString();
  }

  private static String toolsOnOtherThreads(Scene scene, String conversation, String question) {
    RunConfig concurrent =
        RunConfig.builder().toolExecutionMode(ToolExecutionMode.PARALLEL_SUBSCRIBE).build();
    return run(scene, SceneTool.of(scene), concurrent, conversation, question)
        .map(GoogleAdkAgent::text)
        .blockingLast();
  }

  private static String streaming(Scene scene, String conversation, String question)
      throws Exception {
    RunConfig stream = RunConfig.builder().streamingMode(StreamingMode.SSE).build();
    return run(scene, SceneTools.of(scene), stream, conversation, question)
        .filter(event -> !event.partial().orElse(false))
        .map(GoogleAdkAgent::text)
        .lastOrErrorStage()
        .toCompletableFuture()
        .get();
  }

  private static Flowable<Event> run(
      Scene scene, List<?> tools, RunConfig how, String conversation, String question) {
    LlmAgent agent =
        LlmAgent.builder().name("assistant").model(new SceneLlm(scene)).tools(tools).build();
    InMemoryRunner runner = new InMemoryRunner(agent, "scenes");
    return runner
        .sessionService()
        .createSession(new SessionKey("scenes", "somebody", conversation))
        .flatMapPublisher(
            session ->
                runner.runAsync(
                    "somebody", session.id(), Content.fromParts(Part.fromText(question)), how));
  }

  static String text(Event event) {
    return event
        .content()
        .flatMap(Content::parts)
        .flatMap(parts -> parts.stream().findFirst())
        .flatMap(Part::text)
        .orElse("");
  }
}
