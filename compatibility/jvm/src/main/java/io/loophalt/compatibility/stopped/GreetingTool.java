package io.loophalt.compatibility.stopped;

import io.loophalt.AgentTool;
import java.util.function.UnaryOperator;

/** Loaded by a loader of its own each time. */
public final class GreetingTool implements UnaryOperator<String> {

  @Override
  @AgentTool
  public String apply(String words) {
    return "no match for " + words;
  }
}
