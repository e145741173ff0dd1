package io.loophalt.compatibility.stopped;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stops threads with {@code Thread.stop()} in the first calls of a tool that there are, and sees
 * whether later calls are still guarded. Where the JDK stops no threads, they end by themselves.
 */
public final class StoppedAtOnce {

  private static final String THREADS = "200";
  private static final int CAP = 7;

  private StoppedAtOnce() {}

  /**
   * Entry point.
   *
   * @param args how many threads are stopped before the main thread makes calls; many by default
   */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    // A class of the JDK whose initializer is stopped is broken for good, with an agent or without.
    value(0);
    int threads = Integer.parseInt(args.length == 0 ? THREADS : args[0]);
    for (int i = 0; i < threads; i++) {
      stopSoon(50_000L * i);
    }
    Report.fact("stuck.halted.at", stuck());
    Report.fact("done", true);
  }

  private static void stopSoon(long afterNanos) throws Exception {
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              begun.set(true);
              for (int i = 0; !over.get(); i++) {
                search(value(i), i);
              }
            });
    thread.setUncaughtExceptionHandler((ended, stopped) -> {});
    thread.start();
    while (!begun.get()) {
      Thread.onSpinWait();
    }
    long from = System.nanoTime();
    while (System.nanoTime() - from < afterNanos) {
      Thread.onSpinWait();
    }
    if (Runtime.version().feature() < 20) {
      Thread.class.getMethod("stop").invoke(thread);
    }
    over.set(true);
    thread.join();
  }

  private static Object value(int number) {
    BitSet bits = new BitSet();
    bits.set(number % 100);
    Map<String, Object> map = new HashMap<>();
    map.put("words", new ArrayList<>(List.of("a", number, 0.5)));
    map.put("bits", bits);
    map.put("maybe", Optional.of(number));
    map.put("failure", new IllegalStateException("at line " + number));
    return map;
  }

  @AgentRun
  private static int stuck() {
    Object same = value(1);
    for (int call = 1; call <= CAP; call++) {
      try {
        search(same, 1);
      } catch (LoopHaltException e) {
        return call;
      }
    }
    return 0;
  }

  @AgentTool
  @SuppressWarnings("UnusedVariable") // the agent reads it
  private static String search(Object values, int number) {
    return "no match for " + number;
  }
}
