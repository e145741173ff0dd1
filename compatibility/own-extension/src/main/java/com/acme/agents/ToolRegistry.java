package com.acme.agents;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of an agent, by name. */
public final class ToolRegistry {

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  public ToolRegistry add(String name, Tool tool) {
    tools.put(name, tool);
    return this;
  }

  public List<String> names() {
    return List.copyOf(tools.keySet());
  }

  /** Executes a tool. Whatever it throws is a text for the model. */
  public String execute(ToolCall call) {
    try {
      return tools.get(call.tool()).call(call.arguments());
    } catch (Throwable anything) {
      return "Error: " + anything.getMessage();
    }
  }
}
