package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.OllamaAPI;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with the library's own loop and with one around it. */
public final class Ollama4jAgent {

  private static final int ENOUGH = 100;
  private static final int SECONDS = 60;
  private static final int MANY_THREADS = 300;

  private Ollama4jAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    OllamaServer server = new OllamaServer();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "chat",
        (scene, conversation, question) ->
            OwnLoop.answer(
                withFunctions(server, scene, conversation), OwnLoop::blocking, question));
    ways.put(
        "chat-streamed",
        (scene, conversation, question) ->
            OwnLoop.answer(
                withFunctions(server, scene, conversation), OwnLoop::streamed, question));
    ways.put(
        "annotated",
        (scene, conversation, question) -> {
          OllamaAPI api = api(server, scene, conversation);
          api.registerAnnotatedTools(new AnnotatedTools(scene));
          return OwnLoop.answer(api, OwnLoop::blocking, question);
        });
    ways.put(
        "written",
        (scene, conversation, question) ->
            WrittenLoop.answer(
                scene, new WrittenChat(withFunctions(server, scene, conversation)), question));
    Stage.play(ways);
  }

  private static OllamaAPI withFunctions(OllamaServer server, Scene scene, String conversation) {
    OllamaAPI api = api(server, scene, conversation);
    for (String tool : Scene.TOOLS) {
      api.registerTool(SceneTools.of(scene, tool));
    }
    return api;
  }

  private static OllamaAPI api(OllamaServer server, Scene scene, String conversation) {
    // Each model call leaves a client of the JDK's behind, whose threads end when it is collected.
    if (Thread.activeCount() > MANY_THREADS) {
      System.gc();
    }
    server.play(conversation, scene);
    OllamaAPI api = new OllamaAPI(server.address(conversation));
    api.setVerbose(false);
    api.setRequestTimeoutSeconds(SECONDS);
    api.setMaxChatToolCallRetries(ENOUGH);
    return api;
  }
}
