package io.loophalt.compatibility.stuck;

import io.loophalt.AgentTool;

/** The tools of {@link StuckAgent}; counts how often their bodies really run. */
final class Workshop {

  private int bodies;

  /** The same answer to the same question. */
  @AgentTool
  String search(String words) {
    bodies++;
    return "no match for " + words;
  }

  /** The same error, but for the line number in it. */
  @AgentTool
  String check() {
    bodies++;
    throw new IllegalStateException("expected 60 but was 30 at TimeoutTest.java:" + (40 + bodies));
  }

  int bodies() {
    return bodies;
  }
}
