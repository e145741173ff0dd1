package io.loophalt.compatibility.mvc;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Each request is an agent with a loop of its own. */
@RestController
public class AgentController {

  /** A request in which no agent works. */
  @GetMapping("/idle")
  public String idle() {
    return "nothing to do";
  }

  /** A request that is an agent. */
  @GetMapping("/ask")
  public String ask(@RequestParam("script") Script script) {
    try {
      return solve(new Scene(script));
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName().equals("LoopHaltException") ? "halted" : "failed: " + e;
    }
  }

  /** A request in which a run has a boundary of its own. */
  @GetMapping("/own-run")
  public String ownRun(@RequestParam("script") Script script) {
    return bounded(new Scene(script));
  }

  String bounded(Scene scene) {
    return solve(scene);
  }

  private String solve(Scene scene) {
    List<String> results = new ArrayList<>();
    while (true) {
      Reply reply = complete(scene, results);
      if (reply.calls().isEmpty()) {
        return reply.text();
      }
      results = new ArrayList<>();
      for (ToolRequest call : reply.calls()) {
        results.add(carryOut(scene, call.tool(), call.input()));
      }
    }
  }

  Reply complete(Scene scene, List<String> results) {
    return scene.reply(results, /* toolsOffered= */ true);
  }

  String carryOut(Scene scene, String tool, String input) {
    return scene.tool(tool, input);
  }
}
