package io.loophalt.compatibility.mvc;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.List;

/** The loop of one request, with its model and its tools. */
final class Desk {

  private final Scene scene;

  Desk(Scene scene) {
    this.scene = scene;
  }

  String solve() {
    List<String> results = new ArrayList<>();
    while (true) {
      Reply reply = complete(results);
      if (reply.calls().isEmpty()) {
        return reply.text();
      }
      results = new ArrayList<>();
      for (ToolRequest call : reply.calls()) {
        results.add(carryOut(call.tool(), call.input()));
      }
    }
  }

  Reply complete(List<String> results) {
    return scene.reply(results, /* toolsOffered= */ true);
  }

  String carryOut(String tool, String input) {
    return scene.tool(tool, input);
  }
}
