package io.loophalt.compatibility.genai;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import io.loophalt.compatibility.provider.GeminiServer;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Has tasks done by the SDK's asynchronous loop, each on a thread of its own. */
public final class NoBoundary {

  /** It tells of every request; held, so that it stays as it is. */
  private static final Logger SDK = Logger.getLogger("com.google.genai");

  private NoBoundary() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    SDK.setLevel(Level.SEVERE);
    GeminiServer server = new GeminiServer();
    Client client =
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(server.address()).build())
            .build();
    for (Script script : List.of(Script.MANY_PAGES, Script.IDENTICAL_CALLS, Script.SAME_QUESTION)) {
      Scene scene = new Scene(script);
      server.play(script.name(), scene);
      Thread task = new Thread(() -> Report.fact(script.name(), outcome(client, scene)));
      task.start();
      task.join();
      Report.fact(script + ".tool.calls", scene.toolCalls());
    }
    Report.fact("done", true);
    System.exit(0);
  }

  private static String outcome(Client client, Scene scene) {
    try {
      String conversation = scene.script().name();
      return AutomaticCalls.answer(
          client, AutomaticCalls::async, scene, conversation, "Please help.");
    } catch (Exception thrown) {
      return thrown.toString();
    }
  }
}
