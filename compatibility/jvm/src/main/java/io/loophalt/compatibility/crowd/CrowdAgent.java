package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/**
 * As many live runs as its argument says, none of which does anything any more. For each line on
 * standard input it tells how much processor time those have used who ask about runs: a fact {@code
 * cpu.N}, in microseconds.
 */
public final class CrowdAgent {

  private static final String ASKED = "loophalt-control-client";

  private CrowdAgent() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int runs = Integer.parseInt(arguments[0]);
    for (int i = 0; i < runs; i++) {
      String id = "run-of-" + i;
      Thread worker = new Thread(() -> begin(id));
      worker.start();
      worker.join();
    }
    Report.fact("ready", true);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int asked = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Report.fact("cpu." + ++asked, micros());
    }
  }

  /** Nobody closes the run: it stays. */
  private static void begin(String id) {
    RunScope unused = AgentRuns.open("crowd", id);
    look(id);
  }

  @AgentTool
  static String look(String what) {
    return "nothing of " + what.length();
  }

  private static long micros() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (ThreadInfo each : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (each != null && each.getThreadName().equals(ASKED)) {
        nanos += Math.max(0, threads.getThreadCpuTime(each.getThreadId()));
      }
    }
    return nanos / 1_000;
  }
}
