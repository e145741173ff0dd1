package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.List;

/** A scene's model behind a client of the application's own. */
final class Llm {

  private final Scene scene;

  Llm(Scene scene) {
    this.scene = scene;
  }

  /**
   * What the model is sent.
   *
   * @param model its name
   * @param tools what it may ask for
   * @param results what the tools said since its last answer
   * @param messages all that was said
   */
  record Request(String model, List<String> tools, List<String> results, List<Message> messages) {}

  /** Words, and what the model wants done if it is the one who says them. */
  record Message(String role, String content, List<ToolRequest> toolCalls) {}

  /** The model's answer. */
  Reply complete(Request request) {
    return scene.reply(request.results(), !request.tools().isEmpty(), request.model());
  }
}
