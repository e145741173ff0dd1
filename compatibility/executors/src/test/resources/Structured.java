import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Subtask;

/** Forks its work; a source, because only the JDK that runs it may compile what it previews. */
final class Structured {

  private static int bodies;
  private static int halts;

  public static void main(String[] args) throws Exception {
    String own;
    String forked;
    look("the first thing"); // of no run; from now on executors are woven
    try (RunScope run = AgentRuns.open("healthy")) {
      own = name();
      forked = fork(Structured::name);
    }
    System.out.println("in the run=" + own.equals(forked));
    System.out.println("afterwards=" + fork(Structured::name).equals(own));
    bodies = 0;
    try (RunScope run = AgentRuns.open("stuck")) {
      for (int i = 0; i < 12; i++) {
        fork(() -> look("the same page"));
      }
    }
    System.out.println("stuck=" + bodies + " ran, " + halts + " halted");
  }

  private static String fork(java.util.concurrent.Callable<String> work) throws Exception {
    try (var scope = StructuredTaskScope.open()) {
      Subtask<String> task = scope.fork(work);
      scope.join();
      return task.get();
    }
  }

  private static String name() {
    return AgentRuns.currentRunId().orElse("none");
  }

  private static synchronized String look(String at) {
    try {
      return looked(at);
    } catch (LoopHaltException halted) {
      halts++;
      return "halted";
    }
  }

  @AgentTool(name = "look")
  private static String looked(String at) {
    bodies++;
    return "nothing new at " + at;
  }
}
