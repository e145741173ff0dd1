package io.loophalt.compatibility.mvc;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
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
      return new Desk(new Scene(script)).solve();
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName().equals("LoopHaltException") ? "halted" : "failed: " + e;
    }
  }

  /** A request in which a run has a boundary of its own. */
  @GetMapping("/own-run")
  public String ownRun(@RequestParam("script") Script script) {
    return bounded(new Desk(new Scene(script)));
  }

  /** A request that is one step of an agent, whose other steps are in other requests. */
  @GetMapping("/step")
  public String step() {
    try {
      return new Desk(new Scene(Script.IDENTICAL_CALLS)).carryOut("search", "{}");
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName().equals("LoopHaltException") ? "halted" : "failed: " + e;
    }
  }

  String bounded(Desk desk) {
    return desk.solve();
  }
}
