package io.loophalt.compatibility.ollama4j;

import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with the library's own loop and with one around it. */
public final class Ollama4jAgent {

  private static final int ENOUGH = 100;
  private static final int MANY_THREADS = 300;

  private Ollama4jAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    OllamaServer server = new OllamaServer();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "chat",
        (scene, conversation, question) ->
            OwnLoop.ask(scene, client(server, scene, conversation), false, question));
    ways.put(
        "chat-streamed",
        (scene, conversation, question) ->
            OwnLoop.ask(scene, client(server, scene, conversation), true, question));
    ways.put(
        "written",
        (scene, conversation, question) ->
            WrittenLoop.ask(scene, new WrittenChat(client(server, scene, conversation)), question));
    Stage.play(ways);
  }

  private static Client client(OllamaServer server, Scene scene, String conversation)
      throws ReflectiveOperationException {
    // Each model call leaves a client of the JDK's behind, whose threads end when it is collected.
    if (Thread.activeCount() > MANY_THREADS) {
      System.gc();
    }
    server.play(conversation, scene);
    Client client = new Client(server.address(conversation));
    client.setRounds(ENOUGH);
    client.register(new AnnotatedTools(scene));
    return client;
  }
}
