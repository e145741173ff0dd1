package io.loophalt.compatibility.harness.contract;

/**
 * What a framework may be excused from, as not every one can do it. There is nothing else: no case
 * of the contract leaves out a framework, or a way of using it, by other means.
 */
public enum Capability {
  /** A run that is halted between its tools finishes with one last model call without them. */
  FINISH("`on-halt: finish`"),
  /** An escalated run goes on with another model. */
  ANOTHER_MODEL("`escalate: {model: …}`"),
  /** Tokens are counted, so that a ceiling on them can be held. */
  TOKEN_CEILINGS("ceilings on tokens"),
  /** A tool that a person has blocked is refused, and the model reads so. */
  REFUSED_TOOLS("refusing a blocked tool"),
  /** A call that a person has frozen waits until they let it go on. */
  HELD_CALLS("holding a frozen call"),
  /** A halted run waits for a person, who may let it go on. */
  HELD_RUNS("holding a halted run"),
  /** Tasks that begin with nothing are parts of the run in which they are given, one by one. */
  ROUNDS("rounds of one run"),
  /** The cases of frameworks as a whole: it is a boundary of runs, and has cases of its own. */
  ALL_CASES("all cases of frameworks");

  private final String inDocs;

  Capability(String inDocs) {
    this.inDocs = inDocs;
  }

  /** As the documentation calls it. */
  String inDocs() {
    return inDocs;
  }
}
