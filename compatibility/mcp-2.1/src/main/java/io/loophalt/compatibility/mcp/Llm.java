package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;

/** A scene's model behind a client of the application's own. */
final class Llm {

  private final Scene scene;

  Llm(Scene scene) {
    this.scene = scene;
  }

  /** The model's answer to what the tools said since its last one. */
  Reply complete(List<String> results) {
    return scene.reply(results, /* toolsOffered= */ true);
  }
}
