package io.loophalt.compatibility.reported;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;
import java.util.function.IntConsumer;

/** Reports each answer of a model that nobody knows, and what was said before it. */
public final class ReportedChat {

  private static final int ANSWERS = 30;
  private static final List<String> CITIES =
      List.of("Lima", "Oslo", "Bern", "Riga", "Kiev", "Rome", "Lyon", "Graz", "Cork", "Bath");
  private static final List<String> QUESTIONS =
      List.of("How is the weather in ", "Which trains go to ", "Who is the mayor of ");

  private ReportedChat() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("different questions", talk(answer -> say(question(answer))));
    Report.fact("sums", talk(answer -> say("How much is 7 times " + answer + "?")));
    Report.fact("the same words", talk(answer -> say("Please go on.")));
    Report.fact("two questions in turn", talk(answer -> say(question(answer % 2))));
    Report.fact("nothing said", talk(answer -> {}));
    Report.fact("outside a run", outside());
    Report.fact("done", true);
  }

  private static String question(int number) {
    return QUESTIONS.get(number / CITIES.size()) + CITIES.get(number % CITIES.size()) + "?";
  }

  private static void say(String text) {
    AgentRuns.reportUserMessage(text);
  }

  private static String talk(IntConsumer before) {
    RunScope run = AgentRuns.open("chat");
    try {
      return answers(before);
    } finally {
      run.close();
    }
  }

  private static String answers(IntConsumer before) {
    int answered = 0;
    try {
      while (answered < ANSWERS) {
        before.accept(answered);
        answered++;
        AgentRuns.reportTurn(900, 100, 0);
      }
      return answered + " answers";
    } catch (LoopHaltException e) {
      return "halted after " + answered;
    }
  }

  /** Without a boundary a thread alone draws the run. */
  private static String outside() {
    return answers(answer -> say(question(answer)));
  }
}
