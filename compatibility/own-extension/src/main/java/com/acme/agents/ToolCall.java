package com.acme.agents;

/** A tool call that a model asks for; the arguments are JSON. */
public record ToolCall(String tool, String arguments) {

  String line() {
    return tool + ' ' + arguments;
  }
}
