package com.acme.agents;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;

/** The framework: asks a model, executes the tools that it asks for, and asks again. */
public final class Agent {

  private final ChatModel model;
  private final ToolRegistry tools;

  public Agent(ChatModel model, ToolRegistry tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Works on one task until the model has an answer. */
  public String run(String task) {
    List<String> messages = new ArrayList<>(List.of("user: " + task));
    while (true) {
      ChatAnswer answer = model.chat(new ChatRequest("acme-1", messages, tools.names()));
      messages.add("model: " + answer.text());
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      messages.add(
          "calls: " + answer.toolCalls().stream().map(ToolCall::line).collect(joining("\n")));
      for (ToolCall call : answer.toolCalls()) {
        messages.add("tool: " + tools.execute(call));
      }
    }
  }
}
