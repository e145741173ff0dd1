package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.talk.Llm.Call;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Requests of several people that are much alike, and requests of one loop that do not follow on
 * each other; nothing but these tells conversations apart.
 */
final class AlikeTalk {

  private static final int ROUNDS = 30;

  /** So many users have their first turn in another JVM. */
  private static final int OTHERS = 10;

  private static final int MISSING = -1;

  private static final Tools TOOLS = new Tools();

  private AlikeTalk() {}

  static void play() {
    othersAfterAHalt("without.ids", "");
    othersAfterAHalt("counted.ids", "call_%d");
    Report.fact("aside.halted.after", asksAside(false));
    Report.fact("dropped.halted.after", dropsAnswers());
    Report.fact("aside.healthy", asksAside(true));
    shortTranscriptsInTurn();
  }

  /** One is stuck, and halted; the others call the same tool, and have another thing to say. */
  private static void othersAfterAHalt(String way, String id) {
    List<Message> stuck = Llm.conversation(new Message("user", "I am Zoe. Where is my parcel?"));
    int turns = 0;
    try {
      for (; turns < ROUNDS; turns++) {
        calls(stuck, id.formatted(turns), MISSING);
      }
    } catch (LoopHaltException e) {
      Report.fact(way + ".halted.after", turns);
    }
    int answered = 0;
    for (int i = 0; i < OTHERS; i++) {
      String words = "I am the user with number " + i + ". What have I ordered?";
      List<Message> other = Llm.conversation(new Message("user", words));
      Call call = new Call(id.formatted(4), "order", "{\"number\": -1}");
      other.add(new Message("assistant", "", List.of(call)));
      other.add(new Message("tool", "a lamp with number " + i));
      try {
        Llm.says(other, "You have ordered a lamp.");
        answered++;
      } catch (LoopHaltException e) {
        Report.fact(way + ".thrown", String.valueOf(e.getMessage()));
      }
    }
    Report.fact(way + ".others", answered);
  }

  private static void calls(List<Message> memory, String id, int order) {
    Call call = new Call(id, "order", "{\"number\": " + order + "}");
    memory.add(Llm.asks(memory, call).message());
    memory.add(new Message("tool", TOOLS.order(order)));
  }

  /** Whether the task is done, with all that was said, after each result; the answer is dropped. */
  private static int asksAside(boolean healthy) {
    List<Message> memory = Llm.conversation(new Message("user", "Find the orders."));
    int turns = 0;
    try {
      for (; turns < ROUNDS; turns++) {
        calls(memory, "call_" + UUID.randomUUID(), healthy ? turns : MISSING);
        List<Message> aside = new ArrayList<>(memory);
        aside.add(new Message("user", "Is the task done? Answer yes or no."));
        Llm.says(aside, "no");
      }
    } catch (LoopHaltException e) {
      return turns;
    }
    return turns;
  }

  /** Each first answer is words where a call is wanted: it is dropped, and asked for again. */
  private static int dropsAnswers() {
    List<Message> memory = Llm.conversation(new Message("user", "Find the missing order."));
    int turns = 0;
    try {
      for (; turns < ROUNDS; turns++) {
        Llm.says(memory, "I will look it up now.");
        calls(memory, "call_" + UUID.randomUUID(), MISSING);
      }
    } catch (LoopHaltException e) {
      return turns;
    }
    return turns;
  }

  /** Each conversation is one prompt that grows; the answers are too short to be told apart. */
  private static void shortTranscriptsInTurn() {
    String[] prompts = {
      "You act.\nUser: What is the weather like in Oslo?\n",
      "You act.\nUser: What is the weather like in Rome?\n"
    };
    int[] turns = new int[prompts.length];
    boolean[] halted = new boolean[prompts.length];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < prompts.length; i++) {
        if (!halted[i]) {
          try {
            String answer = "Action: fetch[" + i + "]";
            Llm.says(List.of(new Message("user", prompts[i])), answer);
            String result = TOOLS.fetch("/weather/" + i);
            prompts[i] += "Assistant: " + answer + "\nObservation: " + result + "\n";
            turns[i]++;
          } catch (LoopHaltException e) {
            halted[i] = true;
          }
        }
      }
    }
    Report.fact("transcripts.halted", halted[0] && halted[1]);
    Report.fact("transcripts.turns", Math.max(turns[0], turns[1]));
  }
}
