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
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The application of {@code ./demo stay}: three agents work on tickets, each a run with the
 * ticket's name, until somebody ends the JVM. One of them finds what it looks for and takes the
 * next ticket. Two are stuck: theirs are halted, and tried again, as a queue would, for as long as
 * nobody resumes or resets them.
 */
public final class TicketDesk {

  private static final int SECONDS_BEFORE_A_RETRY = 20;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final AtomicInteger tickets = new AtomicInteger();
  private final int timesFaster;

  private TicketDesk(int timesFaster) {
    this.timesFaster = timesFaster;
  }

  /**
   * Works until the JVM is ended.
   *
   * @param args how many times as fast as a person can follow, 1 for once
   */
  public static void main(String[] args) {
    TicketDesk desk = new TicketDesk(Integer.parseInt(args[0]));
    desk.work("anna", listener -> UnhurriedModel.clever(listener, desk.seconds(4)));
    desk.work("ben", listener -> UnhurriedModel.stuck(listener, desk.seconds(6)));
    desk.work("cleo", listener -> UnhurriedModel.stuck(listener, desk.seconds(15)));
  }

  private Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds).dividedBy(timesFaster);
  }

  private void work(String agent, Function<ChatModelListener, ChatModel> model) {
    String first = nextTicket();
    new Thread(
            () -> {
              String ticket = first;
              while (true) {
                workOn(ticket, agent, model);
                ticket = nextTicket();
              }
            },
            agent)
        .start();
  }

  private String nextTicket() {
    return "ticket-" + tickets.incrementAndGet();
  }

  @SuppressWarnings("try") // the run is there to be in
  private void workOn(String ticket, String agent, Function<ChatModelListener, ChatModel> model) {
    try (RunScope run = AgentRuns.open("repair", ticket)) {
      while (attempt(ticket, agent, model) == Ending.HALTED) {
        UnhurriedModel.pause(seconds(SECONDS_BEFORE_A_RETRY));
      }
    }
  }

  private static Ending attempt(
      String ticket, String agent, Function<ChatModelListener, ChatModel> model) {
    try (Workspace workspace = Workspace.create();
        ProjectCheck check = new ProjectCheck(workspace)) {
      RunReport report = RepairJob.run(workspace, check, model);
      // One write: a printed format is several, between which a line of the agent may come.
      System.out.println(
          LocalTime.now(ZoneId.systemDefault()).format(CLOCK)
              + "  "
              + agent
              + "'s "
              + ticket
              + " ended by "
              + report.ending().inWords()
              + ": "
              + report.message().lines().findFirst().orElse(""));
      return report.ending();
    } catch (IOException noWorkspace) {
      throw new IllegalStateException(noWorkspace);
    }
  }
}
