package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Applications that tell the agent what it cannot see. */
@SuppressWarnings("try") // scopes are there to be open, not to be used
public final class Reports {

  private Reports() {}

  @AgentTool
  static String look() {
    return "the same as before";
  }

  /** Reports states between tool calls. */
  public static final class States implements Callable<String> {
    @Override
    public String call() {
      try (RunScope run = AgentRuns.open("task", "states")) {
        look();
        AgentRuns.reportState("a");
        look();
        AgentRuns.reportState("b");
        look();
        AgentRuns.reportState("a");
        look();
      }
      return "done";
    }
  }

  /** Repeats itself while the state changes: to new ones first, then between two of them. */
  public static final class ChangingStates implements Callable<String> {
    @Override
    public String call() {
      int report = 0;
      try (RunScope run = AgentRuns.open("task", "changing states")) {
        for (; report < 10; report++) {
          AgentRuns.reportState("commit " + report);
          look();
          look();
        }
        for (; report < 20; report++) {
          AgentRuns.reportState("commit " + report % 2);
          look();
          look();
        }
      } catch (LoopHaltException halt) {
        return "halted after report " + report;
      }
      return "never halted";
    }
  }

  /** Reports answers without a tool call until it is stopped, resets, and goes on. */
  public static final class Monologue implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      try (RunScope run = AgentRuns.open("task", "monologue")) {
        talk(seen);
        try {
          look();
          seen.add("the tool ran");
        } catch (LoopHaltException halt) {
          seen.add("the tool too: " + halt.stopReason().kind().id());
        }
        AgentRuns.reportProgress();
        talk(seen);
        AgentRuns.reset();
        talk(seen);
      }
      return seen;
    }

    private static void talk(List<String> seen) {
      for (int answer = 1; answer <= 10; answer++) {
        try {
          AgentRuns.reportTurn(100, 10, 0);
        } catch (LoopHaltException halt) {
          seen.add(
              "halted at answer "
                  + answer
                  + " after "
                  + halt.stopReason().turns()
                  + " turns and "
                  + halt.stopReason().totalTokens()
                  + " tokens");
          return;
        }
      }
      seen.add("never halted");
    }
  }

  /** Two users who have no id of a session, of whom the first is stopped. */
  public static final class BlankIds implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      try (RunScope run = AgentRuns.open("chat", "")) {
        Monologue.talk(seen);
      }
      try (RunScope run = AgentRuns.open("chat", " ")) {
        AgentRuns.reportTurn(100, 10, 0);
        seen.add("the next one goes on");
      }
      return seen;
    }
  }

  /** Reports progress before the agent would lose patience. */
  public static final class Progress implements Callable<String> {
    @Override
    public String call() {
      try (RunScope run = AgentRuns.open("task", "progress")) {
        for (int answer = 1; answer <= 20; answer++) {
          AgentRuns.reportTurn(100, 10, 0);
          if (answer % 2 == 0) {
            AgentRuns.reportProgress();
          }
        }
      }
      return "never halted";
    }
  }

  /** Asks why runs were stopped: inside one, after it, and after another that was not. */
  public static final class Questions implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> answers = new ArrayList<>();
      answers.add("at first " + kind());
      try (RunScope run = AgentRuns.open("task", "asked")) {
        answers.add("inside " + kind());
        Monologue.talk(new ArrayList<>());
        answers.add("halted " + kind());
      }
      answers.add("after it " + kind());
      try (RunScope run = AgentRuns.open("task", "another")) {
        answers.add("inside another " + kind());
      }
      answers.add("after another " + kind());
      return answers;
    }

    private static String kind() {
      return AgentRuns.stopReason().map(reason -> reason.kind().id()).orElse("none");
    }
  }

  /** Hands a task of a joined run to a pool, and asks there afterwards. */
  public static final class QuestionsOfAPool implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      List<String> answers = new ArrayList<>();
      Callable<String> asking = Questions::kind;
      try (RunScope run = AgentRuns.join("task", "joined")) {
        Monologue.talk(new ArrayList<>());
        answers.add("in its task " + pool.submit(AgentRuns.wrap(asking)).get());
        answers.add("in another task " + pool.submit(asking).get());
      } finally {
        pool.shutdown();
      }
      answers.add("after it " + Questions.kind());
      return answers;
    }
  }

  /** Listens to escalations, with one listener that fails, and repeats itself until halted. */
  public static final class Escalations implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> told = new ArrayList<>();
      AgentRuns.onEscalation(reason -> told.add("outside of a run: " + reason));
      try (RunScope run = AgentRuns.open("task", "escalated")) {
        AgentRuns.onEscalation(
            reason -> {
              throw new IllegalStateException(reason);
            });
        AgentRuns.onEscalation(reason -> told.add("told: " + reason));
        for (int answer = 1; answer <= 4; answer++) {
          AgentRuns.reportTurn(100, 10, 0);
        }
        told.add("asked: " + AgentRuns.escalation().orElse("nothing"));
        AgentRuns.reset();
        told.add("after reset: " + AgentRuns.escalation().orElse("nothing"));
      }
      return told;
    }
  }
}
