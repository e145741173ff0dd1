package io.loophalt.compatibility.executors;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Plays the same agent in each way of handing work over: a healthy run, a stuck one, and work of no
 * run on the same threads afterwards. All threads are there before the agent's first class is.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class EveryWay {

  private static final int CALLS = 12;
  private static final long LONGEST_SECONDS = 30;

  private EveryWay() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Map<String, Way> ways = new LinkedHashMap<>();
    JdkWays.addTo(ways);
    LibraryWays.addTo(ways);
    for (Way way : ways.values()) {
      hand(way, () -> {});
      hand(way, () -> {});
    }
    for (Map.Entry<String, Way> each : ways.entrySet()) {
      play(each.getKey(), each.getValue());
    }
    Report.fact("done", true);
    System.exit(0);
  }

  private static void play(String name, Way way) throws Exception {
    String before = nameOfRun(way);
    String own;
    String handed;
    try (RunScope scope = AgentRuns.open("healthy")) {
      own = Tools.run();
      handed = nameOfRun(way);
      Tools.reset();
      for (int call = 0; call < CALLS; call++) {
        String page = "page " + call;
        hand(way, () -> Tools.look(page));
      }
    }
    Report.fact(name + ": in the run", own.equals(handed));
    Report.fact(name + ": healthy", Tools.BODIES + " ran, " + Tools.HALTS + " halted");
    Report.fact(
        name + ": on the thread afterwards",
        nameOfRun(way).equals(before) ? "as before" : "left behind");

    Tools.reset();
    try (RunScope scope = AgentRuns.open("stuck")) {
      for (int call = 0; call < CALLS; call++) {
        hand(way, () -> Tools.look("the same page"));
      }
    }
    Report.fact(name + ": stuck", Tools.BODIES + " ran, " + Tools.HALTS + " halted");
  }

  private static String nameOfRun(Way way) throws Exception {
    String[] name = new String[1];
    hand(way, () -> name[0] = Tools.run());
    return name[0];
  }

  /** Hands the work over and waits until it is done. */
  private static void hand(Way way, Runnable work) throws Exception {
    CompletableFuture<Throwable> done = new CompletableFuture<>();
    way.hand(
        () -> {
          try {
            work.run();
            done.complete(null);
          } catch (Throwable thrown) {
            done.complete(thrown);
          }
        });
    Throwable thrown = done.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    if (thrown != null) {
      throw new IllegalStateException(thrown);
    }
  }
}
