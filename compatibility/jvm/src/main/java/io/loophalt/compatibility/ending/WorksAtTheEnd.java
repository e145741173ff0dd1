package io.loophalt.compatibility.ending;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A session that was halted, and one that is open, go on in a shutdown hook: after the agent has
 * written the end of the open one into the event log.
 */
public final class WorksAtTheEnd {

  private static final AtomicInteger BODIES = new AtomicInteger();

  private WorksAtTheEnd() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Report.fact("halted at first after", bodiesOf("stuck", 9));
    Report.fact("of the open one", bodiesOf("open", 1));
    Runtime.getRuntime().addShutdownHook(new Thread(WorksAtTheEnd::goOn));
    System.exit(0);
  }

  private static void goOn() {
    awaitEndOfOpenRun();
    Report.fact("halted at the end after", bodiesOf("stuck", 9));
    Report.fact("more of the open one", bodiesOf("open", 9));
    Report.fact("done", true);
  }

  /** Only the test's time limit ends the waiting: the line is what is promised. */
  private static void awaitEndOfOpenRun() {
    try {
      while (Files.readAllLines(log()).stream().noneMatch(WorksAtTheEnd::isEndOfOpenRun)) {
        Thread.onSpinWait();
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path log() throws IOException {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(Path.of(""), "events-*.jsonl")) {
      return logs.iterator().next();
    }
  }

  private static boolean isEndOfOpenRun(String line) {
    return line.contains("\"run_end\"") && line.contains("\"open\"");
  }

  /** How often the same was done in a session that goes on, in which a halt ends the trying. */
  private static int bodiesOf(String session, int calls) {
    int before = BODIES.get();
    Thread visit =
        new Thread(
            () -> {
              AgentRuns.open("sessions", session);
              for (int call = 0; call < calls; call++) {
                look("the same");
              }
            });
    visit.setUncaughtExceptionHandler(WorksAtTheEnd::expectHalt);
    visit.start();
    try {
      visit.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while a session goes on", e);
    }
    return BODIES.get() - before;
  }

  private static void expectHalt(Thread visit, Throwable thrown) {
    if (!(thrown instanceof LoopHaltException)) {
      Report.fact("failed", thrown);
    }
  }

  @AgentTool(name = "look")
  private static String look(String at) {
    BODIES.incrementAndGet();
    return "what is at " + at;
  }
}
