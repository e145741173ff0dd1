package io.loophalt.compatibility.steered;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.LoopListener;
import io.loophalt.RunExtension;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import io.loophalt.compatibility.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs that do what its test says, one call after the other: each line on standard input is {@code
 * RUN TOOL ARGUMENT}, and each call's outcome is a fact {@code RUN.N}. The tool {@code ask} is a
 * model, which is sent so many tokens; {@code close} closes the run, and its thread opens the next;
 * {@code end} ends it all.
 *
 * <p>A run called {@value #ALONE} is drawn by its thread alone. With the argument {@value #HEARD} a
 * listener tells what it hears, and would let every halted run go on. With {@value #VIRTUAL} the
 * threads are virtual ones, and in the end it is told which were pinned. With {@value #LASTING}
 * they keep the JVM alive, and when it is told to end it waits for the call that each is in.
 */
@SuppressWarnings("try") // a scope is open, and that is all
public final class SteeredAgent {

  static final String ALONE = "alone";
  static final String HEARD = "heard";
  static final String VIRTUAL = "virtual";
  static final String LASTING = "lasting";

  /** One run on a thread of its own. */
  private static final class Worker implements Runnable {

    private final String id;
    private final BlockingQueue<String[]> calls = new LinkedBlockingQueue<>();
    private final Desk desk = new Desk();
    private int made;
    private volatile boolean ends;

    Worker(String id) {
      this.id = id;
    }

    @Override
    public void run() {
      try {
        for (int runs = 1; !ends; runs++) {
          untilItIsClosed(runs == 1 ? id : id + "-" + runs);
          Report.fact(id + ".closed", runs);
        }
      } catch (InterruptedException cancelled) {
        Report.fact(id + ".cancelled", true);
      }
    }

    private void untilItIsClosed(String run) throws InterruptedException {
      if (id.equals(ALONE)) {
        makeCalls();
        return;
      }
      try (RunScope scope = AgentRuns.open("desk", run)) {
        makeCalls();
      }
    }

    private void makeCalls() throws InterruptedException {
      for (String[] call = calls.take(); !call[1].equals("close"); call = calls.take()) {
        Report.fact(id + "." + ++made, outcome(call[1], call[2]));
      }
    }

    private String outcome(String tool, String argument) {
      try {
        return switch (tool) {
          case "search" -> desk.search(argument);
          case "later" -> desk.searchLater(argument).join();
          case "look" -> desk.look(argument);
          case "fail" -> desk.fail(argument);
          case "write" -> {
            desk.writeFile(argument, "text");
            yield "written";
          }
          case "ask" -> {
            AgentRuns.reportTurn(Long.parseLong(argument), 0, 1);
            yield "answered";
          }
          default -> throw new IllegalArgumentException(tool);
        };
      } catch (IllegalStateException failed) {
        return "failed: " + failed.getMessage();
      } catch (LoopHaltException halt) {
        return "halted " + halt.stopReason().kind().id() + ": " + halt.stopReason().detail();
      }
    }
  }

  private SteeredAgent() {}

  public static void main(String[] arguments) throws IOException {
    String mode = arguments.length == 0 ? "" : arguments[0];
    if (mode.equals(HEARD)) {
      AgentRuns.addListener(new Hears());
    }
    PinnedThreads pinned = mode.equals(VIRTUAL) ? PinnedThreads.record() : null;
    Map<String, Worker> workers = new HashMap<>();
    Report.fact("ready", true);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("end")) {
        break;
      }
      if (words.length == 3) {
        workers.computeIfAbsent(words[0], id -> started(id, mode)).calls.add(words);
      }
    }
    if (pinned != null) {
      pinned.report();
    }
    Report.fact("ended", true);
  }

  private static Worker started(String id, String mode) {
    Worker worker = new Worker(id);
    if (mode.equals(VIRTUAL)) {
      PinnedThreads.startVirtual(worker);
      return worker;
    }
    Thread thread = new Thread(worker, "worker " + id);
    thread.setDaemon(!mode.equals(LASTING));
    thread.start();
    if (mode.equals(LASTING)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(worker, thread)));
    }
    return worker;
  }

  /** As a pool is shut down: what goes on is waited for, however long it takes. */
  private static void end(Worker worker, Thread thread) {
    worker.ends = true;
    worker.calls.add(new String[] {worker.id, "close", "it"});
    try {
      thread.join();
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
    }
    Report.fact(worker.id + ".ended", true);
  }

  /** Is generous. */
  private static final class Hears implements LoopListener {
    @Override
    public RunExtension halted(StopReason reason) {
      Report.fact("heard", "halted " + reason.kind().id() + ": " + reason.detail());
      return RunExtension.ofSteps(9);
    }
  }
}
