package io.loophalt.compatibility.eventloop;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import reactor.blockhound.BlockHound;

/**
 * One run that makes a call on an event loop for each line on standard input, until one is {@code
 * end}. BlockHound has every call there that may block throw. What comes of it is a fact {@code
 * call.N}.
 */
@SuppressWarnings("try") // a scope is open, and that is all
public final class SteeredLoop {

  private static final String NAME = "event-loop";
  private static final String RUN = "looped";

  private int looks;

  private SteeredLoop() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException, InterruptedException {
    BlockHound.install(
        hound ->
            hound.nonBlockingThreadPredicate(
                known -> known.or(thread -> thread.getName().equals(NAME))));
    SteeredLoop tools = new SteeredLoop();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (RunScope whole = AgentRuns.open("desk", RUN)) {
      Report.fact("ready", true);
      int call = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("end")) {
          break;
        }
        int number = ++call;
        Thread loop = new Thread(() -> tools.call(number), NAME);
        loop.start();
        loop.join();
      }
    }
    Report.fact("done", true);
  }

  private void call(int number) {
    String outcome;
    try (RunScope scope = AgentRuns.open("desk", RUN)) {
      outcome = look("something");
    } catch (LoopHaltException halt) {
      outcome = "halted " + halt.stopReason().kind().id() + ": " + halt.stopReason().detail();
    }
    Report.fact("call." + number, outcome);
  }

  @AgentTool
  private String look(String what) {
    looks++;
    return "page " + looks + " of " + what;
  }
}
