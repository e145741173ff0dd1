package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.service.AiServices;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.Map;

/** Plays all scripts with AI services. */
public final class LangChain4jAgent {

  /** The service. */
  interface Assistant {
    String chat(String question);
  }

  private LangChain4jAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Stage.play(Map.of("blocking", LangChain4jAgent::blocking));
  }

  private static String blocking(Scene scene, String conversation, String question) {
    return AiServices.builder(Assistant.class)
        .chatModel(new SceneModel(scene))
        .tools(new SceneTools(scene))
        .build()
        .chat(question);
  }
}
