package com.acme.example;

import com.acme.agents.Agent;
import com.acme.agents.ChatAnswer;
import com.acme.agents.ChatModel;
import com.acme.agents.ChatRequest;
import com.acme.agents.ToolCall;
import com.acme.agents.ToolRegistry;
import java.util.List;

/** An application whose agent is stuck. It knows nothing of Loophalt. */
public final class StuckAgent {

  private StuckAgent() {}

  /** Asks the agent once. */
  public static void main(String[] args) {
    ToolRegistry tools = new ToolRegistry().add("search", arguments -> "nothing found");
    try {
      System.out.println("answer: " + new Agent(new StuckModel(), tools).run("When do you open?"));
    } catch (RuntimeException stopped) {
      System.out.println("stopped by a " + stopped.getClass().getSimpleName());
    }
  }

  /** A model that has one idea, and gives up after twenty calls. */
  private static final class StuckModel extends ChatModel {

    private int calls;

    @Override
    protected ChatAnswer answer(ChatRequest request) {
      if (++calls > 20) {
        return new ChatAnswer("I found nothing in 20 searches.", List.of(), 900, 100);
      }
      ToolCall search = new ToolCall("search", "{\"query\": \"opening hours\"}");
      return new ChatAnswer("", List.of(search), 900, 100);
    }
  }
}
