package io.loophalt.demo;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import io.loophalt.demo.RunReport.Ending;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The application of {@code ./demo stay}: three agents work on tickets, each a run with the
 * ticket's name, until somebody ends the JVM. One of them finds what it looks for and takes the
 * next ticket. Two are stuck: theirs are halted, and tried again, as a queue would, for as long as
 * nobody resumes or resets them.
 */
public final class TicketDesk {

  private static final Duration BEFORE_A_RETRY = Duration.ofSeconds(20);

  private static final AtomicInteger TICKETS = new AtomicInteger();

  private TicketDesk() {}

  /**
   * Works until the JVM is ended.
   *
   * @param args none
   */
  public static void main(String[] args) {
    work("anna", model -> UnhurriedModel.clever(model, Duration.ofSeconds(4)));
    work("ben", model -> UnhurriedModel.stuck(model, Duration.ofSeconds(6)));
    work("cleo", model -> UnhurriedModel.stuck(model, Duration.ofSeconds(15)));
  }

  private static void work(String agent, Function<ChatModelListener, ChatModel> model) {
    new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                workOn("ticket-" + TICKETS.incrementAndGet(), agent, model);
              }
            },
            agent)
        .start();
  }

  @SuppressWarnings("try") // the run is there to be in
  private static void workOn(
      String ticket, String agent, Function<ChatModelListener, ChatModel> model) {
    try (RunScope run = AgentRuns.open("repair", ticket)) {
      RunReport report;
      do {
        report = attempt(model);
        System.out.printf(
            "%s  %s's %s ended by %s: %s%n",
            LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS),
            agent,
            ticket,
            report.ending().inWords(),
            report.message().lines().findFirst().orElse(""));
      } while (report.ending() == Ending.HALTED && waits());
    }
  }

  private static RunReport attempt(Function<ChatModelListener, ChatModel> model) {
    try (Workspace workspace = Workspace.create();
        ProjectCheck check = new ProjectCheck(workspace)) {
      return RepairJob.run(workspace, check, model);
    } catch (IOException noWorkspace) {
      throw new IllegalStateException(noWorkspace);
    }
  }

  /** False if the thread is to end. */
  private static boolean waits() {
    try {
      Thread.sleep(BEFORE_A_RETRY.toMillis());
      return true;
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
