package io.loophalt.compatibility.executors;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Uses executors, and a tool only if it is told to. */
public final class NoAgent {

  private NoAgent() {}

  /** Entry point; with an argument there is an agent. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Report.fact("sum", pool.submit(() -> 1).get() + CompletableFuture.supplyAsync(() -> 2).get());
    if (args.length > 0) {
      Tools.look("something");
    }
    pool.shutdown();
    Report.fact("done", true);
  }
}
