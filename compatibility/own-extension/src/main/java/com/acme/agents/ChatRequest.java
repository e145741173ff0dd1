package com.acme.agents;

import java.util.List;

/** What a model is asked. */
public record ChatRequest(String model, List<String> messages, List<String> tools) {

  public ChatRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }
}
