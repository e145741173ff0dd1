package io.loophalt.compatibility.objects;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.ExecutionException;

/**
 * Runs of an agent whose tools return objects: some that get nowhere, and some that do. Reports for
 * each at which call it was halted, 0 if it was not.
 */
public final class ObjectResults {

  private static final int CAP = 30;
  private static final String[] WORDS = {
    "timeout", "wait", "retry", "limit", "delay", "pause", "cap", "bound", "deadline", "ttl"
  };

  /** One call of a run. */
  private interface Call {
    Object make(int call) throws ExecutionException, InterruptedException;
  }

  private ObjectResults() {}

  /** Entry point. */
  public static void main(String[] args) throws ExecutionException, InterruptedException {
    Lifeline.hold();
    Service service = new Service();
    run("stuck.record", call -> service.runs("ls /nope"));
    run("stuck.future", call -> service.runsLater("ls /nope").get());
    run("stuck.map", call -> service.runsAsMap("ls /nope"));
    run("stuck.search", call -> service.finds("tea"));
    run("stuck.edit", call -> service.edits("A.java", word(call) + " = " + call));
    run("stuck.job", call -> service.waits("7"));
    run("stuck.server", call -> service.asksAServer("http://orders/7"));
    run("well.progress", call -> service.gets("import"));
    run("well.rows", call -> service.reads("orders"));
    run("well.pages", service::turns);
    run("well.board", call -> service.moves(call % 3 == 0 ? "down" : "right"));
    run("well.customers", service::looksUp);
    run("well.saves", call -> service.saves(word(call) + " " + word(3 * call / 10) + " " + call));
    run("well.counter", call -> service.counts("mail"));
    run("well.boolean", Messages.COUNT, call -> service.isSpam(Messages.of(call)));
    run("well.optional", Messages.COUNT, call -> service.violates(Messages.of(call)));
    run("well.verdict", Messages.COUNT, call -> service.classifies(Messages.of(call)));
    Report.fact("done", true);
  }

  private static String word(int call) {
    return WORDS[call % WORDS.length];
  }

  private static void run(String name, Call call) throws ExecutionException, InterruptedException {
    run(name, CAP, call);
  }

  @SuppressWarnings("try") // the scope is there while the calls are made
  private static void run(String name, int calls, Call call)
      throws ExecutionException, InterruptedException {
    int haltedAt = 0;
    try (RunScope scope = AgentRuns.open(name)) {
      for (int i = 1; i <= calls && haltedAt == 0; i++) {
        haltedAt = isHalted(call, i) ? i : 0;
      }
    }
    Report.fact(name, haltedAt);
  }

  private static boolean isHalted(Call call, int number)
      throws ExecutionException, InterruptedException {
    try {
      AgentRuns.reportTurn(10, 10, 1);
      call.make(number);
      return false;
    } catch (LoopHaltException halt) {
      return true;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof LoopHaltException) {
        return true;
      }
      throw failed;
    }
  }
}
