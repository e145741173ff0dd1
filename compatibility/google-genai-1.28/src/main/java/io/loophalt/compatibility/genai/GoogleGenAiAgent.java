package io.loophalt.compatibility.genai;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import io.loophalt.compatibility.provider.GeminiServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Plays all scripts with a loop of its own and with the SDK's, all with one client. */
public final class GoogleGenAiAgent {

  /** It tells of every request; held, so that it stays as it is. */
  private static final Logger SDK = Logger.getLogger("com.google.genai");

  private GoogleGenAiAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    SDK.setLevel(Level.SEVERE);
    GeminiServer server = new GeminiServer();
    Client client =
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(server.address()).build())
            .build();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", written(server, client, Ways::blocking));
    ways.put("streamed", written(server, client, Ways::streamed));
    ways.put("streamed-in-pieces", written(server, client, Ways::streamedInPieces));
    ways.put("async", written(server, client, Ways::async));
    ways.put("async-streamed", written(server, client, Ways::asyncStreamed));
    ways.put("chat", written(server, client, Ways::chat));
    ways.put("chat-streamed", written(server, client, Ways::chatStreamed));
    ways.put("chat-async", written(server, client, Ways::asyncChat));
    ways.put("automatic", automatic(server, client, AutomaticCalls::blocking));
    ways.put("automatic-async", automatic(server, client, AutomaticCalls::async));
    Stage.play(ways);
  }

  private static FrameworkUnderTest written(
      GeminiServer server, Client client, Function<Client, Contents.Way> way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Contents(conversation, way.apply(client)), question);
    };
  }

  private static FrameworkUnderTest automatic(
      GeminiServer server, Client client, AutomaticCalls.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return AutomaticCalls.ask(client, way, scene, conversation, question);
    };
  }
}
