package io.loophalt.compatibility.steered;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
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
 * RUN TOOL ARGUMENT}, and each call's outcome is a fact {@code RUN.N}. The tool {@code close}
 * closes the run, and its thread opens the next; {@code think} is a turn of the model that takes as
 * many tokens as its argument says; {@code end} ends it all.
 */
@SuppressWarnings("try") // a scope is open, and that is all
public final class SteeredAgent {

  /** One run on a thread of its own. */
  private static final class Worker extends Thread {

    private final String id;
    private final BlockingQueue<String[]> calls = new LinkedBlockingQueue<>();
    private final Desk desk = new Desk();
    private int made;

    Worker(String id) {
      super("worker " + id);
      this.id = id;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        for (int runs = 1; true; runs++) {
          untilItIsClosed(runs == 1 ? id : id + "-" + runs);
          Report.fact(id + ".closed", runs);
        }
      } catch (InterruptedException cancelled) {
        Report.fact(id + ".cancelled", true);
      }
    }

    private void untilItIsClosed(String run) throws InterruptedException {
      try (RunScope scope = AgentRuns.open("desk", run)) {
        for (String[] call = calls.take(); !call[1].equals("close"); call = calls.take()) {
          Report.fact(id + "." + ++made, outcome(call[1], call[2]));
        }
      }
    }

    private String outcome(String tool, String argument) {
      try {
        return switch (tool) {
          case "search" -> desk.search(argument);
          case "look" -> desk.look(argument);
          case "fail" -> desk.fail(argument);
          case "think" -> {
            AgentRuns.reportTurn(Long.parseLong(argument), 1, 1);
            yield "thought";
          }
          case "write" -> {
            desk.writeFile(argument, "text");
            yield "written";
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
        workers.computeIfAbsent(words[0], SteeredAgent::started).calls.add(words);
      }
    }
    Report.fact("ended", true);
  }

  private static Worker started(String id) {
    Worker worker = new Worker(id);
    worker.start();
    return worker;
  }
}
