package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.talk.Llm.Call;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A worker's thread takes job after job; each begins with a tool that the program calls itself, as
 * where it looks for documents, and goes on with a model. Nothing but the thread holds a job's tool
 * and its conversation together.
 */
final class WorkerTalk {

  private static final int JOBS = 6;
  private static final int ROUNDS = 30;
  private static final int MISSING = -1;

  private final Tools tools = new Tools();

  private WorkerTalk() {}

  static void play() throws Exception {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try {
      worker.submit(WorkerTalk::jobs).get();
    } finally {
      worker.shutdown();
    }
    worker = Executors.newSingleThreadExecutor();
    try {
      worker.submit(WorkerTalk::polls).get();
    } finally {
      worker.shutdown();
    }
  }

  /** The first is stuck, and halted; then its program tries to go on with it. */
  private static void jobs() {
    WorkerTalk work = new WorkerTalk();
    List<Message> stuck = Llm.conversation(new Message("user", "Find the missing order."));
    Report.fact("worker.stuck", work.job(0, stuck, MISSING));
    int done = 0;
    for (int job = 1; job < JOBS; job++) {
      List<Message> next = Llm.conversation(new Message("user", "Find the order of job " + job));
      done += work.job(job, next, job).equals("done") ? 1 : 0;
    }
    Report.fact("worker.done", done);
    Report.fact("worker.stuck.again", work.job(JOBS, stuck, MISSING));
  }

  /** The tool that the model asks for is called only by the answer, whose halt is swallowed. */
  private String job(int number, List<Message> memory, int order) {
    try {
      tools.document("question " + number);
      for (int round = 0; round < ROUNDS; round++) {
        if (order != MISSING && round > 2) {
          Llm.says(memory, "It is there.");
          return "done";
        }
        Call call = new Call("call_" + UUID.randomUUID(), "order", "{\"number\": " + order + "}");
        memory.add(Llm.asks(memory, call).message());
        memory.add(new Message("tool", ordered(order == MISSING ? order : order + round)));
      }
      return "endless";
    } catch (LoopHaltException e) {
      return "halted after " + (memory.size() - 1) / 2;
    }
  }

  private String ordered(int number) {
    try {
      return tools.order(number);
    } catch (LoopHaltException swallowed) {
      return "Error: " + swallowed.getMessage();
    }
  }

  /** No model is seen: one question repeats itself, and others come on the same thread. */
  private static void polls() {
    Tools tools = new Tools();
    int answered = 0;
    try {
      for (; answered < ROUNDS; answered++) {
        tools.order(MISSING);
      }
    } catch (LoopHaltException e) {
      Report.fact("poll.halted.after", answered);
    }
    int others = 0;
    for (int number = 0; number < JOBS; number++) {
      others += tools.order(number).isEmpty() ? 0 : 1;
    }
    Report.fact("poll.others", others);
    try {
      Report.fact("poll.again", tools.order(MISSING));
    } catch (LoopHaltException e) {
      Report.fact("poll.again", "halted");
    }
  }
}
