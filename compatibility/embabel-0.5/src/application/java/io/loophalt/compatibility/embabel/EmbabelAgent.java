package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.common.Ai;
import com.embabel.agent.api.invocation.AgentInvocation;
import com.embabel.agent.core.Agent;
import com.embabel.agent.core.AgentPlatform;
import com.embabel.agent.core.ProcessOptions;
import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with prompt runners and with agents. */
public final class EmbabelAgent {

  private EmbabelAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Platform platform = Platform.sequential();
    Platform parallel = Platform.parallel();
    Ai ai = platform.ai();
    platform.deploy(new Desk());
    Agent desk = parallel.deploy(new Desk());
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("annotated tools", (scene, conversation, question) -> annotated(ai, scene, question));
    ways.put("function tools", (scene, conversation, question) -> functions(ai, scene, question));
    SceneServer server = new OpenAiServer();
    ways.put("on OpenAI", (scene, conversation, question) -> onOpenAi(ai, server, scene, question));
    ways.put("agent", (scene, conversation, question) -> invoked(platform.get(), scene, question));
    ways.put(
        "in parallel",
        (scene, conversation, question) -> inParallel(parallel.get(), desk, scene, question));
    Stage.play(ways);
  }

  private static String annotated(Ai ai, Scene scene, String question) {
    return ai.withLlmService(SceneModel.of(scene))
        .withToolObject(new SceneTools(scene))
        .generateText(question);
  }

  private static String functions(Ai ai, Scene scene, String question) {
    return ai.withLlmService(SceneModel.of(scene))
        .withTools(SceneTools.functions(scene))
        .generateText(question);
  }

  private static String onOpenAi(Ai ai, SceneServer server, Scene scene, String question) {
    return ai.withLlmService(OpenAiModel.of(server, scene))
        .withToolObject(new SceneTools(scene))
        .generateText(question);
  }

  /** The agent works on another thread. */
  private static String invoked(AgentPlatform platform, Scene scene, String question) {
    return AgentInvocation.create(platform, Desk.Answer.class)
        .invoke(new Desk.Question(scene, question))
        .text();
  }

  /** The agent works here, its action elsewhere, and so do the tools of one answer. */
  private static String inParallel(
      AgentPlatform platform, Agent desk, Scene scene, String question) {
    return platform
        .runAgentFrom(
            desk, ProcessOptions.DEFAULT, Map.of("it", new Desk.Question(scene, question)))
        .last(Desk.Answer.class)
        .text();
  }
}
