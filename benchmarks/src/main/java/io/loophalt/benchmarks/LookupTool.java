package io.loophalt.benchmarks;

import io.loophalt.AgentTool;

/** The most trivial tool there is, so that whatever a call costs is the guard's. */
public final class LookupTool {

  private final Texts answers;

  LookupTool(Texts answers) {
    this.answers = answers;
  }

  /** Ignores what it is asked and gives the next answer. */
  @AgentTool
  public String lookUp(String name, String region) {
    return answers.next();
  }
}
