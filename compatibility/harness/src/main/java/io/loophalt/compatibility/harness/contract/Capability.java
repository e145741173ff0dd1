package io.loophalt.compatibility.harness.contract;

/** What a framework may be excused from, as not every one can do it. There is nothing else. */
public enum Capability {
  /** A run that is halted between its tools finishes with one last model call without them. */
  FINISH("`on-halt: finish`"),
  /** An escalated run goes on with another model. */
  ANOTHER_MODEL("`escalate: {model: …}`"),
  /** Tokens are counted, so that a ceiling on them can be held. */
  TOKEN_CEILINGS("ceilings on tokens");

  private final String inDocs;

  Capability(String inDocs) {
    this.inDocs = inDocs;
  }

  /** As the documentation calls it. */
  String inDocs() {
    return inDocs;
  }
}
