package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.List;
import java.util.function.Function;

/** A loop that says to its model as a user what came of the tools, whatever they throw. */
final class TextProtocol {

  private static final int ROUNDS = 30;

  private final Tools tools = new Tools();
  private final List<Message> memory = Llm.conversation();
  private final Function<RuntimeException, String> failure;

  TextProtocol(Function<RuntimeException, String> failure) {
    this.failure = failure;
  }

  /** How many calls of the tool ran, and whether the loop was halted. */
  String fetches(String session) {
    return outcome(() -> solve(session, "Fetch the page."));
  }

  /** The same outside any run. */
  String fetchesByItself() {
    return outcome(() -> loop("Fetch the page."));
  }

  /** Whether an answer comes to what a person says next. */
  boolean hears(String session, String said) {
    try {
      answer(session, said);
      return true;
    } catch (LoopHaltException e) {
      return false;
    }
  }

  private String outcome(Runnable loop) {
    try {
      loop.run();
      return tools.calls() + ", not halted";
    } catch (LoopHaltException e) {
      return tools.calls() + ", halted";
    }
  }

  /** Woven: the conversation is the id. */
  void solve(String session, String question) {
    loop(question);
  }

  /** Woven: the conversation is the id. */
  void answer(String session, String question) {
    memory.add(new Message("user", question));
    memory.add(Llm.says(memory, "That is as follows.").message());
  }

  private void loop(String question) {
    memory.add(new Message("user", question));
    for (int i = 0; i < ROUNDS; i++) {
      memory.add(Llm.says(memory, "Thought: I fetch it.\nAction: fetch").message());
      memory.add(new Message("user", "Observation: " + fetched()));
    }
  }

  private String fetched() {
    try {
      return tools.fetch("example.org");
    } catch (RuntimeException e) {
      return failure.apply(e);
    }
  }
}
