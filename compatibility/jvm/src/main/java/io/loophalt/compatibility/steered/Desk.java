package io.loophalt.compatibility.steered;

import io.loophalt.AgentTool;
import io.loophalt.Effect;
import java.util.concurrent.CompletableFuture;

/** The tools of the runs. */
final class Desk {

  private int looks;

  /** Finds nothing. */
  @AgentTool
  String search(String query) {
    return "no match for " + query;
  }

  /** Finds nothing, and says so later. */
  @AgentTool(name = "search_later")
  CompletableFuture<String> searchLater(String query) {
    return CompletableFuture.supplyAsync(() -> "no match for " + query);
  }

  /** Has news each time. */
  @AgentTool(effect = Effect.READ)
  String look(String what) {
    looks++;
    return "page " + looks + " of " + what + " tells of item " + looks * 7919;
  }

  /** Fails, and says for what. */
  @AgentTool
  String fail(String what) {
    throw new IllegalStateException("cannot reach " + what + " at 10.0.0.1");
  }

  /** Returns nothing that could carry a text. */
  @AgentTool(name = "write_file", effect = Effect.WRITE)
  void writeFile(String path, String text) {}
}
