package io.loophalt.compatibility.executors;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An agent whose run method does all its work on a thread of a plain executor. */
public final class UncarriedAgents {

  private static final int LOOKS = 3;

  private static final ExecutorService PLAIN =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "plain"));

  private UncarriedAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Report.fact("answer", answer().join());
    PLAIN.shutdown();
    Report.fact("done", true);
  }

  @AgentRun(task = "shop")
  private static CompletableFuture<String> answer() {
    return CompletableFuture.supplyAsync(
        () -> {
          String price = "";
          for (int i = 0; i < LOOKS; i++) {
            price = look("tea " + i);
          }
          return price;
        },
        PLAIN);
  }

  @AgentTool
  private static String look(String item) {
    return "the price of " + item;
  }
}
